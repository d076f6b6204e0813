"""Names of changes, for what undoes and redoes them."""

from companion.journal.events import DealRecorded, DocumentEvent, HandRecorded, kind_of
from companion.journal.exchange import hands_key
from companion.journal.fold import GameState, HistoryRecord
from companion.wording.game.undo_labels import change_words, changed_deal_words, first_deal_words


def undo_words(state: GameState) -> str:
    """Name the change that undo would undo; empty if there is none."""
    return _words(state, state.undoable)


def redo_words(state: GameState) -> str:
    """Name the change that redo would redo; empty if there is none."""
    return _words(state, state.redoable)


def _words(state: GameState, seq: int | None) -> str:
    change = state.change(seq)
    if change is None:
        return ""
    noun = "round" if hands_key(state.game) == "rounds" else "hand"
    return words_of(state, change, f"{noun} {state.positions.get(change.hand or 0, 0)}")


def words_of(state: GameState, change: HistoryRecord, name: str) -> str:
    """Name a change; `name` is what players call the hand that it is about."""
    match change.event:
        case HandRecorded(document={"deals": [_]}):
            return first_deal_words(name)
        case DealRecorded(document={"deals": [*_, {"removed": _}] as deals}) if _deals_before(state, change) == len(
            deals
        ):
            return changed_deal_words(name)
        case _:
            return change_words(kind_of(change.event), name)


def _deals_before(state: GameState, change: HistoryRecord) -> int:
    """Return how many deals a round of two sides had before a change."""
    versions = [
        earlier.event
        for earlier in state.history
        if earlier.hand == change.hand and earlier.seq < change.seq and not earlier.undone
    ]
    last = next(event for event in reversed(versions) if isinstance(event, DocumentEvent))
    deals = last.document.get("deals")
    return len(deals) if isinstance(deals, list) else 0
