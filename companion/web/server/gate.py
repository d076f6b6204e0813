"""The gate in front of the app: it buffers each request whole before a thread of the app handles it.

A worker process answers a few requests at a time. If a thread of the app waited for a form that arrives slowly, or
never completely, a handful of such forms would lock everybody else out, and a truncated form would be read as if it
were complete. The gate waits in the event loop instead, and refuses what does not arrive whole. Whole requests take
turns (`turns.py`).
"""

import asyncio
import io
import logging
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from typing import Any, Protocol
from wsgiref.types import WSGIApplication, WSGIEnvironment

from companion.store.limits import within
from companion.web import addresses
from companion.web.security import guard
from companion.web.security.guard import LargeForm
from companion.web.server import health, processes, sockets, watchdog
from companion.web.server.health import Health
from companion.web.server.turns import RequestTurns, TooManyWaitError
from companion.web.server.waiting import Waiting, Watcher
from companion.web.server.wsgi import MAX_BODY, RefusedError, Scope, body_limit, call_app, client_of, environ_of

MAX_BUFFERED = 64_000_000
"""Bytes of requests a process buffers at a time, arriving or waiting for their answer."""
MAX_BUFFERED_LARGE = 52_000_000
"""Bytes beyond which nothing large is accepted, so that there is always room for a tap."""
MAX_BUFFERED_PER_ADDRESS = 40_000_000
"""Bytes of one address: three photos as a phone takes them, at least a hundred scaled by the script."""
HUNG_AFTER = 60.0
"""Seconds after which a thread counts as hung: the watchdog then kills the process."""
ANSWER_WITHIN = 45.0
"""Seconds after which judging the hands of a game is given up. Less than HUNG_AFTER: killing the process would drop
everybody else's requests too."""
STALL_TIMEOUT = 20.0
"""Seconds without another byte after which a request is refused."""
SLOW_START = 15.0
"""Seconds before the least rate counts: a bad network may be silent for that long."""
LEAST_RATE = 2_000
"""Bytes a second that a request must bring on the average. A slow phone on the edge of a network has ten times that."""
UNFINISHED_PER_ADDRESS = 200
"""Requests of one address that may arrive at a time. A form arrives at once, even in a club behind one address."""
READ_TIMEOUT = 120.0
"""Seconds in which a whole request must arrive."""

_log = logging.getLogger(__name__)
_REFUSAL_HEADERS = {**guard.HEADERS, "Content-Type": "text/plain", "Cache-Control": "no-store", "Connection": "close"}


class Exchange(Protocol):
    """A request's body, and the way to answer it (RSGI)."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the body as it arrives."""

    def client_disconnect(self) -> Awaitable[None]:
        """Return when the client hangs up."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Send the answer."""


