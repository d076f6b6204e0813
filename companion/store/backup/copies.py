"""Whole copies of a database: made aside, checked, and put in place only when they are on the disk."""

import os
import re
import sqlite3
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from companion.store.backup.unfinished_files import sync_to_disk, unfinished_file
from companion.store.errors import StoreBroken
from companion.store.sqlite_errors import is_damage


def copy_whole(conn: sqlite3.Connection, target: Path) -> None:
    """Copy what a connection sees at one moment into one file; an older file is replaced only by a good new one."""
    try:
        with unfinished_file(target.parent) as aside:
            copy = sqlite3.connect(aside, isolation_level=None)
            try:
                # It is synced once, when it is complete.
                copy.execute("PRAGMA synchronous=OFF")
                copy.execute("PRAGMA journal_mode=OFF")
                _copy_sound(conn, copy)
            finally:
                copy.close()
            sync_to_disk(aside)
            aside.replace(target)
            sync_to_disk(target.parent)
    except OSError as error:
        raise StoreBroken(f"The backup {target} cannot be written: {error.strerror}.") from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise StoreBroken(f"The backup {target} cannot be written: its disk is full.") from error
        raise


def _copy_sound(conn: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    try:
        conn.backup(copy)
        # One file, not three: a backup is copied about.
        copy.execute("PRAGMA journal_mode=DELETE")
        reason = find_damage(copy)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        reason = str(error)
    if reason:
        raise StoreBroken(f"The database is damaged ({reason}): no copy was made. Restore a backup.")


def keep_copy(path: Path, name: str, *, most: int | None = None) -> Path:
    """Copy a database beside itself as `NAME-DATE-TIME.db`, and remove the oldest of more than `most` such copies.

    The caller holds the write lock, so the copy holds whatever was confirmed until then.
    """
    target = unused_copy_name(path, name)
    conn = sqlite3.connect(path, isolation_level=None)
    try:
        copy_whole(conn, target)
    finally:
        conn.close()
    if most is not None:
        pattern = re.compile(rf"{re.escape(name)}-\d{{8}}-\d{{6}}(-\d+)?\.db")
        kept = [found for found in path.parent.iterdir() if pattern.fullmatch(found.name) and found != target]
        kept.sort(key=lambda found: found.stat().st_mtime_ns, reverse=True)
        for old in kept[most - 1 :]:
            old.unlink(missing_ok=True)
    return target


def find_damage(conn: sqlite3.Connection, schema: str = "main") -> str:
    """Return what is wrong with a database file, or nothing if it is sound."""
    try:
        results = [str(row[0]) for row in conn.execute(f"PRAGMA {schema}.integrity_check")]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        return str(error)
    return "" if results == ["ok"] else results[0]


def unused_copy_name(path: Path, name: str) -> Path:
    """Return a name for a copy beside a database: two copies in one second must not overwrite each other."""
    first = path.with_name(f"{name}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
    names = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(name for name in chain([first], names) if not os.path.lexists(name))
