"""What undo and redo would change, for their buttons."""

from dataclasses import dataclass

from companion.journal.named_changes import redone_next, undone_next
from companion.journal.state import GameState
from companion.web.kinds.game_kinds import kind_of
from companion.wording.history import change_words


@dataclass(frozen=True, slots=True)
class UndoView:
    """The records that undo and redo would change, and their labels."""

    undo: int | None
    undo_label: str
    redo: int | None
    redo_label: str
    redo_hand: int | None
    """The hand that redo would change."""


def undo_of(state: GameState) -> UndoView:
    """Return what undo and redo would change in a game."""
    redone = state.change(state.redoable)
    hand = None if redone is None else redone.hand
    noun = kind_of(state.game).hand_word
    undo_label, redo_label = change_words(undone_next(state), noun), change_words(redone_next(state), noun)
    return UndoView(state.undoable, undo_label, state.redoable, redo_label, hand)
