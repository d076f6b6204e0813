"""The figures of people: a plain recount of random histories, and what their pages cost when years were played.

    python -m bench.people --histories 1000 --games 2000

Each history is a phone with games of every kind, with corrections, struck hands, renamed and merged people, imported
games and overrulings; every figure is counted again from the exported games. Then a phone has 2,000 games of 20 hands,
and its pages are asked for in turns with a table page, through the whole app.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench.big_games import Served, medians_ms
from bench.measurement import Arguments, Reasons, add_engines, settings
from companion.journal.events.game import GameNoted
from companion.store import games
from companion.store.people import devices, members
from companion.store.people.members import Role
from tests.support.documents import HEAD, Document, counted_hand
from tests.support.people.comparison import compare
from tests.support.places import ENGINES, new_place

MOST = 3.0
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
PAGES = {"home": "/", "all games": "/games", "people": "/people", "a person": "/people/person?name=Ann"}
OWNED = 900
"""Games that one phone starts: there is a limit. It joins those of other phones."""


def differing(seed: int) -> list[str]:
    """Compare one history."""
    with tempfile.TemporaryDirectory() as folder:
        return [f"history {seed}: {one}" for one in compare(random.Random(seed), Path(folder))]


def recount(first: int, many: int) -> list[str]:
    """Compare so many histories on all processors, and print how many differ."""
    with ProcessPoolExecutor() as workers:
        found = [*workers.map(differing, range(first, first + many), chunksize=5)]
    print(f"{many} random histories: {sum(map(bool, found))} differ from a plain recount", flush=True)
    return [one for of_history in found for one in of_history[:2]]


def game_of_years(rng: random.Random, number: int, hands: int) -> Document:
    """Return a finished game of two or three, one a day."""
    players = rng.sample(NAMES, rng.choice((2, 2, 2, 3)))
    day = f"{2020 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
    kind = "gin-rummy" if len(players) == 2 else "knock-rummy"
    totals = dict.fromkeys(players, 0)
    played = []
    for place in range(1, hands + 1):
        # Whoever leads wins the last hand, and has the points that the game is played for.
        winner = max(players, key=lambda name: totals[name]) if place == hands else rng.choice(players)
        counts = {name: rng.randint(7, 11) for name in players} | {winner: 2}
        totals[winner] += sum(count - 2 for count in counts.values())
        played.append(counted_hand(winner, **counts))
    head = {**HEAD, "game": kind, "players": players, "first_dealer": players[0], "at": day, "place": "Club"}
    return {**head, "house_rules": {"target": max(totals.values())}, "hands": played}


def fill(served: Served, many: int, hands: int) -> str:
    """Play games for years, and return one that goes on."""
    rng = random.Random(1)
    for number in range(many):
        author = served.author
        if number >= OWNED:
            author = games.Author(devices.find_or_create(served.store, f"phone {number // OWNED}").id, "Bob")
        document = game_of_years(rng, number, hands)
        game = games.import_document(served.store, author, document, record_id=f"game-of-years-{number}")
        if author != served.author:
            members.join(served.store, game, served.author.device, Role.SCORER)
    going_on = game_of_years(rng, many, hands) | {"house_rules": {"target": 100_000}}
    return games.import_document(served.store, served.author, going_on, record_id="game-that-goes-on")


def main(arguments: Arguments = None) -> int:
    """Compare, measure, and print."""
    asked = settings(__doc__)
    asked.add_argument("--histories", type=int, default=1_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=2_000)
    asked.add_argument("--hands", type=int, default=20)
    asked.add_argument("--times", type=int, default=100)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    reasons = Reasons(wrong=recount(given.seed, given.histories))
    for engine in given.engines or ENGINES:
        reasons.slow += measure(engine, given.games, given.hands, given.times)
    return reasons.ending()


def after_changes(served: Served, game: str, paths: Sequence[str], times: int) -> list[float]:
    """Return the medians of pages that are each asked for just after a game has changed."""
    taken: list[list[float]] = [[] for _ in paths]
    for number in range(times):
        for place, (path, times_of_path) in enumerate(zip(paths, taken, strict=True)):
            seen = games.table_summary(served.store, game).seq
            note, record_id = GameNoted(f"{number} {place}"), f"change-{number}-{place}"
            games.append(served.store, game, note, record_id=record_id, seen=seen, author=served.author)
            ask = served.path(path)
            before = time.perf_counter()
            ask()
            times_of_path.append(time.perf_counter() - before)
    return [1000 * statistics.median(one) for one in taken]


def measure(engine: str, many: int, hands: int, times: int) -> list[str]:
    """Print what pages cost on an engine beside a table page of the same store; return which cost too much."""
    with new_place(engine) as place:
        served = Served(place)
        try:
            going_on = fill(served, many, hands)
            table, *shown = medians_ms([served.page(going_on), *map(served.path, PAGES.values())], times)
            table_changed, *changed = after_changes(served, going_on, (f"/g/{going_on}", *PAGES.values()), times)
        finally:
            served.store.close()
    print(f"{engine}: table page, {many} games of {hands} hands: {table:.2f} ms, after a change {table_changed:.2f} ms")
    slow = []
    for name, again, first in zip(PAGES, shown, changed, strict=True):
        ratio, ratio_changed = again / table, first / table_changed
        print(
            f"{engine}: {name}: {again:.2f} ms, {ratio:.2f} times; after a change {first:.2f} ms, {ratio_changed:.2f}"
        )
        slow += [f"{engine}: {name} {ratio:.2f} times the table page"] if ratio > MOST else []
    return slow


if __name__ == "__main__":
    sys.exit(main())
