"""Move a whole store to another database engine or another folder, while nothing is served."""

import hashlib
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.store.backup.backups import open_for_backup
from companion.store.backup.checks import CheckReport, check
from companion.store.backup.copies import unfinished_file
from companion.store.backup.read_only import open_migrated
from companion.store.database import Store
from companion.store.engines.postgres_schema import Blueprint
from companion.store.engines.sqlite import DATABASE
from companion.store.errors import Problem, StoreBroken
from companion.store.opening import SECRET, DatabasePlace, given_secret, open_store, read_secret, replace_secret
from companion.store.schema import migration_names


class MoveOutcome(StrEnum):
    MOVED = "moved"
    UNCHANGED = "unchanged"
    """The target had the same games and the same secret already."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    outcome: MoveOutcome
    report: CheckReport


def move(source: DatabasePlace, target: DatabasePlace) -> MoveReport:
    """Copy all games to a place that has none, with the secret of the phones; check them there.

    Nothing is changed at the source, nor at a target that has other games. The secret of a target without games is
    replaced. A killed move can be run again.
    """
    if _is_same(source, target):
        raise StoreBroken(Problem.MOVED_NOWHERE, path=target.shown)
    for place in (source, target):
        if not place.database and place.folder.is_file():
            raise StoreBroken(Problem.NOT_A_FOLDER, path=place.folder)
    if not source.database and not (source.folder / DATABASE).is_file():
        raise StoreBroken(Problem.NO_SUCH_FILE, path=source.folder / DATABASE)
    secret = _secret_of(source)
    with open_for_backup(source, secret) as games:
        if games.has_other_secret():
            raise StoreBroken(Problem.MOVED_OTHER_SECRET, path=games.place)
        if games.is_in_use():
            raise StoreBroken(Problem.MOVED_IN_USE, path=games.place)
        with closing(open_store(replace(target, secret=secret.hex()), brings_secret=True)) as new:
            return MoveReport(_fill(games, new, target, secret), check(new))


def _is_same(place: DatabasePlace, other: DatabasePlace) -> bool:
    if place.database or other.database:
        return place.database == other.database
    return place.folder.resolve() == other.folder.resolve()


def _secret_of(place: DatabasePlace) -> bytes:
    """Return the secret of the phones: that in the folder of an SQLite database, whatever the environment says."""
    kept = None if place.database and place.secret else read_secret(place.folder)
    if kept is None and not place.secret:
        raise StoreBroken(Problem.MOVED_WITHOUT_SECRET, path=place.folder / SECRET)
    return kept or given_secret(place.secret)


def _fill(games: Store, new: Store, target: DatabasePlace, secret: bytes) -> MoveOutcome:
    with unfinished_file(new.folder) as copy:
        games.copy_to(copy)
        with open_migrated(copy) as current:
            wanted = content(current)
            is_filled = content(new) == wanted
            # A database keeps only a hash of its secret, which was compared when it was opened.
            is_known = bool(target.database) or read_secret(target.folder) == secret
            if is_filled and is_known:
                return MoveOutcome.UNCHANGED
            if not is_filled and new.rows("SELECT id FROM devices LIMIT 1"):
                raise StoreBroken(Problem.MOVED_ONTO_GAMES, path=new.place)
            if new.is_in_use():
                raise StoreBroken(Problem.MOVED_IN_USE, path=new.place)
            if not is_known:
                # First the secret, which changes nothing for an empty place: a killed move must not leave games that
                # none of their phones can open.
                replace_secret(target.folder, secret)
            if not is_filled:
                new.replace_all(current).unlink(missing_ok=True)
            if content(new) != wanted:
                raise StoreBroken(Problem.MOVED_WRONGLY, path=new.place)
    return MoveOutcome.MOVED


def content(store: Store) -> dict[str, str]:
    digests = {}
    with store.reading():
        for table in Blueprint(migration_names()).tables:
            digest = hashlib.blake2b()
            key = ", ".join(table.key)
            for row in store.stream(f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {key}"):  # noqa: S608 (no input)
                digest.update(repr(row).encode())
            digests[table.name] = digest.hexdigest()
    return digests
