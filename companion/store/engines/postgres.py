"""PostgreSQL: any number of servers before one database, connections from a pool, serializable transactions.

Nothing here needs more than the protocol and standard SQL, so that other engines that speak it may serve: no order of
ids, no locks by advice, no notifications.
"""

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg

from companion.store.backup.copies import BEFORE_RESTORE, BEFORE_UPDATE, unused_copy_name, write_whole
from companion.store.database import BUSY_SECONDS, Connection, Row, Store, Values, marks
from companion.store.engines import postgres_schema
from companion.store.engines.postgres_connections import (
    CLIENT,
    Connections,
    Raw,
    connection_info,
    is_lost,
    reason_of,
    translate_errors,
)
from companion.store.engines.sqlite import DATABASE
from companion.store.errors import Finding, NotPossible, Problem, StoreBroken, StoreBusy, TransactionLost
from companion.store.opening import shown_address
from companion.store.schema import MIGRATIONS, apply, migration_names

_PLACEHOLDERS = re.compile(r"'(?:[^']|'')*'|\?|:([a-z_][a-z_0-9]*)|%")
_LARGEST = 2**63 - 1
_ROWS_AT_ONCE = 1000
MOST_DURABLE = 3
"""Durable transactions of a process at a time. While commits wait for a standby, one of its threads is left to read."""
_TURN_WITHIN = 1.0
_PAUSE = 0.05
_OTHER_CLIENTS = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name LIKE 'gem-companion%%' AND application_name <> %s LIMIT 1"
)
_SERIAL = "BEGIN ISOLATION LEVEL SERIALIZABLE"
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_NOTE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_MAY_BE_LOST = "SET LOCAL synchronous_commit TO OFF"


@lru_cache(maxsize=2048)
def for_driver(sql: str) -> str:
    """Return a statement as the store writes it with the driver's placeholders.

    >>> for_driver("SELECT '?', 100 % 7 FROM games WHERE id = ? AND seq > :seq_2")
    "SELECT '?', 100 %% 7 FROM games WHERE id = %s AND seq > %(seq_2)s"
    """
    return _PLACEHOLDERS.sub(_part, sql)


def _part(part: re.Match[str]) -> str:
    if part[0] == "?":
        return "%s"
    if part[1]:
        return f"%({part[1]})s"
    return part[0].replace("%", "%%")


def adapted(values: Values) -> Any:  # noqa: ANN401 (what the driver takes)
    """Return values as columns hold them: booleans are numbers."""
    if isinstance(values, Mapping):
        return {name: _adapted(value) for name, value in values.items()}
    return [_adapted(value) for value in values]


def _adapted(value: object) -> object:
    match value:
        case bool():
            return int(value)
        case Enum():
            return value.value
        case int() if abs(value) > _LARGEST:
            raise NotPossible(Problem.NUMBER_TOO_LARGE)
        case str() if "\0" in value:
            raise NotPossible(Problem.BAD_CHARACTERS)
        case _:
            return value


