"""SQLite: one file in a folder, a connection per thread, a write lock."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store.backup.copies import BEFORE_RESTORE, BEFORE_UPDATE, keep_copy, write_whole
from companion.store.database import BUSY_SECONDS, IN_BROWSER, Connection, Row, Store, Values
from companion.store.engines import Database
from companion.store.engines.sqlite_errors import PRIMARY_CODE, translate_errors
from companion.store.errors import Finding, Problem, StoreBroken
from companion.store.schema import applied, apply, check_schema, pending

DATABASE = "companion.db"
COPIES_BEFORE_UPDATES = 3


@dataclass(slots=True)
class _Opened:
    db: Database
    process: int
    file: tuple[int, int] | None
    """What tells the file from another one that gets its name."""
    pragmas: dict[str, str] = field(default_factory=dict)
    data_version: int | None = None

    def is_of_another_file(self, path: Path) -> bool:
        """Return whether the file was removed or replaced; within a transaction nobody asks."""
        return not self.db.conn.in_transaction and _identity(path) != self.file

    def set(self, pragma: str, value: str) -> None:
        if self.pragmas.get(pragma) != value:
            self.db.conn.execute(f"PRAGMA {pragma}={value}")
            self.pragmas[pragma] = value


class _SqliteThread(threading.local):
    opened: _Opened | None = None


class SqliteStore(Store):
    def __init__(self, path: Path, secret: bytes, *, busy_seconds: float = BUSY_SECONDS) -> None:
        super().__init__(path.parent, secret, busy_seconds)
        self.path = path
        self._local = _SqliteThread()
        self._inherited: list[_Opened] = []

    @property
    def place(self) -> str:
        return str(self.path)

    @property
    def uri(self) -> str:
        return _address(self.path)

    @property
    def db(self) -> Database:
        """The connection of this thread, to the file that is there now."""
        return self._opened.db

    @property
    def _opened(self) -> _Opened:
        opened = self._local.opened
        # What is written into a file that was removed or replaced would be lost.
        if opened is None or opened.process != os.getpid() or opened.is_of_another_file(self.path):
            self.close()
            file = _identity(self.path)
            opened = self._local.opened = _Opened(self._connect(), os.getpid(), file)
        return opened

    def _connect(self) -> Database:
        with translate_errors():
            conn = sqlite3.connect(
                self.uri, uri=True, timeout=self.busy_seconds, isolation_level=None, check_same_thread=False
            )
            try:
                db = Database(conn)
                if IN_BROWSER:
                    conn.execute("PRAGMA journal_mode=TRUNCATE")
                else:
                    _write_ahead(db, self.busy_seconds)
                for setting in ("foreign_keys=ON", "synchronous=NORMAL", "cache_size=-8000", "trusted_schema=OFF"):
                    conn.execute(f"PRAGMA {setting}")
            except BaseException:
                conn.close()
                raise
            return db

    def close(self) -> None:
        opened, self._local.opened = self._local.opened, None
        if opened is not None and opened.process == os.getpid():
            opened.db.close()
        elif opened is not None:
            # A connection inherited over a fork must not be closed: this process doesn't hold its locks.
            self._inherited.append(opened)

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        with translate_errors():
            cursor = self.db.conn.execute(sql, values)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    @contextmanager
    def reading(self) -> Generator[None]:
        conn = self.db.conn
        if conn.in_transaction:
            yield
            return
        with translate_errors():
            conn.execute("BEGIN")
            try:
                yield
            finally:
                conn.execute("ROLLBACK")

    def _transaction(self, *, durable: bool) -> AbstractContextManager[Connection]:
        return self._locked(durable=durable, patient=True)

    def noting(self, *, patient: bool = True) -> AbstractContextManager[Connection]:
        return self._locked(durable=False, patient=patient)

    @contextmanager
    def _locked(self, *, durable: bool, patient: bool) -> Generator[Connection]:
        """Run a transaction under the write lock.

        The lock is taken at the start, because a transaction that reads first can't wait for another writer later.
        """
        opened = self._opened
        conn = opened.db.conn
        if conn.in_transaction:
            yield conn
            return
        with translate_errors():
            opened.set("synchronous", "FULL" if durable else "NORMAL")
            opened.set("busy_timeout", str(int(self.busy_seconds * 1000) if patient else 0))
            conn.execute("BEGIN IMMEDIATE")
            try:
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                _roll_back(conn)
                raise

    def may_have_changed(self) -> bool:
        """Compare SQLite's counter of other connections' commits."""
        (row,) = self.rows("PRAGMA data_version")
        opened = self._opened
        before, opened.data_version = opened.data_version, row["data_version"]
        return before != opened.data_version

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        with translate_errors():
            yield from self.db.conn.execute(sql)

    def is_in_use(self) -> bool:
        """Try to get the file alone for a moment."""
        self.close()
        with closing(sqlite3.connect(_address(self.path), uri=True, timeout=0, isolation_level=None)) as conn:
            try:
                conn.execute("PRAGMA locking_mode=EXCLUSIVE")
                conn.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                return error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY
        return False

    def bytes_used(self) -> int:
        log = self.path.with_name(f"{self.path.name}-wal")
        return sum(file.stat().st_size for file in (self.path, log) if file.exists())

    def copy_to(self, target: Path) -> None:
        with translate_errors():
            write_whole(target, self.db.conn.backup)

    def replace_all(self, source: "SqliteStore", then: Callable[[Connection], None] | None = None) -> Path:
        """Replace all tables in one transaction, which holds the write lock from before the copy on.

        A hand that was confirmed before is in the copy, one that is confirmed later is in the restored store, and a
        killed restore has changed nothing.
        """
        with translate_errors(), _attached(self, source) as conn:
            conn.execute("BEGIN IMMEDIATE")
            before = None
            try:
                before = keep_copy(self.path, BEFORE_RESTORE)
                _replace_tables(conn)
                if then is not None:
                    then(conn)
                conn.execute("COMMIT")
            except BaseException:
                _roll_back(conn)
                if before is not None:
                    # Perhaps the disk is full.
                    before.unlink(missing_ok=True)
                raise
        self.close()
        return before

    def make_durable(self) -> None:
        """Do nothing: what is on its way to the disk can't be read yet."""

    def damage(self) -> Iterator[Finding]:
        for row in self.rows("PRAGMA integrity_check"):
            if row["integrity_check"] != "ok":
                yield Finding(Problem.CHECK_DAMAGED, {"damage": row["integrity_check"]})
        for row in self.rows("PRAGMA foreign_key_check"):
            yield Finding(Problem.CHECK_MISSING_ROW, {"table": row["table"]})


