"""Kill writers in mid-write, again and again, and see that nothing confirmed is lost and nothing is there twice.

    python -m bench.faults.writer_kills --times 200

Each round starts writers that record hands as fast as they can, each with an id that it keeps until it is answered, as
a phone does; at a random moment all are killed (SIGKILL). Then the store is opened as after a restart and looked at.
"""

import argparse
import os
import random
import signal
import sys
import time
from collections import Counter

from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.errors import Conflict, StoreBusy
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.wording.store_errors import store_sentence
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.places import ENGINES, new_place

POINTS = 7
HAND = won_hand(POINTS)


def write(store: Store, game: str, author: games.Author, writer: int, answered: int) -> None:
    """Record hands until killed; say each one that was confirmed. The first is the one last left without an answer."""
    number = answered
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
        os.write(1, f"{writer} {number}\n".encode())
        number += 1


def round_of_kills(place: DatabasePlace, game: str, author: games.Author, answered: Counter[int], writers: int) -> int:
    """Let writers write for a moment, kill them all, and note what was confirmed."""
    reading, writing = os.pipe()
    children = []
    for writer in range(writers):
        child = os.fork()
        if not child:
            os.dup2(writing, 1)
            write(open_store(place), game, author, writer, answered[writer])
        children.append(child)
    os.close(writing)
    time.sleep(random.uniform(0.02, 0.25))
    for child in children:
        os.kill(child, signal.SIGKILL)
    for child in children:
        os.waitpid(child, 0)
    with os.fdopen(reading) as said:
        confirmed = [line.split() for line in said.read().splitlines()]
    for line in confirmed:
        writer, number = map(int, line)
        answered[writer] = max(answered[writer], number + 1)
    return len(confirmed)


def lost_or_doubled(place: DatabasePlace, game: str, answered: Counter[int]) -> list[str]:
    """Open the store as after a restart, and say what is wrong."""
    store = open_store(place)
    ids = Counter(row["id"] for row in store.rows("SELECT id FROM journal WHERE game = ?", [game]))
    wrong = [f"{one} is there {times} times" for one, times in ids.items() if times > 1]
    for writer, count in answered.items():
        wrong += [
            f"confirmed and lost: {writer}-{number}"
            for number in range(count)
            if f"writer-{writer}-{number}" not in ids
        ]
    hands = len(ids) - 1
    table = games.table_summary(store, game)
    if (table.hands, table.totals["Ann"]) != (hands, hands * POINTS):
        wrong.append(f"{hands} hands are recorded, the table says {table.hands} and {table.totals}")
    wrong += [store_sentence(finding) for finding in checks.check(store).findings]
    store.close()
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--writers", type=int, default=2)
    asked.add_argument("--engine", choices=ENGINES, action="append")
    given = asked.parse_args()
    return max(kills(engine, given.times, given.writers) for engine in given.engine or ENGINES)


def kills(engine: str, times: int, writers: int) -> int:
    """Kill the writers of one engine, and say what came of it; return the exit status."""
    answered: Counter[int] = Counter()
    confirmed = 0
    with new_place(engine) as place:
        store = open_store(place)
        author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
        game = games.start(store, author, GameStarted(LONG_HEAD), record_id="the-game")
        store.close()
        for kill in range(times):
            confirmed += round_of_kills(place, game, author, answered, writers)
            wrong = lost_or_doubled(place, game, answered)
            if wrong:
                print(f"{engine}, after kill {kill + 1}:", *wrong[:5], sep="\n  ")
                return 1
    print(f"{engine}: {times} kills of {writers} writers: {confirmed} hands confirmed, none lost, none doubled")
    return 0 if confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
