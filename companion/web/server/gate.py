"""The gate before the app: what a phone sends is taken in whole before the app is asked.

A worker process answers a few requests at a time. If the app itself waited for the rest of a form that a phone with
bad reception sends slowly, or that somebody never finishes, a handful of such forms would keep everybody else out; and
a form that was cut off on its way would be read as if it had ended there. Here the waiting is done beside the
answering, and what is not whole is refused. One address never has all the threads that answer.
"""

from __future__ import annotations

import asyncio
import io
import sys
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from companion.store.time_limit import within
from companion.web import addresses
from companion.web.security import guard
from companion.web.server import sockets, watchdog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping
    from wsgiref.types import WSGIApplication, WSGIEnvironment

THREADS = 4
"""Requests that a process answers at a time, so that a long one does not hold up the others."""
THREADS_AN_ADDRESS = THREADS - 1
"""How many of these are for one address: however much it asks, somebody else's turn comes at once."""
WAITING_AN_ADDRESS = 500
"""Requests of one address that wait for their turn in a process."""
MOST = 4_200_000
"""Bytes that an imported game may have, with what a form wraps around it."""
MOST_OF_A_FORM = 66_000
"""Bytes that any other request may have."""
HELD = 64_000_000
"""Bytes of requests that a process holds at a time: those that still arrive, and those that wait for their answer."""
ENDLESS = 60.0
"""Seconds after which an answer is no longer believed to come."""
WORKED_AT = 45.0
"""Seconds after which judging the hands of a game is given up: before the answer is no longer believed to come, for
then the whole process would be ended, with everybody else's requests."""
HEAD = 32_000
"""Bytes that the head of a request may have: its address and its headers."""
HEADERS = 100
"""Headers that a request may have."""
SLOWEST = 20.0
"""Seconds without another byte after which a form counts as given up."""
LONGEST = 120.0
"""Seconds that a whole request may take to arrive."""

_REFUSALS = {
    400: "What was sent broke off on its way. Nothing was changed; send it again.",
    408: "What was sent did not arrive in time. Nothing was changed; send it again.",
    413: "What was sent is larger than anything a card table needs.",
    431: "This browser sends more along with its request than the app takes. Delete its cookies for this address.",
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
    """Stands before an app and hands it whole requests; those to the `large` paths may be as large as a game."""

    def __init__(self, app: WSGIApplication, large: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.large = large
        self.held = 0
        self.answering = ThreadPoolExecutor(THREADS)
        self.begun: dict[int, float] = {}
        """When each of the threads began what it is answering."""
        self.turns: defaultdict[str, _Turns] = defaultdict(_Turns)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin, in a worker process, as soon as its loop runs."""
        loop.call_later(1, sockets.give_up_the_deaf)
        loop.call_soon(watchdog.count, loop, self.is_well)

    def is_well(self) -> bool:
        """Say whether every request that is being answered may still come to its end."""
        return all(time.monotonic() - begun < ENDLESS for begun in self.begun.copy().values())

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Take a request in, and answer it."""
        size = 0
        try:
            environ = environ_of(scope)
            body = await self._taken_in(environ, exchange)
            size = len(body)
            self.held += size
            environ["wsgi.input"] = io.BytesIO(body)
            answer = await self._answered_in_turn(environ)
        except RefusedError as refused:
            exchange.response_bytes(refused.status, list(_REFUSED_WITH.items()), f"{refused}\n".encode())
            return
        finally:
            self.held -= size
        exchange.response_bytes(*answer)

    async def _answered_in_turn(self, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
        address = addresses.network_of(environ["REMOTE_ADDR"])
        turns = self.turns[address]
        if turns.waiting >= WAITING_AN_ADDRESS:
            raise RefusedError(503)
        turns.waiting += 1
        try:
            async with turns.free:
                return await asyncio.get_running_loop().run_in_executor(self.answering, self._answered, environ)
        finally:
            turns.waiting -= 1
            if not turns.waiting:
                self.turns.pop(address, None)

    def _answered(self, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
        thread = threading.get_ident()
        self.begun[thread] = time.monotonic()
        try:
            with within(WORKED_AT):
                return answered(self.app, environ)
        finally:
            del self.begun[thread]

    async def _taken_in(self, environ: WSGIEnvironment, exchange: Exchange) -> bytes:
        most = MOST if environ["PATH_INFO"] in self.large else MOST_OF_A_FORM
        announced = _announced(environ, most)
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
                if len(body) > most:
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


class _Turns:
    """The requests of one address that are answered, or wait until one of them is."""

    def __init__(self) -> None:
        self.waiting = 0
        self.free = asyncio.Semaphore(THREADS_AN_ADDRESS)


def _announced(environ: Mapping[str, Any], most: int) -> int | None:
    """Tell how long the body is to be; None if only its end will tell."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return None
    length = environ.get("CONTENT_LENGTH", "0")
    if not (length.isascii() and length.isdecimal()):
        raise RefusedError(400)
    if len(length) > len(str(most)) or int(length) > most:
        raise RefusedError(413)
    return int(length)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """Write a request as an app reads it; a head that is too large is refused before anything is joined."""
    headers = scope.headers.items()
    if len(headers) > HEADERS:
        raise RefusedError(431)
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
    size = len(scope.path) + len(scope.query_string)
    repeated: dict[str, list[str]] = {}
    for name, value in headers:
        size += len(name) + len(value)
        # With `_` for `-` a header could pass for one that a proxy sets.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key not in environ:
            environ[key] = value
        elif key != "HTTP_HOST":
            repeated.setdefault(key, [environ[key]]).append(value)
    if size > HEAD:
        raise RefusedError(431)
    for key, values in repeated.items():
        environ[key] = ("; " if key == "HTTP_COOKIE" else ",").join(values)
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
