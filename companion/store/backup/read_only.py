"""Read a database without changing it, even on a read-only disk: for `check`, `games` and `backup`."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.store.backup.copies import unfinished_file
from companion.store.database import BUSY_SECONDS
from companion.store.engines import Database
from companion.store.engines.sqlite import SqliteStore
from companion.store.engines.sqlite_errors import PRIMARY_CODE, translate_errors
from companion.store.errors import Problem, StoreBroken
from companion.store.schema import applied, apply, check_schema, pending

_NEEDS_WRITING = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
"""SQLite's errors if it can't create the index of a write-ahead log."""


class ReadOnlyStore(SqliteStore):
    """A store that can only be read: it has no secret, and doesn't update caches or tables."""

    read_only = True

    def __init__(self, path: Path) -> None:
        super().__init__(path, secret=b"")
        with translate_errors():
            self._uri = _readable_uri(path)

    @property
    def uri(self) -> str:
        return self._uri

    def _connect(self) -> Database:
        with translate_errors():
            return Database(_connection(self.uri))


@contextmanager
def open_read_only(path: Path) -> Iterator[ReadOnlyStore]:
    """Yield a database with the tables that it has, even those of an older version or none."""
    if not path.is_file():
        raise StoreBroken(Problem.NO_SUCH_FILE, path=path)
    if not _may(path, os.R_OK):
        raise StoreBroken(Problem.FILE_NOT_READ, path=path, reason=os.strerror(errno.EACCES))
    try:
        store = ReadOnlyStore(path)
    except StoreBroken as error:
        if not (_needs_writing(error) and _has_log(path)):
            raise
    else:
        with closing(store):
            yield store
        return
    # The latest writes are in a log that SQLite could read only by writing beside it.
    with unfinished_file(Path(tempfile.gettempdir())) as copy:
        shutil.copyfile(path, copy)
        shutil.copyfile(_log_of(path), _log_of(copy))
        with closing(ReadOnlyStore(copy)) as store:
            yield store


@contextmanager
def open_migrated(path: Path) -> Iterator[ReadOnlyStore]:
    """Yield a database with current tables; an older one is migrated in a copy."""
    with open_read_only(path) as store:
        with translate_errors():
            if not store.db.table_names():
                raise StoreBroken(Problem.EMPTY_DATABASE, path=path)
            check_schema(store.db.conn, path)
            missing = pending(applied(store.db.conn))
        if not missing:
            yield store
            return
        with unfinished_file(Path(tempfile.gettempdir())) as copy:
            with translate_errors(), closing(sqlite3.connect(copy, isolation_level=None)) as conn:
                store.db.conn.backup(conn)
                apply(conn, pending(applied(conn)))
            with closing(ReadOnlyStore(copy)) as current:
                yield current


def _connection(uri: str) -> sqlite3.Connection:
    conn = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        conn.execute("PRAGMA query_only=ON")
        conn.execute("PRAGMA trusted_schema=OFF")
        conn.execute("SELECT count(*) FROM sqlite_schema")
    except BaseException:
        conn.close()
        raise
    return conn


def _readable_uri(path: Path) -> str:
    """Return the URI with which SQLite can read a file; raise if there is none."""
    writable = _may(path, os.W_OK) and _may(path.parent, os.W_OK)
    # SQLite cleans up a log only if it may write.
    uri = f"{path.resolve().as_uri()}?mode={'rw' if writable else 'ro'}"
    try:
        _connection(uri).close()
    except sqlite3.OperationalError as error:
        if writable or error.sqlite_errorcode & PRIMARY_CODE not in _NEEDS_WRITING or _has_log(path):
            raise
        # Nobody can be writing here, and the log is empty, so the file is complete.
        return f"{path.resolve().as_uri()}?immutable=1"
    return uri


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _needs_writing(error: StoreBroken) -> bool:
    cause = error.__cause__
    return isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode & PRIMARY_CODE in _NEEDS_WRITING


def _has_log(path: Path) -> bool:
    log = _log_of(path)
    return log.exists() and log.stat().st_size > 0


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
