"""Which change undo and redo would make, as the facts of its name."""

from dataclasses import dataclass
from enum import StrEnum

from companion.documents.game import RecordedHand
from companion.journal.events.base import Kind
from companion.journal.events.hands import DealRecorded, DocumentEvent, HandRecorded
from companion.journal.state import GameState, HistoryRecord
from companion.rules.gem2.duel import Round
from companion.rules.gem2.solo import SoloRound


class DealChange(StrEnum):
    """What players call a change of a round of Gem II, where that isn't the name of its event."""

    FIRST = "first-deal"
    """It recorded a round that had only begun."""
    CHANGED = "changed-deal"
    """A call on the last turn, or cards taken off after it, made another deal of a recorded one."""


@dataclass(frozen=True, slots=True)
class NamedChange:
    kind: Kind
    position: int = 0
    deal: DealChange | None = None


def undone_next(state: GameState) -> NamedChange | None:
    return _named(state, state.undoable)


def redone_next(state: GameState) -> NamedChange | None:
    return _named(state, state.redoable)


def _named(state: GameState, seq: int | None) -> NamedChange | None:
    change = state.change(seq)
    return None if change is None else named(state, change)


def named(state: GameState, change: HistoryRecord) -> NamedChange:
    return NamedChange(change.event.kind, state.positions.get(change.hand or 0, 0), _deal_change(state, change))


def _deal_change(state: GameState, change: HistoryRecord) -> DealChange | None:
    match change.event:
        case HandRecorded(RecordedHand(Round([_]) | SoloRound([_]))):
            return DealChange.FIRST
        case DealRecorded(recorded=RecordedHand(Round(deals))) if deals and _deals_before(state, change) == len(deals):
            return DealChange.CHANGED
        case _:
            return None


def _deals_before(state: GameState, change: HistoryRecord) -> int:
    versions = [
        earlier.event
        for earlier in state.history
        if earlier.hand == change.hand and earlier.seq < change.seq and not earlier.undone
    ]
    last = next(event for event in reversed(versions) if isinstance(event, DocumentEvent))
    match last.recorded.played:
        case Round(deals) | SoloRound(deals):
            return len(deals)
        case _:
            return 0
