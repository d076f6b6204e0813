"""The form of a new game: what was entered, kept whatever errors it has, and the head of the game that it makes.

Names, seats, who plays with whom and the first dealer are read in one way for every game; a kind says what else is
chosen.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from companion.documents.texts import typed_name
from companion.journal.events.game import GameStarted
from companion.store.derived.table_cache import TableSummary
from companion.web.base.forms import AppForm
from companion.web.base.player_names import name_errors
from companion.wording.web import CHOOSE_ONE

DRAW = "draw"
SEVERAL = 3
"""More players than these play in several pairs at a time."""
MOST_SPARE = 8
"""Names that are kept although a form has no seat for them."""


def people_of(names: Sequence[str], spare: Sequence[str]) -> list[str]:
    """Return the names that were entered, and those kept without a seat that were not entered again."""
    return [*filter(None, names), *(name for name in spare if name and name not in names)]


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Something that is chosen for a new game; the first option is the usual one."""

    name: str
    legend: str
    options: tuple[tuple[str, str, str], ...]
    """Of each its value, its label, and what it means."""
    folded: bool = False

    @property
    def usual(self) -> str:
        """The value of the usual option."""
        return self.options[0][0]


@dataclass(frozen=True, slots=True)
class TableForm:
    """How people sit down to a game: each alone, or in sides, whose names stand side by side."""

    key: str
    name: str
    numbers: str
    """How many may play, as the button says it."""
    seats: range
    """How many may play."""
    sides: tuple[str, ...] = ()
    """What stands above the names that stand side by side, of two sides twice; empty where the seats are a list."""
    note: str = ""
    """What to know about the seats."""
    turn: str = ""
    """What a button says that puts the same people otherwise."""
    keeps_first: bool = False
    """That button moves everybody but the first player."""
    waits: str = ""
    """What stands before the last name, where an odd one waits for a turn."""
    dealers: int | None = None
    """How many of the first seats may deal first; None where everybody may."""
    dealer: str = DRAW
    """The usual first dealer."""
    sides_of_many: tuple[str, ...] = ()
    """What stands above the names where each side has several players at a time, one of whom deals for all of it."""
    note_of_many: str = ""
    """What to know about the seats there, if it's something else."""


