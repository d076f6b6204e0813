"""A person, and a phone in their hand: the page that is looked at, and what can be done there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.simulator.world import Phone

if TYPE_CHECKING:
    from tests.simulator.evening import Evening

Part = dict[str, Any]


@dataclass
class Person:
    name: str
    seat: int
    phone: Phone
    scripts: bool
    keeps_score: bool
    types: bool
    """Types the cards instead of tapping them."""
    tab: int = 0
    idle: int = 0
    mislaid: bool = False
    """The hand is to be laid out by the app, since it isn't legal as it is."""
    dropped: set[str] = field(default_factory=set)
    """What was discarded from the queue on purpose."""


@dataclass
class Hand:
    """A person's hand on the phone: the page that is looked at, and what can be done there."""

    person: Person
    evening: "Evening"
    view: dict[str, Any]

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

    def fill_all(self, name: str, values: Sequence[int]) -> bool:
        parts = [one for one in self.view["fields"] if one["name"] == name]
        texts = [*map(str, values), *[""] * (len(parts) - len(values))]
        return all(
            self.do(f"types {text} as {name}", ref=part["ref"], value=text)
            for part, text in zip(parts, texts, strict=True)
            if part["value"] != text
        )

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

    def link(self, to: str, *, bare: bool = False) -> Part | None:
        found = [one for one in self.view["links"] if (one["to"] if bare else one["to"].split("?")[0]).endswith(to)]
        return found[0] if found else None

    def one_of(self, parts: Sequence[Part | None]) -> Part | None:
        there = [one for one in parts if one is not None]
        return self.evening.chance.choice(there) if there else None

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

    def looks_for_news(self) -> bool:
        """Load a page without a script again; trust one with a script, for a while."""
        self.person.idle += 1
        if not self.person.scripts or self.person.idle % 12 == 0:
            return self.reload()
        return False


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
