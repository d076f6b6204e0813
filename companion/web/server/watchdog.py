"""Watchdog: a worker process whose heartbeat stops is killed and replaced.

A worker can hang without exiting: in an endless loop, on a lock, suspended by the system. It would keep its share of
the connections and answer none. So every worker counts up in a file in memory, and the parent process checks the
counts. It counts checks, not seconds: after all of them slept together (a closed laptop), nobody is late. Systems
without such files have no watchdog.
"""

import asyncio
import faulthandler
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from companion.wording import web as errors

HEARTBEAT_FILE = "COMPANION_HEARTBEAT_FILE"
"""The environment variable that holds the path of the heartbeat file."""
HEARTBEAT_EVERY = 1.0
CHECK_EVERY = 3.0
HUNG_AFTER = 10
"""Checks in a row without a heartbeat after which a worker counts as hung."""
NOT_STARTED_AFTER = 60
"""The same for a worker that has not beaten yet: starting can take long on a small machine."""
_COUNT = struct.Struct("Q")
_DUMP_SIGNAL = getattr(signal, "SIGUSR1", None)


class Server(Protocol):
    """The part of granian's server that the watchdog uses."""

    @property
    def wrks(self) -> Iterable[object]:
        """The workers."""


@dataclass(slots=True)
class Watchdog:
    """Checks the heartbeats of workers and kills those that stopped."""

    file: int
    pids: Callable[[], Iterable[int]]
    kill: Callable[[int], None]
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For each worker its count, and at how many checks in a row it was the same."""

    def check(self) -> None:
        """Check every worker once."""
        before, self.seen = self.seen, {}
        for pid in self.pids():
            content = os.pread(self.file, _COUNT.size, pid * _COUNT.size)
            (count,) = _COUNT.unpack(content) if len(content) == _COUNT.size else (0,)
            last_count, misses = before.get(pid, (count, -1))
            misses = misses + 1 if count == last_count else 0
            if misses >= (HUNG_AFTER if count else NOT_STARTED_AFTER):
                self.kill(pid)
            else:
                self.seen[pid] = count, misses


def watch(server: Server) -> None:
    """Start watching the workers of a server that is about to start."""
    if not hasattr(os, "memfd_create"):
        return
    file = os.memfd_create("companion-workers")
    os.environ[HEARTBEAT_FILE] = f"/proc/{os.getpid()}/fd/{file}"
    watchdog = Watchdog(file, lambda: _pids(server), _kill)

    def run() -> None:
        while True:
            time.sleep(CHECK_EVERY)
            watchdog.check()

    threading.Thread(target=run, name="watchdog", daemon=True).start()


def _pids(server: Server) -> list[int]:
    processes = [getattr(worker, "inner", None) for worker in list(server.wrks)]
    return [process.pid for process in processes if process is not None and process.pid and process.is_alive()]


def _kill(pid: int) -> None:
    """Kill a hung worker, after it has printed where it hangs."""
    print(errors.WORKER_HUNG, file=sys.stderr)
    with suppress(ProcessLookupError):
        if _DUMP_SIGNAL is not None:
            os.kill(pid, _DUMP_SIGNAL)
            time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)


def start_heartbeat(loop: asyncio.AbstractEventLoop, is_healthy: Callable[[], bool]) -> None:
    """Count up in a worker's event loop for as long as the worker is healthy."""
    try:
        file = os.open(os.environ.get(HEARTBEAT_FILE, ""), os.O_WRONLY)
    except OSError:
        return
    if _DUMP_SIGNAL is not None:
        faulthandler.register(_DUMP_SIGNAL)
    count = 0

    def beat() -> None:
        nonlocal count
        if is_healthy():
            count += 1
            os.pwrite(file, _COUNT.pack(count), os.getpid() * _COUNT.size)
        loop.call_later(HEARTBEAT_EVERY, beat)

    beat()
