"""What people do with their phones: each looks at the page in hand, and does what comes next, sooner or later."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.simulator.deals import Deal
from tests.simulator.world import Phone

if TYPE_CHECKING:
    from tests.simulator.evening import Evening

View = dict[str, Any]
Part = dict[str, Any]
_HAND = re.compile(r"/hand/(\d+)(?:/(.*))?$")
ERROR = 400
STAND_IN = "when this phone was last online"
CONFLICT = 409


@dataclass
class Person:
    """Somebody at the table."""

    name: str
    seat: int
    phone: Phone
    scripts: bool
    keeps_score: bool
    types: bool
    """Types the cards instead of tapping them."""
    tab: int = 0
    idle: int = 0
    known: set[int | None] = field(default_factory=set)
    """Which deals were on the sheet when the table was last looked at."""
    mislaid: bool = False
    """The hand is to be laid out by the app, since it isn't legal as it is."""
    dropped: set[str] = field(default_factory=set)
    """What was discarded from the queue on purpose."""


@dataclass
class Hand:
    """A person's hand on the phone: the page that is looked at, and what can be done there."""

    person: Person
    evening: "Evening"
    view: View

    @property
    def path(self) -> str:
        path: str = self.view["path"]
        return path.removeprefix(f"/g/{self.evening.game}") if path.startswith("/g/") else f"//{path}"

    def do(self, said: str, **order: object) -> bool:
        self.evening.clock.tell(f"{self.person.name} {said}")
        done = self.evening.world.browser("act", phone=self.person.phone.number, tab=self.person.tab, **order)
        return bool(done)

    def tap(self, part: Part | None) -> bool:
        return part is not None and self.do(
            f"taps “{part.get('words') or part.get('value') or part.get('to')}”", ref=part["ref"]
        )

    def tap_key(self, key: str) -> bool:
        return self.do(f"taps {key}", sel=key)

    def fill(self, name: str, value: str) -> bool:
        part = next((one for one in self.view["fields"] if one["name"] == name and one["type"] != "radio"), None)
        return part is not None and self.do(f"types {value} as {name}", ref=part["ref"], value=value)

    def choose(self, name: str, value: str) -> bool:
        part = next((one for one in self.view["fields"] if (one["name"], one["value"]) == (name, value)), None)
        return part is not None and (part["checked"] or self.do(f"chooses {value} as {name}", ref=part["ref"]))

    def has(self, name: str) -> bool:
        return any(one["name"] == name for one in self.view["fields"])

    def buttons(self, name: str = "", value: str | None = None, form: str = "", words: str = "") -> list[Part]:
        return [
            one
            for one in self.view["buttons"]
            if (not name or one["name"] == name)
            and (value is None or one["value"] == value)
            and (not form or one["form"] == form)
            and words.lower() in one["words"].lower()
        ]

    def button(self, name: str = "", value: str | None = None, form: str = "", words: str = "") -> Part | None:
        return next(iter(self.buttons(name, value, form, words)), None)

    def link(self, to: str) -> Part | None:
        found = [one for one in self.view["links"] if one["to"].split("?")[0].endswith(to)]
        return found[0] if found else None

    def go(self, path: str = "") -> bool:
        self.evening.clock.tell(f"{self.person.name} goes to {path or 'the table'}")
        self.evening.world.browser(
            "go", phone=self.person.phone.number, tab=self.person.tab, path=f"/g/{self.evening.game}{path}"
        )
        return True

    def reload(self) -> bool:
        self.evening.clock.tell(f"{self.person.name} reloads")
        self.evening.world.browser("again", phone=self.person.phone.number, tab=self.person.tab)
        return True


def look(evening: "Evening", person: Person) -> Hand | None:
    view = evening.world.browser("look", phone=person.phone.number, tab=person.tab)
    if view.get("going"):
        person.idle += 1
        return None
    hand = Hand(person, evening, view)
    if "path" in view:
        return hand
    if not view["failed"] or (view["posted"] and evening.chance.random() < 0.3):
        hand.go()
    else:
        hand.reload()
    return None


def act(evening: "Evening", person: Person) -> bool:
    """Do what comes next; return whether there was anything."""
    hand = look(evening, person)
    if hand is None:
        return False
    if _sees_to_the_queue(hand):
        return True
    if hand.view["status"] == CONFLICT:
        return _settles(hand)
    if hand.view["status"] >= ERROR and not hand.path.startswith("/hand/"):
        return hand.go()
    if STAND_IN in hand.view["text"]:
        return _without_a_network(hand)
    hand_page = _HAND.fullmatch(hand.path)
    if hand_page:
        return _at_a_hand(hand, int(hand_page[1]), hand_page[2] or "")
    if hand.path == "":
        return _at_the_table(hand)
    if hand.path == "/end":
        return _looks_for_news(hand)
    accept = hand.button("act", "accept")
    if accept and evening.chance.random() < 0.5:
        return hand.tap(accept)
    return hand.go()


