"""One evening from one seed: the game, the people, what goes wrong, and what must be true afterwards."""

import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs

from flask import Flask
from flask.testing import FlaskClient

from companion.journal.state import Record
from companion.store import games, journals
from companion.store.database import Store
from companion.web.current_store import store_of
from tests.simulator import checks
from tests.simulator.browsers import Browsers, Request
from tests.simulator.clock import Clock
from tests.simulator.deals import Deal, dealt
from tests.simulator.hand import Person
from tests.simulator.people import act
from tests.simulator.server import Failures, Fault, Server, ServerAnswer, SimulatedConnection, make_apps
from tests.simulator.sheet import Sheet, SheetHand, sheet_of
from tests.simulator.world import SECOND, Line, Phone, World
from tests.support.phones import Party, device_of, import_game
from tests.support.templates import CompiledTemplates

MINUTE = 60 * SECOND
NAMES = ("Ann", "Bob", "Cid")
GAMES = ("gem-rummy", "gem-rummy", "gin-rummy", "knock-rummy")
DRAWN = 0.3
TWO_KEEP_SCORE = 0.5
CALM_AFTER = (1 * MINUTE, 4 * MINUTE)
ENDS_WITHIN = 25 * MINUTE
SETTLES_WITHIN = MINUTE


@dataclass
class Evening:
    seed: int
    clock: Clock
    world: World
    server: Server
    game_kind: str
    game: str = ""
    people: list[Person] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    devices: dict[int, int] = field(default_factory=dict)
    confirmed: dict[str, int | None] = field(default_factory=dict)
    """Keys of recordings that the server confirmed, with the deals."""
    queued: dict[int, dict[str, int | None]] = field(default_factory=dict)
    """Keys of hands in the phones' queues, with the deals, by seat."""
    records: list[Record] = field(default_factory=list)
    sheet: Sheet = field(default_factory=Sheet)
    calm: bool = False

    @property
    def chance(self) -> random.Random:
        return self.clock.chance

    @property
    def store(self) -> Store:
        return store_of(self.server.apps[0])

    def deal_played(self) -> Deal | None:
        """Return the deal that is being played: the first that isn't on the sheet."""
        recorded = self.recorded_deals()
        return next((deal for deal in self.deals if deal.number not in recorded), None)

    def look_up(self) -> Sheet:
        """Return what is on the sheet; while the server is down, what was."""
        if self.server.up and not self.server.busy:
            row = self.store.row("SELECT MAX(seq) AS seq FROM journal WHERE game = ?", [self.game])
            if row is not None and row["seq"] != self.sheet.seq:
                self.records = journals.read(self.store, self.game)
                self.sheet = sheet_of(self.records, self.number_of)
                self.world.wrong += checks.misread(self)
        return self.sheet

    def recorded_deals(self) -> set[int | None]:
        return {hand.deal for hand in self.look_up().hands}

    def amiss(self, hand: SheetHand) -> bool:
        """Return whether a hand on the sheet is to be corrected."""
        deal = self.deal(hand.deal)
        return deal is not None and (hand.struck or hand.overruled or not deal.is_right(hand.played))

    def deal(self, number: int | None) -> Deal | None:
        return next((deal for deal in self.deals if deal.number == number), None)

    def slips(self, probability: float) -> bool:
        """Return whether somebody does something by mistake."""
        return not self.calm and self.chance.random() < probability

    def number_of(self, hand: dict[str, Any]) -> int | None:
        """Return which deal a recorded hand is."""

        def held(player: dict[str, Any]) -> frozenset[str]:
            return frozenset(player.get("deadwood", ())).union(player.get("cards", ()), *player.get("melds", ()))

        if hand.get("drawn"):
            return next((deal.number for deal in self.deals if deal.drawn), None)
        cards = [held(player) for player in hand.get("players", ())]
        return next((deal.number for deal in self.deals if [one.cards for one in deal.hands] == cards), None)

    def deal_of(self, item: dict[str, Any]) -> int | None:
        """Return which deal a queued form records."""
        return self._deal_in(item["to"], item["body"])

    def _deal_in(self, to: str, body: str) -> int | None:
        fields = parse_qs(body)
        if to.endswith("/drawn"):
            return self.number_of({"drawn": True})
        if "hand_json" in fields:
            return self.number_of(json.loads(fields["hand_json"][0])["hand"])
        typed = [fields.get(f"hand-{seat}", [""])[0] for seat in range(len(self.people))]
        return next((deal.number for deal in self.deals if [hand.typed for hand in deal.hands] == typed), None)

    def deal_shown(self, view: dict[str, Any]) -> int | None:
        """Return which deal a page of two versions would record."""
        return self.number_of(json.loads(view["sends"])["hand"]) if view["sends"] else None

    def next_deal(self, person: Person, seen: int) -> Deal | None:
        """Return what somebody would enter next on a page that was made when the journal had `seen` records."""
        self.queue_of(person)
        sheet = sheet_of(self.records[: max(1, seen)], self.number_of)
        known = {hand.deal for hand in sheet.hands} | set(self.queued[person.seat].values())
        return next((deal for deal in self.deals if deal.number not in known), None)

    def queue_of(self, person: Person) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = self.world.browser("queue", phone=person.phone.number)
        for item in items:
            if item["hand"]:
                self.queued[person.seat].setdefault(item["id"], self.deal_of(item))
        return items

    def exported(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.page(self.people[0], "/export.json"))
        return document

    def page(self, person: Person, path: str) -> str:
        """Return a page as the server has it now."""
        client = FlaskClient(self.server.apps[0], use_cookies=False)
        answer = client.get(f"/g/{self.game}{path}", headers={"Cookie": person.phone.cookie})
        return answer.get_data(as_text=True)

    def blocks_shown(self, person: Person) -> dict[str, str]:
        """Return the marks of the blocks that a phone shows of the table; nothing of another page."""
        view = self.world.browser("look", phone=person.phone.number, tab=person.tab)
        shown: dict[str, str] = view["live"] if view.get("path") == f"/g/{self.game}" else {}
        return shown

    def note(self, phone: int, request: Request, answer: ServerAnswer) -> str:
        """Look at an answer of the server: what it confirms, and what it shows."""
        key = checks.confirmed_key(request, answer)
        if key:
            self.confirmed[key] = self._deal_in(request["url"], request["body"])
        return checks.misdirected(self, request, key) or checks.seen_early(self, phone, request, answer)

    def all_played(self) -> bool:
        """Return whether all deals are on the sheet; those after the end of the game don't count."""
        if not self.server.up:
            return False
        recorded = self.recorded_deals()
        if games.table_summary(self.store, self.game).over:
            self.deals = [deal for deal in self.deals if deal.number in recorded]
        return {deal.number for deal in self.deals} <= recorded and not any(map(self.amiss, self.sheet.hands))

    def quiet(self) -> bool:
        return self.all_played() and not any(self.queue_of(person) for person in self.people)


