"""Regular backups of an SQLite store into a folder, each checked, of which the latest are kept."""

import math
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.store.backup.backups import backup
from companion.store.backup.copies import find_copies, remove_abandoned, remove_oldest, unused_copy_name
from companion.store.backup.read_only import open_migrated, open_read_only
from companion.store.engines.sqlite import DATABASE
from companion.store.engines.sqlite_errors import translate_errors
from companion.store.errors import Problem, StoreBroken, StoreError

NAME = "regular"
"""What the names of these backups begin with; nothing else is ever removed."""
_LOOK_EVERY = 60.0
"""Seconds after which the time is looked at again: clocks jump, and machines sleep."""


def make(instance: Path, folder: Path, keep: int) -> Path:
    """Make a backup, check it, and only then remove the oldest beyond `keep`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreBroken(Problem.FOLDER_NOT_MADE, path=folder, reason=error.strerror) from error
    target = unused_copy_name(folder / DATABASE, NAME)
    with open_read_only(instance / DATABASE) as store:
        # This checks the integrity of the copy before it gets its name.
        backup(store, target)
    try:
        with open_migrated(target) as copied, translate_errors():
            for name in copied.db.table_names():
                copied.db.execute(f'SELECT count(*) FROM "{name}"').fetchone()  # noqa: S608 (the name of a table)
    except StoreError:
        target.unlink(missing_ok=True)
        raise
    remove_oldest(target, NAME, keep)
    return target


def date_of_newest(folder: Path) -> float:
    """Return when the newest backup in a folder was made; 0 if there is none."""
    return max(_dates(folder), default=0.0)


def seconds_until_due(folder: Path, every: float, now: float) -> float:
    """Return the seconds until the next backup is due, which follows from the newest one.

    One from the future, made while the clock was wrong, says nothing about that.
    """
    newest = max((date for date in _dates(folder) if date <= now + every), default=-math.inf)
    return max(0, newest + every - now)


def _dates(folder: Path) -> list[float]:
    try:
        return [file.stat().st_mtime for file in find_copies(folder, NAME)]
    except OSError:
        return []


@dataclass(frozen=True, slots=True)
class BackupPlan:
    instance: Path
    folder: Path
    every: float
    keep: int

    def run(self, complain: Callable[[StoreError], None]) -> NoReturn:
        """Make backups for as long as this process runs; complain of what failed, and try again next time."""
        remove_abandoned(self.folder)
        not_before = -math.inf
        while True:
            wait = max(
                seconds_until_due(self.folder, self.every, time.time()), min(not_before - time.monotonic(), self.every)
            )
            if wait > 0:
                time.sleep(min(wait, _LOOK_EVERY))
                continue
            try:
                make(self.instance, self.folder, self.keep)
            except (StoreError, OSError, sqlite3.Error) as error:
                complain(StoreError(Problem.REGULAR_BACKUP_FAILED, cause=error))
            # After a good one too: its date may be wrong.
            not_before = time.monotonic() + self.every
