"""Kill writers in mid-write, again and again, and see that nothing confirmed is lost and nothing is there twice.

    python -m bench.faults.writer_kills --times 200

Each round starts writers that record hands as fast as they can, each with an id that it keeps until it is answered, as
a phone does; a random moment after some hands were confirmed all are killed (SIGKILL). Then the store is opened as
after a restart and looked at.
"""

import os
import random
import signal
import sys
import time
from collections import Counter
from itertools import islice

from bench.faults.restores import in_child
from bench.measurement import Arguments, add_engines, settings, wrong
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.backup import checks
from companion.store.errors import Conflict, StoreBusy
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.wording.store_errors import store_sentence
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.places import ENGINES, new_place

POINTS = 7
HAND = won_hand(POINTS)
MOST_BETWEEN_KILLS = 12
"""Hands that are confirmed before the writers are killed."""


def write(place: DatabasePlace, game: str, author: games.Author, writer: int, answered: int, confirmed: int) -> None:
    """Record hands until killed, and write down each that was confirmed. The first was left without an answer."""
    store, number = open_store(place), answered
    while True:
        try:
            seen = games.table_summary(store, game).seq
            games.append(
                store,
                game,
                HandRecorded(hand_of(HAND)),
                record_id=f"writer-{writer}-{number}",
                seen=seen,
                author=author,
            )
        except (Conflict, StoreBusy):
            continue
        os.write(confirmed, f"{writer} {number}\n".encode())
        number += 1


def round_of_kills(place: DatabasePlace, game: str, author: games.Author, answered: Counter[int], writers: int) -> int:
    """Let writers write for a moment, kill them all, and note what was confirmed."""
    reading, writing = os.pipe()
    children = [
        in_child(lambda writer=writer: write(place, game, author, writer, answered[writer], writing))  # type: ignore[misc]  # mypy infers no type for a default
        for writer in range(writers)
    ]
    os.close(writing)
    with os.fdopen(reading) as said:
        confirmed = list(islice(said, random.randint(1, MOST_BETWEEN_KILLS)))
        time.sleep(random.uniform(0, 0.02))  # somewhere within the next hand
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            os.waitpid(child, 0)
        confirmed += said.read().splitlines()
    for line in confirmed:
        writer, number = map(int, line.split())
        answered[writer] = max(answered[writer], number + 1)
    return len(confirmed)


def lost_or_doubled(place: DatabasePlace, game: str, answered: Counter[int]) -> list[str]:
    """Open the store as after a restart, and say what is wrong."""
    store = open_store(place)
    ids = Counter(row["id"] for row in store.rows("SELECT id FROM journal WHERE game = ?", [game]))
    found = [f"{one} is there {times} times" for one, times in ids.items() if times > 1]
    for writer, count in answered.items():
        found += [
            f"confirmed and lost: {writer}-{number}"
            for number in range(count)
            if f"writer-{writer}-{number}" not in ids
        ]
    hands = len(ids) - 1
    table = games.table_summary(store, game)
    if (table.hands, table.totals["Ann"]) != (hands, hands * POINTS):
        found.append(f"{hands} hands are recorded, the table says {table.hands} and {table.totals}")
    found += [store_sentence(finding) for finding in checks.check(store).findings]
    store.close()
    return found


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--writers", type=int, default=2)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    return wrong(reason for engine in given.engines or ENGINES for reason in kills(engine, given.times, given.writers))


def kills(engine: str, times: int, writers: int) -> list[str]:
    """Kill the writers of one engine; return what is wrong."""
    answered: Counter[int] = Counter()
    confirmed = 0
    with new_place(engine) as place:
        store = open_store(place)
        author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
        game = games.start(store, author, GameStarted(LONG_HEAD), record_id="the-game")
        store.close()
        for kill in range(times):
            confirmed += round_of_kills(place, game, author, answered, writers)
            if found := lost_or_doubled(place, game, answered):
                return [f"{engine}, after kill {kill + 1}: {one}" for one in found]
    print(f"{engine}: {times} kills of {writers} writers: {confirmed} hands confirmed, none lost, none doubled")
    return [] if confirmed else [f"{engine}: nothing was confirmed"]


if __name__ == "__main__":
    sys.exit(main())