@dataclass
class Table:
    """What evenings of one process share."""

    apps: list[Flask]
    browsers: Browsers
    folder: Path
    log: Failures


@contextmanager
def laid() -> Iterator[Table]:
    """Start node and the app's two processes, for any number of evenings."""
    memory = Path("/dev/shm")  # noqa: S108 (a folder of its own in it)
    connect = sqlite3.connect

    def connecting(*given: Any, **more: Any) -> sqlite3.Connection:  # noqa: ANN401 (what sqlite3 takes)
        made: sqlite3.Connection = connect(*given, **{"factory": SimulatedConnection, **more})
        return made

    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        folder = Path(made)
        with patch.object(sqlite3, "connect", connecting):
            # Its secrets are the same in every process, and so are all that follows from them.
            with patch.object(random, "_urandom", random.Random(0).randbytes):
                apps = make_apps(folder / "empty")
            log = Failures()
            compiled = CompiledTemplates()
            for app in apps:
                app.jinja_env.bytecode_cache = compiled
                app.logger.handlers, app.logger.propagate = [log], False
            browsers = Browsers.started(apps[0])
            try:
                yield Table(apps, browsers, folder, log)
            finally:
                browsers.close()
                for app in apps:
                    store_of(app).close()


@dataclass(frozen=True)
class Played:
    """An evening that is over: what was wrong with it, and all that happened."""

    seed: int
    wrong: list[str]
    trace: list[str]
    requests: int

    def told(self, most: int) -> str:
        again = f"python -m tests.simulator --seed {self.seed} plays it again"
        return "\n".join([*self.trace[-most:], f"seed {self.seed} ({again}):", *self.wrong])


