"""Answers for load balancers: whether this process lives (/healthz), and whether it can serve phones (/readyz).

They bypass the app: no cookie, no host name, no thread of the app, no write.
"""

import asyncio
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from companion.store.errors import StoreError
from companion.web.security import guard
from companion.wording.web import HEALTHY, HUNG, NOT_READABLE, READY, STOPPING

Answer: TypeAlias = tuple[int, list[tuple[str, str]], bytes]

LIVES = "/healthz"
SERVES = "/readyz"
PATHS = frozenset({LIVES, SERVES})
READ_WITHIN = 2.0
"""Seconds that the store has to answer a read."""
VALID_FOR = 0.5
"""Seconds for which a look at the store is not repeated, however many ask."""
_HEADERS = {**guard.HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}


class Health:
    """The state of a worker process. `read` reads anything from the store."""

    def __init__(self, is_healthy: Callable[[], bool], read: Callable[[], None]) -> None:
        self._is_healthy = is_healthy
        self._read = read
        # One thread: if the store hangs, no more than this one hangs with it.
        self._thread = ThreadPoolExecutor(1, "health")
        self._look: asyncio.Task[str] | None = None
        self._looked_at = 0.0
        self.stopping = False

    async def answer(self, path: str) -> Answer:
        """Return the answer for one of `PATHS`."""
        if path == LIVES:
            return _answer("" if self._is_healthy() else HUNG, HEALTHY)
        return _answer(STOPPING if self.stopping else await self._problem(), READY)

    async def _problem(self) -> str:
        now = asyncio.get_running_loop().time()
        if self._look is None or (self._look.done() and now - self._looked_at > VALID_FOR):
            self._looked_at = now
            self._look = asyncio.create_task(self._try_to_read())
        return await asyncio.shield(self._look)

    async def _try_to_read(self) -> str:
        try:
            async with asyncio.timeout(READ_WITHIN):
                await asyncio.get_running_loop().run_in_executor(self._thread, self._read)
        except (StoreError, TimeoutError):
            return NOT_READABLE
        return ""


def when_told_to_stop(loop: asyncio.AbstractEventLoop, run: Callable[[], None]) -> None:
    """Run something in the event loop when the process is told to stop, before open requests are waited for."""

    def stop(_signal: int, _frame: object) -> None:
        loop.call_soon_threadsafe(run)

    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            # The event loop learns of signals by its own way, so granian's handlers run as well.
            signal.signal(number, stop)
            signal.siginterrupt(number, False)


def _answer(problem: str, good: str) -> Answer:
    return 503 if problem else 200, list(_HEADERS.items()), f"{problem or good}\n".encode()
