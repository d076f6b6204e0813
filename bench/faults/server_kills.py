"""Kill the whole server in mid-write, again and again, while phones record: nothing confirmed is lost or there twice.

    python -m bench.faults.server_kills --times 60

Phones record hands as fast as they are answered, each hand with an id that is sent again until it is confirmed, as the
app's own pages do. At a random moment the server is killed (SIGKILL), and started again on the same port. Every time
the store is looked at before the next start: each confirmed hand is there, once, and the totals are theirs.
"""

import http.client
import json
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from bench.measurement import Arguments, add_engines, settings, wrong
from companion.journal.events.game import GameStarted
from companion.store import games
from companion.store.backup import checks
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from companion.web.security.phone import PHONE_COOKIE, new_token
from companion.wording.store_errors import store_sentence
from tests.support.documents import LONG_HEAD, won_hand
from tests.support.places import ENGINES, new_place
from tests.support.server import HOST, ROOT, environment_of, free_port

POINTS = 7
HAND = won_hand(POINTS)
PHONES = 6
CHECKED_EVERY = 25
RECORDED = 303
STARTED_WITHIN = 60.0
ENDED_WITHIN = 10.0
_TOKEN = re.compile(r'name="form_token"\s+value="([^"]+)"')


@dataclass(slots=True)
class Phone:
    """A phone that records one hand after the other at a table of its own."""

    game: str
    cookie: str
    port: int
    confirmed: int = 0
    wrong: list[str] = field(default_factory=list)
    last: float = field(default_factory=time.monotonic)
    """When a hand was last confirmed, or the phone began."""
    longest_wait: float = 0.0
    """The longest time from one confirmed hand to the next."""
    sent_again: frozenset[int] = frozenset()
    """Answers after which a hand is sent again."""

    def record_until(self, stop: threading.Event) -> None:
        """Record; what is not answered is sent again, with the same id."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        token = ""
        line = http.client.HTTPConnection(HOST, self.port, timeout=20)
        while not stop.is_set():
            try:
                # A proxy whose servers are away shows another page.
                if not token and not (token := self._token(line)):
                    time.sleep(0.05)  # nothing tells when they are back
                    continue
                line.request("POST", f"/g/{self.game}/hand/{self.confirmed + 1}/ruling", self._form(token), headers)
                answer = line.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                line.close()
                time.sleep(0.02)
                continue
            if answer.status == RECORDED:
                self.confirmed += 1
                now = time.monotonic()
                self.longest_wait = max(self.longest_wait, now - self.last)
                self.last = now
            elif answer.status in self.sent_again:
                time.sleep(0.05)
            else:
                self.wrong.append(f"{self.game}: hand {self.confirmed + 1} was answered with {answer.status}")
                return
        line.close()

    def _token(self, line: http.client.HTTPConnection) -> str:
        line.request("GET", "/settings", headers={"Cookie": self.cookie})
        found = _TOKEN.search(line.getresponse().read().decode())
        return found[1] if found else ""

    def _form(self, token: str) -> str:
        said = json.dumps({"hand": HAND, "gems": {}})
        # The start is the first record, so before this hand there are as many records as its number says.
        number = self.confirmed + 1
        fields = {
            "hand_json": said,
            "hand": "new",
            "idempotency_key": f"hand-number-{number}",
            "seen": number,
            "form_token": token,
        }
        return urlencode(fields)


def lay_tables(place: DatabasePlace, port: int) -> list[Phone]:
    """Start a game for each phone."""
    store = open_store(place)
    phones = []
    for number in range(PHONES):
        token = new_token(store)
        author = games.Author(devices.find_or_create(store, token).id, "Ann")
        game = games.start(store, author, GameStarted(LONG_HEAD), record_id=f"the-start-{number}")
        phones.append(Phone(game, f"{PHONE_COOKIE}={token}", port))
    store.close()
    return phones


def killed(place: DatabasePlace, phones: list[Phone], port: int) -> str:
    """Serve, let all phones record for a moment, and kill the server; say what was wrong with its start."""
    command = [sys.executable, "-m", "tests.support.server", str(port), str(place.folder)]
    log = place.folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(  # noqa: S603 (a command of ours)
            command, cwd=ROOT, stdout=output, stderr=output, start_new_session=True, env=environment_of(place)
        )
    stop = threading.Event()
    threads = [threading.Thread(target=phone.record_until, args=(stop,)) for phone in phones]
    before = sum(phone.confirmed for phone in phones)
    for thread in threads:
        thread.start()
    until = time.monotonic() + STARTED_WITHIN
    while sum(phone.confirmed for phone in phones) == before and server.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    answered = sum(phone.confirmed for phone in phones) > before
    time.sleep(random.uniform(0, 0.4) if answered else 0)
    # The process that was started; those that it has started itself end with it.
    server.kill()
    server.wait()
    stop.set()
    for thread in threads:
        thread.join()
    return "" if answered else f"nobody was answered in {STARTED_WITHIN:.0f} s: {log.read_text()[-1000:]}"


def wait_until_alone(place: DatabasePlace) -> None:
    """Wait until the database has ended what the killed server asked of it: PostgreSQL may be about to commit."""
    store = open_store(place)
    until = time.monotonic() + ENDED_WITHIN
    while store.is_in_use() and time.monotonic() < until:
        time.sleep(0.01)
    store.close()


def lost_or_doubled(place: DatabasePlace, phones: list[Phone], *, whole: bool) -> Iterator[str]:
    """Open the store as the next start does, and say what is wrong."""
    store = open_store(place)
    for phone in phones:
        yield from phone.wrong
        ids = Counter(row["id"] for row in store.rows("SELECT id FROM journal WHERE game = ?", [phone.game]))
        yield from (f"{phone.game}: {one} is there {times} times" for one, times in ids.items() if times > 1)
        yield from (
            f"{phone.game}: hand {number} was confirmed and is lost"
            for number in range(1, phone.confirmed + 1)
            if f"hand-number-{number}" not in ids
        )
        hands = len(ids) - 1
        # One hand may have been recorded whose confirmation was cut off; it is sent again.
        if hands not in (phone.confirmed, phone.confirmed + 1):
            yield f"{phone.game}: {hands} hands are recorded, {phone.confirmed} were confirmed"
        table = games.rebuild(store, phone.game)
        if (table.hands, table.totals["Ann"]) != (hands, hands * POINTS):
            yield f"{phone.game}: {hands} hands are recorded, the table says {table.hands} and {table.totals}"
    if whole:
        yield from (store_sentence(finding) for finding in checks.check(store).findings)
    store.close()


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=60)
    add_engines(asked, ENGINES)
    given = asked.parse_args(arguments)
    return wrong(reason for engine in given.engines or ENGINES for reason in kills(engine, given.times))


def kills(engine: str, times: int) -> list[str]:
    """Kill the server on one engine; return what is wrong."""
    with new_place(engine) as place:
        port = free_port()
        phones = lay_tables(place, port)
        for kill in range(1, times + 1):
            trouble = killed(place, phones, port)
            found = [trouble] if trouble else []
            wait_until_alone(place)
            found += lost_or_doubled(place, phones, whole=kill % CHECKED_EVERY == 0 or kill == times)
            if found:
                return [f"{engine}, after kill {kill}: {one}" for one in found]
    confirmed = sum(phone.confirmed for phone in phones)
    print(
        f"{engine}: {times} kills of the server under {PHONES} phones: "
        f"{confirmed} hands confirmed, none lost, none doubled"
    )
    return []


if __name__ == "__main__":
    sys.exit(main())