def open_file(folder: Path, secret: bytes, busy_seconds: float) -> SqliteStore:
    path = folder / DATABASE
    try:
        # Before anything is in it, only its owner may read it.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreBroken(Problem.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error
    store = SqliteStore(path, secret, busy_seconds=busy_seconds)
    migrate(store)
    return store


def migrate(store: SqliteStore) -> None:
    """Update the tables. If several processes start at once, one does it.

    Older tables are copied first, beside the database. Nobody else writes meanwhile, so the copy holds everything that
    was confirmed before the update.
    """
    with translate_errors():
        check_schema(store.db.conn, store.path)
        if pending(applied(store.db.conn)):
            store.run(lambda: _update(store))


def _update(store: SqliteStore) -> None:
    with store.writing():
        # Another process may have done it by now.
        before = applied(store.db.conn)
        if before and pending(before):
            keep_copy(store.path, BEFORE_UPDATE, most=COPIES_BEFORE_UPDATES)
        apply(store.db.conn, pending(before))


def _address(path: Path) -> str:
    """Return the address of a file that is there: SQLite doesn't create it."""
    return f"{path.resolve().as_uri()}?mode=rw"


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _write_ahead(db: Database, busy_seconds: float) -> None:
    """Switch to the write-ahead log. SQLite itself doesn't wait for a process that switches at the same time."""
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            if db.journal_mode != "wal":
                db.enable_wal()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _roll_back(conn: sqlite3.Connection) -> None:
    """Roll back, unless the error did that already, as a full disk does."""
    if conn.in_transaction:
        conn.execute("ROLLBACK")


@contextmanager
def _attached(store: SqliteStore, source: SqliteStore) -> Generator[sqlite3.Connection]:
    """Yield a connection to a store with another one attached as `restored`."""
    with closing(sqlite3.connect(store.uri, uri=True, timeout=store.busy_seconds, isolation_level=None)) as conn:
        # The tables are replaced one by one, so foreign keys hold again only at the end.
        for setting in ("foreign_keys=OFF", "trusted_schema=OFF", "synchronous=FULL"):
            conn.execute(f"PRAGMA {setting}")
        conn.execute("ATTACH ? AS restored", [source.uri])
        yield conn


def _replace_tables(conn: sqlite3.Connection) -> None:
    for name, kind in conn.execute(
        "SELECT name, type FROM main.sqlite_schema WHERE name NOT GLOB 'sqlite_*'"
    ).fetchall():
        if kind != "index":
            conn.execute(f"DROP {kind} main.{_quoted(name)}")
    parts = conn.execute(
        "SELECT name, type, sql FROM restored.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' "
        "AND type IN ('table', 'index') ORDER BY type DESC"
    ).fetchall()
    for name, kind, sql in parts:
        conn.execute(sql)
        if kind == "table":
            conn.execute(f"INSERT INTO main.{_quoted(name)} SELECT * FROM restored.{_quoted(name)}")  # noqa: S608


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
