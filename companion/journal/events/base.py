"""What an event is: its stored kind, what it does, when it is impossible and why, what it changes and relies on."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import ClassVar, TypeAlias

from companion.documents.errors import Defect, DocumentError
from companion.documents.game import LONGEST_REASON, MOST_OVERRULED
from companion.documents.reader import LONGEST_NOTE, read_date, read_name, read_place, read_text
from companion.journal.state import GameState, OpenGame, Record
from companion.rules.rummy.verdict import Fault


class Obstacle(Enum):
    GAME_CLOSED = auto()
    GAME_OPEN = auto()
    GAME_STARTED = auto()
    GAME_OVER = auto()
    TOO_MANY_HANDS = auto()
    NO_SUCH_HAND = auto()
    ALL_GEMS_KNOWN = auto()
    NOTHING_TO_UNDO = auto()
    NOTHING_TO_REDO = auto()
    ALREADY_STRUCK_OUT = auto()
    NOT_STRUCK_OUT = auto()
    NOT_OVERRULED = auto()
    OVERRULING_NEEDS_REASON = auto()
    DRAWN_HAND_HAS_NO_RULING = auto()
    NOT_A_PLAYER = auto()
    PLAYS_NOT_THIS_HAND = auto()
    POINTS_FOR_EVERY_PLAYER = auto()
    POINTS_OUT_OF_RANGE = auto()
    ONLY_PLAYERS_RENAMED = auto()
    SAME_NAME = auto()
    SAME_SIDE = auto()
    NOTE_UNREADABLE = auto()
    PLACE_UNREADABLE = auto()
    REASON_UNREADABLE = auto()
    DATE_UNREADABLE = auto()
    NAME_UNREADABLE = auto()
    NOT_SCORABLE = auto()
    HAND_NOT_SCORABLE = auto()

    AFTER_THE_END = auto()
    HAND_NOT_READABLE = auto()
    NOT_A_JOURNAL = auto()
    RULING_OF_OTHERS = auto()


@dataclass(frozen=True, slots=True)
class Objection:
    obstacle: Obstacle
    most: int = 0
    player: str | None = None
    defect: Defect | None = None
    faults: tuple[Fault, ...] = ()


class Kind(StrEnum):
    """The stored names of the events: never renamed, never reused."""

    GAME_STARTED = "game-started"
    HAND_RECORDED = "hand-recorded"
    DEAL_RECORDED = "deal-recorded"
    HAND_REPLACED = "hand-replaced"
    HAND_STRUCK_OUT = "hand-struck-out"
    HAND_RESTORED = "hand-restored"
    HAND_NOTED = "hand-noted"
    HAND_DATED = "hand-dated"
    HAND_ACCEPTED = "hand-accepted"
    HAND_DISPUTED = "hand-disputed"
    HAND_OVERRULED = "hand-overruled"
    OVERRULING_WITHDRAWN = "overruling-withdrawn"
    HOUSE_RULES_CHANGED = "house-rules-changed"
    HOUSE_RULES_FROM = "house-rules-from"
    GEMS_LEARNED = "gems-learned"
    PLAYERS_RENAMED = "players-renamed"
    GAME_NOTED = "game-noted"
    GAME_DATED = "game-dated"
    GAME_PLACED = "game-placed"
    GAME_CLOSED = "game-closed"
    GAME_REOPENED = "game-reopened"
    UNDONE = "undone"
    REDONE = "redone"


class Part(StrEnum):
    NEXT_HAND = "next-hand"
    HAND = "hand"
    NOTE = "note"
    DATE = "date"
    PLACE = "place"
    RESPONSE = "response"
    RULES = "house-rules"
    COMING_RULES = "house-rules-of-coming-hands"
    GEM = "gem"
    NAMES = "names"
    OPEN = "open"
    UNDO = "undo"


Parts: TypeAlias = frozenset[tuple[Part, int | str]]
"""Parts of a game, each with the number, the card or the player that it is of; 0 for those of the game as a whole."""


def parts(*whole: Part) -> Parts:
    return frozenset((part, 0) for part in whole)


class AnyEvent(ABC):
    """Something that happened in a game. Every kind of event is a class below this one."""

    __slots__ = ()

    kind: ClassVar[Kind]
    is_undoable: ClassVar[bool] = True
    """Undo passes over responses, which belong to their player, and over names, since later hands use the new ones."""
    changed_parts: ClassVar[tuple[Part, ...]] = ()
    """What it changes in the game as a whole."""
    relied_on: ClassVar[tuple[Part, ...]] = ()
    """What it relies on in the game as a whole, besides what it changes."""

    @abstractmethod
    def apply(self, game: OpenGame, record: Record) -> None:
        """Do to the game what the event does."""

    def changes(self, _recorded: int) -> Parts:
        """Return the parts that it changes; `recorded` is the number of the last recorded hand, this one included."""
        return parts(*self.changed_parts)

    def relies_on(self, changes: Parts) -> Parts:
        """Return the parts that another phone must not have changed; `changes` are those of the event itself."""
        return changes | parts(*self.relied_on)

    def hand_number(self, _recorded: int) -> int | None:
        """Return the number of the hand that it is about; `recorded` is that of the last recorded hand."""
        return None

    def why_impossible(self, state: GameState) -> Objection | None:
        return Objection(Obstacle.GAME_CLOSED) if state.closed else self.objection(state)

    def objection(self, _state: GameState) -> Objection | None:
        return None


def objection_to_note(note: object) -> Objection | None:
    return _unreadable(Obstacle.NOTE_UNREADABLE, lambda: read_text(note, "", LONGEST_NOTE))


def objection_to_reason(reason: object) -> Objection | None:
    return _unreadable(Obstacle.REASON_UNREADABLE, lambda: read_text(reason, "", LONGEST_REASON))


def objection_to_overruling(reason: str) -> Objection | None:
    return objection_to_reason(reason) if reason.strip() else Objection(Obstacle.OVERRULING_NEEDS_REASON)


def objection_to_date(at: object) -> Objection | None:
    return None if at == "" else _unreadable(Obstacle.DATE_UNREADABLE, lambda: read_date(at, ""))


def objection_to_place(place: object) -> Objection | None:
    return _unreadable(Obstacle.PLACE_UNREADABLE, lambda: read_place(place, ""))


def objection_to_name(name: str) -> Objection | None:
    return _unreadable(Obstacle.NAME_UNREADABLE, lambda: read_name(name, ""))


def _unreadable(obstacle: Obstacle, read: Callable[[], object]) -> Objection | None:
    try:
        read()
    except DocumentError as error:
        return Objection(obstacle, defect=error.defect)
    return None


def objection_to_player(state: GameState, player: str | None) -> Objection | None:
    return None if player in state.players else Objection(Obstacle.NOT_A_PLAYER, player=player)


def objection_to_points(state: GameState, points: Mapping[str, int]) -> Objection | None:
    if set(points) != set(state.players):
        return Objection(Obstacle.POINTS_FOR_EVERY_PLAYER)
    if any(not isinstance(amount, int) or abs(amount) > MOST_OVERRULED for amount in points.values()):
        return Objection(Obstacle.POINTS_OUT_OF_RANGE, most=MOST_OVERRULED)
    return None
