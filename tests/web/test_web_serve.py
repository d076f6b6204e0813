"""Serving: what cannot be served is said in a sentence, and the settings reach the worker processes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.web.addresses import qr_for_page, qr_for_terminal
from companion.web.config import Settings
from companion.web.serve import Serving, serve


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert serve(Serving("127.0.0.1", port, tmp_path / "instance")) == 1
    assert f"Port {port}" in capsys.readouterr().err
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize(
    ("serving", "sentence"),
    [
        (Serving(certificate=Path("table.crt")), "a certificate and its key"),
        (Serving(certificate=Path("none.crt"), key=Path("none.key")), "There is no file none.crt"),
    ],
)
def test_half_of_https_is_none(serving: Serving, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve(serving) == 1
    assert sentence in capsys.readouterr().err


def test_the_settings_go_through_the_environment() -> None:
    settings = Settings(Path("there"), "https://cards.example", 2, 9000)
    assert Settings.from_environment(settings.as_environment()) == settings


def test_a_qr_code_is_drawn_for_the_terminal_and_for_a_page_without_styles() -> None:
    assert "█" in qr_for_terminal("http://192.0.2.2:8000/")
    drawn = qr_for_page("http://192.0.2.2:8000/")
    assert drawn.startswith("<svg")
    assert "style=" not in drawn
