"""By which names the server may be asked; every other one is told so in a sentence, whatever it asks for."""

import socket
from pathlib import Path

import pytest
from flask import Flask

from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security import hosts
from companion.web.security.hosts import AllowedHosts

OTHERS = [
    "evil.test",
    "evil.test:8000",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "cards.example.evil.test",
    "192.0.2.1",
    "0.0.0.0",  # noqa: S104 (asked for, not bound)
    "[2001:db8::1]:8000",
    "2130706433",
    "224.0.0.1",
    "",
    "x" * 300,
]


@pytest.mark.parametrize(
    ("path", "method"), [("/", "GET"), ("/nowhere", "GET"), ("/join", "POST"), ("/static/x", "GET")]
)
def test_another_host_is_refused_in_a_sentence(app: Flask, path: str, method: str) -> None:
    for host in OTHERS:
        answer = app.test_client().open(path, method=method, headers={"Host": host})
        assert answer.status_code == 400, host
        assert ("an address like that" if len(host) == 300 else "doesn't use that address") in answer.text
        assert host not in answer.text or not host
        assert "Set-Cookie" not in answer.headers
        assert "Content-Security-Policy" in answer.headers


def test_this_machine_goes_by_its_own_addresses(app: Flask) -> None:
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:9", "localhost.", "127.0.0.66"):
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200, host


def test_the_server_answers_to_its_own_and_its_configured_names() -> None:
    settings = Settings(
        public_address="https://cards.example:8443/", host="192.0.2.7", known_as=("Cards.lan", "192.0.2.9")
    )
    known = AllowedHosts(settings)
    own = socket.gethostname().partition(".")[0]
    for host in (
        "cards.example",
        "cards.example:8443",
        "192.0.2.7:8000",
        "cards.lan",
        "192.0.2.9",
        own,
        f"{own}.local",
    ):
        assert known.allows(host), host
    for host in ("www.cards.example", "cards.lan.example", "192.0.2.8", "@", "[::1", "a b"):
        assert not known.allows(host), host


def test_an_address_that_the_machine_gets_later_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    known = AllowedHosts(Settings())
    assert not known.allows("192.0.2.30:8000")
    monkeypatch.setattr(hosts, "is_own_address", lambda name: name == "192.0.2.30")
    assert known.allows("192.0.2.30:8000")
    assert not known.allows("192.0.2.31:8000")


def test_behind_a_proxy_its_word_counts_and_is_looked_at_too(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path, public_address="https://cards.example", trusted_hops=1))
    for forwarded, status in (("cards.example", 200), ("evil.test", 400)):
        headers = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": forwarded}
        assert app.test_client().get("/", headers={"Host": "localhost", **headers}).status_code == status
    plain = create_app(Settings(tmp_path, public_address="https://cards.example"))
    headers = {"Host": "evil.test", "X-Forwarded-Host": "cards.example"}
    assert plain.test_client().get("/", headers=headers).status_code == 400
