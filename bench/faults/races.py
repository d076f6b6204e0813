"""Two phones race for the same hand or the same rematch, again and again: one does it, the other sees what it did.

    python -m bench.faults.races --times 1000

Each time the phones correct the same hand at once with different ids, in processes of their own; then they send one and
the same recording twice at once. Counted is what the journal holds afterwards. And each time both ask for a rematch at
once: there must be one table, with both at it.
"""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import zip_longest
from multiprocessing.synchronize import Barrier as ProcessBarrier
from threading import BrokenBarrierError

from bench.measurement import Arguments, add_engines, settings
from bench.measurement import wrong as ended
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.store import games, journals
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.errors import Conflict
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, members, rematches
from companion.store.people.members import Role
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.places import ENGINES, new_place

PHONES = 2
PHONE_NAMES = ("Ann's phone", "Bob's phone")


def corrected(store: Store, game: str, phone: int, seen: int, record_id: str) -> str:
    """Correct the first hand, and tell how it went."""
    event = HandReplaced(1, hand_of(won_hand(10 + phone)))
    try:
        done = games.append(
            store, game, event, record_id=record_id, seen=seen, author=games.Author(1, f"phone {phone}")
        )
    except Conflict as conflict:
        return f"shown {conflict.records[0].by}"
    return "recorded again" if done.repeated else "recorded"


def phone_in_process(
    place: DatabasePlace,
    game: str,
    phone: int,
    times: int,
    barrier: ProcessBarrier,
    results: multiprocessing.Queue[list[str]],
) -> None:
    """Race in a process of its own."""
    store = open_store(place)
    said = []
    for turn in range(times):
        seen = games.table_summary(store, game).seq
        barrier.wait(60)
        said.append(corrected(store, game, phone, seen, f"turn-{turn}-phone-{phone}"))
        barrier.wait(60)
        seen = games.table_summary(store, game).seq
        barrier.wait(60)
        said.append(corrected(store, game, 0, seen, f"turn-{turn}-twice"))
        barrier.wait(60)
    results.put([str(phone), *said])


def races(place: DatabasePlace, times: int) -> list[str]:
    """Race, and say what went wrong."""
    store, game = started(place)
    store.close()
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(PHONES)
    results: multiprocessing.Queue[list[str]] = context.Queue()
    phones = [
        context.Process(target=phone_in_process, args=(place, game, phone, times, barrier, results))
        for phone in range(PHONES)
    ]
    for phone in phones:
        phone.start()
    answers = [results.get(timeout=60 + times) for _ in phones]
    said = {int(phone): rest for phone, *rest in answers}
    for phone in phones:
        phone.join(60)
    wrong = []
    for turn, (first, second) in enumerate(zip(said[0], said[1], strict=True)):
        pair = {first, second}
        different_ids = turn % 2 == 0
        loser = "shown phone 1" if first != "recorded" else "shown phone 0"
        if pair != ({"recorded", loser} if different_ids else {"recorded", "recorded again"}):
            wrong.append(f"turn {turn}: {first}, {second}")
    many = len(journals.read(store, game))
    if many != 2 + 2 * times:
        wrong.append(f"{many} records instead of {2 + 2 * times}")
    store.close()
    return wrong


def races_of_threads(place: DatabasePlace, times: int) -> list[str]:
    """Race in the threads of one server."""
    store, game = started(place)
    wrong = []
    with ThreadPoolExecutor(PHONES) as threads:
        for turn in range(times):
            seen = games.table_summary(store, game).seq
            ids = [f"turn-{turn}-phone-{phone}" for phone in range(PHONES)]
            said = sorted(
                threads.map(lambda phone: corrected(store, game, phone, seen, ids[phone]), range(PHONES))  # noqa: B023
            )
            if said[0] != "recorded" or not said[1].startswith("shown phone"):
                wrong.append(f"turn {turn}: {said}")
    return wrong


def rematch_in_process(
    place: DatabasePlace, phone: int, times: int, barrier: ProcessBarrier, results: multiprocessing.Queue[list[str]]
) -> None:
    """Ask for one rematch after the other, each time at the table that the last one led to, as another phone does."""
    store = open_store(place)
    device = devices.find_or_create(store, PHONE_NAMES[phone]).id
    (game,) = (game for game, _ in recompute.games_of(store, device).tables)
    tables = []
    author = games.Author(device, PHONE_NAMES[phone])
    with suppress(BrokenBarrierError):
        for turn in range(times):
            barrier.wait(60)
            member = members.member(store, game, device)
            if member is None:
                barrier.abort()
                break
            game = rematches.begin(
                store, member, author, GameStarted(LONG_HEAD), record_id=f"turn-{turn}-phone-{phone}"
            )
            tables.append(game)
    results.put([str(phone), *tables])


def races_for_a_rematch(place: DatabasePlace, times: int) -> list[str]:
    """Ask for a rematch on two phones at once, and say where they did not come to one table."""
    store, game = started(place)
    bob = devices.find_or_create(store, PHONE_NAMES[1]).id
    members.join(store, game, bob, Role.SEAT)
    members.take_seat(store, game, bob, 1)
    store.close()
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(PHONES)
    results: multiprocessing.Queue[list[str]] = context.Queue()
    phones = [
        context.Process(target=rematch_in_process, args=(place, phone, times, barrier, results))
        for phone in range(PHONES)
    ]
    for phone in phones:
        phone.start()
    answers = [results.get(timeout=60 + times) for _ in phones]
    for phone in phones:
        phone.join(60)
    first, second = (tables for _, *tables in sorted(answers))
    pairs = enumerate(zip_longest(first, second))
    wrong = [f"rematch {turn}: {one}, {two}" for turn, (one, two) in pairs if one != two]
    many = store.rows("SELECT count(*) AS many FROM games")[0]["many"]
    if many != 1 + times:
        wrong.append(f"{many} tables instead of {1 + times}")
    store.close()
    return wrong


def started(place: DatabasePlace) -> tuple[Store, str]:
    """Start a game with one hand."""
    store = open_store(place)
    author = games.Author(devices.find_or_create(store, PHONE_NAMES[0]).id, "Ann")
    game = games.start(store, author, GameStarted(LONG_HEAD), record_id="the-game")
    games.append(store, game, HandRecorded(hand_of(won_hand(5))), record_id="the-hand", seen=1, author=author)
    return store, game


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=1000)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    wrong: list[str] = []
    for engine in given.engines or ENGINES:
        for race in (races, races_of_threads, races_for_a_rematch):
            with new_place(engine) as place:
                wrong += [f"{engine}, {one}" for one in race(place, given.times)]
        print(f"{engine}: {given.times} races of two processes, as many of two threads, as many for a rematch")
    return ended(wrong)


if __name__ == "__main__":
    sys.exit(main())
