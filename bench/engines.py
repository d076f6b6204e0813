"""PostgreSQL beside SQLite: what recording, the table page and a tap take, as ratios of one to the other.

    python -m bench.engines
    python -m bench.engines --times 1000

Both run the whole app in this process, by turns, so that what else the machine does falls on both. Each confirms what
is on the disk: SQLite syncs its log, PostgreSQL its own, on this machine, over the loopback.
"""

import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack

from flask.testing import FlaskClient

from bench.measurement import Arguments, Ending, settings
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.opening import DatabasePlace
from companion.store.people import devices
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.security.phone import PHONE_COOKIE
from tests.support.documents import LONG_HEAD, hand_of, won_hand
from tests.support.html_lint import LintingClient
from tests.support.phones import linted_app
from tests.support.places import ENGINES, new_place
from tests.support.showdown_table import Table


class Played:
    """A table on an engine, in the middle of its second showdown."""

    def __init__(self, place: DatabasePlace) -> None:
        app = linted_app(Settings(place.folder, database=place.database, secret=place.secret))
        self.store = store_of(app)
        prepared = LintingClient(app)
        self.table = Table(prepared, "Ann", "Bob")
        self.table.roll(3, 4)
        self.table.submit(knock="0:knock")
        # What is measured isn't linted.
        self.client = FlaskClient(app)
        cookie = prepared.get_cookie(PHONE_COOKIE)
        self.client.set_cookie(PHONE_COOKIE, cookie.value if cookie else "")
        self.headers = {"HX-Request": "true", "HX-Target": "hand", "X-Form-Token": prepared.token}
        self.author = games.Author(devices.find_or_create(self.store, "a phone").id, "Ann")
        self.game = games.start(self.store, self.author, GameStarted(LONG_HEAD), record_id="the-game")
        self.recorded = 0

    def record(self) -> None:
        """Record a hand."""
        self.recorded += 1
        games.append(
            self.store,
            self.game,
            HandRecorded(hand_of(won_hand(5))),
            record_id=f"the-record-{self.recorded}",
            seen=self.recorded,
            author=self.author,
        )

    def page(self) -> None:
        """Load the table page."""
        self._expect(self.client.get(self.table.address).status_code)

    def tap(self) -> None:
        """Tap a card."""
        answer = self.client.post(self.table.at("/seat/0"), data={"taps": "card:5C", "batch": ""}, headers=self.headers)
        self._expect(answer.status_code)

    def _expect(self, status: int) -> None:
        if status != 200:
            message = f"the answer was {status}"
            raise SystemExit(message)


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=300)
    times = asked.parse_args(arguments).times
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    with ExitStack() as stack:
        played = {engine: Played(stack.enter_context(new_place(engine))) for engine in ENGINES}
        for one in played.values():
            stack.callback(one.store.close)
        for round_ in range(times):
            for engine, one in played.items():
                acts: dict[str, Callable[[], None]] = {"recording": one.record, "table page": one.page, "tap": one.tap}
                for name, act in acts.items():
                    before = time.perf_counter()
                    act()
                    if round_ > times // 10:
                        taken[name, engine].append(1000 * (time.perf_counter() - before))
    for name in ("recording", "table page", "tap"):
        sqlite, postgresql = (statistics.median(taken[name, engine]) for engine in ENGINES)
        print(
            f"{name:10}: SQLite {sqlite:6.2f} ms, PostgreSQL {postgresql:6.2f} ms, "
            f"{postgresql / sqlite:.2f} times as long"
        )
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
