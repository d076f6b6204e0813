"""Translate SQLite's errors into the store's own, each with a sentence for the table."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from companion.store.errors import NoSuchGame, NotPossible, StoreBroken, StoreBusy, StoreError, StoreFull

PRIMARY_CODE = 0xFF
"""The part of SQLite's error codes that names the kind of error; the rest tells the details."""

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CANNOT_BE_READ = frozenset({sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ})
_NOT_TEXT = "Could not decode to UTF-8"
"""Python's own words for text of a damaged page; they come without a code."""
_READ_ONLY = "The database cannot be written: the file or its folder is read-only. Nothing was saved."


@contextmanager
def translate_errors() -> Generator[None]:
    """Raise the errors of SQLite as errors of the store."""
    try:
        yield
    except sqlite3.Error as error:
        told = store_error(error)
        if told is None:
            raise
        raise told from error
    except UnicodeDecodeError as error:
        # SQLite's own complaint quotes a damaged page.
        raise StoreBroken from error
    except OverflowError as error:
        raise NotPossible("There is a number in this that is larger than anything here.") from error


def store_error(error: sqlite3.Error) -> StoreError | None:
    """Return the store's error for one of SQLite's; None for a mistake in this program."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        # What it belongs to was deleted on another phone a moment ago.
        return NoSuchGame()
    match code & PRIMARY_CODE:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy()
        case sqlite3.SQLITE_FULL:
            return StoreFull()
        case _ if is_damage(error):
            return StoreBroken()
        case sqlite3.SQLITE_IOERR if code in _CANNOT_BE_READ:
            return StoreBroken("The database cannot be read: the disk of this server reports an error.")
        case sqlite3.SQLITE_IOERR:
            return StoreBroken(
                "The database cannot be written: the disk of this server reports an error. Nothing was saved."
            )
        case sqlite3.SQLITE_READONLY:
            return StoreBroken(_READ_ONLY)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreBroken("The database cannot be opened: its folder is read-only, or this user may not read it.")
        case _:
            return None


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error says that a file is damaged, or no database at all."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)
    code = getattr(error, "sqlite_errorcode", 0)
    return code & PRIMARY_CODE in _DAMAGE or str(error).startswith(_NOT_TEXT)
