"""Workers that hang are noticed and replaced; those that only were asleep are not."""

import asyncio
import os
import signal
import struct
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.server import watchdog
from companion.web.server.watchdog import HUNG_AFTER, NOT_STARTED_AFTER, Watchdog
from tests.support.server import HOST, family, free_port, running


class Workers:
    """Workers by their pids, what they have counted, and which were ended."""

    def __init__(self, file: int, *pids: int) -> None:
        self.file = file
        self.pids = list(pids)
        self.ended: list[int] = []
        self.watch = Watchdog(file, lambda: list(self.pids), self.end)

    def end(self, pid: int) -> None:
        self.ended.append(pid)
        self.pids.remove(pid)

    def look(self, times: int, *counting: int) -> list[int]:
        """Look some times, while some of them count on; tell who was ended."""
        self.ended.clear()
        for _ in range(times):
            for pid in counting:
                (before,) = struct.unpack("Q", os.pread(self.file, 8, 8 * pid) or bytes(8))
                os.pwrite(self.file, struct.pack("Q", before + 1), 8 * pid)
            self.watch.check()
        return list(self.ended)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    opened = os.open(tmp_path / "counts", os.O_RDWR | os.O_CREAT)
    yield opened
    os.close(opened)


def test_who_counts_on_stays_and_who_falls_silent_is_ended(file: int) -> None:
    workers = Workers(file, 11, 12)
    assert workers.look(100, 11, 12) == []
    assert workers.look(HUNG_AFTER - 1, 12) == []
    assert workers.look(1, 11, 12) == []
    assert workers.look(HUNG_AFTER, 12) == [11]
    # Who replaces another one starts fresh, and has longer until it has begun.
    workers.look(HUNG_AFTER - 1)
    workers.pids[:] = [13]
    assert workers.look(NOT_STARTED_AFTER) == []
    assert workers.look(1) == [13]


def test_a_worker_counts_as_long_as_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = tmp_path / "counts"
    where.touch()
    monkeypatch.setenv(watchdog.HEARTBEAT_FILE, str(where))
    monkeypatch.setattr(watchdog, "HEARTBEAT_EVERY", 0)
    turns = iter([True, True, True, False, False, False])
    rest = asyncio.Event()

    def well() -> bool:
        turn = next(turns, None)
        if turn is None:
            rest.set()
        return bool(turn)

    async def count() -> None:
        watchdog.start_heartbeat(asyncio.get_running_loop(), well)
        await rest.wait()

    asyncio.run(count())
    with where.open("rb") as file:
        assert os.pread(file.fileno(), 8, 8 * os.getpid()) == struct.pack("Q", 3)


@pytest.mark.skipif(sys.platform != "linux", reason="only there workers are watched")
def test_a_worker_that_the_system_has_stopped_is_replaced(tmp_path: Path) -> None:
    port, (told, tell) = free_port(), os.pipe()
    command = [sys.executable, "-m", "tests.support.watched_server", str(port), str(tmp_path)]
    with running(command, port, tmp_path, stdin=told) as served:
        served.wait_for_worker()
        stopped, other = family(served.pid)[1:]
        os.kill(stopped, signal.SIGSTOP)
        os.write(tell, b"." * (1 + HUNG_AFTER))
        served.wait_for_worker()
        assert stopped not in family(served.pid)
        assert other in family(served.pid)
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=20) as answer:
            assert answer.status == 200
    os.close(told)
    os.close(tell)
    assert "stopped responding" in (tmp_path / "server.log").read_text()
