"""Backup of the running store, and restore of a backup into it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.store.backup.copies import BEFORE_RESTORE, find_damage, sync_to_disk, unfinished_file, unused_copy_name
from companion.store.backup.read_only import ReadOnlyStore, open_migrated, open_read_only
from companion.store.database import Store, count_restore
from companion.store.engines.sqlite import DATABASE, SqliteStore
from companion.store.engines.sqlite_errors import is_damage, translate_errors
from companion.store.errors import Problem, StoreBroken
from companion.store.opening import SECRET, DatabasePlace, open_store, open_to_read
from companion.store.schema import applied, apply, check_schema, pending

_OWN_NAMES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal", SECRET)


def open_for_backup(place: DatabasePlace, secret: bytes = b"") -> AbstractContextManager[Store]:
    """Open the games of a place as they are, an SQLite file with the tables that it has."""
    return open_to_read(place, secret) if place.database else open_read_only(place.folder / DATABASE)


def backup(store: Store, target: Path) -> None:
    """Copy the database in one consistent state, while others read and write it.

    An old backup is replaced only by a good new one; of a link, the file that it leads to. It holds no secrets: phones,
    links and codes are hashed. Raise StoreBroken for a target that is one of the store's own files, under any name.
    """
    if _is_own_file(target, store.folder):
        raise StoreBroken(Problem.BACKUP_ONTO_OWN_FILE, path=target)
    if _exists(target) and not target.is_file():
        raise StoreBroken(Problem.BACKUP_NOT_A_FILE, path=target)
    with translate_errors():
        if isinstance(store, SqliteStore) and not store.db.table_names():
            raise StoreBroken(Problem.EMPTY_DATABASE, path=store.path)
    store.copy_to(target.resolve())


def restore(store: Store, source: Path) -> Path:
    """Replace all games with those of a backup, even while servers run; return the copy of the replaced ones."""
    with _checked(source, store.folder), open_migrated(source) as current:
        return store.replace_all(current, count_restore)


@dataclass(frozen=True, slots=True)
class Restored:
    before: Path
    damaged: bool
    """The replaced database was damaged, so its file was set aside. A running server must be restarted."""


def restore_place(place: DatabasePlace, source: Path) -> Restored:
    """Restore a backup into a place that is empty, or has a store, even a damaged SQLite file."""
    path = place.folder / DATABASE
    if not place.database and path.is_file() and path.stat().st_size and damage_of_file(path):
        return Restored(_restore_over_damage(place.folder, source), damaged=True)
    with closing(open_store(place)) as store:
        return Restored(restore(store, source), damaged=False)


def _restore_over_damage(folder: Path, source: Path) -> Path:
    """Put a backup in place of a damaged store; return the new path of the damaged file."""
    path = folder / DATABASE
    with translate_errors(), _checked(source, folder) as backup_store, unfinished_file(folder) as copy:
        with closing(sqlite3.connect(copy, isolation_level=None)) as conn:
            backup_store.db.conn.backup(conn)
            conn.execute("PRAGMA journal_mode=DELETE")
            apply(conn, pending(applied(conn)))
            count_restore(conn)
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
def _checked(source: Path, folder: Path) -> Iterator[ReadOnlyStore]:
    """Yield a backup that is undamaged and of this app."""
    if _is_own_file(source, folder):
        raise StoreBroken(Problem.BACKUP_FROM_OWN_FILE, path=source)
    if _exists(source) and not source.is_file():
        raise StoreBroken(Problem.BACKUP_NOT_ORDINARY, path=source)
    try:
        with source.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise StoreBroken(Problem.BACKUP_NOT_READ, path=source, reason=error.strerror) from error
    if empty:
        raise StoreBroken(Problem.EMPTY_FILE, path=source)
    damage = damage_of_file(source)
    if damage is not None:
        raise damage
    with open_read_only(source) as store:
        check_schema(store.db.conn, source)
        if not applied(store.db.conn):
            raise StoreBroken(Problem.FOREIGN_DATABASE, path=source)
        yield store


def damage_of_file(path: Path) -> StoreBroken | None:
    try:
        with open_read_only(path) as store:
            damage = find_damage(store.db.conn)
    except StoreBroken as error:
        if is_damage(error.__cause__):
            return StoreBroken(Problem.NOT_A_DATABASE, path=path)
        raise
    return StoreBroken(Problem.BACKUP_DAMAGED, path=path, damage=damage) if damage else None


def _is_own_file(path: Path, folder: Path) -> bool:
    """Return whether a path leads to a file of this store or of another server's, under any name."""
    try:
        resolved = path.resolve()
    except RuntimeError as error:
        raise StoreBroken(Problem.LINKS_IN_CIRCLES, path=path) from error
    folders = [folder.resolve()]
    if any(_exists(resolved.with_name(name)) for name in (SECRET, f"{DATABASE}-wal")):
        # This is another server's folder.
        folders.append(resolved.parent)
    return any(_same_file(resolved, own / name) for own in folders for name in _OWN_NAMES)


def _exists(path: Path) -> bool:
    """Return whether there is something, as far as this user may know."""
    try:
        return path.exists()
    except OSError:
        return False


def _same_file(path: Path, own: Path) -> bool:
    try:
        return path.samefile(own)
    except OSError:
        # A file that doesn't exist yet is the same if it would be created in the same place.
        return path.name.casefold() == own.name.casefold() and _same_folder(path.parent, own.parent)


def _same_folder(folder: Path, other: Path) -> bool:
    try:
        return folder.samefile(other)
    except OSError:
        return False
