"""What is no HTTP, or too much of it, on the real server's own socket; a phone plays on beside attacks."""

import re
import resource
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from bench.hostile.attacks import beside
from bench.hostile.known_attacks import HOSTILE, KNOWN, LINES, PREFACE, SETTINGS, frame, long_headers
from companion.web.server import sockets
from tests.support.server import HOST, Served, serving

HEAD = f"Host: {HOST}\r\n".encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wire")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as running:
        yield running


def call(served: Served, sent: bytes) -> socket.socket:
    """Send bytes on a new line."""
    line = socket.create_connection((HOST, served.port), 20)
    with suppress(OSError):
        line.sendall(sent)
    return line


def rest_of(line: socket.socket) -> bytes:
    """Return what comes back until the server hangs up."""
    got = b""
    with line, suppress(OSError):
        while part := line.recv(65_536):
            got += part
    return got


def hang_up(line: socket.socket) -> bytes:
    """Send nothing more, and return what comes back."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)
    return rest_of(line)


def is_well(served: Served) -> bool:
    asked = b"GET / HTTP/1.1\r\n" + HEAD + b"Connection: close\r\n\r\n"
    return rest_of(call(served, asked)).startswith(b"HTTP/1.1 200")


MALFORMED = [
    b"",
    b"\x00" * 4096,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x01" * 500,
    b"GET /\r\n\r\n",
    b"G\xffT / HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /g/\xff\xfe HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET //evil.test/%2e%2e HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET http://evil.test/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"a" * 300_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"".join(b"X-%d: 1\r\n" % number for number in range(5_000)) + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + HEAD + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"Cookie: companion=\xff\xfe\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"TRACE / HTTP/1.1\r\n" + HEAD + b"Cookie: secret\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Content-Length: -1\r\n\r\n",
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\ncode=",
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 2_000,
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000,
    b"POST /join HTTP/1.1\r\n" + HEAD + b"Expect: 100-continue\r\nContent-Length: 10\r\n\r\n",
    (b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n") * 50,
]  # fmt: skip


def test_nothing_on_the_wire_brings_it_down(served: Served) -> None:
    """Whether whoever sent it hangs up, or keeps the line."""
    kept = [call(served, sent) for sent in MALFORMED]
    answers = [hang_up(call(served, sent)) for sent in MALFORMED]
    assert is_well(served)
    answers += map(hang_up, kept)
    assert is_well(served)
    for sent, got in zip(MALFORMED * 2, answers, strict=True):
        statuses = re.findall(rb"^HTTP/1\.\d (\d)", got, re.MULTILINE)
        assert b"5" not in statuses, sent[:100]
        assert b"Traceback" not in got, sent[:100]
        assert b"Cookie: secret" not in got, sent[:100]
    assert sum(answer.startswith(b"HTTP/1.1 4") for answer in answers) > len(MALFORMED) / 2


def test_silent_connections_block_nobody(served: Served) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    assert most > LINES + 500
    head = b"POST /join HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n" + HEAD
    begun = (*[head] * 300, *[head + b"\r\ncode="] * 300)
    silent = [call(served, sent) for sent in (*begun, *[b""] * (LINES - len(begun)))]
    assert is_well(served)
    for line in silent:
        line.close()
    assert is_well(served)


@pytest.mark.parametrize("settings", [b"", frame(SETTINGS, 0, 0, b"")])
def test_http2_is_not_spoken(served: Served, settings: bytes) -> None:
    # It is refused, or the line is closed without a word.
    assert hang_up(call(served, PREFACE + settings + long_headers(1, 3_900)))[:5] in {b"", b"HTTP/"}
    assert is_well(served)


def test_clients_that_never_read_are_dropped_by_the_system() -> None:
    with socket.socket() as listening_to, socket.socket() as other:
        listening_to.bind((HOST, 0))
        listening_to.listen()
        assert sockets.drop_unread_connections() > 0
        assert listening_to.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * sockets.UNREAD_TIMEOUT
        assert other.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 0


def test_there_is_room_for_more_connections_than_one_address_opens() -> None:
    assert 64 <= sockets.max_connections() <= sockets.MAX_CONNECTIONS
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert sockets.max_connections() < most


def test_a_form_that_breaks_off_changes_nothing(served: Served) -> None:
    page = rest_of(call(served, b"GET /settings HTTP/1.1\r\n" + HEAD + b"Connection: close\r\n\r\n"))
    cookie = re.search(rb"companion=([A-Za-z0-9_-]{44});", page)
    assert cookie is not None
    token = cookie[1]
    found = re.search(rb'name="form_token"\s+value="([^"]+)"', page)
    assert found is not None
    whole = b"form_token=" + found[1] + b"&theme=dark&colors=four"
    head = b"POST /settings HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n" + HEAD
    head += b"Cookie: companion=" + token + b"\r\n"
    # All of it would be heard.
    sent = head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(whole) + whole
    assert rest_of(call(served, sent)).startswith(b"HTTP/1.1 303")
    for missing in (1, 5, 13):
        sent = head + b"Content-Length: %d\r\n\r\n" % len(whole) + whole[:-missing]
        assert b"303" not in hang_up(call(served, sent))[:20]
    assert is_well(served)


def test_what_is_secret_is_in_no_log(served: Served, folder: Path) -> None:
    link, cookie = b"an-invitation-of-27-letters", b"c" * 43
    for path in (b"/j/" + link, b"/join?token=" + link, b"/nowhere/" + link):
        head = b"GET " + path + b" HTTP/1.1\r\n" + HEAD + b"Referer: http://x/j/" + link + b"\r\n"
        assert rest_of(call(served, head + b"Cookie: companion=" + cookie + b"\r\nConnection: close\r\n\r\n"))
    log = (folder / "server.log").read_bytes()
    assert b"Games are stored in" in log
    assert link not in log
    assert cookie not in log
    assert (folder / "secret").read_bytes() not in log


def test_what_is_secret_is_readable_by_its_owner_only(served: Served, folder: Path) -> None:
    assert is_well(served)
    for name in ("secret", "companion.db"):
        assert (folder / name).stat().st_mode & 0o077 == 0, name


def test_a_phone_plays_on_beside_imports() -> None:
    """Here with a share of the weight that `make bench` gives them, and to all other attacks."""
    # In a thread of its own: where a browser test came before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as aside:
        watched, wrong = aside.submit(beside, "imports", seconds=1.0, share=0.05).result()
    assert not watched.failed
    assert not watched.told.errors
    assert not wrong
    assert watched.hands > 0


def test_every_attack_is_known_and_none_is_left_out() -> None:
    assert set(KNOWN) == {*HOSTILE, "nothing"}