def play(table: Table, seed: int) -> Played:
    """Play one evening."""
    clock = Clock(seed)
    table.browsers.order("reset", 0, seed=seed)
    table.log.records.clear()
    with tempfile.TemporaryDirectory(dir=table.folder) as folder:
        server = Server(table.apps, Path(folder), clock, table.log)
        world = World(clock, table.browsers, server)
        try:
            with clock.ticking():
                server.begin(table.folder / "empty")
                evening = _begin(seed, clock, world, server)
                wrong = _played(evening)
        except Exception as error:
            error.add_note(f"in the evening of seed {seed}")
            raise
        for app in table.apps:
            store_of(app).close()
    return Played(seed, wrong, clock.trace, world.requests)


def _begin(seed: int, clock: Clock, world: World, server: Server) -> Evening:
    """Lay the table: start a game, let everybody in, and deal."""
    chance = clock.chance
    kind = chance.choice(GAMES)
    seats = chance.choice((2, 2, 3)) if kind != "gin-rummy" else 2
    evening = Evening(seed, clock, world, server, kind)
    # Seldom a game that these hands may end.
    long = {"house_rules": {"target": 1000}} if chance.random() < 0.85 else {}
    head = {"game": kind, "players": list(NAMES[:seats]), "first_dealer": NAMES[0], "hands": [], **long}
    party = Party(import_game(server.apps[0].test_client(), head))
    party.owner.submit("/people/open")
    party.owner.submit("/people/sit", seat="0")
    keepers = {0, 1} if chance.random() < TWO_KEEP_SCORE else {0}
    joined = (party.join(str(seat), link=party.link("scorer") if seat in keepers else "") for seat in range(1, seats))
    phones = [party.owner, *joined]
    evening.game = party.game
    evening.deals = [dealt(chance, number, kind, seats) for number in range(chance.choice((1, 1, 2, 3)))]
    if chance.random() < DRAWN:
        place = chance.randrange(len(evening.deals) + 1)
        evening.deals.insert(place, replace(dealt(chance, len(evening.deals), kind, seats), drawn=True))
    for seat, one in enumerate(phones):
        cookie = one.client.get_cookie("companion")
        assert cookie is not None
        phone = Phone(seat, NAMES[seat], f"companion={cookie.value}")
        world.phones[seat] = phone
        evening.devices[seat] = device_of(one.client)
        evening.queued[seat] = {}
        scripts = chance.random() < 0.8
        evening.people.append(
            Person(NAMES[seat], seat, phone, scripts, keeps_score=seat in keepers, types=chance.random() < 0.6)
        )
        world.browser("phone", id=seat, scripts=scripts, secure=chance.random() < 0.7)
        world.browser("tab", phone=seat, tab=0)
        world.browser("go", phone=seat, tab=0, path=f"/g/{evening.game}")
    world.looks_at = evening.note
    world.after_start = lambda: checks.lost(evening)
    clock.tell(
        f"{kind}, {seats} players, {len(evening.deals)} deals; knockers {[deal.knocker for deal in evening.deals]}"
    )
    return evening


def _played(evening: Evening) -> list[str]:
    clock, world = evening.clock, evening.world
    _let_things_go_wrong(evening)
    for person in evening.people:
        clock.after(clock.chance.uniform(0, 3 * SECOND), partial(_think, evening, person))
    calm = clock.chance.uniform(*CALM_AFTER)
    world.run_until(calm)
    _calm_down(evening)
    world.run_until(clock.now + ENDS_WITHIN, evening.quiet)
    if not world.wrong and not evening.quiet():
        there = sorted(map(str, evening.recorded_deals()))
        return [f"the evening doesn't end: deals {there} of {len(evening.deals)} are on the sheet"]
    world.run_until(clock.now + SETTLES_WITHIN)
    return world.wrong or list(checks.at_the_end(evening))


