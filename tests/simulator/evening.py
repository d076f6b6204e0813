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

from companion.journal.state import Record
from companion.pocket.in_browser import PocketApp
from companion.store import games, journals
from companion.store.database import Store
from companion.web.current_store import store_of
from tests.simulator import checks
from tests.simulator.browsers import Browsers, Request
from tests.simulator.clock import Clock
from tests.simulator.deals import GEM_II, Deal, dealt
from tests.simulator.gem2 import GemRound, counts_of, dealt_round
from tests.simulator.hand import Person
from tests.simulator.mishaps import MINUTE, calm_down, let_things_go_wrong
from tests.simulator.people import act
from tests.simulator.server import Failures, Server, ServerAnswer, SimulatedConnection, make_apps
from tests.simulator.sheet import Sheet, SheetHand, sheet_of
from tests.simulator.table_of_phones import Channels, PocketServer, make_pocket_app
from tests.simulator.world import SECOND, Phone, World
from tests.support.phones import Party, device_of, import_game
from tests.support.templates import CompiledTemplates

WITHOUT_SERVER = 4
"""One of so many evenings is at a table of phones without a server."""
NAMES = ("Ann", "Bob", "Cid")
GAMES = ("gem-rummy", "gem-rummy", "gin-rummy", "knock-rummy", "gem-ii", "gem-ii-solo")


