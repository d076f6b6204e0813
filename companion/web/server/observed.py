"""A gate that notes every request: what kind it is, its status, time and size. Never an address, a name or a game."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from wsgiref.types import WSGIApplication

from companion.web.security.guard import LargeForm
from companion.web.server import health
from companion.web.server.gate import Exchange, Gate
from companion.web.server.waiting import Watcher
from companion.web.server.wsgi import Scope

METHODS = frozenset({"GET", "HEAD", "POST"})
NO_STATUS = 0
"""The status of a request that got no answer."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A request that is over."""

    kind: str
    method: str
    status: int
    seconds: float
    """Until the answer, or until the request was held."""
    size: int


Note: TypeAlias = Callable[[Noted], None]


class Teller(Protocol):
    """Counts requests, and tells another process."""

    def note(self, request: Noted, /) -> None:
        """Count a request."""

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell at intervals."""

    def tell(self) -> None:
        """Tell now."""


class ObservedGate(Gate):
    """A gate that tells everybody in `notes` of each request."""

    def __init__(
        self, app: WSGIApplication, large: tuple[LargeForm, ...], *, watcher: Watcher, trusted_hops: int
    ) -> None:
        super().__init__(app, large, watcher=watcher, trusted_hops=trusted_hops)
        self.notes: list[Note] = []
        self._teller: Teller | None = None

    def tell_metrics(self, teller: Teller) -> None:
        """Count the requests, and tell the main process."""
        self.notes.append(teller.note)
        self._teller = teller

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the worker's housekeeping, and telling."""
        super().__rsgi_init__(loop)
        if self._teller is not None:
            self._teller.start(loop)

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Tell the rest."""
        if self._teller is not None:
            self._teller.tell()

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        """Answer a request, and note it."""
        timed = _Timed(exchange)
        try:
            await super().__rsgi__(scope, timed)
        finally:
            method = scope.method if scope.method in METHODS else "other"
            noted = Noted(kind_of(scope), method, timed.status, timed.seconds, timed.size)
            for note in self.notes:
                note(noted)


class _Timed:
    """A request's body and answer, with the time that the answer took."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._begun = time.monotonic()
        self._seconds: float | None = None
        self.status = NO_STATUS
        self.size = 0

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._exchange)

    def client_disconnect(self) -> Awaitable[None]:
        """Return when the client hangs up. Only a request that is held asks for this."""
        self._seconds = time.monotonic() - self._begun
        return self._exchange.client_disconnect()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Send the answer."""
        self.status, self.size = status, len(body)
        self._exchange.response_bytes(status, headers, body)

    @property
    def seconds(self) -> float:
        """How long it took so far, or until it was held."""
        return time.monotonic() - self._begun if self._seconds is None else self._seconds


def kind_of(scope: Scope) -> str:
    """Return the kind of a request: page, form, pulse, static, health or other."""
    if scope.path in health.PATHS:
        return "health"
    if scope.path.startswith("/static/"):
        return "static"
    if scope.path.endswith("/pulse"):
        return "pulse"
    return {"GET": "page", "HEAD": "page", "POST": "form"}.get(scope.method, "other")