class Session:
    """A transaction on a connection of PostgreSQL, for statements as the store writes them."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    def execute(self, sql: str, parameters: Values = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        return self.raw.execute(for_driver(sql), adapted(parameters))

    def copy(self, sql: str) -> AbstractContextManager[psycopg.Copy]:
        return self.raw.cursor().copy(sql)

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> None:
        with self.raw.cursor() as cursor:
            cursor.executemany(for_driver(sql), [adapted(values) for values in parameters])


class _PostgresThread(threading.local):
    session: Session | None = None


class PostgresStore(Store):
    def __init__(self, address: str, folder: Path, secret: bytes, *, busy_seconds: float) -> None:
        super().__init__(folder, secret, busy_seconds)
        self.address = address
        self._connections = Connections(address, busy_seconds)
        self._local = _PostgresThread()
        self._turns = threading.BoundedSemaphore(MOST_DURABLE)

    @property
    def place(self) -> str:
        return shown_address(self.address)

    def close(self) -> None:
        self._connections.close()

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        given = adapted(values)
        session = self._local.session
        if session is not None:
            return _rows(session.raw, sql, given)
        deadline = time.monotonic() + self.busy_seconds
        while True:
            try:
                with translate_errors(), self._connections.take() as raw:
                    return _rows(raw, sql, given)
            except TransactionLost:
                # The next try gets another connection.
                if time.monotonic() > deadline:
                    raise
            time.sleep(_PAUSE)

    @contextmanager
    def reading(self) -> Generator[None]:
        with self._begun(_SNAPSHOT):
            yield

    def _transaction(self, *, durable: bool) -> AbstractContextManager[Connection]:
        return self._durably_begun() if durable else self._begun(f"{_SERIAL}; {_MAY_BE_LOST}")

    def noting(self, *, patient: bool = True) -> AbstractContextManager[Connection]:
        return self._begun(f"{_NOTE}; {_MAY_BE_LOST}" + ("" if patient else "; SET LOCAL lock_timeout TO '20ms'"))

    @contextmanager
    def _durably_begun(self) -> Generator[Session]:
        if self._local.session is not None:
            yield self._local.session
            return
        if not self._turns.acquire(timeout=_TURN_WITHIN):
            raise StoreBusy
        try:
            with self._begun(_SERIAL, patience=self.busy_seconds) as session:
                yield session
        finally:
            self._turns.release()

    @contextmanager
    def _begun(self, begin: str, *, patience: float | None = None) -> Generator[Session]:
        if self._local.session is not None:
            yield self._local.session
            return
        with translate_errors(), self._connections.take(patient=patience is not None) as raw:
            raw.execute(begin)
            session = self._local.session = Session(raw)
            try:
                yield session
            except BaseException:
                with suppress(psycopg.Error):
                    raw.execute("ROLLBACK")
                raise
            else:
                with _given_up_after(raw, patience) if patience else nullcontext():
                    _commit(raw)
            finally:
                self._local.session = None

    def make_durable(self) -> None:
        """Write a row durably: PostgreSQL confirms in order, so all that could be read before is confirmed too."""

        def touch() -> None:
            with self.writing() as conn:
                conn.execute(postgres_schema.TOUCH)

        self.run(touch)

    def may_have_changed(self) -> bool:
        """Return that it may: only a look can tell."""
        return True

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        session = self._local.session
        if session is None:
            raise RuntimeError("a stream needs a transaction")
        with translate_errors(), session.raw.cursor("stream") as cursor:
            cursor.itersize = _ROWS_AT_ONCE
            yield from cursor.execute(for_driver(sql))

    def has_other_secret(self) -> bool:
        return postgres_schema.has_other_secret(self)

    def is_in_use(self) -> bool:
        with translate_errors(), self._connections.take() as raw:
            return bool(raw.execute(_OTHER_CLIENTS, [CLIENT]).fetchall())

    def bytes_used(self) -> int:
        row = self.row("SELECT pg_database_size(current_database()) AS size")
        return 0 if row is None else int(row["size"])

    def copy_to(self, target: Path) -> None:
        with self.reading():
            names = postgres_schema.applied(self)
            write_whole(target, lambda conn: _fill_file(self, conn, names))

    def keep_copy(self, name: str) -> Path:
        target = unused_copy_name(self.folder / DATABASE, name)
        self.copy_to(target)
        return target

    def replace_all(self, source: Store, then: Callable[[Connection], None] | None = None) -> Path:
        """Replace all rows in one transaction; nobody else writes from before the copy on."""
        tables = postgres_schema.Blueprint(migration_names()).tables

        def replaced() -> Path:
            with self._durably_begun() as session:
                session.execute(f"LOCK TABLE {', '.join(table.name for table in tables)} IN EXCLUSIVE MODE")
                before = self.keep_copy(BEFORE_RESTORE)
                try:
                    for table in reversed(tables):
                        session.execute(f"DELETE FROM {table.name}")  # noqa: S608 (no input)
                    for table in tables:
                        _fill_table(session, source, table)
                    if then is not None:
                        then(session)
                except BaseException:
                    before.unlink(missing_ok=True)
                    raise
                return before

        return self.run(replaced)

    def damage(self) -> Iterator[Finding]:
        """Yield references to rows that don't exist. PostgreSQL checks its files itself."""
        for table in postgres_schema.Blueprint(migration_names()).tables:
            for column, other, to in table.references:
                found = self.rows(
                    f"SELECT 1 FROM {table.name} AS here LEFT JOIN {other} AS there ON there.{to} = here.{column} "  # noqa: S608 (no input)
                    f"WHERE here.{column} IS NOT NULL AND there.{to} IS NULL LIMIT 1"
                )
                if found:
                    yield Finding(Problem.CHECK_MISSING_ROW, {"table": table.name})


def open_database(
    address: str, folder: Path, secret: bytes, busy_seconds: float, *, brings_secret: bool = False
) -> PostgresStore:
    """Open a database; create its tables at the first start, update older ones after copying them into the folder.

    One that brings a secret gives it to a database without games.
    """
    store = _reached(address, folder, secret, busy_seconds)
    try:
        with _explained(store):
            if brings_secret:
                store.run(lambda: postgres_schema.give_secret(store))
            postgres_schema.migrate(store, lambda: store.keep_copy(BEFORE_UPDATE))
    except BaseException:
        store.close()
        raise
    return store


