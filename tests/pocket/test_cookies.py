"""The cookies of the pocket edition: kept beside the games."""

import json
import time
from pathlib import Path

import pytest

from companion.pocket.cookies import is_readable, jar_of_phone


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cookies.json"


def set_cookie(value: str) -> list[tuple[str, str]]:
    return [("Set-Cookie", value), ("Content-Type", "text/html")]


def test_a_cookie_is_sent_with_the_next_request_and_after_a_restart_until_it_is_removed(path: Path) -> None:
    jar = jar_of_phone(path)
    jar.take([("Content-Type", "text/html")])
    assert not path.exists()
    jar.take(set_cookie("companion=abc=; Secure; HttpOnly; Path=/; Max-Age=1000"))
    jar.take(set_cookie("look=dark-four; SameSite=Lax"))
    assert jar.header() == jar_of_phone(path).header() == "companion=abc=; look=dark-four"
    path.unlink()
    jar.take(set_cookie("look=dark-four; SameSite=Lax"))
    assert not path.exists(), "it is written only when something changed"
    jar.take(set_cookie("companion=; Path=/; Max-Age=0"))
    assert jar.header() == "look=dark-four"
    assert json.loads(path.read_text()).keys() == {"look"}


def test_a_cookie_ends_when_it_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = jar_of_phone(path)
    jar.take(set_cookie("short=1; Max-Age=60"))
    jar.take(set_cookie("dated=1; Expires=Fri, 01 Jan 2027 00:00:00 GMT"))
    jar.take(set_cookie("past=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: min(now, 1_798_761_599))
    assert jar.header() == "short=1; dated=1"
    monkeypatch.setattr(time, "time", lambda: 1_798_761_601.0)
    assert jar.header() == ""


def test_what_is_no_jar_is_seen() -> None:
    for jar in (b"{}", b'{"a": ["x", null], "b": ["y", 1.5]}'):
        assert is_readable(jar)
    for other in (b"", b"[]", b"\xff", b'{"a": 1}', b'{"a": [1, 2]}', b'{"a": ["x", "y"]}', b'{"a": ["x"]}', b"null"):
        assert not is_readable(other)
