"""The cards of a photo on the command line."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.answers.judging import judge_document
from companion.cli import main
from companion.commands.photo import MOST
from companion.photo import reader
from companion.photo.reading import Box, CardRead, PhotoError, PhotoReading, Trouble
from tests.support.command import ENVIRONMENT
from tests.support.without_numpy import PROGRAM

BOX = Box(310, 42, 28, 51)


def card(name: str, group: int | None, confidence: float = 0.98) -> CardRead:
    return CardRead(name, confidence, "9S", BOX, group)


READING = PhotoReading(
    cards=(
        card("5C", 0), card("6C", 0, 0.8765), card("7C", 0), card("9D", 1), card("9H", 1), card("9C", 1, 0.5),
        card("2D", 2), card("10S", 2), card("KH", None), card("KS", None, 0.49),
    ),
    unread=(Box(77, 240, 20, 38),),
    width=800,
    height=600,
    preview=b"",
)  # fmt: skip


@pytest.fixture
def bodies(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Put a reading in the place of the nets; give the photos that were read."""
    read: list[bytes] = []

    def read_photo(body: bytes) -> PhotoReading:
        read.append(body)
        return READING

    monkeypatch.setattr(reader, "missing", lambda: ())
    monkeypatch.setattr(reader, "read_photo", read_photo)
    return read


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "hand ü.jpg"
    path.write_bytes(b"a photo")
    return str(path)


def printed(capfd: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["read", *arguments]) == 0
    output, errors = capfd.readouterr()
    assert errors == ""
    document: dict[str, Any] = json.loads(output)
    return document


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["read", *arguments]) == 2
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.startswith("companion: ")
    assert errors.count("\n") == 1
    return errors


def test_the_cards_of_a_photo_are_printed(photo: str, bodies: list[bytes], capfd: pytest.CaptureFixture[str]) -> None:
    document = printed(capfd, photo)
    assert bodies == [b"a photo"]
    assert document.keys() == {"cards", "unread"}
    first = {"card": "5C", "confidence": 0.98, "second": "9S", "box": [310, 42, 28, 51], "meld": 0}
    assert document["cards"][0] == first
    assert [(one["card"], one["meld"]) for one in document["cards"]] == [
        ("5C", 0), ("6C", 0), ("7C", 0), ("9D", 1), ("9H", 1), ("9C", 1), ("2D", 2), ("10S", 2), ("KH", None),
    ]  # fmt: skip
    assert document["unread"] == [{"box": [77, 240, 20, 38]}]
    hand = printed(capfd, photo, "--hand")
    assert hand == {"melds": [["5C", "6C", "7C"], ["9D", "9H", "9C"]], "deadwood": ["2D", "10S", "KH"]}
    showdown = {"game": "gin-rummy", "house_rules": {"hand_size": 9, "knock_limit": 22}, "knocker": "Ann"}
    seats = [{"name": "Ann", **hand}, {"name": "Bob", "deadwood_points": 60}]
    assert judge_document({**showdown, "players": seats})["legal"]


def test_a_photo_comes_through_a_pipe_and_is_read_only_so_far(
    tmp_path: Path, bodies: list[bytes], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"piped")))
        assert printed(capfd, *arguments)["cards"]
    assert bodies == [b"piped", b"piped"]
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1_000_000_000)
    printed(capfd, str(tmp_path / "large"))
    assert len(bodies[-1]) == MOST, "as much as tells that it is too large"


def test_a_photo_that_is_not_read_is_one_sentence(
    photo: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reader, "missing", lambda: ())
    for trouble, says in (
        (Trouble.TOO_LARGE, "too large"),
        (Trouble.TOO_SMALL, "too small"),
        (Trouble.NO_PHOTO, "this isn't a JPEG, PNG or WebP photo, or it is broken"),
        (Trouble.BUSY, "try again"),
    ):
        monkeypatch.setattr(reader, "read_photo", Mock(side_effect=PhotoError(trouble)))
        assert says in refused(capfd, photo)


def test_a_missing_file_and_missing_weights_are_one_sentence(
    photo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "No such file" in refused(capfd, str(tmp_path / "missing.jpg"))
    monkeypatch.setattr(reader, "WEIGHTS", tmp_path / "weights.npz")
    assert "lacks weights.npz" in refused(capfd, photo)


def test_without_numpy_and_pillow_it_says_what_to_install(photo: str) -> None:
    program = f"{PROGRAM}\nfrom companion.cli import main\nsys.exit(main(['read', sys.argv[1]]))"
    run = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", program, photo], capture_output=True, text=True, check=False, timeout=60, env=ENVIRONMENT
    )
    assert (run.returncode, run.stdout) == (2, "")
    sentence = f"photos can't be read without numpy and Pillow: {sys.executable} -m pip install numpy pillow"
    assert run.stderr == f"companion: {sentence}\n"
