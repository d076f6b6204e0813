"""Whose request a thread of the app takes next, so that no address makes others wait.

Addresses take turns, one request each. Who has used less of the processor goes first. The last threads are kept: one
for addresses whose requests are known to be quick, and one more for those about which nothing is known yet. So a phone
at a table is answered at once while any number of others ask for the dearest pages.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

T = TypeVar("T")

THREADS = 5
"""Requests a process answers at a time, so that a slow one does not hold up the others."""
THREADS_PER_ADDRESS = THREADS - 2
"""Threads for addresses whose requests take long, and all that one address may occupy."""
QUICK = 0.05
"""Seconds of processor time; an address that needed more for a request lately is slow. A page takes a tenth of this."""
FORGOTTEN_BY_HALF = 10.0
"""Seconds in which what an address has used counts half."""
QUEUE_PER_ADDRESS = 500
"""Requests of one address that may wait for a thread."""
MOST_WAITING = 2_000
"""Requests that may wait for a thread; those of quick addresses may always."""
MOST_ADDRESSES = 10_000
"""Addresses that are remembered."""


class TooManyWaitError(Exception):
    """So many requests wait for a thread that this one is refused."""


@dataclass(slots=True, eq=False)
class _Visitor:
    """An address: its requests, and what they have cost lately."""

    running: int = 0
    waiting: "deque[_Turn]" = field(default_factory=deque)
    used: float = 0.0
    """Seconds of processor time, of which older ones count less."""
    dearest: float | None = None
    """Those of the dearest request, likewise; None before the first one was answered."""
    at: float = 0.0
    """When this was true."""

    def recent(self, seconds: float, now: float) -> float:
        """Return what is left of seconds noted earlier."""
        return float(seconds * 0.5 ** ((now - self.at) / FORGOTTEN_BY_HALF))

    def note(self, cost: float, now: float) -> None:
        """Add the cost of a request."""
        self.used = self.recent(self.used, now) + cost
        self.dearest = max(self.recent(self.dearest or 0.0, now), cost)
        self.at = now

    def is_slow(self, now: float) -> bool:
        """Return whether a request took long lately."""
        return self.recent(self.dearest or 0.0, now) >= QUICK

    def kept_from_it(self, now: float) -> int:
        """Return how many threads must stay free for others when it gets one."""
        if self.running or self.is_slow(now):
            return THREADS - THREADS_PER_ADDRESS
        return 1 if self.dearest is None else 0


@dataclass(slots=True, eq=False)
class _Turn:
    """A request that waits for a thread."""

    number: int
    """Later ones have larger numbers."""
    came: asyncio.Future[None]


def _processor_time() -> float:
    return time.thread_time()


class RequestTurns:
    """The threads of a process, and the requests that wait for one."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, spent: Callable[[], float] = _processor_time
    ) -> None:
        self.started: dict[int, float] = {}
        """When each busy thread started its request."""
        self._threads = ThreadPoolExecutor(THREADS)
        self._clock = clock
        self._spent = spent
        """The processor time that a thread has spent."""
        self._visitors: dict[str, _Visitor] = {}
        self._in_line: dict[_Visitor, None] = {}
        """Those with requests that wait."""
        self._numbers = count()
        self._running = 0
        self._waiting = 0

    @property
    def remembered(self) -> int:
        """How many addresses are remembered."""
        return len(self._visitors)

    async def take(self, address: str, answer: Callable[[], T]) -> T:
        """Run something in a thread when it is the turn of an address; raise TooManyWaitError."""
        visitor = self._visitor(address)
        is_known_as_quick = not visitor.kept_from_it(self._clock())
        if len(visitor.waiting) >= QUEUE_PER_ADDRESS or (self._waiting >= MOST_WAITING and not is_known_as_quick):
            raise TooManyWaitError
        await self._wait(visitor)
        cost = 0.0

        def timed() -> T:
            nonlocal cost
            thread, begun = threading.get_ident(), self._spent()
            self.started[thread] = time.monotonic()
            try:
                return answer()
            finally:
                cost = self._spent() - begun
                del self.started[thread]

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, timed)
        finally:
            self._end(visitor, cost)

    def _visitor(self, address: str) -> _Visitor:
        if address not in self._visitors and len(self._visitors) >= MOST_ADDRESSES:
            self._visitors = {
                known: visitor for known, visitor in self._visitors.items() if visitor.running or visitor.waiting
            }
        return self._visitors.setdefault(address, _Visitor())

    async def _wait(self, visitor: _Visitor) -> None:
        turn = _Turn(next(self._numbers), asyncio.get_running_loop().create_future())
        visitor.waiting.append(turn)
        self._in_line[visitor] = None
        self._waiting += 1
        self._hand_out()
        try:
            await turn.came
        except asyncio.CancelledError:
            if turn in visitor.waiting:
                self._leave(visitor, turn)
            else:
                self._end(visitor, 0.0)
            raise

    def _leave(self, visitor: _Visitor, turn: _Turn) -> None:
        visitor.waiting.remove(turn)
        self._waiting -= 1
        if not visitor.waiting:
            del self._in_line[visitor]

    def _end(self, visitor: _Visitor, cost: float) -> None:
        visitor.running -= 1
        self._running -= 1
        visitor.note(cost, self._clock())
        self._hand_out()

    def _hand_out(self) -> None:
        """Give the free threads to those whose turn it is."""
        while self._waiting and self._running < THREADS:
            now = self._clock()
            free = THREADS - self._running
            may = [visitor for visitor in self._in_line if free > visitor.kept_from_it(now)]
            if not may:
                return
            visitor = min(
                may, key=lambda visitor: (visitor.running, visitor.recent(visitor.used, now), visitor.waiting[0].number)
            )
            turn = visitor.waiting[0]
            self._leave(visitor, turn)
            visitor.running += 1
            self._running += 1
            if not turn.came.done():
                turn.came.set_result(None)
