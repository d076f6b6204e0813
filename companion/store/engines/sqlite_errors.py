"""Translate SQLite's errors into the store's own."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from companion.store.errors import NoSuchGame, NotPossible, Problem, StoreBroken, StoreBusy, StoreError, StoreFull

PRIMARY_CODE = 0xFF
"""Masks the kind of error in SQLite's extended error codes."""

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CANNOT_BE_READ = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ})
_NOT_TEXT = "Could not decode to UTF-8"
"""Python's message for text from a damaged page, which comes without an error code."""


@contextmanager
def translate_errors() -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        translated = store_error(error)
        if translated is None:
            raise
        raise translated from error
    except UnicodeDecodeError as error:
        # SQLite's own error message quotes a damaged page.
        raise StoreBroken from error
    except OverflowError as error:
        raise NotPossible(Problem.NUMBER_TOO_LARGE) from error


def store_error(error: sqlite3.Error) -> StoreError | None:
    """Return the store's error for one of SQLite's; None for a bug in this app."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        # Another phone deleted the game a moment ago.
        return NoSuchGame()
    match code & PRIMARY_CODE:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy()
        case sqlite3.SQLITE_FULL:
            return StoreFull()
        case _ if is_damage(error):
            return StoreBroken()
        case sqlite3.SQLITE_IOERR if code in _CANNOT_BE_READ:
            return StoreBroken(Problem.DISK_READ_ERROR)
        case sqlite3.SQLITE_IOERR:
            return StoreBroken(Problem.DISK_WRITE_ERROR)
        case sqlite3.SQLITE_READONLY:
            return StoreBroken(Problem.DATABASE_READ_ONLY)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreBroken(Problem.DATABASE_NOT_OPENED)
        case _:
            return None


def is_damage(error: BaseException | None) -> bool:
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)
    code = getattr(error, "sqlite_errorcode", 0)
    return code & PRIMARY_CODE in _DAMAGE or str(error).startswith(_NOT_TEXT)
