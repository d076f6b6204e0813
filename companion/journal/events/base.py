"""What an event is: its stored kind, what it does, when it is impossible, what it changes and relies on."""

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar, TypeAlias

from companion.journal.objections import Objection, Obstacle
from companion.journal.state import GameState, OpenGame, Record


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
    GAME_CLOSED = "game-closed"
    GAME_REOPENED = "game-reopened"
    UNDONE = "undone"
    REDONE = "redone"


class Part(StrEnum):
    """What of a game an event changes and relies on."""

    NEXT_HAND = "next-hand"
    HAND = "hand"
    NOTE = "note"
    DATE = "date"
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
    """Return parts of the game as a whole."""
    return frozenset((part, 0) for part in whole)


class AnyEvent(ABC):
    """Something that happened in a game. Every kind of event is a class below this one."""

    __slots__ = ()

    kind: ClassVar[Kind]
    is_undoable: ClassVar[bool] = True
    """Undo passes over responses, which belong to their player, and over names, since later hands use the new ones."""

    @abstractmethod
    def apply(self, game: OpenGame, record: Record) -> None:
        """Do to the game what the event does."""

    @abstractmethod
    def changes(self, recorded: int) -> Parts:
        """Return the parts that it changes; `recorded` is the number of the last recorded hand, this one included."""

    def relies_on(self, changes: Parts) -> Parts:
        """Return the parts that another phone must not have changed; `changes` are those of the event itself."""
        return changes

    def hand_number(self, _recorded: int) -> int | None:
        """Return the number of the hand that it is about; `recorded` is that of the last recorded hand."""
        return None

    def why_impossible(self, state: GameState) -> Objection | None:
        """Return why it can't be recorded; None if it can."""
        return Objection(Obstacle.GAME_CLOSED) if state.closed else self.objection(state)

    def objection(self, _state: GameState) -> Objection | None:
        """Return why it can't be recorded in an open game."""
        return None
