"""Whether the worker processes still answer: each says so every second; one that falls silent is ended and replaced.

A worker can hang without ending: in an endless loop, waiting for a lock, stopped by the system. It would keep its
share of the connections and answer none of them. So each counts in a file that only lies in memory, and the process
that started the workers looks whether the counts go on. Looks are counted, not seconds: after all of them were asleep
together (a laptop that was closed), nobody is late. On systems without such files nobody watches.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import struct
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

COUNTED_IN = "COMPANION_COUNTED_IN"
"""The variable that tells workers where they count."""
COUNTED_EVERY = 1.0
LOOKED_EVERY = 3.0
HUNG_AFTER = 10
"""Looks in a row at which a worker had not counted on."""
NOT_STARTED_AFTER = 60
"""The same for one that has not begun to count: starting may take long on a small machine."""
_COUNT = struct.Struct("Q")
_SAY_WHERE = getattr(signal, "SIGUSR1", None)


class Server(Protocol):
    """What is known of the server that runs the workers."""

    @property
    def wrks(self) -> Iterable[object]:
        """The workers."""


@dataclass(slots=True)
class Watch:
    """Looks whether workers count on, and ends those that do not."""

    file: int
    pids: Callable[[], Iterable[int]]
    end: Callable[[int], None]
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of each worker: its count, and at how many looks in a row it was the same."""

    def look(self) -> None:
        """Look once."""
        before, self.seen = self.seen, {}
        for pid in self.pids():
            read = os.pread(self.file, _COUNT.size, pid * _COUNT.size)
            (count,) = _COUNT.unpack(read) if len(read) == _COUNT.size else (0,)
            earlier, times = before.get(pid, (count, -1))
            times = times + 1 if count == earlier else 0
            if times >= (HUNG_AFTER if count else NOT_STARTED_AFTER):
                self.end(pid)
            else:
                self.seen[pid] = count, times


def watch(server: Server) -> None:
    """Begin to watch the workers of a server that is about to start."""
    if not hasattr(os, "memfd_create"):
        return
    file = os.memfd_create("companion-workers")
    os.environ[COUNTED_IN] = f"/proc/{os.getpid()}/fd/{file}"
    watching = Watch(file, lambda: _pids(server), _end)

    def run() -> None:
        while True:
            time.sleep(LOOKED_EVERY)
            watching.look()

    threading.Thread(target=run, name="watch", daemon=True).start()


def _pids(server: Server) -> list[int]:
    processes = [getattr(worker, "inner", None) for worker in list(server.wrks)]
    return [process.pid for process in processes if process is not None and process.pid and process.is_alive()]


def _end(pid: int) -> None:
    print("A worker process does not answer any more. It is ended, and another one takes its place.", file=sys.stderr)  # noqa: T201
    with suppress(ProcessLookupError):
        if _SAY_WHERE is not None:
            os.kill(pid, _SAY_WHERE)
            time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)


def count(loop: asyncio.AbstractEventLoop, well: Callable[[], bool]) -> None:
    """Count on from time to time in a worker's loop, as long as all is well with it."""
    where = os.environ.get(COUNTED_IN, "")
    try:
        file = os.open(where, os.O_WRONLY)
    except OSError:
        return
    if _SAY_WHERE is not None:
        # Before it is ended, it tells in the terminal what it was at.
        faulthandler.register(_SAY_WHERE)
    counted = 0

    def on() -> None:
        nonlocal counted
        if well():
            counted += 1
            os.pwrite(file, _COUNT.pack(counted), os.getpid() * _COUNT.size)
        loop.call_later(COUNTED_EVERY, on)

    on()
