"""Translate PostgreSQL's errors into the store's own."""

from collections.abc import Generator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

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


@contextmanager
def translate_errors() -> Generator[None]:
    """Raise the errors of PostgreSQL as errors of the store."""
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
