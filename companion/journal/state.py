"""A game as its records make it: its head, and its hands with their history and responses.

Everything else reads `GameState`. `OpenGame` and `OpenHand` are the same while the records are folded; events change
them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.documents.game import Document, RecordedHand, players_of
from companion.journal.codec import ALWAYS
from companion.rules.rummy.house_rules import rules_of_hands

if TYPE_CHECKING:
    from companion.journal.events import Event


class JournalError(ValueError):
    """A stored record of a kind can't be read, for a cause; without a kind, a journal has no start."""

    def __init__(self, kind: str | None = None, cause: Exception | None = None) -> None:
        super().__init__(kind, cause)
        self.kind = kind
        self.cause = cause


@dataclass(frozen=True, slots=True)
class DeckUsed:
    """The deck that a game is played with. Wherever a made-up print is used, it is called that."""

    id: int | None
    name: str
    made_up: bool = field(default=False, metadata=ALWAYS)


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """That a record came from a file into a game that was there: when, and by which phone."""

    at: str
    by: str
    """The player on the phone's seat, or the phone's name; empty if it has none."""
    counts: bool = True
    """False for what only the phone of a player may say, who has one in the game."""


def counts(brought_in: BroughtIn | None) -> bool:
    return brought_in is None or brought_in.counts


@dataclass(frozen=True, slots=True)
class Record:
    seq: int
    at: str
    """UTC, to the second, as `2026-11-21T09:05:00Z`."""
    by: str
    """A player's name or the phone's, for the history only."""
    event: "Event"
    brought_in: BroughtIn | None = None

    @property
    def counts(self) -> bool:
        return counts(self.brought_in)


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    seq: int
    at: str
    by: str
    event: "Event"
    undone: bool
    hand: int | None
    players: tuple[str, ...]
    brought_in: BroughtIn | None = None


@dataclass(frozen=True, slots=True)
class RulingResponse:
    player: str
    at: str
    by: str
    points: Mapping[str, int] | None = None
    word: str = ""

    @property
    def accepted(self) -> bool:
        return self.points is not None


@dataclass(frozen=True, slots=True)
class PlayedHand:
    number: int
    """Permanent: the third hand ever recorded in the game is 3, wherever it is on the sheet."""
    recorded: RecordedHand
    revision: int
    """The seq of the record that last changed its cards or its ruling: earlier responses are to another ruling."""
    struck: bool = False
    reason: str = ""
    responses: tuple[RulingResponse, ...] = ()
    disputed_before: tuple[str, ...] = ()
    history: tuple[HistoryRecord, ...] = ()

    @property
    def house_rules(self) -> Mapping[str, object] | None:
        return self.recorded.house_rules

    @property
    def played_at(self) -> str:
        """When the hand was first recorded; empty where its game was imported with it."""
        return self.history[0].at if self.history else ""


@dataclass(frozen=True, slots=True)
class GameState:
    seq: int
    head: Document
    """The game document without hands or rounds."""
    deck: DeckUsed | None
    hands: tuple[PlayedHand, ...]
    """In the order of play, including struck-out hands."""
    recorded: int
    closed: bool
    taken_by: str
    """Who took a closed game to a phone of their own; empty if nobody did."""
    started_at: str
    changed_at: str
    history: tuple[HistoryRecord, ...]
    undoable: int | None
    redoable: int | None

    @property
    def game(self) -> str:
        return str(self.head["game"])

    @property
    def players(self) -> tuple[str, ...]:
        return players_of(self.head)

    @property
    def house_rules(self) -> Mapping[str, object]:
        return house_rules_of(self.head)

    @property
    def next_hand(self) -> int:
        return self.recorded + 1

    @property
    def positions(self) -> Mapping[int, int]:
        """Map each hand's number to its position on the sheet, from 1. An undone hand keeps the one it had."""
        on_sheet = {hand.number for hand in self.hands}
        positions, position = {}, 1
        for number in range(1, self.next_hand + 1):
            positions[number] = position
            if number in on_sheet:
                position += 1
        return positions

    def rules_of_hand(self, hand: PlayedHand) -> Mapping[str, object]:
        return rules_of_hands(self.house_rules) if hand.house_rules is None else hand.house_rules

    def change(self, seq: int | None) -> HistoryRecord | None:
        return next((change for change in reversed(self.history) if change.seq == seq), None)

    def hand(self, number: int) -> PlayedHand | None:
        return next((hand for hand in self.hands if hand.number == number), None)


@dataclass(slots=True)
class OpenHand:
    """A hand while the records are folded. It knows players by their seats."""

    number: int
    recorded: RecordedHand
    revision: int
    house_rules: Mapping[str, object]
    """Those by which it is ruled, unless the house rules were changed for the whole game since."""
    rules_since: int
    """How many changes of the house rules for the whole game there were when it was recorded."""
    struck: bool = False
    reason: str = ""
    responses: dict[int, RulingResponse] = field(default_factory=dict)
    """Under the names of that time, the points in the order of the seats."""
    disputed_before: tuple[int, ...] = ()
    history: list[HistoryRecord] = field(default_factory=list)

    def revise(self, recorded: RecordedHand, seq: int) -> None:
        """Become another hand: responses were to the ruling on the one before."""
        self.recorded, self.revision = recorded, seq
        self.responses.clear()

    def keep_disputes(self) -> None:
        disputing = (seat for seat, response in self.responses.items() if not response.accepted)
        self.disputed_before = tuple(dict.fromkeys((*self.disputed_before, *disputing)))


@dataclass(slots=True)
class OpenGame:
    head: Document
    deck: DeckUsed | None
    hands: dict[int, OpenHand] = field(default_factory=dict)
    recorded: int = 0
    closed: bool = False
    taken_by: str = ""
    history: list[HistoryRecord] = field(default_factory=list)
    rules_of_all: Mapping[str, object] = field(default_factory=dict)
    """The house rules of hands that the last change for the whole game set, in every hand recorded by then."""
    changes_of_all: int = 0

    def set_in_head(self, key: str, value: object) -> None:
        rest = {name: item for name, item in self.head.items() if name != key}
        self.head = {**rest, key: value} if value else rest

    def finished(self, hand: OpenHand) -> PlayedHand:
        house_rules = hand.house_rules if hand.rules_since == self.changes_of_all else self.rules_of_all
        differs = house_rules != rules_of_hands(house_rules_of(self.head))
        names = players_of(self.head)
        responses = [
            replace(
                response,
                player=names[seat],
                points=response.points and dict(zip(names, response.points.values(), strict=True)),
            )
            for seat, response in hand.responses.items()
        ]
        return PlayedHand(
            hand.number,
            replace(hand.recorded, house_rules=house_rules) if differs else hand.recorded,
            hand.revision,
            hand.struck,
            hand.reason,
            tuple(responses),
            tuple(names[seat] for seat in hand.disputed_before),
            tuple(hand.history),
        )


def house_rules_of(head: Document) -> Mapping[str, object]:
    house_rules = head.get("house_rules", {})
    return house_rules if isinstance(house_rules, Mapping) else {}
