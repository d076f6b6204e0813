"""Health: what load balancers ask, and a stop that answers what is under way."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest

from companion.store.errors import StoreBroken
from companion.web.server.gate import Gate
from companion.web.server.waiting import Watcher
from tests.support import server
from tests.support.rsgi import Line, Told


class Looking(Watcher):
    """A store that can be read, or not."""

    def __init__(self) -> None:
        self.broken = False

    def read(self) -> None:
        if self.broken:
            raise StoreBroken


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
    looking = Looking()
    looking.broken = broken
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