def _sees_to_the_queue(hand: Hand) -> bool:
    """Look at what the server didn't take; discard what is recorded already."""
    person, evening = hand.person, hand.evening
    if not person.scripts:
        return False
    items = evening.queue_of(person)
    stuck = [item for item in items if item["state"] != "waiting"]
    if not stuck or hand.view["status"] == CONFLICT:
        return False
    item = stuck[0]
    # Recorded by somebody else, or dealt after the end of the game.
    recorded = evening.deal_of(item) in {None, *evening.recorded_deals()}
    asks = hand.button(words="Discard")
    if recorded and asks:
        person.dropped.add(item["id"])
        hand.tap(asks)
        again = hand.evening.world.browser("look", phone=person.phone.number, tab=person.tab)
        if "path" not in again:
            return True
        now = Hand(person, evening, again)
        sure = next((one for one in again["buttons"] if one["waits"]), None)
        return now.tap(sure)
    shows = hand.button(words="Show")
    if shows and evening.chance.random() < 0.5:
        return hand.tap(shows)
    return False


def _settles(hand: Hand) -> bool:
    """Two phones at once: what is on the sheet stays, what isn't there is recorded."""
    keep = next(
        (one for one in hand.view["links"] if "Keep the one" in one["words"] or "Back to the table" in one["words"]),
        None,
    )
    evening = hand.evening
    shown = evening.deal_shown(hand.view)
    evening.clock.tell(f"{hand.person.name} sees a conflict about deal {shown}")
    if shown is not None and shown in evening.recorded_deals():
        hand.person.dropped |= {item["id"] for item in evening.queue_of(hand.person) if evening.deal_of(item) == shown}
        if keep:
            return hand.tap(keep)
        return hand.go()
    add = hand.button(form="add") or hand.button(form="still")
    if add and shown is not None:
        hand.person.dropped |= {item["id"] for item in evening.queue_of(hand.person) if evening.deal_of(item) == shown}
        return hand.tap(add)
    return hand.tap(keep) or hand.go()


def _turns_up(hand: Hand, deal: Deal) -> bool:
    """Enter the dice or the upcard."""
    if hand.has("first"):
        hand.choose("first", str(deal.dice[0]))
        hand.choose("second", str(deal.dice[1]))
        return hand.person.scripts or hand.tap(hand.button("act", "set"))
    if hand.has("rank"):
        hand.choose("rank", deal.upcard[:-1].replace("10", "10"))
        hand.choose("suit", deal.upcard[-1])
        return hand.person.scripts or hand.tap(hand.button("act", "set"))
    return False


def _at_the_table(hand: Hand) -> bool:
    person, evening = hand.person, hand.evening
    person.known = evening.recorded_deals()
    accept = hand.button("act", "accept")
    if accept and evening.chance.random() < 0.6:
        return hand.tap(accept)
    deal = evening.deal_played()
    if deal is None:
        return _looks_for_news(hand)
    if person.keeps_score and not person.phone.line.there and evening.chance.random() < 0.5:
        return hand.go("/offline")
    if (hand.has("first") or hand.has("rank")) and (person.keeps_score or evening.chance.random() < 0.2):
        return _turns_up(hand, deal)
    way = hand.link("/showdown")
    if way and (way["leads"] or person.seat == deal.knocker or person.keeps_score):
        return hand.tap(way)
    return _looks_for_news(hand)


def _looks_for_news(hand: Hand) -> bool:
    """Load a page without a script again; trust one with a script, for a while."""
    hand.person.idle += 1
    if not hand.person.scripts or hand.person.idle % 12 == 0:
        return hand.reload()
    return False


def _at_a_hand(hand: Hand, number: int, place: str) -> bool:
    evening = hand.evening
    deal = evening.deal_played()
    records = hand.button(form="record")
    if records and evening.chance.random() < 0.5:
        # Trusts a page that may be old.
        return hand.tap(records)
    if deal is None or number != evening.next_hand:
        return hand.go()
    if place == "":
        return _at_the_hub(hand, number, deal)
    if place.startswith("seat/"):
        return _enters(hand, deal, int(place.removeprefix("seat/")))
    if place == "ruling":
        return _at_the_ruling(hand)
    if place == "gin":
        return hand.tap(hand.button("call", "gin") or hand.button("call"))
    if place == "letters":
        return hand.tap(_one_of(hand, hand.buttons("gem") or hand.buttons("act"))) or hand.go()
    if place == "lay-offs":
        return _lays_off(hand, number)
    if place == "numbers":
        return hand.go(f"/hand/{number}")
    if evening.chance.random() < 0.05:
        return hand.go()
    return _looks_for_news(hand)