@dataclass
class Evening:
    seed: int
    clock: Clock
    world: World
    server: Server
    game_kind: str
    game: str = ""
    people: list[Person] = field(default_factory=list)
    deals: list[Deal | GemRound] = field(default_factory=list)
    devices: dict[int, int] = field(default_factory=dict)
    confirmed: dict[str, int | None] = field(default_factory=dict)
    """Keys of recordings that the server confirmed, with the deals."""
    there_already: set[str] = field(default_factory=set)
    """Those of them whose hand somebody else had recorded, so that it has another key."""
    settled: set[str] = field(default_factory=set)
    """Keys of forms in the phones' queues that were recorded from the page of a conflict."""
    queued: dict[int, dict[str, int | None]] = field(default_factory=dict)
    """Keys of hands in the phones' queues, with the deals, by seat."""
    records: list[Record] = field(default_factory=list)
    sheet: Sheet = field(default_factory=Sheet)
    over: bool = False
    looked_up: tuple[int, int] = (-1, 0)
    """How many requests and starts there were before the sheet was looked up."""
    entered: dict[tuple[str, int, int], frozenset[str]] = field(default_factory=dict)
    """The cards of hands that are being entered, by address, deal, and the power failures before."""
    batches: set[str] = field(default_factory=set)
    """The ids of batches of taps that were answered."""
    calm: bool = False

    @property
    def chance(self) -> random.Random:
        return self.clock.chance

    @property
    def store(self) -> Store:
        return store_of(self.server.apps[0])

    def deal_played(self) -> Deal | GemRound | None:
        """Return the deal that is being played: the first that isn't on the sheet."""
        recorded = self.recorded_deals()
        return next((deal for deal in self.deals if deal.number not in recorded), None)

    def look_up(self) -> Sheet:
        """Return what is on the sheet; while the server is down, what was."""
        # Nothing changes it but requests, and a start.
        now = self.world.requests, self.server.starts
        if self.server.up and not self.server.busy and now != self.looked_up:
            self.looked_up = now
            row = self.store.row("SELECT MAX(seq) AS seq FROM journal WHERE game = ?", [self.game])
            if row is not None and row["seq"] != self.sheet.seq:
                self.records = journals.read(self.store, self.game)
                self.sheet = sheet_of(self.records, self.number_of)
                self.over = games.table_summary(self.store, self.game).over
                self.world.wrong += checks.misread(self)
        return self.sheet

    def recorded_deals(self) -> set[int | None]:
        return {hand.deal for hand in self.look_up().hands if self.is_whole(hand)}

    def has_record(self, key: str) -> bool:
        return self.store.row("SELECT id FROM journal WHERE id = ?", [key]) is not None

    def is_whole(self, hand: SheetHand) -> bool:
        """Return whether nothing of it is still to be played."""
        deal = self.deal(hand.deal)
        return deal is None or deal.is_whole(hand.played)

    def amiss(self, hand: SheetHand) -> bool:
        """Return whether a hand on the sheet is to be corrected."""
        deal = self.deal(hand.deal)
        return deal is not None and (hand.struck or hand.overruled or not deal.is_right(hand.played))

    def deal(self, number: int | None) -> Deal | GemRound | None:
        return next((deal for deal in self.deals if deal.number == number), None)

    def slips(self, probability: float) -> bool:
        return not self.calm and self.chance.random() < probability

    def number_of(self, hand: dict[str, Any]) -> int | None:
        def held(player: dict[str, Any]) -> frozenset[str]:
            return frozenset(player.get("deadwood", ())).union(player.get("cards", ()), *player.get("melds", ()))

        if "deals" in hand or "counted" in hand:
            return next((one.number for one in self.deals if one.counts[:1] == counts_of(hand)[:1]), None)
        if hand.get("drawn"):
            return next((deal.number for deal in self.deals if deal.drawn), None)
        cards = [held(player) for player in hand.get("players", ())]
        return next((deal.number for deal in self.deals if [one.cards for one in deal.hands] == cards), None)

    def deal_of(self, item: dict[str, Any]) -> int | None:
        return self.deal_in(item["to"], item["body"])

    def deal_in(self, to: str, body: str) -> int | None:
        fields = parse_qs(body)
        if "deals-0" in fields:
            return self.number_of({"deals": [*map(int, filter(None, fields["deals-0"]))]})
        if "cards-0" in fields:
            return self.number_of({"counted": {"cards": {"": int(fields["cards-0"][0])}}})
        if to.endswith("/drawn"):
            return self.number_of({"drawn": True})
        if "hand_json" in fields:
            return self.number_of(json.loads(fields["hand_json"][0])["hand"])
        typed = [fields.get(f"hand-{seat}", [""])[0] for seat in range(len(self.people))]
        return next((deal.number for deal in self.deals if [hand.typed for hand in deal.hands] == typed), None)

    def next_deal(self, person: Person, seen: int) -> Deal | GemRound | None:
        """Return what somebody would enter next on a page that was made when the journal had `seen` records."""
        self.queue_of(person)
        sheet = sheet_of(self.records[: max(1, seen)], self.number_of)
        # Sometimes two enter the next round for the one that goes on, whose deals they can't enter here.
        mistaken = self.game_kind == "gem-ii" and self.slips(0.2)
        known = {hand.deal for hand in sheet.hands if mistaken or self.is_whole(hand)}
        known |= set(self.queued[person.seat].values())
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
        client = self.server.client_of(person.phone.number)
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
            self.confirmed[key] = self.deal_in(request["url"], request["body"])
            if not self.has_record(key):
                self.there_already.add(key)
            self.settled.update(parse_qs(request["body"]).get("queued", []))
        return (
            checks.misdirected(self, request, key)
            or checks.given_up(self, request, answer)
            or checks.cards_gone(self, request, answer)
            or checks.seen_early(self, phone, request, answer)
        )

    def all_played(self) -> bool:
        """Return whether all deals are on the sheet; those after the end of the game don't count."""
        if not self.server.up:
            return False
        recorded = self.recorded_deals()
        if self.over:
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
    pocket: PocketApp

    def world_of(self, seed: int, clock: Clock, folder: Path) -> World:
        """Return the network of an evening, and its server or the phone that runs the app."""
        if seed % WITHOUT_SERVER:
            return World(clock, self.browsers, Server(self.apps, folder, clock, self.log))
        place, flask = self.folder / "pocket", self.pocket.flask
        return Channels(
            clock, self.browsers, PocketServer([flask], folder, clock, self.log, pocket=self.pocket, place=place)
        )


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
                pocket = make_pocket_app(folder / "pocket")
            log = Failures()
            compiled = CompiledTemplates()
            for app in (*apps, pocket.flask):
                # Those of pytest have one for all tests of a process.
                app.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache or compiled
                app.logger.handlers, app.logger.propagate = [log], False
            browsers = Browsers.started(apps[0])
            try:
                yield Table(apps, browsers, folder, log, pocket)
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
    clock = Clock(seed)
    table.browsers.order("reset", 0, seed=seed)
    table.log.records.clear()
    with tempfile.TemporaryDirectory(dir=table.folder) as folder:
        world = table.world_of(seed, clock, Path(folder))
        server = world.server
        try:
            with clock.ticking():
                server.begin(table.folder / "empty")
                evening = _begin(seed, clock, world, server)
                wrong = _played(evening)
        except Exception as error:
            error.add_note(f"in the evening of seed {seed}")
            raise
        for app in server.apps:
            store_of(app).close()
    return Played(seed, wrong, clock.trace, world.requests)


