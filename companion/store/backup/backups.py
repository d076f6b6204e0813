"""Backup of the running store, and restore of a backup into it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.store.backup.copies import copy_whole, find_damage, keep_copy, unused_copy_name
from companion.store.backup.read_only import ReadOnlyStore, open_read_only
from companion.store.backup.unfinished_files import sync_to_disk, unfinished_file
from companion.store.database import DATABASE, SECRET, Store, open_store
from companion.store.errors import StoreBroken
from companion.store.schema import MIGRATIONS, check_schema
from companion.store.sqlite_errors import is_damage, translate_errors

BEFORE_RESTORE = "before-restore"
_OWN_NAMES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal", SECRET)


def backup(store: Store, target: Path) -> None:
    """Copy the database as it is at one moment, while others read and write it.

    An old backup is replaced only by a good new one. It holds no secrets: phones, links and codes stand in it only
    hashed. A target that is one of the store's own files, under whatever name, is refused.
    """
    if _is_own_file(target, store.path.parent):
        raise StoreBroken(f"{target} is a file of the running app, and no place for a backup: choose another name.")
    if target.exists() and not target.is_file():
        raise StoreBroken(f"The backup {target} cannot be written: it is no ordinary file.")
    with translate_errors():
        if not store.db.table_names():
            raise StoreBroken(f"{store.path} is empty: it holds no games.")
        copy_whole(store.db.conn, target)


def restore(store: Store, source: Path) -> Path:
    """Replace the games by those of a backup, also while servers run; return the copy of what was there before.

    One transaction holds the write lock from before that copy until everything is replaced and brought up to date: a
    hand that was confirmed before is in the copy, one that is confirmed later is in the restored store, and a restore
    that is killed has changed nothing.
    """
    with translate_errors(), _attached(store, source) as conn:
        conn.execute("BEGIN IMMEDIATE")
        try:
            before = keep_copy(store.path, BEFORE_RESTORE)
            _replace_all(conn)
            MIGRATIONS.apply(Database(conn))
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
    store.close()
    return before


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did."""

    before: Path
    """The copy of what was there before."""
    damaged: bool
    """What was there was damaged, and its file was set aside; a server that has it open must be started again."""


def restore_folder(folder: Path, source: Path) -> Restored:
    """Restore a backup into a folder, whatever is there: nothing yet, a store, or a damaged one."""
    path = folder / DATABASE
    if path.is_file() and path.stat().st_size and damage_of_file(path):
        return Restored(_restore_over_damage(folder, source), damaged=True)
    store = open_store(folder)
    try:
        return Restored(restore(store, source), damaged=False)
    finally:
        store.close()


def _restore_over_damage(folder: Path, source: Path) -> Path:
    """Put a backup in the place of a store that is too damaged to be copied; return where the damaged file went."""
    path = folder / DATABASE
    with translate_errors(), _checked(source, folder) as backup_store, unfinished_file(folder) as copy:
        conn = sqlite3.connect(copy, isolation_level=None)
        try:
            backup_store.db.conn.backup(conn)
            conn.execute("PRAGMA journal_mode=DELETE")
            MIGRATIONS.apply(Database(conn))
        finally:
            conn.close()
        sync_to_disk(copy)
        before = unused_copy_name(path, BEFORE_RESTORE)
        try:
            before.hardlink_to(path)
        except OSError:
            shutil.copyfile(path, before)
        log = path.with_name(f"{DATABASE}-wal")
        if log.exists():
            # The new file must not meet the old one's log.
            log.rename(before.with_name(f"{before.name}-wal"))
        path.with_name(f"{DATABASE}-shm").unlink(missing_ok=True)
        copy.replace(path)
        sync_to_disk(folder)
    return before


@contextmanager
def _attached(store: Store, source: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to the store with a sound backup of this app attached to it as `restored`."""
    with _checked(source, store.path.parent) as backup_store:
        conn = sqlite3.connect(
            store.path.resolve().as_uri(), uri=True, timeout=store.busy_seconds, isolation_level=None
        )
        try:
            # The tables are replaced one after the other; what refers to what is right again at the end.
            for setting in ("foreign_keys=OFF", "trusted_schema=OFF", "synchronous=FULL"):
                conn.execute(f"PRAGMA {setting}")
            conn.execute("ATTACH ? AS restored", [backup_store.uri])
            yield conn
        finally:
            conn.close()


@contextmanager
def _checked(source: Path, folder: Path) -> Iterator[ReadOnlyStore]:
    """Yield a backup that is whole and of this app."""
    if _is_own_file(source, folder):
        raise StoreBroken(f"{source} is a file of the running app, and no backup.")
    try:
        with source.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise StoreBroken(f"The backup {source} cannot be read: {error.strerror}.") from error
    if empty:
        raise StoreBroken(f"{source} is empty.")
    reason = damage_of_file(source)
    if reason:
        raise StoreBroken(f"{source} {reason}.")
    with open_read_only(source) as store:
        check_schema(store.db, source)
        if not MIGRATIONS.applied(store.db):
            raise StoreBroken(f"{source} is a database, but holds no games of this app.")
        yield store


def damage_of_file(path: Path) -> str:
    """Return in words what is wrong with a database file; nothing if it is sound."""
    try:
        with open_read_only(path) as store:
            reason = find_damage(store.db.conn)
    except StoreBroken as error:
        if is_damage(error.__cause__):
            return "is no database"
        raise
    return f"is damaged: {reason}" if reason else ""


def _replace_all(conn: sqlite3.Connection) -> None:
    """Replace all tables by those of the attached backup, within the transaction that is open."""
    for name, kind in conn.execute(
        "SELECT name, type FROM main.sqlite_schema WHERE name NOT GLOB 'sqlite_*'"
    ).fetchall():
        if kind != "index":
            conn.execute(f"DROP {kind} main.{_quoted(name)}")
    parts = conn.execute(
        "SELECT name, type, sql FROM restored.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' "
        "AND type IN ('table', 'index') ORDER BY type DESC"
    ).fetchall()
    for name, kind, sql in parts:
        conn.execute(sql)
        if kind == "table":
            conn.execute(f"INSERT INTO main.{_quoted(name)} SELECT * FROM restored.{_quoted(name)}")  # noqa: S608


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _is_own_file(path: Path, folder: Path) -> bool:
    """Return whether a path leads to a file of this store or of another one, whatever it is called."""
    whole = path.resolve()
    folders = [folder.resolve()]
    if (whole.parent / SECRET).exists():
        # The folder of another server.
        folders.append(whole.parent)
    return any(_same_file(whole, own / name) for own in folders for name in _OWN_NAMES)


def _same_file(path: Path, own: Path) -> bool:
    try:
        return path.samefile(own)
    except OSError:
        # One of them does not exist yet; then it is the same if it would be made in the same place.
        return path.name.casefold() == own.name.casefold() and _same_folder(path.parent, own.parent)


def _same_folder(folder: Path, other: Path) -> bool:
    try:
        return folder.samefile(other)
    except OSError:
        return False
