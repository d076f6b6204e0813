"""The app as `companion serve` serves it, on a free loopback port, with an empty view beside it.

python -m tests.support.server 8123 FOLDER      serve until stopped, the empty view at /bench/empty
"""

import os
import secrets
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from companion.store.opening import DATABASE_SETTING, SECRET_SETTING, DatabasePlace
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security.rate_limits import IMPORTS_PER_ADDRESS
from companion.web.server import options, processes, serve
from companion.web.server.gate import Gate
from tests.support.late_answers import LateGate, seconds_late

HOST = "127.0.0.1"
NAME = "table.test"
"""Another name of the server, for a browser that maps it to this machine."""
WORKER = "tests.support.server:worker"
EMPTY = "/bench/empty"
IMPORTS_OF_ALL_TESTS = 100_000
"""All phones of a run come from one address, and most of them import the games that they look at."""
STARTED_WITHIN = 120.0
"""Seconds after which a server will never start, however busy the machine is."""
NOT_GIVEN = range(20_000, 32_768)
"""Ports below those that the system hands out by itself."""
ROOT = Path(__file__).resolve().parents[2]


def worker() -> Gate | LateGate:
    """Make the app, and before it a Flask app with one view that does nothing."""
    gate = serve.worker()
    if isinstance(gate.app, Flask):
        gate.app.config[IMPORTS_PER_ADDRESS] = IMPORTS_OF_ALL_TESTS
    gate.app = beside(gate.app)
    late = seconds_late()
    return LateGate(gate, late) if late else gate


def wsgi() -> WSGIApplication:
    """Make the same for a server that speaks WSGI; such a server may be about to listen when it says so."""
    app = beside(create_app(Settings.from_environment(os.environ)))
    processes.tell_ready()
    return app


def beside(app: WSGIApplication) -> WSGIApplication:
    nothing = Flask("nothing")
    nothing.add_url_rule("/empty", "empty", lambda: "")
    return DispatcherMiddleware(app, {"/bench": nothing})


class Ready:
    """Where the workers of a server say that they are ready, each once."""

    def __init__(self) -> None:
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # The system chooses a name that is in no folder.
        self.told.bind("")
        self.address = "@" + self.told.getsockname()[1:].decode()

    def wait(self, server: int) -> None:
        """Return when one more worker is ready; raise if the server ends, or takes too long."""
        with selectors.DefaultSelector() as either, os.fdopen(os.pidfd_open(server)) as ended:
            either.register(self.told, selectors.EVENT_READ)
            either.register(ended, selectors.EVENT_READ)
            found = {key.fileobj for key, _ in either.select(STARTED_WITHIN)}
        if self.told not in found:
            raise TimeoutError("the server ended" if found else "no worker is ready")
        self.told.recv(100)


@dataclass(frozen=True, slots=True)
class Served:
    port: int
    pid: int
    ready: Ready
    secure: bool = False

    def wait_for_worker(self) -> None:
        self.ready.wait(self.pid)

    def processor_seconds(self) -> float:
        return sum(_seconds_of(pid) for pid in family(self.pid))

    def own_bytes(self) -> int:
        return sum(_own_bytes_of(pid) for pid in family(self.pid))


def free_port() -> int:
    """Find a port of this machine that nobody uses, for a program that opens it in a moment.

    The system hands out none of these by itself, so no other test is given it in between.
    """
    while True:
        port = secrets.choice(NOT_GIVEN)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


def environment_of(place: DatabasePlace) -> dict[str, str]:
    return {**os.environ, DATABASE_SETTING: place.database, SECRET_SETTING: place.secret}


@contextmanager
def serving(place: Path | DatabasePlace, *certificate_and_key: Path) -> Iterator[Served]:
    """Serve the app with the database of a folder or place, over https with a certificate and its key."""
    port, there = free_port(), place if isinstance(place, DatabasePlace) else DatabasePlace(place)
    command = [sys.executable, "-m", "tests.support.server", str(port), str(there.folder)]
    with running([*command, *map(str, certificate_and_key)], port, there) as served:
        yield replace(served, secure=bool(certificate_and_key))


def certificate(folder: Path) -> tuple[Path, Path]:
    made, key = folder / "bench.crt", folder / "bench.key"
    asked = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST} -addext subjectAltName=IP:{HOST}".split()
    command = ["openssl", *asked, "-out", str(made), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 (our own words)
    return made, key


@contextmanager
def running(
    command: Sequence[str],
    port: int,
    place: Path | DatabasePlace,
    more_paths: Sequence[Path] = (),
    stdin: int = subprocess.DEVNULL,
) -> Iterator[Served]:
    """Run a server of ours until it answers, and stop it and all its processes in the end."""
    there = place if isinstance(place, DatabasePlace) else DatabasePlace(place)
    log = there.folder / "server.log"
    ready = Ready()
    environment = {
        **environment_of(there),
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *more_paths))),
        processes.READY_SOCKET: ready.address,
    }
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 (a command of ours)
            command, stdin=stdin, stdout=output, stderr=output, cwd=ROOT, env=environment, start_new_session=True
        )
    try:
        try:
            ready.wait(process.pid)
        except TimeoutError as error:
            raise SystemExit(f"{error}:\n{log.read_text()[-2000:]}") from error
        yield Served(port, process.pid, ready)
    finally:
        ready.told.close()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(5)


def family(pid: int) -> list[int]:
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found += family(int(child))
    return found


def _seconds_of(pid: int) -> float:
    """Return how long the threads of a process have run, exactly: its `stat` counts hundredths of a second."""
    nanoseconds = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            nanoseconds += int(thread.read_text().split()[0])
    return nanoseconds / 1e9


def _own_bytes_of(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(1024 * int(line.split()[1]) for line in rollup if line.startswith("Private_"))


if __name__ == "__main__":
    _port, _folder, *_papers = sys.argv[1:]
    _paths: Any = dict(zip(("certificate", "key"), map(Path, _papers), strict=False))
    _place = DatabasePlace.from_environment(Path(_folder))
    _paths |= {"database": _place.database, "secret": _place.secret}
    serve.serve(options.ServeOptions(HOST, int(_port), _place.folder, known_as=(NAME,), **_paths), WORKER)
