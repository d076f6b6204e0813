"""The server of a simulated evening: two processes of the real app before one SQLite file on a disk that fails.

Requests of the two processes overlap where it matters: while one is about to write, another one is answered whole.
"""

import logging
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from flask import Flask
from flask.testing import FlaskClient

from companion.store.engines.sqlite import DATABASE
from companion.web import current_store
from companion.web.app import create_app
from companion.web.config import Settings
from tests.simulator.clock import Clock
from tests.support.html_lint import TokenClient

PROCESSES = 2
LOG = f"{DATABASE}-wal"


class Fault(StrEnum):
    FULL = "the disk is full"
    NOT_WRITTEN = "the disk doesn't write"
    BUSY = "the database is busy"
    KILLED = "the server is killed"
    POWER = "the power fails"


CODES = {
    Fault.FULL: sqlite3.SQLITE_FULL,
    Fault.NOT_WRITTEN: sqlite3.SQLITE_IOERR_WRITE,
    Fault.BUSY: sqlite3.SQLITE_BUSY,
}


class ServerKilled(BaseException):
    """The process ends here: nothing after this happens."""


@dataclass
class Disk:
    """What the disk does to the statements of one request."""

    fault: Fault | None = None
    at: int = 0
    """Before which of its writing statements; a negative number counts commits, after which it happens."""
    dead: bool = False
    writes: int = 0
    commits: int = 0
    synced: int = 0
    """Bytes of the write-ahead log that a power failure leaves."""
    happened: Fault | None = None
    about_to_write: Callable[[], None] = lambda: None

    def before(self, sql: str) -> None:
        if self.dead and sql != "ROLLBACK":
            raise ServerKilled
        if sql == "BEGIN IMMEDIATE":
            self.about_to_write()
        if self.fault is None or not sql.startswith(("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "COMMIT")):
            return
        self.writes += 1
        if self.writes != self.at or (self.fault is Fault.BUSY) != (sql == "BEGIN IMMEDIATE"):
            return
        self._happen()

    def _happen(self) -> None:
        fault, self.fault = self.fault, None
        self.happened = fault
        if fault in {Fault.KILLED, Fault.POWER}:
            self.dead = True
            raise ServerKilled
        assert fault is not None
        error = sqlite3.OperationalError(str(fault))
        error.sqlite_errorcode = CODES[fault]
        raise error

    def after(self, connection: "SimulatedConnection", sql: str) -> None:
        if sql.startswith("PRAGMA synchronous="):
            connection.full = sql.endswith("FULL")
        if sql != "COMMIT":
            return
        if connection.full:
            self.synced = connection.log.stat().st_size
        self.commits += 1
        if self.fault in {Fault.KILLED, Fault.POWER} and -self.at == self.commits:
            self._happen()


class SimulatedConnection(sqlite3.Connection):
    disk: ClassVar[Disk] = Disk()
    full = False
    log: Path

    def __init__(self, database: str, *given: Any, **more: Any) -> None:  # noqa: ANN401 (what sqlite3 takes)
        super().__init__(database, *given, **more)
        self.log = Path(database.removeprefix("file://").split("?")[0] + "-wal")
        super().execute("PRAGMA wal_autocheckpoint=0")

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 (what sqlite3 takes)
        disk = type(self).disk
        disk.before(sql)
        result = super().execute(sql, parameters)
        disk.after(self, sql)
        return result


class Failures(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


@dataclass
class ServerAnswer:
    status: int
    headers: Mapping[str, str]
    body: str


@dataclass
class Server:
    """One machine: its processes, its disk, and whether it is up."""

    apps: list[Flask]
    folder: Path
    clock: Clock
    log: Failures
    up: bool = True
    starts: int = 0
    power_failures: int = 0
    disk: Disk = field(default_factory=Disk)
    answering: Flask | None = None
    busy: int = 0
    """How many requests are being answered, one within the other."""
    next_arrival: Callable[[], Callable[[], None] | None] = lambda: None

    def begin(self, empty: Path) -> None:
        """Start on a copy of an empty store."""
        self.folder = self.folder / "0"
        shutil.copytree(empty, self.folder)
        self._open()

    def _open(self) -> None:
        log = self.folder / LOG
        synced = min(self.disk.synced, log.stat().st_size) if log.exists() else 0
        self.disk = SimulatedConnection.disk = Disk(about_to_write=self._overlap, synced=synced)
        for app in self.apps:
            current_store.store_of(app).close()
        self._reopen()

    def _reopen(self) -> None:
        for app in self.apps:
            current_store.reopen(app, self.folder)

    def client_of(self, _phone: int) -> FlaskClient:
        return FlaskClient(self.answering or self.apps[0], use_cookies=False)

    def _overlap(self) -> None:
        """Answer another request first, in the other process, as if it had been a little faster."""
        if len(self.apps) < PROCESSES or self.busy != 1 or not self.clock.likely(0.3):
            return
        arrival = self.next_arrival()
        if arrival is not None:
            self.clock.tell("  meanwhile, in the other process:")
            arrival()
            self.clock.tell("  so much for that")

    def answer(self, request: Mapping[str, Any], cookie: str, fault: tuple[Fault, int] | None) -> ServerAnswer | None:
        """Answer a request; None where the server ended meanwhile."""
        app = self.apps[self.busy % len(self.apps) if self.busy else self.clock.chance.randrange(len(self.apps))]
        if self.busy:
            app = next(one for one in self.apps if one is not self.answering)
        else:
            self.disk.fault, self.disk.at = fault or (None, 0)
            self.disk.writes = self.disk.commits = 0
            self.disk.happened = None
        self.answering, before = app, self.answering
        self.busy += 1
        headers = {name: value for name, value in request["headers"].items() if name != "Cookie"}
        try:
            client = self.client_of(request["phone"])
            path = request["url"].split("://", 1)[1].split("/", 1)
            answer = client.open(
                "/" + (path[1] if len(path) > 1 else ""),
                method=request["method"],
                data=request["body"].encode() if request["body"] else None,
                headers={**headers, **({"Cookie": cookie} if cookie else {})},
            )
            found: ServerAnswer | None = ServerAnswer(
                answer.status_code, dict(answer.headers), answer.get_data(as_text=True)
            )
            answer.close()
        except ServerKilled:
            found = None
        finally:
            self.busy -= 1
            self.answering = before
        if not self.busy:
            if self.disk.happened:
                self.clock.tell(f"  {self.disk.happened}")
            self.disk.fault = None
            if found is None:
                self.stop(power=self.disk.happened is Fault.POWER)
        return found

    def stop(self, *, power: bool) -> None:
        """End without a word; after a power failure the end of the log may be missing."""
        self.up = False
        self.starts += 1
        self.power_failures += power
        new = self.folder.parent / str(self.starts)
        shutil.copytree(self.folder, new, ignore=shutil.ignore_patterns("*-shm"))
        log = new / LOG
        if power and log.exists():
            size = log.stat().st_size
            left = self.clock.chance.choice((self.disk.synced, self.disk.synced, size))
            with log.open("r+b") as file:
                file.truncate(min(left, size))
        old, self.folder = self.folder, new
        SimulatedConnection.disk = Disk()
        for app in self.apps:
            current_store.store_of(app).close()
        shutil.rmtree(old)

    def start(self) -> None:
        self._open()
        self.up = True

    def restart_in_order(self) -> None:
        """Stop as an update does: everything is closed first."""
        for app in self.apps:
            current_store.store_of(app).close()
        self._open()


def make_apps(folder: Path) -> list[Flask]:
    """Make the processes' apps, and the empty store that each evening begins with."""
    apps = [create_app(Settings(folder)) for _ in range(PROCESSES)]
    for app in apps:
        app.test_client_class = TokenClient
        current_store.store_of(app).close()
    return apps
