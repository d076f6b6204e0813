"""Connections to PostgreSQL: a pool for each process, which waits less for a server that is away, and their errors."""

import os
import secrets
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeAlias

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.store.errors import (
    NoSuchGame,
    NotPossible,
    Problem,
    StoreBroken,
    StoreBusy,
    StoreError,
    StoreFull,
    TransactionLost,
)
from companion.store.limits import has_limit

Raw: TypeAlias = psycopg.Connection[tuple[Any, ...]]

MOST_CONNECTIONS = 8
"""Connections of a process: one for each of its threads, and for those that watch."""
_READ_PATIENCE = 4.0
"""Seconds for which a read waits for a connection: none is free only if the database can't be reached."""
_AWAY_FOR = 5.0
"""Seconds for which reads don't wait after one has waited in vain, so that threads are left for what needs no
database."""
_AWAY_PATIENCE = 0.2
ANSWERS_WITHIN = 12.0
"""Seconds for which a request may hold a connection: longer than it waits for locks or standbys. A server that hangs
keeps its connections open, so nothing else would end the wait."""
_LOOK_EVERY = 0.25
_DEFAULTS = {
    "client_encoding": "UTF8",
    "connect_timeout": "5",
    "target_session_attrs": "read-write",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""How a lost server is noticed; the address may say otherwise."""
CLIENT = f"gem-companion {secrets.token_hex(4)}"
_PATIENCE = "SET lock_timeout TO '10s'; SET idle_in_transaction_session_timeout TO '20s'"

_REFUSED = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.UniqueViolation,
    errors.ExclusionViolation,
    errors.DuplicateTable,
    errors.DuplicateObject,
    errors.DuplicateColumn,
)
"""Two transactions got in each other's way. What is a duplicate, the other transaction has just added."""
_LOST = (
    errors.ReadOnlySqlTransaction,  # this server has become a standby
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
)
_BUSY = (errors.LockNotAvailable, errors.QueryCanceled, errors.TooManyConnections, errors.OutOfMemory)


class Connections:
    def __init__(self, address: str, busy_seconds: float) -> None:
        self._conninfo = connection_info(address)
        self._busy_seconds = busy_seconds
        self._pools: dict[int, ConnectionPool[Raw]] = {}
        self._opening = threading.Lock()
        self._limits = _Limits()
        self._away_until = 0.0

    @contextmanager
    def take(self, *, patient: bool = False) -> Generator[Raw]:
        """Yield a connection of the pool. One that leads to a server that can't write is closed."""
        with self._taken(patient=patient) as raw:
            try:
                yield raw
            except psycopg.Error as error:
                if is_lost(error):
                    raw.close()
                raise

    @contextmanager
    def _taken(self, *, patient: bool) -> Generator[Raw]:
        is_away = time.monotonic() < self._away_until
        seconds = self._busy_seconds if patient else _AWAY_PATIENCE if is_away else _READ_PATIENCE
        pool = self._pool
        try:
            raw = pool.getconn(timeout=min(seconds, self._busy_seconds))
        except PoolTimeout:
            self._away_until = time.monotonic() + _AWAY_FOR
            raise
        self._away_until = 0.0
        try:
            with raw, self._limits.held(raw) if has_limit() else nullcontext():
                yield raw
        finally:
            if self._limits.cut(raw):
                self._away_until = time.monotonic() + _AWAY_FOR
            pool.putconn(raw)

    @property
    def _pool(self) -> ConnectionPool[Raw]:
        process = os.getpid()
        with self._opening:
            if process not in self._pools:
                self._pools[process] = ConnectionPool(
                    self._conninfo,
                    kwargs={"autocommit": True, "application_name": CLIENT},
                    configure=_configure,
                    min_size=1,
                    max_size=MOST_CONNECTIONS,
                    timeout=self._busy_seconds,
                    reconnect_timeout=self._busy_seconds,
                    open=True,
                )
            return self._pools[process]

    def close(self) -> None:
        with self._opening:
            pool = self._pools.pop(os.getpid(), None)
        if pool is not None:
            pool.close()


class _Limits:
    """Cuts connections that requests hold for too long."""

    def __init__(self) -> None:
        self._held: dict[Raw, float] = {}
        self._cut: set[Raw] = set()
        self._lock = threading.Lock()
        self._watched_by = 0
        """The process whose thread looks at them."""

    @contextmanager
    def held(self, raw: Raw) -> Generator[None]:
        """Cut a connection if it is still held after a while."""
        with self._lock:
            self._held[raw] = time.monotonic() + ANSWERS_WITHIN
            if self._watched_by != os.getpid():
                self._watched_by = os.getpid()
                threading.Thread(target=self._watch, name="connections", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(raw, None)

    def cut(self, raw: Raw) -> bool:
        """Return whether a connection was cut, once."""
        with self._lock:
            was_cut = raw in self._cut
            self._cut.discard(raw)
        return was_cut

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK_EVERY)
            with self._lock:
                for raw in [raw for raw, until in self._held.items() if time.monotonic() > until]:
                    del self._held[raw]
                    self._cut.add(raw)
                    # The thread that waits for an answer wakes up with an error.
                    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(raw.fileno())) as line:
                        line.shutdown(socket.SHUT_RDWR)


def connection_info(address: str) -> str:
    given = conninfo_to_dict(address)
    return make_conninfo(address, **{name: value for name, value in _DEFAULTS.items() if name not in given})


class _WideInt(Int8Dumper):
    """Integers of one width, as all columns have them: one plan for each statement."""


def _configure(raw: Raw) -> None:
    raw.adapters.register_dumper(int, _WideInt)
    raw.execute(_PATIENCE)


@contextmanager
def translate_errors() -> Generator[None]:
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        translated = store_error(error)
        if translated is None:
            raise
        raise translated from error


def store_error(error: Exception) -> StoreError | None:
    """Return the store's error for one of PostgreSQL's; None for a bug in this app."""
    match error:
        case errors.ForeignKeyViolation():
            # Another phone deleted the game a moment ago.
            return NoSuchGame()
        case errors.DiskFull():
            return StoreFull()
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return StoreBroken()
        case errors.InsufficientPrivilege():
            return StoreBroken(Problem.DATABASE_NOT_PERMITTED)
        case errors.NumericValueOutOfRange():
            return NotPossible(Problem.NUMBER_TOO_LARGE)
        case _ if isinstance(error, _REFUSED) or is_lost(error):
            return TransactionLost()
        case PoolTimeout():
            return StoreBusy(Problem.NOT_REACHED)
        case _ if isinstance(error, _BUSY):
            return StoreBusy()
        case _:
            return None


def is_lost(error: BaseException) -> bool:
    """Return whether the connection is lost, or leads to a server that can't write."""
    if isinstance(error, _LOST):
        return True
    if isinstance(error, PoolTimeout):
        return False
    # The driver reports a lost connection without one of PostgreSQL's codes.
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and error.sqlstate is None


def reason_of(error: Exception) -> str:
    """Return the reason of an error in one line, without PostgreSQL's question whether the server is running."""
    lines = [line for line in str(error).splitlines() if not line.startswith("\tIs the server running")]
    return " ".join(" ".join(lines).split()).rstrip(".") or type(error).__name__
