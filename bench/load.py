"""300 phones at 100 tables on the real server, each page waiting as real pages do, a hand a table and minute.

    python -m bench.load                                    five minutes
    python -m bench.load --seconds 20 --hand-every 5        a short one
    python -m bench.load --phones 5000 --tables 1700        as many as two cores are to serve
    python -m bench.load --asking                           phones that ask every 1.2 seconds, as a fallback
    python -m bench.load --engine postgresql                with PostgreSQL

Every phone shows its table and waits for news; where there is some, the page is loaded again. One phone of each table
rolls the dice, enters the deadwood, reads the ruling and records it; every tenth recording is sent twice at once, as by
a double tap. Afterwards the store must hold every recorded hand, once, and the totals of them all. What a request costs
is told as a ratio to an empty Flask view on the same server, and how long it takes from a tap on "record" until the
other phones show the hand. The phones come one after the other, a hundred a second.
"""

import asyncio
import random
import re
import statistics
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.client import Answer, Line
from bench.hostile.garbage import forms_of
from bench.measurement import Arguments, Reasons, settings
from bench.told import NAMES, SHARE_SOON, SHOWN_WITHIN, SOON, Told
from companion.journal.events.game import GameStarted
from companion.store import games, journals
from companion.store.backup import checks
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, members
from companion.store.people.members import Role
from companion.web.security.phone import PHONE_COOKIE, new_token
from companion.web.server.sockets import max_connections
from companion.wording.store_errors import store_sentence
from tests.support.places import ENGINES, new_place
from tests.support.server import EMPTY, HOST, Served, serving

