"""Labels of the undo and redo buttons."""

from companion.journal.events import HandRecorded, kind_of
from companion.journal.exchange import hands_key
from companion.journal.fold import GameState
from companion.wording.game.undo_labels import change_words, first_deal_words


def undo_words(state: GameState) -> str:
    """Name the change that undo would undo; empty if there is none."""
    return _words(state, state.undoable)


def redo_words(state: GameState) -> str:
    """Name the change that redo would redo; empty if there is none."""
    return _words(state, state.redoable)


def _words(state: GameState, seq: int | None) -> str:
    change = next((change for change in reversed(state.history) if change.seq == seq), None)
    if change is None:
        return ""
    noun = "round" if hands_key(state.game) == "rounds" else "hand"
    name = f"{noun} {state.positions.get(change.hand or 0, 0)}"
    match change.event:
        case HandRecorded(document={"deals": [_]}):
            return first_deal_words(name)
        case _:
            return change_words(kind_of(change.event), name)
