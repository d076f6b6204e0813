"""The one door to SQLite: a connection a thread, write transactions, and errors in the table's words."""

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from sqlite_utils import Database

from companion.store.backup.copies import keep_copy
from companion.store.backup.unfinished_files import remove_abandoned, unfinished_file
from companion.store.errors import NotPossible, StoreBroken
from companion.store.schema import MIGRATIONS, check_schema
from companion.store.sqlite_errors import PRIMARY_CODE, translate_errors

Row: TypeAlias = dict[str, Any]
Values: TypeAlias = Sequence[object] | Mapping[str, object]

DATABASE = "companion.db"
SECRET = "secret"  # noqa: S105 (the name of a file)
BUSY_SECONDS = 10.0
_SECRET_BYTES = 32
COPIES_BEFORE_UPDATES = 3
"""How many automatic copies are kept; the oldest is removed first."""


def now() -> str:
    """Tell the time as it is stored: UTC, to the second."""
    return format_time(datetime.now(UTC))


def json_text(value: object, most: int, too_much: str) -> str:
    """Write JSON for a column; more than `most` bytes are refused with a sentence, and so is text that is none."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        size = len(text.encode())
    except UnicodeEncodeError as trouble:
        raise NotPossible("There are characters in this that cannot be stored.") from trouble
    if size > most:
        raise NotPossible(too_much)
    return text


def format_time(moment: datetime) -> str:
    """Write a moment as it is stored."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Store:
    """An open database. Safe to share between threads and across a fork: each gets a connection of its own."""

    read_only = False

    def __init__(self, path: Path, secret: bytes, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._secret = secret
        self.busy_seconds = busy_seconds
        self._local = threading.local()
        self._inherited: list[Database | None] = []

    @property
    def db(self) -> Database:
        """The connection of this thread."""
        if getattr(self._local, "process", None) != os.getpid():
            # One that came over a fork is left alone, not closed: SQLite's locks are not its own here.
            self._inherited.append(getattr(self._local, "db", None))
            self._local.db = self._connect()
            self._local.pragmas = {}
            self._local.process = os.getpid()
        db: Database = self._local.db
        return db

    def _connect(self) -> Database:
        return _connected(self.path, self.busy_seconds)

    def close(self) -> None:
        """Close this thread's connection; the next use opens another one."""
        if getattr(self._local, "process", None) == os.getpid():
            self._local.db.close()
            del self._local.db
        self._local.process = None

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Read."""
        with translate_errors():
            cursor = self.db.conn.execute(sql, values)
            names = [one[0] for one in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def row(self, sql: str, values: Values = ()) -> Row | None:
        """Read one row, or None."""
        return next(iter(self.rows(sql, values)), None)

    @contextmanager
    def reading(self) -> Generator[None]:
        """Let several reads see one moment."""
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

    @contextmanager
    def writing(self, *, durable: bool = True, patient: bool = True) -> Generator[sqlite3.Connection]:
        """Write all of it or nothing. Durable writes are on the disk, not only with the system, when this returns.

        The lock is taken at the start: a read that turns into a write later could not wait for another writer. What is
        not worth waiting for is written impatiently.
        """
        conn = self.db.conn
        if conn.in_transaction:
            yield conn
            return
        with translate_errors():
            self._set("synchronous", "FULL" if durable else "NORMAL")
            self._set("busy_timeout", str(int(self.busy_seconds * 1000) if patient else 0))
            conn.execute("BEGIN IMMEDIATE")
            try:
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                _roll_back(conn)
                raise

    def _set(self, pragma: str, value: str) -> None:
        """Set a pragma of this thread's connection, unless it has the value already."""
        if self._local.pragmas.get(pragma) != value:
            self.db.conn.execute(f"PRAGMA {pragma}={value}")
            self._local.pragmas[pragma] = value

    def keyed_hash(self, purpose: str, what: str | bytes) -> bytes:
        """Hash with this server's secret, apart for each purpose."""
        data = what.encode() if isinstance(what, str) else what
        return hmac.new(self._secret, purpose.encode() + b"\0" + data, hashlib.sha256).digest()


def open_store(folder: Path, *, busy_seconds: float = BUSY_SECONDS) -> Store:
    """Open the store in a folder, making database and secret at the first start and migrating an older one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise StoreBroken(f"The folder {folder} cannot be made: {trouble.strerror}.") from trouble
    path = folder / DATABASE
    remove_abandoned(folder)
    _private(path)
    store = Store(path, _secret(folder / SECRET), busy_seconds=busy_seconds)
    migrate(store)
    return store


def migrate(store: Store) -> None:
    """Bring the tables up to date; of several processes that start at once one does it, the others find it done.

    What older tables hold is copied first, beside the database. While the copy is made nobody else writes, so it holds
    everything that was confirmed before the update.
    """
    with translate_errors():
        check_schema(store.db, store.path)
        if not MIGRATIONS.pending(store.db):
            return
        with store.writing():
            # Another process may have been quicker.
            if MIGRATIONS.applied(store.db) and MIGRATIONS.pending(store.db):
                keep_copy(store.path, "before-update", most=COPIES_BEFORE_UPDATES)
            MIGRATIONS.apply(store.db)


def _connected(path: Path, busy_seconds: float) -> Database:
    with translate_errors():
        conn = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
        try:
            db = Database(conn)
            _write_ahead(db, busy_seconds)
            for setting in ("foreign_keys=ON", "synchronous=NORMAL", "cache_size=-8000", "trusted_schema=OFF"):
                conn.execute(f"PRAGMA {setting}")
        except BaseException:
            conn.close()
            raise
        return db


def _write_ahead(db: Database, busy_seconds: float) -> None:
    """Switch to the write-ahead log: SQLite itself does not wait for somebody who switches at the same moment."""
    until = time.monotonic() + busy_seconds
    while True:
        try:
            if db.journal_mode != "wal":
                db.enable_wal()
        except sqlite3.OperationalError as trouble:
            if trouble.sqlite_errorcode & PRIMARY_CODE != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _private(path: Path) -> None:
    """Make the file readable by its owner only before anything stands in it."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as trouble:
        raise StoreBroken(f"{path} cannot be written: {trouble.strerror}.") from trouble


def _secret(path: Path) -> bytes:
    """Read this server's secret; at the first start make it, whole or not at all."""
    for _ in range(2):
        try:
            found = path.read_bytes()
        except FileNotFoundError:
            _made_at_once(path, secrets.token_bytes(_SECRET_BYTES))
        except OSError as trouble:
            raise StoreBroken(f"{path} cannot be read: {trouble.strerror}.") from trouble
        else:
            if len(found) < _SECRET_BYTES:
                raise StoreBroken(f"{path} is not the secret that was made at the first start.")
            return found
    raise StoreBroken(f"{path} cannot be made.")


def _made_at_once(path: Path, content: bytes) -> None:
    """Write aside and link into place: two processes at their first start end up with the same secret."""
    try:
        with unfinished_file(path.parent) as aside:
            aside.write_bytes(content)
            with suppress(FileExistsError):
                path.hardlink_to(aside)
    except OSError as trouble:
        raise StoreBroken(f"{path} cannot be written: {trouble.strerror}.") from trouble


def _roll_back(conn: sqlite3.Connection) -> None:
    """Undo, unless the error has undone everything already (as a full disk does)."""
    if conn.in_transaction:
        conn.execute("ROLLBACK")
