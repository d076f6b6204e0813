"""A copy of everything while it runs, and the way back from one."""

import os
import sqlite3
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from companion.store.database import Store, in_words, migrate
from companion.store.errors import StoreBroken
from companion.store.schema import MIGRATIONS, migration_names


def backup(store: Store, target: Path) -> None:
    """Copy the database as it is at one moment, while others read and write it.

    The copy is made aside, checked, and put in place whole: an old backup is replaced only by a good new one. It holds
    no secrets: phones, links and codes stand in it only hashed.
    """
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        os.close(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with in_words():
            copy = sqlite3.connect(aside, isolation_level=None)
            try:
                store.db.conn.backup(copy)
                # One file, not three: a backup is copied about.
                copy.execute("PRAGMA journal_mode=DELETE")
                _check_whole(copy, target)
            finally:
                copy.close()
        _synced(aside)
        aside.replace(target)
        _synced(target.parent)
    except OSError as trouble:
        raise StoreBroken(f"The backup {target} cannot be written: {trouble.strerror}.") from trouble
    finally:
        aside.unlink(missing_ok=True)


def restore(store: Store, source: Path) -> Path:
    """Put a backup in the place of what is there, also while servers run; give the copy of what was there before.

    What is there is copied aside first, and nothing changes unless the backup is whole and of this product.
    """
    _check_readable(source)
    before = _unused(store.path.with_name(f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"))
    backup(store, before)
    with in_words():
        copy = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            _check_whole(copy, source)
            _check_ours(copy, source)
            copy.backup(store.db.conn)
        finally:
            copy.close()
    store.close()
    migrate(store)
    return before


def _unused(path: Path) -> Path:
    """Find a name that nothing has yet: two restores in one second must not overwrite each other's way back."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())


def _check_readable(source: Path) -> None:
    try:
        with source.open("rb") as file:
            file.read(1)
    except OSError as trouble:
        raise StoreBroken(f"The backup {source} cannot be read: {trouble.strerror}.") from trouble


def _check_whole(conn: sqlite3.Connection, path: Path) -> None:
    try:
        said = [row[0] for row in conn.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as trouble:
        raise StoreBroken(f"{path} is no database.") from trouble
    if said != ["ok"]:
        raise StoreBroken(f"{path} is damaged: {said[0]}.")


def _check_ours(conn: sqlite3.Connection, path: Path) -> None:
    tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not {"journal", "games", MIGRATIONS.migrations_table} <= tables:
        raise StoreBroken(f"{path} is a database, but holds no games of this app.")
    applied = {row[0] for row in conn.execute(f"SELECT name FROM {MIGRATIONS.migrations_table}")}  # noqa: S608
    if applied - set(migration_names()):
        raise StoreBroken(f"{path} was made by a newer version of the app; update the app first.")


def _synced(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
