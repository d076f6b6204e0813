"""A phone's browser as far as a load needs one: connections that stay open, cookies, forms. Standard library only."""

import asyncio
import gzip
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.support.server import HOST

PATIENCE = 40.0
"""Seconds after which an answer counts as none."""
LARGEST_HEAD = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how long after it was asked for."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    wire: int
    """Bytes, headers included."""

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


@dataclass(slots=True)
class Line:
    """A connection to the server that is kept open, and opened again if the server has closed it."""

    port: int
    cookie: str = ""
    secure: bool = False
    address: str = HOST
    """The loopback address that the phone calls from."""
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = field(default=None, repr=False)

    async def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return await self.ask("GET", path, headers)

    async def post(self, path: str, fields: Sequence[tuple[str, str]], **headers: str) -> Answer:
        """Send a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self.ask("POST", path, {**headers, **kind}, urlencode(fields).encode())

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        """Ask, and wait for the whole answer."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", "Accept-Encoding: gzip"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        sent = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
        before = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            return await self._answer(sent, before, has_body=method != "HEAD")

    async def _answer(self, sent: bytes, before: float, *, has_body: bool) -> Answer:
        if self._writer is None or self._reader is None or self._reader.at_eof():
            self.close()
            self._reader, self._writer = await asyncio.open_connection(
                HOST,
                self.port,
                limit=LARGEST_HEAD,
                ssl=_anybody() if self.secure else None,
                local_addr=None if self.address == HOST else (self.address, 0),
            )
        self._writer.write(sent)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head[:-4].split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        body = b""
        if has_body and headers.get("transfer-encoding") == "chunked":
            body = await self._chunks(self._reader)
        elif has_body:
            body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        took = time.perf_counter() - before
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(int(first.split()[1]), headers, body, took, len(head) + len(body))

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        body = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return body

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def _anybody() -> ssl.SSLContext:
    """Speak TLS with whoever it is: the certificate of a bench is its own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def plain_answer(line: socket.socket, sent: bytes) -> tuple[bytes, bytes]:
    """Send bytes, read one answer that tells its length, and hang up; give its head in small letters, and its body."""
    with line:
        line.settimeout(PATIENCE)
        line.sendall(sent)
        got = b""
        while b"\r\n\r\n" not in got and (part := line.recv(65_536)):
            got += part
        head, _, body = got.partition(b"\r\n\r\n")
        first, _, rest = head.partition(b"\r\n")
        fields = dict(one.partition(b":")[::2] for one in rest.lower().split(b"\r\n"))
        parts, missing = [body], int(fields.get(b"content-length", b"0")) - len(body)
        while missing > 0 and (part := line.recv(65_536)):
            parts.append(part)
            missing -= len(part)
        names = b"\r\n".join(
            b":".join((name.lower(), value)) for name, _, value in (one.partition(b":") for one in rest.split(b"\r\n"))
        )
        return first + b"\r\n" + names, b"".join(parts)