class NewGameForm:
    """The form of one game."""

    table_forms: tuple[TableForm, ...] = ()
    """In which forms the game is played, the usual one first; empty where there is only one."""
    seats: range
    """How many may play."""
    partners: ClassVar[int] = 0
    """How many more names there are, of partners."""
    rules: AppForm | None = None
    """The house rules, of a game that has any."""

    def __init__(self, game: str, sent: MultiDict[str, str]) -> None:
        self.game = game
        self.errors: dict[str, str] = {}
        """By field; under `""` those about the whole."""
        self.table_form: TableForm | None = None
        self.is_form_offered = self.sit_down(sent.get("form", ""))
        """Whether the game is played in the form that was sent."""
        self._fill([typed_name(name) for name in sent.getlist("player")])
        self.spare += [typed_name(name) for name in sent.getlist("spare")[:MOST_SPARE]]
        self.dealer = sent.get("dealer", self.usual_dealer)
        self.chosen = {choice.name: sent.get(choice.name, choice.usual) for choice in self.choices}

    def sit_down(self, key: str) -> bool:
        """Take the form of this key, or the usual one where there is none; return whether there is."""
        if not self.table_forms:
            return True
        self.table_form = next((form for form in self.table_forms if form.key == key), self.table_forms[0])
        self.seats = self.table_form.seats
        self.dealer = self.usual_dealer
        return self.table_form.key == key

    def _fill(self, names: Sequence[str]) -> None:
        """Give the seats to these names; more than there are seats are kept for another form."""
        self.names, self.spare = list(names[: self._most_names]), list(names[self._most_names :][:MOST_SPARE])
        seats = next((number for number in self.seats if number >= len(self.names)), self.seats[-1])
        self.names += [""] * (seats + self.partners - len(self.names))

    @property
    def _most_names(self) -> int:
        return self.seats[-1] + self.partners

    @property
    def for_two(self) -> bool:
        """Two play, as usual: in which other forms the game is played is asked for only by who wants more seats."""
        return bool(self.table_forms) and self.table_form is self.table_forms[0] and self.seats[-1] == 2

    @property
    def usual_dealer(self) -> str:
        return self.table_form.dealer if self.table_form else DRAW

    @property
    def sides(self) -> tuple[str, ...]:
        """What stands above the names that stand side by side."""
        if self.table_form is None:
            return ()
        return self.dealing_sides or self.table_form.sides

    @property
    def note(self) -> str:
        """What to know about the seats."""
        if self.table_form is None:
            return ""
        return (len(self.names) > SEVERAL and self.table_form.note_of_many) or self.table_form.note

    @property
    def dealing_sides(self) -> tuple[str, ...]:
        """The sides that deal, where not one player alone does."""
        return self.table_form.sides_of_many if self.table_form and len(self.names) > SEVERAL else ()

    @property
    def at_table(self) -> list[str]:
        """The names by seat, without partners; empty where none was entered."""
        return self.names[: self.seats[-1]]

    @property
    def players(self) -> list[str]:
        """The players or sides of the game."""
        return self.at_table

    @property
    def dealers(self) -> int:
        """How many may deal first; 0 where nobody deals."""
        if self.table_form and self.table_form.dealers is not None:
            return self.table_form.dealers
        return len(self.at_table) if self.seats[-1] > 1 else 0

    @property
    def choices(self) -> tuple[GameChoice, ...]:
        """What is chosen besides, with as many seats as there are."""
        return ()

    @property
    def form_errors(self) -> list[str]:
        """The errors about the whole form."""
        return [self.errors[""]] if "" in self.errors else []

    def seat_people(self, people: Sequence[str], *, in_teams: bool) -> None:
        """Give the seats to these people, in a form for so many; partners come from teams alone."""
        chosen = self.table_form is not None and self.table_form is not self.table_forms[0]
        if self.table_forms and len(people) not in (range(self.seats[-1] + 1) if chosen else self.seats):
            self.sit_down(next((form.key for form in self.table_forms if len(people) in form.seats), ""))
        room = self.seats[-1] + (self.partners if in_teams else 0)
        self._fill(people[:room])
        self.spare = list(people[room:][:MOST_SPARE])

    def like(self, last: TableSummary | None) -> None:
        """Choose what the last such game of this phone had set, or what is usual."""

    def act(self, verb: str, about: str) -> None:
        """Do what a button says: another form, a seat up or down, more or fewer, a known name in or out."""
        flexible = len(self.names) <= self.seats[-1]
        match verb:
            case "up" | "down" if about.isdecimal():
                place = int(about[:9])
                self._move(place, place + (1 if verb == "down" else -1))
            case "more" if len(self.names) < self.seats[-1]:
                self.names += [""] * self.seats.step
            case "fewer" if flexible and len(self.names) > self.seats.start:
                self._remove(self.seats.step)
            case "name":
                self._toggle(typed_name(about))
            case "form":
                self.sit_down(about)
                self._fill(people_of(self.names, self.spare))
            case "turn" if self.table_form and self.table_form.turn:
                self._seat_in_order(self._turned(keeps_first=self.table_form.keeps_first))

    def _turned(self, *, keeps_first: bool) -> list[int]:
        """Return the seats from which the names come if they move on by one, one side after the other."""
        seats = list(range(len(self.names)))
        if keeps_first:
            return [0, *seats[2:], 1]
        paired = len(seats) // 2 * 2
        by_side = [*seats[:paired:2], *seats[1:paired:2], *seats[paired:]]
        moved = dict(zip(by_side, [*by_side[1:], by_side[0]], strict=True))
        return [moved[seat] for seat in seats]

    def _remove(self, number: int) -> None:
        empty = [seat for seat, name in enumerate(self.names) if not name]
        last = list(range(len(self.names)))
        for seat in reversed((empty if len(empty) >= number else last)[-number:]):
            del self.names[seat]
        self.dealer = self.usual_dealer

    def _move(self, seat: int, to: int) -> None:
        if 0 <= seat < len(self.names) and 0 <= to < len(self.names):
            order = list(range(len(self.names)))
            order[seat], order[to] = to, seat
            self._seat_in_order(order)

    def _seat_in_order(self, order: Sequence[int]) -> None:
        """Give the seats to those who sat on these, one after the other."""
        self.names = [self.names[seat] for seat in order]
        stands_for_seat = self.table_form is not None and self.table_form.dealers is not None
        if not stands_for_seat and self.dealer in map(str, order):
            # The dealer is a person, not a chair.
            self.dealer = str(order.index(int(self.dealer)))

    def _toggle(self, name: str) -> None:
        if not name:
            return
        if name in self.names:
            self.names[self.names.index(name)] = ""
        elif "" in self.names:
            self.names[self.names.index("")] = name
        elif len(self.names) < self.seats[-1]:
            self.names += [name, *[""] * (self.seats.step - 1)]

    def settle(self) -> bool:
        """Choose what is usual where a value was sent that no page offers; return whether there was none."""
        offered = self.is_form_offered
        if self.dealer not in {DRAW, *map(str, range(self.dealers))}:
            self.dealer, offered = self.usual_dealer, offered and not self.dealers
        for choice in self.choices:
            if self.chosen.get(choice.name) not in {value for value, _, _ in choice.options}:
                self.chosen[choice.name], offered = choice.usual, False
        return offered

    def check(self) -> bool:
        """Add an error beside everything that can't stand; return whether there is none."""
        if not self.settle():
            self.errors[""] = CHOOSE_ONE
        self.errors |= name_errors(self.names)
        empty = next((seat for seat, name in enumerate(self.at_table) if not name), None)
        if empty is not None:
            self.errors[f"player-{empty}"] = self.name_missing(empty)
        return not self.errors

    def name_missing(self, seat: int) -> str:
        """Return what is said beside the first seat without a name."""
        raise NotImplementedError

    @property
    def drawn(self) -> bool:
        """Whether the first dealer is drawn by lot."""
        return self.dealers > 0 and self.dealer == DRAW

    def head(self) -> dict[str, object]:
        """Return the head of the game document."""
        players = self.players
        head: dict[str, object] = {"game": self.game, "players": players}
        if self.dealers:
            head["first_dealer"] = secrets.choice(players) if self.drawn else players[int(self.dealer)]
        return head

    def start(self, phone: int) -> GameStarted:  # noqa: ARG002 (a game may be played with a deck of the phone)
        """Return the event that starts the game."""
        return GameStarted(self.head())

    def part(self, what: str) -> Any:  # noqa: ANN401, ARG002 (the context of a template of the kind's)
        """Return a part of the form for which a script asks; None for the whole form."""
        return None
