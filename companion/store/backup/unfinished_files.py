"""Files that appear only when they are complete, and cleanup after a process that was killed while writing."""

import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

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
