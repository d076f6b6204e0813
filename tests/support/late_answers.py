"""Requests that arrive late by chance, and answers too: of a server, or of the app on the phone itself.

What pages and tests take for granted about the order of both shows at once, without a busy machine.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable
from typing import Any

from companion.web.server.gate import Exchange, Gate
from companion.web.server.observed import kind_of
from companion.web.server.wsgi import Scope

LATE = "COMPANION_TEST_LATE"
"""The environment variable that says by how many seconds at most each way is late."""
OFTEN = 0.6
"""How often a way is late at all: one that never waits overtakes the others."""


def seconds_late() -> float:
    return float(os.environ.get(LATE, "0"))


class LateGate:
    """A gate before which every request waits, and after which every answer does."""

    def __init__(self, gate: Gate, seconds: float) -> None:
        self._gate = gate
        self._seconds = seconds

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever the server asks a gate for)
        return getattr(self._gate, name)

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        kept = _KeptAnswer(exchange)
        await self._wait(scope)
        await self._gate.__rsgi__(scope, kept)
        await self._wait(scope)
        exchange.response_bytes(*kept.answer)

    async def _wait(self, scope: Scope) -> None:
        if kind_of(scope) != "static" and random.random() < OFTEN:
            await asyncio.sleep(self._seconds * random.random())


class _KeptAnswer:
    """A request whose answer is kept for later."""

    answer: tuple[int, list[tuple[str, str]], bytes]

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._exchange)

    def client_disconnect(self) -> Awaitable[None]:
        return self._exchange.client_disconnect()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.answer = status, headers, body