def _think(evening: Evening, person: Person) -> None:
    clock = evening.clock
    done = act(evening, person)
    pause = clock.chance.uniform(0.4 * SECOND, 4 * SECOND) if done else clock.chance.uniform(2 * SECOND, 9 * SECOND)
    clock.after(pause, partial(_think, evening, person))


def _let_things_go_wrong(evening: Evening) -> None:
    """Choose what goes wrong, and how much of it."""
    clock, world, chance = evening.clock, evening.world, evening.chance
    level = chance.choice((0.0, 0.3, 1.0, 2.0))
    world.faults = {fault: 0.02 * level * chance.random() for fault in Fault}
    for person in evening.people:
        person.phone.line = Line(
            slow=chance.choice((20.0, 60.0, 400.0, 1500.0)),
            lost=0.08 * level * chance.random(),
            doubled=0.1 * level * chance.random(),
        )
    if level:
        clock.after(chance.uniform(5 * SECOND, 60 * SECOND), partial(_mishap, evening, level))


def _mishap(evening: Evening, level: float) -> None:
    clock, world, chance = evening.clock, evening.world, evening.chance
    if evening.calm:
        return
    person = chance.choice(evening.people)
    match chance.choice(
        (
            "line",
            "line",
            "line",
            "server",
            "power",
            "update",
            "clock",
            "phone",
            "back",
            "back",
            "tab",
            "reload",
            "hide",
            "clock of a phone",
        )
    ):
        case "line":
            gone = chance.uniform(3 * SECOND, 90 * SECOND)
            person.phone.line.there = False
            clock.tell(f"{person.name} has no network for {gone / SECOND:.0f} s")
            clock.after(gone, partial(_connect, evening, person))
        case "server":
            world.kill_server(power=False)
        case "power":
            world.kill_server(power=True)
        case "update" if evening.server.up:
            clock.tell("the server restarts")
            evening.server.restart_in_order()
        case "clock":
            evening.server.clock.server_off += chance.choice((-1, 1)) * chance.choice(
                (SECOND, MINUTE, 120 * MINUTE, 1440 * MINUTE)
            )
            clock.tell(f"the server's clock jumps: it is {evening.server.clock.wall:%d %H:%M:%S}")
        case "phone":
            clock.tell(f"{person.name}'s phone is off, and on again")
            world.browser("die", phone=person.phone.number)
            _open_tab(evening, person, 0)
        case "back":
            clock.tell(f"{person.name} goes back")
            world.browser("back", phone=person.phone.number, tab=person.tab)
        case "reload":
            clock.tell(f"{person.name} reloads")
            world.browser("again", phone=person.phone.number, tab=person.tab)
        case "tab":
            other = 1 - person.tab
            clock.tell(f"{person.name} goes on in another tab")
            _open_tab(evening, person, other)
        case "hide":
            world.browser("hide", phone=person.phone.number, tab=person.tab, hidden=True)
            clock.after(chance.uniform(SECOND, MINUTE), partial(_show, evening, person, person.tab))
        case "clock of a phone":
            world.browser("clock", phone=person.phone.number, off=chance.choice((-3600, -5, 5, 3600)) * SECOND)
    clock.after(chance.expovariate(1 / (40 * SECOND / level)), partial(_mishap, evening, level))


def _open_tab(evening: Evening, person: Person, tab: int) -> None:
    world = evening.world
    person.tab = tab
    if tab not in person.phone.tabs:
        person.phone.tabs.append(tab)
    world.browser("tab", phone=person.phone.number, tab=tab)
    world.browser("go", phone=person.phone.number, tab=tab, path=f"/g/{evening.game}")


def _show(evening: Evening, person: Person, tab: int) -> None:
    evening.world.browser("hide", phone=person.phone.number, tab=tab, hidden=False)


def _connect(evening: Evening, person: Person) -> None:
    if not person.phone.line.there:
        person.phone.line.there = True
        evening.clock.tell(f"{person.name} has a network again")
        evening.world.browser("online", phone=person.phone.number)


def _calm_down(evening: Evening) -> None:
    """From here on nothing goes wrong."""
    evening.calm = True
    evening.clock.tell("from here on all is well")
    evening.world.faults = {}
    for person in evening.people:
        _connect(evening, person)
        person.phone.line = Line()
