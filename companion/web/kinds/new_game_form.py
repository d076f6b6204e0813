"""The form of a new game: what was entered, kept whatever errors it has, and the head of the game that it makes.

Names, seats and the first dealer are read in one way for every game; a kind says what else is chosen.
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


class NewGameForm:
    """The form of one game."""

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
        names = [typed_name(name) for name in sent.getlist("player")]
        self._fill(names[: self.seats[-1] + self.partners])
        self.dealer = sent.get("dealer", DRAW)
        self.chosen = {choice.name: sent.get(choice.name, choice.usual) for choice in self.choices}

    def _fill(self, names: Sequence[str]) -> None:
        least = self.seats.start + self.partners
        self.names = [*names, *[""] * (least - len(names))]

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
        """Give the seats to these people; partners come from teams alone."""
        self._fill(people[: self.seats[-1] + (self.partners if in_teams else 0)])

    def like(self, last: TableSummary | None) -> None:
        """Choose what the last such game of this phone had set, or what is usual."""

    def act(self, verb: str, about: str) -> None:
        """Do what a button says: a seat up or down, one more, one fewer, a known name in or out."""
        flexible = len(self.names) <= self.seats[-1]
        match verb:
            case "up" | "down" if about.isdecimal():
                place = int(about[:9])
                self._move(place, place + (1 if verb == "down" else -1))
            case "more" if len(self.names) < self.seats[-1]:
                self.names.append("")
            case "fewer" if flexible and len(self.names) > self.seats.start:
                empty = [seat for seat, name in enumerate(self.names) if not name]
                del self.names[empty[-1] if empty else -1]
                self.dealer = DRAW
            case "name":
                self._toggle(typed_name(about))

    def _move(self, seat: int, to: int) -> None:
        if 0 <= seat < len(self.names) and 0 <= to < len(self.names):
            self.names[seat], self.names[to] = self.names[to], self.names[seat]
            # The dealer is a person, not a chair.
            self.dealer = {str(seat): str(to), str(to): str(seat)}.get(self.dealer, self.dealer)

    def _toggle(self, name: str) -> None:
        if not name:
            return
        if name in self.names:
            self.names[self.names.index(name)] = ""
        elif "" in self.names:
            self.names[self.names.index("")] = name
        elif len(self.names) < self.seats[-1]:
            self.names.append(name)

    def settle(self) -> bool:
        """Choose what is usual where a value was sent that no page offers; return whether there was none."""
        offered = True
        if self.dealer not in {DRAW, *map(str, range(self.dealers))}:
            self.dealer, offered = DRAW, not self.dealers
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
