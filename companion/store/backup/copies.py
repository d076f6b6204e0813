"""Files that appear only when they are complete and on the disk, such as checked copies of a database.

What a process that was killed while writing left behind is removed.
"""

import os
import re
import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from stat import S_ISREG

from companion.store.engines.sqlite_errors import is_damage
from companion.store.errors import Problem, StoreBroken

if sys.platform != "win32":
    import fcntl

BEFORE_UPDATE = "before-update"
BEFORE_RESTORE = "before-restore"
"""Names of the copies that are kept before everything is updated or replaced."""
_PREFIX = ".companion-unfinished-"
_UNFINISHED = re.compile(rf"{re.escape(_PREFIX)}[0-9a-f]+")
_SQLITE_SUFFIXES = ("", "-journal", "-wal", "-shm")
_own: set[str] = set()
"""The names of this process's unfinished files. A copy that was renamed to one of them isn't locked."""


@contextmanager
def unfinished_file(folder: Path) -> Iterator[Path]:
    """Yield a new private file in a folder, to be written and then renamed or linked into place.

    It is locked while its process lives, which tells it from an abandoned file. Abandoned files are removed first.
    """
    remove_abandoned(folder)
    path, handle = _locked_file(folder)
    _own.add(path.name)
    try:
        yield path
    finally:
        _own.discard(path.name)
        _remove(path)
        os.close(handle)


def remove_abandoned(folder: Path) -> None:
    """Remove the unfinished files of killed processes."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return
    for path in paths:
        with suppress(OSError):
            unfinished = _UNFINISHED.match(path.name)
            if unfinished and unfinished[0] not in _own:
                _remove_if_unlocked(folder / unfinished[0])


def sync_to_disk(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole; it is on the disk when this returns."""
    aside = path.with_name(f"{path.name}.new")
    aside.write_bytes(content)
    sync_to_disk(aside)
    aside.replace(path)


def _locked_file(folder: Path) -> tuple[Path, int]:
    while True:
        path = folder / f"{_PREFIX}{secrets.token_hex(8)}"
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
        # Another command may have removed it as abandoned before it was locked.
        if path.exists():
            return path, handle
        os.close(handle)


def _remove_if_unlocked(path: Path) -> None:
    """Remove a file unless a process holds its lock. Where locks don't work, remove nothing."""
    if sys.platform == "win32":
        return
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        _remove(path)
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _remove(path)
    except OSError:
        return
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    for suffix in _SQLITE_SUFFIXES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def write_whole(target: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Write a database into one file. An older file is replaced only by a good new one."""
    try:
        with unfinished_file(target.parent) as unfinished:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
                # The file is synced once, when it is complete.
                copy.execute("PRAGMA synchronous=OFF")
                copy.execute("PRAGMA journal_mode=OFF")
                _fill_undamaged(copy, fill)
            sync_to_disk(unfinished)
            unfinished.replace(target)
            sync_to_disk(target.parent)
    except OSError as error:
        raise StoreBroken(Problem.BACKUP_NOT_WRITTEN, path=target, reason=error.strerror) from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise StoreBroken(Problem.BACKUP_DISK_FULL, path=target) from error
        raise


def _fill_undamaged(copy: sqlite3.Connection, fill: Callable[[sqlite3.Connection], None]) -> None:
    try:
        fill(copy)
        # A backup is one file, without a write-ahead log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
        damage = find_damage(copy)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        damage = str(error)
    if damage:
        raise StoreBroken(Problem.NO_COPY_OF_DAMAGE, damage=damage)


def keep_copy(path: Path, name: str, *, most: int | None = None) -> Path:
    """Copy a database beside itself as `NAME-DATE-TIME.db`, and keep the latest `most` such copies.

    The caller holds the write lock, so the copy has everything that was confirmed until then.
    """
    target = unused_copy_name(path, name)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        write_whole(target, conn.backup)
    if most is not None:
        remove_oldest(target, name, most)
    return target


def remove_oldest(new: Path, name: str, most: int) -> None:
    """Remove the oldest copies `NAME-DATE-TIME.db` beside a new one, so that at most `most` are left with it.

    One with a later date was made before it all the same, while the clock was wrong: such copies go first.
    """
    made = new.stat().st_mtime_ns
    others = [file for file in find_copies(new.parent, name) if file != new]
    others.sort(key=lambda file: file.stat().st_mtime_ns <= made)
    for file in others[: max(0, len(others) + 1 - most)]:
        # The new copy is good even if an old one can't be removed.
        with suppress(OSError):
            file.unlink()


def find_copies(folder: Path, name: str) -> list[Path]:
    """Return the copies `NAME-DATE-TIME.db` in a folder, the oldest first; no folders and links with such names."""
    pattern = re.compile(rf"{re.escape(name)}-\d{{8}}-\d{{6}}(-\d+)?\.db")
    copies = [file for file in folder.iterdir() if pattern.fullmatch(file.name) and S_ISREG(file.lstat().st_mode)]
    return sorted(copies, key=lambda file: (file.stat().st_mtime_ns, file.name))


def find_damage(conn: sqlite3.Connection) -> str:
    try:
        results = [str(row[0]) for row in conn.execute("PRAGMA integrity_check")]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            raise
        return str(error)
    return "" if results == ["ok"] else results[0]


def unused_copy_name(path: Path, name: str) -> Path:
    """Return an unused name for a copy beside a database, even for two copies in one second."""
    first = path.with_name(f"{name}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
    names = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(name for name in chain([first], names) if not os.path.lexists(name))