def _one_of(hand: Hand, parts: Sequence[Part]) -> Part | None:
    return hand.evening.chance.choice(parts) if parts else None


def _at_the_hub(hand: Hand, number: int, deal: Deal) -> bool:
    person = hand.person
    knocks = hand.buttons("knock")
    if not knocks:
        return _turns_up(hand, deal) or hand.go()
    called = hand.link(f"/hand/{number}/seat/{person.seat}") is not None
    if not called:
        if person.seat != deal.knocker and hand.evening.chance.random() < 0.8:
            return hand.go()
        meant = [one for one in knocks if one["value"].startswith(f"{deal.knocker}:")]
        return hand.tap(meant[0] if meant else None)
    return hand.tap(hand.link(f"/hand/{number}/seat/{person.seat}")) or hand.go()


def _enters(hand: Hand, deal: Deal, seat: int) -> bool:
    person = hand.person
    if seat != person.seat:
        return hand.go()
    dealt = deal.hands[seat]
    held = hand.view["held"]
    if held is None:
        counted = hand.button("act", "way:laid-out")
        return hand.tap(counted) or hand.go()
    mine = set(held.split())
    wrong, missing = sorted(mine - dealt.cards), sorted(dealt.cards - mine)
    loose = hand.button(value="way:loose")
    if person.mislaid and loose is not None and not loose["pressed"]:
        person.mislaid = False
        return hand.tap(loose)
    if not wrong and not missing:
        asked = hand.buttons(words="Yes,") if hand.evening.chance.random() < 0.5 else []
        asked += [*hand.buttons(words="Continue"), *hand.buttons("act", "as-laid")]
        if asked:
            return hand.tap(asked[0])
        return hand.tap(next((one for one in hand.view["buttons"] if one["id"] == "done"), None)) or hand.go()
    if hand.has("text"):
        hand.fill("text", dealt.typed)
        return hand.tap(hand.button(words="Lay it out"))
    if person.types and not mine:
        return hand.go(f"{hand.path}?typed=")
    if loose is not None and not loose["pressed"]:
        return hand.tap(loose)
    for card in (wrong or missing)[: hand.evening.chance.randint(1, 6) if person.scripts else 1]:
        hand.tap_key(f"#k{card}")
    return True


def _lays_off(hand: Hand, number: int) -> bool:
    chance = hand.evening.chance
    moves = hand.buttons("move")
    if moves:
        return hand.tap(chance.choice(moves))
    cards = [one for one in hand.buttons("card") if one["value"].startswith(f"{hand.person.seat}:")]
    if cards and chance.random() < 0.35:
        return hand.tap(chance.choice(cards))
    done = hand.button("act", "done") or hand.button("pass")
    if done and (cards or hand.person.keeps_score):
        return hand.tap(done)
    hand.person.idle += 1
    return hand.go(f"/hand/{number}/lay-offs") if hand.person.idle % 6 == 0 else _looks_for_news(hand)


def _at_the_ruling(hand: Hand) -> bool:
    person = hand.person
    illegal = hand.link(f"/seat/{person.seat}") if hand.view["text"].startswith("Not legal") else None
    if illegal:
        person.mislaid = True
        return hand.tap(illegal)
    if not person.keeps_score:
        return hand.go() if hand.evening.chance.random() < 0.3 else _looks_for_news(hand)
    return hand.tap(hand.button(form="record")) or hand.go()


def _without_a_network(hand: Hand) -> bool:
    """Enter the whole hand on the page that the phone keeps."""
    person, evening = hand.person, hand.evening
    if not person.keeps_score or not hand.has("hand-0"):
        return hand.go()
    deal = evening.next_deal(person)
    if deal is None or (person.phone.line.there and evening.chance.random() < 0.8):
        return hand.go()
    if hand.has("first"):
        hand.choose("first", str(deal.dice[0]))
        hand.choose("second", str(deal.dice[1]))
    if hand.has("rank"):
        hand.choose("rank", deal.upcard[:-1])
        hand.choose("suit", deal.upcard[-1])
    hand.choose("knocker", str(deal.knocker))
    for seat, dealt in enumerate(deal.hands):
        hand.fill(f"hand-{seat}", dealt.typed)
    return hand.tap(hand.button(words="Send this hand"))
