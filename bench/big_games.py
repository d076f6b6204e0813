"""What the table page costs when much was played: beside an empty game, one of 10,000 hands, among 1,000,000 hands.

    python -m bench.big_games --games 100 --hands 10000
    python -m bench.big_games --engine postgresql

The page is asked for through the whole app, without a network; the figures are medians and their ratio to the page of
a game without a hand in a store with nothing else in it.
"""

import statistics
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack

from bench.measurement import Arguments, Reasons, add_engines, settings
from companion.journal.codec import to_json
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.database import Store
from companion.store.opening import DatabasePlace
from companion.store.people import devices
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.security.phone import PHONE_COOKIE, new_token
from tests.support.documents import LONG_HEAD, hand_of, knocked
from tests.support.places import ENGINES, new_place

MOST = 1.2
AT = "2026-11-21T20:00:00Z"


def body(points: int) -> str:
    """Write a recorded hand as it is stored."""
    return to_json(HandRecorded(hand_of(knocked(2, 2 + points))))


def fill(store: Store, author: games.Author, many: int, hands: int) -> list[str]:
    """Write games straight into the tables, as they stand after an evening that never ended."""
    bodies = [body(points) for points in range(10)]
    made = [
        games.start(store, author, GameStarted(LONG_HEAD), record_id=f"big-game-{number}") for number in range(many)
    ]
    for game in made:
        rows = (
            (game, seq, f"big-record-{seq}", AT, "Ann", author.device, "hand-recorded", seq - 1, bodies[seq % 10])
            for seq in range(2, hands + 2)
        )
        with store.noting() as conn:
            conn.executemany(
                "INSERT INTO journal (game, seq, id, at, by, device, kind, hand, body) VALUES (?,?,?,?,?,?,?,?,?)", rows
            )
            conn.execute("UPDATE games SET seq = ? WHERE id = ?", [hands + 1, game])
    return made


def medians_ms(acts: list[Callable[[], None]], times: int) -> list[float]:
    """Time several things by turns, so that what else the machine does falls on all of them, and give the medians."""
    taken: list[list[float]] = [[] for _ in acts]
    for _ in range(times):
        for act, times_of_act in zip(acts, taken, strict=True):
            before = time.perf_counter()
            act()
            times_of_act.append(time.perf_counter() - before)
    return [1000 * statistics.median(one) for one in taken]


class Served:
    """A store in a folder of its own, with the app before it and a phone."""

    def __init__(self, place: DatabasePlace) -> None:
        self.app = create_app(Settings(place.folder, database=place.database, secret=place.secret))
        self.store = store_of(self.app)
        self.client = self.app.test_client()
        token = new_token(self.store)
        self.client.set_cookie(PHONE_COOKIE, token)
        self.author = games.Author(devices.find_or_create(self.store, token).id, "Ann")
        self.empty = games.start(self.store, self.author, GameStarted(LONG_HEAD), record_id="empty-game")

    def page(self, game: str, place: str = "") -> Callable[[], None]:
        """Give what asks for a page of a game, the table if no other is named."""
        return self.path(f"/g/{game}{place}")

    def path(self, path: str) -> Callable[[], None]:
        """Give what asks for a page."""

        def ask() -> None:
            if self.client.get(path).status_code != 200:
                raise SystemExit(f"the page {path} is not there")

        return ask


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--hands", type=int, default=10_000)
    asked.add_argument("--times", type=int, default=300)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    reasons = Reasons()
    for engine in given.engines or ENGINES:
        reasons.slow += measure(engine, given.games, given.hands, given.times)
    return reasons.ending()


def measure(engine: str, many: int, hands: int, times: int) -> list[str]:
    """Print what pages cost on an engine; return which cost too much."""
    print(f"{engine}:")
    with new_place(engine) as little, new_place(engine) as much, ExitStack() as stack:
        small, big = Served(little), Served(much)
        for served in (small, big):
            stack.callback(served.store.close)
        made = fill(big.store, big.author, many, hands)
        before = time.perf_counter()
        big.page(made[0])()
        print(f"first page of {hands} hands after the rules' code changed: {time.perf_counter() - before:.2f} s")
        before = time.perf_counter()
        games.append(
            big.store, made[0], HandRecorded(hand_of(knocked(2, 5))),
            record_id="one-more-hand", seen=hands + 1, author=big.author,
        )  # fmt: skip
        print(f"recording a hand after {hands}: {1000 * (time.perf_counter() - before):.0f} ms")
        asked_of = ((small, small.empty), (big, made[0]))
        alone, among, long = medians_ms([small.page(small.empty), big.page(big.empty), big.page(made[0])], times)
        calls = [served.page(game, "/pulse?seen=0.0") for served, game in asked_of]
        quick, quick_long = medians_ms(calls, times)
        total = many * hands
        print(f"table page, empty game, empty store: {alone:.2f} ms")
        print(f"table page, empty game among {total} hands: {among:.2f} ms, {among / alone:.2f} times")
        print(f"table page, game of {hands} among {total}: {long:.2f} ms, {long / alone:.2f} times")
        print(f"has anything happened there: {quick_long:.2f} ms, {quick_long / quick:.2f} times")
        ratios = {"the page among many": among / alone, "that of a long game": long / alone, "news": quick_long / quick}
        return [f"{engine}: {what} {ratio:.2f} times as long" for what, ratio in ratios.items() if ratio > MOST]


if __name__ == "__main__":
    sys.exit(main())
