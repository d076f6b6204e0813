"""Why an event can't be recorded: an obstacle of a closed list, with its facts. companion.wording has the sentences."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.documents.errors import Defect
from companion.rules.rummy.verdict import Fault


class Obstacle(Enum):
    """What stands in the way of an event."""

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
    POINTS_FOR_EVERY_PLAYER = auto()
    POINTS_OUT_OF_RANGE = auto()
    ONLY_PLAYERS_RENAMED = auto()
    SAME_NAME = auto()
    NOTE_UNREADABLE = auto()
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
    """Why an event can't be recorded."""

    obstacle: Obstacle
    most: int = 0
    player: str | None = None
    defect: Defect | None = None
    """What is wrong with a text, a date or a name, with the hand, or with the game."""
    faults: tuple[Fault, ...] = ()
    """What makes the hand illegal."""