class Gate:
    """Hands an app whole requests; the `large` forms may carry a game or a photo."""

    def __init__(
        self, app: WSGIApplication, large: Sequence[LargeForm] = (), *, watcher: Watcher, trusted_hops: int = 0
    ) -> None:
        self.app = app
        self.large = large
        self.trusted_hops = trusted_hops
        self.waiting = Waiting(watcher)
        self.health = Health(self.is_healthy, watcher.read)
        self.buffered = 0
        self.buffered_by_address: defaultdict[str, int] = defaultdict(int)
        self.unfinished: Counter[str] = Counter()
        """How many requests of each address are arriving."""
        self.turns = RequestTurns()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the worker's housekeeping as soon as its event loop runs."""
        loop.call_later(1, sockets.drop_unread_connections)
        loop.call_soon(watchdog.start_heartbeat, loop, self.is_healthy)
        health.when_told_to_stop(loop, self.stop)
        loop.call_soon(processes.tell_ready)

    def stop(self) -> None:
        """Answer the phones that wait, and hold no more: the worker stops when all requests are answered."""
        self.health.stopping = True
        self.waiting.close()

    def is_healthy(self) -> bool:
        """Return whether no thread hangs."""
        return all(time.monotonic() - started < HUNG_AFTER for started in self.turns.started.copy().values())

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Buffer a request, then have the app answer it."""
        if scope.path in health.PATHS:
            exchange.response_bytes(*await self.health.answer(scope.path))
            return
        size, address = 0, ""
        try:
            environ = environ_of(scope)
            address = addresses.network_of(client_of(environ, self.trusted_hops))
            body = await self._read_whole(environ, exchange, address)
            size = len(body)
            self._hold(address, size)
            environ["wsgi.input"] = io.BytesIO(body)
            answer = await self._answer(environ, address)
        except RefusedError as refused:
            _refuse(exchange, refused)
            return
        except Exception:  # noqa: BLE001 (the app answers its own failures)
            # The server would log the text of this one, which may hold anything.
            _log.exception("The request failed")
            _refuse(exchange, RefusedError(500))
            return
        finally:
            self._hold(address, -size)
        exchange.response_bytes(*await self.waiting.answer(answer, address, exchange))

    def _hold(self, address: str, size: int) -> None:
        self.buffered += size
        self.buffered_by_address[address] += size
        if not self.buffered_by_address[address]:
            del self.buffered_by_address[address]

    async def _answer(self, environ: WSGIEnvironment, address: str) -> tuple[int, list[tuple[str, str]], bytes]:
        try:
            return await self.turns.take(address, lambda: self._call_app(environ))
        except TooManyWaitError:
            raise RefusedError(503) from None

    def _call_app(self, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
        with within(ANSWER_WITHIN):
            return call_app(self.app, environ)

    async def _read_whole(self, environ: WSGIEnvironment, exchange: Exchange, address: str) -> bytes:
        limit = body_limit(environ, self.large)
        length = _content_length(environ, limit)
        if length == 0:
            return b""
        if self.unfinished[address] >= UNFINISHED_PER_ADDRESS:
            raise RefusedError(503)
        self.unfinished[address] += 1
        try:
            body = await self._read_body(exchange, address, limit, length)
        finally:
            self.unfinished[address] -= 1
            if not self.unfinished[address]:
                del self.unfinished[address]
        environ["CONTENT_LENGTH"] = str(len(body))
        return body

    async def _read_body(self, exchange: Exchange, address: str, limit: int, length: int | None) -> bytes:
        room = MAX_BUFFERED if limit == MAX_BODY else MAX_BUFFERED_LARGE
        body = bytearray()
        parts = aiter(exchange)
        now = asyncio.get_running_loop().time
        begun = now()
        try:
            while len(body) != length:
                slowest = begun + SLOW_START + len(body) / LEAST_RATE
                async with asyncio.timeout_at(min(now() + STALL_TIMEOUT, slowest, begun + READ_TIMEOUT)):
                    part = await anext(parts)
                if not part:
                    break
                body += part
                self._hold(address, len(part))
                if len(body) > limit:
                    raise RefusedError(413)
                if self.buffered > room or self.buffered_by_address[address] > MAX_BUFFERED_PER_ADDRESS:
                    raise RefusedError(503)
        except StopAsyncIteration:
            pass
        except TimeoutError:
            raise RefusedError(408) from None
        finally:
            self._hold(address, -len(body))
        if length is not None and len(body) != length:
            raise RefusedError(400)
        return bytes(body)


def _refuse(exchange: Exchange, refused: RefusedError) -> None:
    exchange.response_bytes(refused.status, list(_REFUSAL_HEADERS.items()), f"{refused}\n".encode())


def _content_length(environ: Mapping[str, Any], limit: int) -> int | None:
    """Return how long the body will be; None for a chunked one."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return None
    length = environ.get("CONTENT_LENGTH", "0")
    if not (length.isascii() and length.isdecimal()):
        raise RefusedError(400)
    if len(length) > len(str(limit)) or int(length) > limit:
        raise RefusedError(413)
    return int(length)
