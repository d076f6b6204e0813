"""Restore, back up and update a store again and again under load, and kill some of it: nothing confirmed is lost.

    python -m bench.faults.restores --times 60

Recorders confirm hands as fast as they can while backups are restored over their store; half of the restores are
killed (SIGKILL) at a random moment. Afterwards each hand that was confirmed must be in the copy of what some restore
replaced, or in the store. Backups and updates of older tables are killed likewise. After the next command there is
neither an unfinished copy nor a damaged one.
"""

import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measurement import Arguments, add_engines, settings, wrong
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.backup import backups, checks
from companion.store.database import Store
from companion.store.engines.sqlite import COPIES_BEFORE_UPDATES
from companion.store.errors import Conflict, StoreBusy
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.wording.store_errors import store_sentence
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.next_version import next_version
from tests.support.places import ENGINES, new_place

HAND = won_hand(7)
RECORDERS = 2
FILLING = 3000
"""Rows that make the store large enough to be met in the middle of a copy."""


FILL = "INSERT INTO attempts (what, who, since, count) VALUES (?, ?, ?, ?)"


def filling() -> list[tuple[str, bytes, int, int]]:
    """Return rows that make a database some megabytes large."""
    return [("filling", os.urandom(600), number, 1) for number in range(FILLING)]


def fill(store: Store) -> None:
    """Make a store some megabytes large."""
    with store.noting() as conn:
        conn.executemany(FILL, filling())


def in_child(act: Callable[[], object]) -> int:
    """Start a process that does something and ends."""
    child = os.fork()
    if not child:
        status = 1
        try:
            act()
            status = 0
        finally:
            os._exit(status)
    return child


def kill_or_wait(child: int, longest: float, *, kill: bool) -> bool:
    """Kill a process at a random moment, or wait for it; return whether it did all that it was to do."""
    if kill:
        time.sleep(random.uniform(0, longest))
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1] == 0


def seconds(act: Callable[[], object]) -> float:
    """Return how long something takes."""
    before = time.monotonic()
    act()
    return time.monotonic() - before


def record(place: DatabasePlace, game: str, author: games.Author, recorder: int, confirmed: int) -> None:
    """Record hands until killed, and write down each that was confirmed."""
    store = open_store(place)
    number = 0
    while True:
        record_id = f"recorder-{recorder}-{number}"
        try:
            seen = games.table_summary(store, game).seq
            games.append(store, game, HandRecorded(hand_of(HAND)), record_id=record_id, seen=seen, author=author)
        except (Conflict, StoreBusy):
            continue
        os.write(confirmed, f"{record_id}\n".encode())
        number += 1


def ids(database: Path) -> set[str]:
    """Return the ids of all records in a database."""
    conn = sqlite3.connect(database)
    try:
        return {row[0] for row in conn.execute("SELECT id FROM journal")}
    finally:
        conn.close()


def ids_at(place: DatabasePlace) -> set[str]:
    """Return the ids of all records of a place."""
    store = open_store(place)
    found = {str(row["id"]) for row in store.rows("SELECT id FROM journal")}
    store.close()
    return found


def restores(place: DatabasePlace, folder: Path, times: int) -> Iterator[str]:
    """Restore under load, and yield what went wrong."""
    store = open_store(place)
    fill(store)
    author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
    game = games.start(store, author, GameStarted(LONG_HEAD), record_id="the-game")
    copy = folder / "copy.db"
    backups.backup(store, copy)
    longest = seconds(lambda: backups.restore(store, copy))
    store.close()
    reading, writing = os.pipe()
    recorders = [
        in_child(lambda number=number: record(place, game, author, number, writing))  # type: ignore[misc]  # mypy infers no type for a default
        for number in range(RECORDERS)
    ]
    os.close(writing)
    done = 0
    for time_ in range(times):
        time.sleep(random.uniform(0, 0.05))
        restorer = in_child(lambda: backups.restore(open_store(place), copy))
        done += kill_or_wait(restorer, 2 * longest, kill=time_ % 2 == 1)
    for child in recorders:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    with os.fdopen(reading) as said:
        confirmed = said.read().splitlines()
    yield from sound(place)
    there = ids_at(place).union(*(ids(path) for path in place.folder.glob("before-restore-*.db")))
    yield from (f"{record_id} was confirmed and is lost" for record_id in confirmed if record_id not in there)
    if done < times // 2:
        yield f"only {done} of {times} restores came to their end"
    print(
        f"{times} restores, {done} of them to their end, under {RECORDERS} recorders: {len(confirmed)} hands confirmed"
    )


def killed_backups(place: DatabasePlace, folder: Path, times: int) -> Iterator[str]:
    """Kill backups, and yield what is wrong with what they leave."""
    store = open_store(place)
    fill(store)
    copies = folder / "copies"
    copies.mkdir()
    copy = copies / "copy.db"
    longest = seconds(lambda: backups.backup(store, copy))
    for _ in range(times):
        kill_or_wait(in_child(lambda: backups.backup(open_store(place), copy)), longest, kill=True)
        yield from (store_sentence(finding) for finding in checks.check_file(copy).findings)
    backups.backup(store, copy)
    yield from (f"{path.name} is left" for path in copies.iterdir() if path != copy)
    store.close()


def killed_updates(place: DatabasePlace, folder: Path, times: int) -> Iterator[str]:
    """Kill the update of older tables, and yield what it lost or left."""
    store = open_store(folder / "older")
    fill(store)
    author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
    games.start(store, author, GameStarted(LONG_HEAD), record_id="the-game")
    store.close()
    with next_version():
        older = folder / "older" / "companion.db"
        instance = place.folder
        instance.mkdir()
        longest = 0.2
        for time_ in range(times):
            for path in instance.glob("companion.db*"):
                path.unlink()
            shutil.copyfile(older, instance / "companion.db")
            if not time_:
                longest = seconds(lambda: open_store(instance).close())
                continue
            kill_or_wait(in_child(lambda: open_store(instance)), longest, kill=True)
            yield from sound(place)
            if "the-game-0" not in ids(instance / "companion.db"):
                yield "the journal lost a record in an update"
        copies = list(instance.glob("before-update-*.db"))
        if len(copies) > COPIES_BEFORE_UPDATES:
            yield f"{len(copies)} copies are kept from before updates"
        for path in copies:
            yield from (store_sentence(finding) for finding in checks.check_file(path).findings)


def sound(place: DatabasePlace) -> Iterator[str]:
    """Open the store as the next command does, and yield what is wrong with it."""
    store: Store = open_store(place)
    yield from (store_sentence(finding) for finding in checks.check(store).findings)
    store.close()
    yield from (f"{path.name} is left" for path in place.folder.iterdir() if path.name.startswith("."))


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=60)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    found: list[str] = []
    for engine in given.engines or ENGINES:
        for part in (restores, killed_backups, *([killed_updates] if engine == "sqlite" else [])):
            with tempfile.TemporaryDirectory() as name, new_place(engine) as place:
                found += [f"{engine}: {one}" for one in part(place, Path(name), given.times)]
        print(f"{engine}: {given.times} times each, restored under load, backups and updates killed")
    return wrong(found)


if __name__ == "__main__":
    sys.exit(main())
