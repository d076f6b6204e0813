"""The SQLite database: a connection per thread, transactions, opening and migrating."""

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
from companion.store.platform import IN_BROWSER
from companion.store.schema import MIGRATIONS, check_schema
from companion.store.sqlite_errors import PRIMARY_CODE, translate_errors
from companion.wording.errors import store as sentences

Row: TypeAlias = dict[str, Any]
Values: TypeAlias = Sequence[object] | Mapping[str, object]

DATABASE = "companion.db"
SECRET = "secret"  # noqa: S105 (the name of a file)
BUSY_SECONDS = 10.0
SECRET_BYTES = 32
BEFORE_UPDATE = "before-update"
COPIES_BEFORE_UPDATES = 3
"""How many automatic copies are kept."""


def now() -> str:
    """Return the current time as it is stored: UTC, to the second."""
    return format_time(datetime.now(UTC))


def json_text(value: object, most: int) -> str:
    """Return JSON for a column; raise NotPossible for more than `most` bytes and for text that isn't Unicode."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise NotPossible(sentences.BAD_CHARACTERS) from error
    if size > most:
        raise NotPossible(sentences.HAND_TOO_LARGE)
    return text


def format_time(moment: datetime) -> str:
    """Return a time as it is stored."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Store:
    """An open database, safe to share between threads and across a fork: each gets its own connection."""

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
            # A connection inherited over a fork must not be closed: this process doesn't hold its locks.
            self._inherited.append(getattr(self._local, "db", None))
            self._local.db = self._connect()
            self._local.pragmas = {}
            self._local.process = os.getpid()
        db: Database = self._local.db
        return db

    def _connect(self) -> Database:
        return _connected(self.path, self.busy_seconds)

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

    def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, or None."""
        return next(iter(self.rows(sql, values)), None)

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

    @contextmanager
    def writing(self, *, durable: bool = True, patient: bool = True) -> Generator[sqlite3.Connection]:
        """Run a transaction that writes everything or nothing.

        Durable writes are on the disk when this returns. The lock is taken at the start, because a transaction that
        reads first can't wait for another writer later. A write that isn't patient doesn't wait for the lock.
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
        """Return a hash keyed with this server's secret, different for each purpose."""
        data = what.encode() if isinstance(what, str) else what
        return hmac.new(self._secret, purpose.encode() + b"\0" + data, hashlib.sha256).digest()


def open_store(folder: Path, *, busy_seconds: float = BUSY_SECONDS) -> Store:
    """Open the store in a folder. Create its database and secret at the first start; migrate an older database."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreBroken(sentences.FOLDER_NOT_MADE, path=folder, reason=error.strerror) from error
    path = folder / DATABASE
    remove_abandoned(folder)
    _create_private_file(path)
    store = Store(path, _secret(folder / SECRET), busy_seconds=busy_seconds)
    migrate(store)
    return store


def migrate(store: Store) -> None:
    """Update the tables. If several processes start at once, one does it.

    Older tables are copied first, beside the database. Nobody else writes meanwhile, so the copy holds everything that
    was confirmed before the update.
    """
    with translate_errors():
        check_schema(store.db, store.path)
        if not MIGRATIONS.pending(store.db):
            return
        with store.writing():
            # Another process may have done it by now.
            if MIGRATIONS.applied(store.db) and MIGRATIONS.pending(store.db):
                keep_copy(store.path, BEFORE_UPDATE, most=COPIES_BEFORE_UPDATES)
            MIGRATIONS.apply(store.db)


def _connected(path: Path, busy_seconds: float) -> Database:
    with translate_errors():
        conn = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
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
        raise StoreBroken(sentences.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def _secret(path: Path) -> bytes:
    """Return this server's secret; create it at the first start."""
    for _ in range(2):
        try:
            secret = path.read_bytes()
        except FileNotFoundError:
            _create_file(path, secrets.token_bytes(SECRET_BYTES))
        except OSError as error:
            raise StoreBroken(sentences.FILE_NOT_READ, path=path, reason=error.strerror) from error
        else:
            if len(secret) < SECRET_BYTES:
                raise StoreBroken(sentences.NOT_THE_SECRET, path=path)
            return secret
    raise StoreBroken(sentences.FILE_NOT_MADE, path=path)


def _create_file(path: Path, content: bytes) -> None:
    """Create a file whole: of two processes at their first start, both end up with the same secret."""
    try:
        with unfinished_file(path.parent) as aside:
            aside.write_bytes(content)
            if IN_BROWSER:
                aside.rename(path)
                return
            with suppress(FileExistsError):
                path.hardlink_to(aside)
    except OSError as error:
        raise StoreBroken(sentences.FILE_NOT_WRITTEN, path=path, reason=error.strerror) from error


def _roll_back(conn: sqlite3.Connection) -> None:
    """Roll back, unless the error did that already, as a full disk does."""
    if conn.in_transaction:
        conn.execute("ROLLBACK")
