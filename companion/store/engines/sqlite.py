"""SQLite: one file in a folder, a connection per thread, a write lock."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.store.backup.copies import BEFORE_UPDATE, copy_whole, keep_copy
from companion.store.database import BUSY_SECONDS, Connection, Row, Store, Values, Writer
from companion.store.engines import sqlite_copies
from companion.store.engines.sqlite_errors import PRIMARY_CODE, translate_errors
from companion.store.errors import Finding, Problem, StoreBroken
from companion.store.platform import IN_BROWSER
from companion.store.schema import applied, apply, check_schema, pending

DATABASE = "companion.db"
COPIES_BEFORE_UPDATES = 3
"""How many automatic copies are kept."""


class SqliteStore(Store):
    """A store in an SQLite file."""

    def __init__(self, path: Path, secret: bytes, *, busy_seconds: float = BUSY_SECONDS) -> None:
        super().__init__(path.parent, secret, busy_seconds)
        self.path = path
        self._local = threading.local()
        self._inherited: list[Database | None] = []

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self.path)

    @property
    def uri(self) -> str:
        """The address with which SQLite opens the file."""
        return _address(self.path)

    @property
    def db(self) -> Database:
        """The connection of this thread, to the file that is there now."""
        if getattr(self._local, "process", None) == os.getpid() and self._has_lost_file():
            self.close()
        if getattr(self._local, "process", None) != os.getpid():
            # A connection inherited over a fork must not be closed: this process doesn't hold its locks.
            self._inherited.append(getattr(self._local, "db", None))
            self._local.file = _identity(self.path)
            self._local.db = self._connect()
            self._local.pragmas = {}
            self._local.data_version = None
            self._local.process = os.getpid()
        db: Database = self._local.db
        return db

    def _has_lost_file(self) -> bool:
        """Return whether the file was removed or replaced: what is written into it now would be lost."""
        return not (self._local.db.conn.in_transaction or _identity(self.path) == self._local.file)

    def _connect(self) -> Database:
        return _connected(self.uri, self.busy_seconds)

    def close(self) -> None:
        """Close this thread's connection; the next use opens a new one."""
        if getattr(self._local, "process", None) == os.getpid():
            self._local.db.close()
            del self._local.db
        self._local.process = None

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query."""
        with translate_errors():
            cursor = self.db.conn.execute(sql, values)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    @contextmanager
    def reading(self) -> Generator[None]:
        """Let several reads see the same state of the database."""
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
        """Run a short transaction that may be lost without harm."""
        return self._locked(durable=False, patient=patient)

    @contextmanager
    def _locked(self, *, durable: bool, patient: bool) -> Generator[Connection]:
        """Run a transaction under the write lock.

        The lock is taken at the start, because a transaction that reads first can't wait for another writer later.
        """
        conn = self.db.conn
        if conn.in_transaction:
            yield conn
            return
        with translate_errors():
            self._set(conn, "synchronous", "FULL" if durable else "NORMAL")
            self._set(conn, "busy_timeout", str(int(self.busy_seconds * 1000) if patient else 0))
            conn.execute("BEGIN IMMEDIATE")
            try:
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                _roll_back(conn)
                raise

    def _set(self, conn: sqlite3.Connection, pragma: str, value: str) -> None:
        """Set a pragma of this thread's connection, unless it has the value already."""
        if self._local.pragmas.get(pragma) != value:
            conn.execute(f"PRAGMA {pragma}={value}")
            self._local.pragmas[pragma] = value

    def may_have_changed(self) -> bool:
        """Compare SQLite's counter of other connections' commits."""
        (row,) = self.rows("PRAGMA data_version")
        before, self._local.data_version = self._local.data_version, row["data_version"]
        return bool(before != row["data_version"])

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query one by one."""
        with translate_errors():
            yield from self.db.conn.execute(sql)

    def is_in_use(self) -> bool:
        """Try to get the file alone for a moment."""
        self.close()
        conn = sqlite3.connect(_address(self.path), uri=True, timeout=0, isolation_level=None)
        try:
            conn.execute("PRAGMA locking_mode=EXCLUSIVE")
            conn.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY
        else:
            return False
        finally:
            conn.close()

    def bytes_used(self) -> int:
        """Return the size of the file and its write-ahead log."""
        log = self.path.with_name(f"{self.path.name}-wal")
        return sum(file.stat().st_size for file in (self.path, log) if file.exists())

    def copy_to(self, target: Path) -> None:
        """Write a backup with SQLite's online copy."""
        with translate_errors():
            copy_whole(self.db.conn, target)

    def replace_all(self, source: "SqliteStore", then: Callable[[Writer], None] | None = None) -> Path:
        """Replace all tables under the write lock."""
        return sqlite_copies.replace_all(self, source, then)

    def make_durable(self) -> None:
        """Do nothing: what is on its way to the disk can't be read yet."""

    def damage(self) -> Iterator[Finding]:
        """Yield what SQLite finds wrong with the file."""
        for row in self.rows("PRAGMA integrity_check"):
            if row["integrity_check"] != "ok":
                yield Finding(Problem.CHECK_DAMAGED, {"damage": row["integrity_check"]})
        for row in self.rows("PRAGMA foreign_key_check"):
            yield Finding(Problem.CHECK_MISSING_ROW, {"table": row["table"]})


def open_file(folder: Path, secret: bytes, busy_seconds: float) -> SqliteStore:
    """Open the database in a folder; create it at the first start, migrate an older one."""
    path = folder / DATABASE
    _create_private_file(path)
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


def _connected(uri: str, busy_seconds: float) -> Database:
    with translate_errors():
        conn = sqlite3.connect(uri, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
        try:
            db = Database(conn)
            if IN_BROWSER:
                conn.execute("PRAGMA journal_mode=TRUNCATE")
            else:
                _write_ahead(db, busy_seconds)
            for setting in ("foreign_keys=ON", "synchronous=NORMAL", "cache_size=-8000", "trusted_schema=OFF"):
                conn.execute(f"PRAGMA {setting}")
        except BaseException:
            conn.close()
            raise
        return db


def _address(path: Path) -> str:
    """Return the address of a file that is there: SQLite doesn't create it."""
    return f"{path.resolve().as_uri()}?mode=rw"


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one that gets its name; None if there is no file."""
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


def _create_private_file(path: Path) -> None:
    """Create the file before anything is in it, readable by its owner only."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreBroken(Problem.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def _roll_back(conn: sqlite3.Connection) -> None:
    """Roll back, unless the error did that already, as a full disk does."""
    if conn.in_transaction:
        conn.execute("ROLLBACK")
