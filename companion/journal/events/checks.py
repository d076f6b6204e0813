"""What texts, dates, names and points of an event must be, to fit the public documents."""

from collections.abc import Callable, Mapping

from companion.documents.errors import DocumentError
from companion.documents.game import LONGEST_REASON, MOST_OVERRULED
from companion.documents.reader import LONGEST_NOTE, read_date, read_name, read_text
from companion.journal.objections import Objection, Obstacle
from companion.journal.state import GameState


def objection_to_note(note: object) -> Objection | None:
    """Return what is wrong with a note."""
    return _unreadable(Obstacle.NOTE_UNREADABLE, lambda: read_text(note, "", LONGEST_NOTE))


def objection_to_reason(reason: object) -> Objection | None:
    """Return what is wrong with a reason."""
    return _unreadable(Obstacle.REASON_UNREADABLE, lambda: read_text(reason, "", LONGEST_REASON))


def objection_to_overruling(reason: str) -> Objection | None:
    """Return what is wrong with the reason for the table's own points."""
    return objection_to_reason(reason) if reason.strip() else Objection(Obstacle.OVERRULING_NEEDS_REASON)


def objection_to_date(at: object) -> Objection | None:
    """Return what is wrong with a date; nothing with an empty one."""
    return None if at == "" else _unreadable(Obstacle.DATE_UNREADABLE, lambda: read_date(at, ""))


def objection_to_name(name: str) -> Objection | None:
    """Return what is wrong with a name."""
    return _unreadable(Obstacle.NAME_UNREADABLE, lambda: read_name(name, ""))


def _unreadable(obstacle: Obstacle, read: Callable[[], object]) -> Objection | None:
    try:
        read()
    except DocumentError as error:
        return Objection(obstacle, defect=error.defect)
    return None


def objection_to_player(state: GameState, player: str | None) -> Objection | None:
    """Return whether a player isn't in the game."""
    return None if player in state.players else Objection(Obstacle.NOT_A_PLAYER, player=player)


def objection_to_points(state: GameState, points: Mapping[str, int]) -> Objection | None:
    """Return what is wrong with the points of a hand."""
    if set(points) != set(state.players):
        return Objection(Obstacle.POINTS_FOR_EVERY_PLAYER)
    if any(not isinstance(amount, int) or abs(amount) > MOST_OVERRULED for amount in points.values()):
        return Objection(Obstacle.POINTS_OUT_OF_RANGE, most=MOST_OVERRULED)
    return None