def _begin(seed: int, clock: Clock, world: World, server: Server) -> Evening:
    """Lay the table: start a game, let everybody in, and deal."""
    chance = clock.chance
    kind = chance.choice(GAMES)
    seats = {"gin-rummy": 2, "gem-ii": 2, "gem-ii-solo": 1}.get(kind) or chance.choice((2, 2, 3))
    evening = Evening(seed, clock, world, server, kind)
    # Seldom a game that these hands may end.
    long = {"house_rules": {"target": 1000}} if chance.random() < 0.85 else {}
    head: dict[str, object] = {"game": kind, "players": list(NAMES[:seats])}
    head |= {"level": 1, "rounds": []} if kind in GEM_II else {"hands": [], **long}
    head |= {"first_dealer": NAMES[0]} if seats > 1 else {}
    party = Party(import_game(server.apps[0].test_client(), head))
    party.owner.submit("/people/open")
    party.owner.submit("/people/sit", seat="0")
    keepers = {0, 1} if chance.random() < 0.5 else {0}
    joined = (party.join(str(seat), link=party.link("scorer") if seat in keepers else "") for seat in range(1, seats))
    phones = [party.owner, *joined]
    evening.game = party.game
    if kind in GEM_II:
        evening.deals = [dealt_round(chance, number, seats) for number in range(chance.choice((1, 1, 2)))]
    else:
        evening.deals = [dealt(chance, number, kind, seats) for number in range(chance.choice((1, 1, 2, 3)))]
    if kind not in GEM_II and chance.random() < 0.3:
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
    clock.tell(f"{kind}, {seats} players, {evening.deals}")
    return evening


def _played(evening: Evening) -> list[str]:
    clock, world = evening.clock, evening.world
    let_things_go_wrong(evening)
    for person in evening.people:
        clock.after(clock.chance.uniform(0, 3 * SECOND), partial(_think, evening, person))
    calm = clock.chance.uniform(MINUTE, 4 * MINUTE)
    world.run_until(calm)
    calm_down(evening)
    world.run_until(clock.now + 25 * MINUTE, evening.quiet)
    if not world.wrong and not evening.quiet():
        there = sorted(map(str, evening.recorded_deals()))
        return [f"the evening doesn't end: deals {there} of {len(evening.deals)} are on the sheet"]
    world.run_until(clock.now + MINUTE)
    return world.wrong or list(checks.at_the_end(evening))


def _think(evening: Evening, person: Person) -> None:
    clock = evening.clock
    done = act(evening, person)
    pause = clock.chance.uniform(0.4 * SECOND, 4 * SECOND) if done else clock.chance.uniform(2 * SECOND, 9 * SECOND)
    clock.after(pause, partial(_think, evening, person))