@contextmanager
def open_to_read(address: str, folder: Path, secret: bytes) -> Generator[PostgresStore]:
    """Yield a database that has today's tables, whatever its secret is. Nothing is changed."""
    with closing(_reached(address, folder, secret, BUSY_SECONDS)) as store:
        store.read_only = True
        with _explained(store):
            postgres_schema.check_current(store)
        yield store


def _reached(address: str, folder: Path, secret: bytes, busy_seconds: float) -> PostgresStore:
    """Return a store whose server answers. The pool would try again and again without saying why one doesn't."""
    try:
        store = PostgresStore(address, folder, secret, busy_seconds=busy_seconds)
        with psycopg.connect(connection_info(address), autocommit=True) as raw:
            (encoding,) = raw.execute("SHOW server_encoding").fetchone() or ("",)
    except psycopg.Error as error:
        # What the driver says of an address that it can't read, quotes it, with the password.
        shown = shown_address(address)
        if isinstance(error, psycopg.OperationalError):
            raise StoreBroken(Problem.DATABASE_REFUSES, path=shown, reason=reason_of(error)) from error
        raise StoreBroken(Problem.ADDRESS_NOT_UNDERSTOOD, path=shown) from error
    if encoding != "UTF8":
        raise StoreBroken(Problem.DATABASE_NOT_UTF8, path=store.place, encoding=encoding)
    return store


@contextmanager
def _explained(store: PostgresStore) -> Generator[None]:
    """Say at the start why a database can't be used, whatever it is."""
    try:
        yield
    except StoreBroken as error:
        if isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
            raise StoreBroken(Problem.DATABASE_NOT_OWNED, path=store.place) from error
        raise
    except psycopg.Error as error:
        raise StoreBroken(Problem.DATABASE_REFUSES, path=store.place, reason=reason_of(error)) from error


def _rows(raw: Raw, sql: str, values: Any) -> list[Row]:  # noqa: ANN401 (as adapted)
    with translate_errors():
        cursor = raw.execute(for_driver(sql), values)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]


@contextmanager
def _given_up_after(raw: Raw, seconds: float) -> Generator[None]:
    """Have the server give up what a connection waits for after a while; such a connection is not used again."""
    given_up = threading.Event()

    def give_up() -> None:
        given_up.set()
        with suppress(psycopg.Error):
            raw.cancel_safe(timeout=_TURN_WITHIN)

    timer = threading.Timer(seconds, give_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if given_up.is_set():
            raw.close()


def _commit(raw: Raw) -> None:
    warnings: list[psycopg.errors.Diagnostic] = []
    raw.add_notice_handler(warnings.append)
    try:
        result = raw.execute("COMMIT")
    except psycopg.Error as error:
        if is_lost(error):
            raise TransactionLost(perhaps_committed=True) from error
        raise
    finally:
        raw.remove_notice_handler(warnings.append)
    if result.statusmessage != "COMMIT":
        raise TransactionLost
    if warnings:
        # The wait for the standbys was given up, by us or an operator: it is committed here, and perhaps nowhere else.
        raise StoreBusy(Problem.NOT_CONFIRMED)


def _fill_file(store: Store, conn: sqlite3.Connection, names: list[str]) -> None:
    conn.execute("BEGIN")
    apply(conn, [migration for migration in MIGRATIONS if migration.name in names])
    for table in postgres_schema.Blueprint(names).tables:
        columns = ", ".join(table.columns)
        conn.executemany(
            f"INSERT INTO {table.name} ({columns}) VALUES ({marks(table.columns)})",  # noqa: S608 (no input)
            store.stream(f"SELECT {columns} FROM {table.name}"),  # noqa: S608 (no input)
        )
    conn.execute("COMMIT")


def _fill_table(session: Session, source: Store, table: postgres_schema.SchemaTable) -> None:
    columns = ", ".join(table.columns)
    with session.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in source.stream(f"SELECT {columns} FROM {table.name}"):  # noqa: S608 (no input)
            copy.write_row(row)
    if table.has_identity:
        (largest,) = session.execute(f"SELECT coalesce(max(id), 0) FROM {table.name}").fetchone() or (0,)  # noqa: S608
        session.execute(f"ALTER TABLE {table.name} ALTER COLUMN id RESTART WITH {largest + 1}")
