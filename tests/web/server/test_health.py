"""What those who run a server see of it: health, metrics, the log; a stop in order; workers that hang are replaced."""

import asyncio
import json
import os
import signal
import socket
import struct
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from companion.store.database import count_happening, take_happenings
from companion.store.errors import StoreBroken
from companion.store.opening import open_store
from companion.web.server import json_log, metrics, watchdog
from companion.web.server.gate import Gate
from companion.web.server.observed import Noted, ObservedGate
from companion.web.server.waiting import Watcher
from companion.web.server.watchdog import HUNG_AFTER, NOT_STARTED_AFTER, Watchdog
from companion.web.server.wsgi import Scope
from tests.support import server
from tests.support.rsgi import NOBODY, Line, Told, app_that_notes
from tests.support.server import HOST, family, free_port, running


def ask(door: Gate, path: str) -> tuple[int, str]:
    line = Line()
    asyncio.run(door.__rsgi__(Told("GET", [("host", "10.1.2.3")], path), line))
    ((status, headers, body),) = line.answers
    assert "set-cookie" not in {name.lower() for name, _ in headers}
    return status, body.decode()


@pytest.mark.parametrize(
    ("broken", "stopping", "answer"),
    [
        (False, False, (200, "ready\n")),
        (True, False, (503, "The games can't be read.\n")),
        (False, True, (503, "The server is stopping.\n")),
    ],
)
def test_a_server_is_ready_while_its_store_can_be_read(broken: bool, stopping: bool, answer: tuple[int, str]) -> None:
    looking = Mock(Watcher)
    looking.read.side_effect = StoreBroken if broken else None
    door = Gate(lambda _environ, _start: [], watcher=looking)
    if stopping:
        door.stop()
    assert ask(door, "/readyz") == answer
    assert ask(door, "/healthz") == (200, "ok\n")
    door.turns.started[1] = -1e9
    assert ask(door, "/healthz")[0] == 503, "a thread hangs"


def test_a_stopping_server_answers_what_is_under_way(tmp_path: Path) -> None:
    with server.serving(tmp_path) as served, socket.create_connection((server.HOST, served.port), 20) as line:
        head = "POST /bench/empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
        line.sendall(f"{head}".encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 100")
        os.kill(served.pid, signal.SIGTERM)
        line.sendall(b"hand")
        assert line.recv(1000).startswith(b"HTTP/1.1 405")
        ended = os.waitid(os.P_PID, served.pid, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        assert (ended.si_code, ended.si_status) == (os.CLD_EXITED, 0)


def test_a_request_is_noted_by_kind_without_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    door = ObservedGate(app_that_notes([]), (), watcher=NOBODY, trusted_hops=0)
    door.notes.append(json_log.note)
    told: Scope = Told("GET", path="/g/k3vd8x2mq7pa/pulse", query_string="seen=1.secret")
    asyncio.run(door.__rsgi__(told, Line()))
    logged = json.loads(capsys.readouterr().out)
    assert logged.keys() == {"time", "kind", "method", "status", "ms", "bytes"}
    assert (logged["kind"], logged["method"], logged["status"]) == ("pulse", "GET", 200)


def test_what_several_workers_tell_is_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "socket")
    monkeypatch.setenv(metrics.ADDRESS, address)
    store = open_store(tmp_path)
    take_happenings()  # of tests before
    count_happening("StoreBusy")
    totals, registry = metrics.Totals(store), CollectorRegistry()
    registry.register(totals)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        for pid, waiting in ((1, 2), (2, 3)):
            teller = metrics.MetricsTeller(partial(int, waiting))
            teller.note(Noted("page", "GET", 200, 0.02, 100))
            # What can't be told now is told later.
            if pid == 1:
                teller.tell()
                receiver.bind(address)
            monkeypatch.setattr(os, "getpid", partial(int, pid))
            teller.tell()
            totals.add(receiver.recv(100_000))
    shown = generate_latest(registry).decode()
    store.close()
    assert 'companion_requests_total{kind="page",method="GET",status="200"} 2.0' in shown
    assert 'companion_request_seconds_bucket{kind="page",le="0.01"} 0.0' in shown
    assert 'companion_request_seconds_bucket{kind="page",le="0.025"} 2.0' in shown
    assert "companion_waiting_phones 5.0" in shown
    assert 'companion_store_errors_total{error="StoreBusy"} 1.0' in shown
    assert "companion_games 0.0" in shown


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
