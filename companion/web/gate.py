"""The gate before the app: what a phone sends is taken in whole before the app is asked.

A worker process answers a few requests at a time. If the app itself waited for the rest of a form that a phone with
bad reception sends slowly, or that somebody never finishes, a handful of such forms would keep everybody else out; and
a form that was cut off on its way would be read as if it had ended there. Here the waiting is done beside the
answering, and what is not whole is refused.
"""

from __future__ import annotations

import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from companion.web import guard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping
    from wsgiref.types import WSGIApplication, WSGIEnvironment

THREADS = 4
"""Requests that a process answers at a time, so that a long one does not hold up the others."""
MOST = 8_400_000
"""Bytes that a request may have: an imported game, and what a form wraps around it."""
HELD = 64_000_000
"""Bytes of unfinished requests that a process holds at a time."""
SLOWEST = 20.0
"""Seconds without another byte after which a form counts as given up."""
LONGEST = 120.0
"""Seconds that a whole request may take to arrive."""

_REFUSALS = {
    400: "What was sent broke off on its way. Nothing was changed; send it again.",
    408: "What was sent did not arrive in time. Nothing was changed; send it again.",
    413: "What was sent is larger than anything a card table needs.",
    503: "Too much is arriving at once. Nothing was changed; try again in a moment.",
}


_REFUSED_WITH = {**guard.HEADERS, "Content-Type": "text/plain", "Cache-Control": "no-store", "Connection": "close"}


class Headers(Protocol):
    """The headers of a request."""

    def items(self) -> list[tuple[str, str]]:
        """List them, each as often as it was sent."""


class Scope(Protocol):
    """What the server tells of a request."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Headers


class Exchange(Protocol):
    """The body of a request, and the way back."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Give the body as it comes."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Answer."""


class RefusedError(Exception):
    """A request that is not taken in."""

    def __init__(self, status: int) -> None:
        super().__init__(_REFUSALS[status])
        self.status = status


class Gate:
    """Stands before an app and hands it whole requests."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.held = 0
        self.answering = ThreadPoolExecutor(THREADS)

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Take a request in, and answer it."""
        environ = environ_of(scope)
        try:
            environ["wsgi.input"] = io.BytesIO(await self._taken_in(environ, exchange))
        except RefusedError as refused:
            exchange.response_bytes(refused.status, list(_REFUSED_WITH.items()), f"{refused}\n".encode())
            return
        answer = await asyncio.get_running_loop().run_in_executor(self.answering, answered, self.app, environ)
        exchange.response_bytes(*answer)

    async def _taken_in(self, environ: WSGIEnvironment, exchange: Exchange) -> bytes:
        announced = _announced(environ)
        if announced == 0:
            return b""
        body = bytearray()
        parts = aiter(exchange)
        now = asyncio.get_running_loop().time
        end = now() + LONGEST
        try:
            while len(body) != announced:
                async with asyncio.timeout_at(min(now() + SLOWEST, end)):
                    part = await anext(parts)
                if not part:
                    break
                body += part
                self.held += len(part)
                if len(body) > MOST:
                    raise RefusedError(413)
                if self.held > HELD:
                    raise RefusedError(503)
        except StopAsyncIteration:
            pass
        except TimeoutError:
            raise RefusedError(408) from None
        finally:
            self.held -= len(body)
        if announced is not None and len(body) != announced:
            raise RefusedError(400)
        environ["CONTENT_LENGTH"] = str(len(body))
        return bytes(body)


def _announced(environ: Mapping[str, Any]) -> int | None:
    """Tell how long the body is to be; None if only its end will tell."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return None
    said = environ.get("CONTENT_LENGTH", "0")
    if not (said.isascii() and said.isdecimal()):
        raise RefusedError(400)
    if len(said) > len(str(MOST)) or int(said) > MOST:
        raise RefusedError(413)
    return int(said)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """Write a request as an app reads it."""
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        # With `_` for `-` a header could pass for one that a proxy sets.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key not in environ:
            environ[key] = value
        elif key != "HTTP_HOST":
            environ[key] += f"{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
    return environ


def answered(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
    """Have the app answer, and give its answer whole."""
    said: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _failure: object = None) -> Callable[[bytes], object]:
        said.append((status, headers))
        return io.BytesIO().write

    parts: Iterable[bytes] = app(environ, start)
    try:
        body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    status, headers = said[-1]
    return int(status[:3]), headers, body
