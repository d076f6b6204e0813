"""What undo and redo would change, for their buttons."""

from dataclasses import dataclass

from companion.journal.fold import GameState
from companion.journal.undo_labels import redo_words, undo_words


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
    return UndoView(state.undoable, undo_words(state), state.redoable, redo_words(state), hand)