ASKED_EVERY = 1.2
"""Seconds, as in static/js/50-live.js."""
ARRIVING = 100
"""Phones that come in a second, until all are there."""
ROUNDS = 10
"""In which the cost of each page is measured."""
DOUBLE_TAPS = 0.1
_RECORDS = re.compile(r'data-keep="(\d+)-')
_SEEN = re.compile(r'data-seen="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Load:
    """How much of it."""

    seconds: float = 300
    tables: int = 100
    phones: int = 300
    hand_every: float = 60
    asking: bool = False
    """Phones ask again and again instead of waiting."""

    def phones_at(self, table: int) -> int:
        """Return how many phones are at a table."""
        each, rest = divmod(self.phones, self.tables)
        return each + (table < rest)


@dataclass(slots=True)
class Phone:
    """A phone that shows its table."""

    told: Told
    game: str
    line: Line
    port: int
    asking: bool = False
    seen: str = ""
    page: str = ""
    """The table page as it was last loaded."""
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    """Set unless this phone enters a hand."""
    records: int = 0
    """How many records of the game the page shows."""
    form_token: str = ""

    @property
    def table(self) -> str:
        """The address of the page."""
        return f"/g/{self.game}"

    async def ask(self, what: str, path: str, **headers: str) -> Answer:
        """Ask for something, and note how the answer came."""
        self.told.asked += 1
        return self.told.note(what, await self.line.get(path, **headers))

    async def look(self, what: str, path: str, **headers: str) -> str:
        """Load a page, and go where it leads."""
        for _ in range(6):
            answer = await self.ask(what, path, **headers)
            if answer.status not in {302, 303}:
                break
            path = answer.headers["location"]
        page = answer.text
        found = _SEEN.search(page)
        if found is not None and path == self.table:
            self.seen, self.page = found[1], page
            self._note_shown(page)
        return page

    def _note_shown(self, page: str) -> None:
        """Note how long ago the records were sent that the page shows for the first time."""
        found = _RECORDS.search(page)
        shown = int(found[1]) if found else 0
        for record in range(self.records + 1, shown + 1):
            sent = self.told.sent_at.get((self.game, record))
            if sent is not None and self.records:
                self.told.shown_after.append(time.monotonic() - sent)
        self.records = shown

    async def watch(self, until: float, *, after: float) -> None:
        """Start after a pause, then hold a request for news, or poll; reload the page when there is news."""
        self.idle.set()
        await asyncio.sleep(after)
        await self.look("table page", self.table)
        while time.monotonic() < until:
            seen = self.seen
            if self.asking:
                await asyncio.sleep(ASKED_EVERY)
                answer = await self.ask("pulse", f"{self.table}/pulse?seen={self.seen}")
            else:
                answer = await self.line.get(f"{self.table}/pulse?seen={self.seen}&held")
                self.told.note_held(answer)
            # While this phone plays, its page isn't the table's.
            await self.idle.wait()
            if answer.status == 200 and seen == self.seen:
                now = answer.text
                if now.partition(".")[2] != self.seen.partition(".")[2]:
                    await self.look("news", self.table, X_Refresh="1")
                self.seen = now

    async def send(self, what: str, path: str, page: str, given: Mapping[str, str]) -> Answer:
        """Send the form of a page to an address, with what it sends along unseen."""
        form = next((one for one in forms_of(page, path) if one.action == path and one.hidden), None)
        if form is None:
            raise LookupError(f"{what}: no form for {path}")
        fields = {**form.hidden, **given}
        origin = f"{'https' if self.line.secure else 'http'}://{HOST}:{self.port}"
        self.told.asked += 1
        answer = await self.line.post(path, list(fields.items()), Origin=origin, Sec_Fetch_Site="same-origin")
        return self.told.note(what, answer)


async def keep_score(
    phone: Phone, watching: Phone, load: Load, until: float, dice: bool, chance: random.Random
) -> None:
    """Record a hand every so often, at a moment of its own; until then the phone is `watching`."""
    due = time.monotonic() + 1 + chance.uniform(0, load.hand_every)
    while due < until:
        await asyncio.sleep(max(0, due - time.monotonic()))
        watching.idle.clear()
        await record(phone, watching.page, dice, chance)
        watching.seen, watching.page, watching.records = phone.seen, phone.page, phone.records
        watching.idle.set()
        due += load.hand_every


async def record(phone: Phone, page: str, dice: bool, chance: random.Random) -> None:
    """Play a hand on this phone from the table page on: dice, numbers, ruling, and record it."""
    page = page or await phone.look("table page", phone.table)
    if dice:
        rolled = {"first": str(chance.randint(2, 6)), "second": str(chance.randint(2, 6)), "act": "set"}
        await phone.send("dice", f"{phone.table}/dice", page, rolled)
    number = phone.told.recorded[phone.game] + 1
    numbers, ruling = (f"{phone.table}/hand/{number}/{one}" for one in ("numbers", "ruling"))
    winner = chance.randrange(2)
    points = chance.randint(15, 40)  # more than the least that a win scores
    deadwood = {f"points-{winner}": "2", f"points-{1 - winner}": str(2 + points), "knocker": str(winner)}
    page = await phone.look("numbers page", numbers)
    call = {"call": "knock"} if dice else {}
    answer = await phone.send("numbers", numbers, page, {**deadwood, **call})
    page = await phone.look("ruling page", answer.headers.get("location", ruling))
    line = Line(phone.port, phone.line.cookie, phone.line.secure, phone.line.address)
    twin = Phone(phone.told, phone.game, line, phone.port)
    # The start of the game is its first record.
    phone.told.sent_at[phone.game, number + 1] = time.monotonic()
    senders = (phone, twin) if chance.random() < DOUBLE_TAPS else (phone,)
    answers = await asyncio.gather(*(one.send("record", ruling, page, {}) for one in senders))
    twin.line.close()
    if all(one.status == 303 for one in answers):
        phone.told.recorded[phone.game] += 1
        phone.told.points[phone.game][NAMES[winner]] += points
    await phone.look("table page", answers[0].headers.get("location", phone.table))


def lay_tables(place: DatabasePlace, load: Load) -> list[tuple[str, str, list[str]]]:
    """Start the games, half of them with dice, and let the phones in: game, kind, cookies with the scorer's first."""
    store = open_store(place)
    laid = []
    for table in range(load.tables):
        tokens = [new_token(store) for _ in range(load.phones_at(table))]
        phones = [devices.find_or_create(store, token).id for token in tokens]
        kind = ("gem-rummy", "gin-rummy")[table % 2]
        head = {"game": kind, "players": list(NAMES), "first_dealer": "Ann", "house_rules": {"target": 100_000}}
        author = games.Author(phones[0], "Ann")
        game = games.start(store, author, GameStarted(head), record_id=f"the-start-of-table-{table}")
        for number, phone in enumerate(phones[1:]):
            members.join(store, game, phone, (Role.SEAT, Role.VIEWER)[number % 2])
        laid.append((game, kind, tokens))
    store.close()
    return laid


async def play(served: Served, load: Load, laid: list[tuple[str, str, list[str]]], told: Told, seed: int) -> None:
    """Let all phones do what they do until the time is over."""
    chance = random.Random(seed)
    until = time.monotonic() + load.seconds
    watching: list[asyncio.Task[None]] = []
    recording: list[asyncio.Task[None]] = []
    phones = []
    for table, (game, kind, tokens) in enumerate(laid):
        address = address_of(table)
        for place, token in enumerate(tokens):
            cookie = f"{PHONE_COOKIE}={token}"
            phone = Phone(told, game, Line(served.port, cookie, address=address), served.port, load.asking)
            phones.append(phone)
            beginning = chance.uniform(0, max(ASKED_EVERY, load.phones / ARRIVING))
            watching.append(asyncio.create_task(phone.watch(until, after=beginning)))
            if place == 0:
                scorer = Phone(told, game, Line(served.port, cookie, address=address), served.port)
                phones.append(scorer)
                own = random.Random(chance.random())
                score = keep_score(scorer, phone, load, until, kind == "gem-rummy", own)
                recording.append(asyncio.create_task(score))
    ended = await asyncio.gather(*recording, return_exceptions=True)
    # What still waits for news goes without.
    for task in watching:
        if not task.done():
            task.cancel()
    ended += [one for one in await asyncio.gather(*watching, return_exceptions=True) if isinstance(one, Exception)]
    for phone in phones:
        phone.line.close()
    await asyncio.sleep(0.1)
    for one in ended:
        if isinstance(one, BaseException):
            told.errors[f"{type(one).__name__}: {one}"] += 1


def address_of(table: int) -> str:
    """Return the address that the phones of a table call from: they are behind one router."""
    return f"127.{1 + table // 62_500}.{table // 250 % 250}.{1 + table % 250}"


def lost_or_doubled(place: DatabasePlace, laid: list[tuple[str, str, list[str]]], told: Told) -> list[str]:
    """Say what of the recorded hands is not in the store exactly once, and what else is wrong with it."""
    store = open_store(place)
    wrong = []
    for game, _, _ in laid:
        table = games.rebuild(store, game)
        hands = sum(record.event.__class__.__name__ == "HandRecorded" for record in journals.read(store, game))
        if (table.hands, hands) != (told.recorded[game], told.recorded[game]):
            wrong.append(f"{game}: {told.recorded[game]} hands recorded, {hands} in the journal, {table.hands} count")
        if dict(table.totals) != told.points[game]:
            wrong.append(f"{game}: {dict(table.totals)} instead of {told.points[game]}")
    wrong += [store_sentence(finding) for finding in checks.check(store).findings]
    store.close()
    return wrong


async def cost(served: Served, path: str, cookie: str, times: int) -> float:
    """Tell what one request costs in milliseconds of the processor, asked for on four lines at once."""
    lines = [Line(served.port, cookie) for _ in range(4)]
    before = served.processor_seconds()

    async def again(line: Line) -> None:
        for _ in range(times // len(lines)):
            await line.get(path)

    await asyncio.gather(*(again(line) for line in lines))
    for line in lines:
        line.close()
    return 1000 * (served.processor_seconds() - before) / times


async def costs(served: Served, game: str, token: str, times: int) -> dict[str, float]:
    """Tell what the common requests cost."""
    cookie = f"{PHONE_COOKIE}={token}"
    line = Line(served.port, cookie)
    page = (await line.get(f"/g/{game}")).text
    line.close()
    found = _SEEN.search(page)
    seen = found[1] if found else ""
    paths = {
        "empty view": EMPTY,
        "pulse": f"/g/{game}/pulse?seen={seen}",
        "table page": f"/g/{game}",
        "sheet": f"/g/{game}/sheet",
        "home": "/",
    }
    for path in paths.values():
        await cost(served, path, cookie, 40)
    # By turns, because a machine is faster now and slower a minute later.
    spent = dict.fromkeys(paths, 0.0)
    for _ in range(ROUNDS):
        for name, path in paths.items():
            spent[name] += await cost(served, path, cookie, times // ROUNDS) / ROUNDS
    return spent


def run(load: Load, seed: int, times: int, engine: str = "sqlite") -> tuple[Told, list[str], dict[str, float], float]:
    """Serve, play, and look: what was told, what is wrong, what requests cost, what those of the load did."""
    told = Told()
    max_connections()
    with new_place(engine) as place:
        laid = lay_tables(place, load)
        with serving(place) as served:
            spent = asyncio.run(costs(served, laid[0][0], laid[0][2][0], times))
            before = served.processor_seconds()
            asyncio.run(play(served, load, laid, told, seed))
            a_request = 1000 * (served.processor_seconds() - before) / max(1, told.requests)
        wrong = lost_or_doubled(place, laid, told)
    return told, wrong, spent, a_request


def tell(load: Load, told: Told, spent: dict[str, float], a_request: float) -> None:
    """Print what came of it."""
    print(
        f"{load.phones} phones at {load.tables} tables for {load.seconds:.0f} s, a hand every {load.hand_every:.0f} s"
    )
    print(f"{told.requests} answers, {told.requests / load.seconds:.0f} a second; {sum(told.recorded.values())} hands")
    for what, times in sorted(told.times.items(), key=lambda one: -len(one[1])):
        times.sort()
        middle, late = statistics.median(times), times[min(len(times) - 1, int(0.99 * len(times)))]
        print(
            f"  {what:13} {len(times):7}: median {1000 * middle:5.1f} ms, 99 % under {1000 * late:6.1f} ms, "
            f"latest {1000 * times[-1]:6.1f} ms"
        )
    if told.shown_after:
        middle, late = (told.shown_within(share) for share in SHOWN_WITHIN)
        print(
            f"from record to shown on {len(told.shown_after)} other phones: median {1000 * middle:.0f} ms, "
            f"99 % under {1000 * late:.0f} ms; {told.held} held requests"
        )
    print(f"{100 * told.share_soon():.2f} % of the answers within {1000 * SOON:.0f} ms")
    print("processor time of a request, as a ratio to an empty Flask view on the same server:")
    print("  " + ", ".join(f"{name} {one / spent['empty view']:.1f}" for name, one in spent.items()))
    print(f"  all requests of the load {a_request / spent['empty view']:.1f}")


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    whole = Load()
    asked.add_argument("--seconds", type=float, default=whole.seconds)
    asked.add_argument("--tables", type=int, default=whole.tables)
    asked.add_argument("--phones", type=int, default=whole.phones)
    asked.add_argument("--hand-every", type=float, default=whole.hand_every)
    asked.add_argument("--requests", type=int, default=2000, help="to measure what each page costs")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--asking", action="store_true")
    asked.add_argument("--engine", choices=ENGINES, default="sqlite")
    given = asked.parse_args(arguments)
    load = Load(given.seconds, given.tables, given.phones, given.hand_every, given.asking)
    told, wrong, spent, a_request = run(load, given.seed, times=given.requests, engine=given.engine)
    tell(load, told, spent, a_request)
    reasons = Reasons(wrong=[*told.errors, *wrong])
    if not told.recorded:
        reasons.wrong.append("no hand was recorded")
    if not told.shown_after or not (load.asking or told.held):
        reasons.wrong.append("no other phone was told of a recorded hand")
    if told.share_soon() < SHARE_SOON:
        reasons.slow.append(f"{100 * told.share_soon():.2f} % of the answers within {1000 * SOON:.0f} ms")
    # Phones that ask every so often are the fallback, and learn of a hand later.
    if not load.asking and not told.is_shown_soon():
        reasons.slow.append("other phones showed recorded hands late")
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
