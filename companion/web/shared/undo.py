"""What undo and redo would change, for their buttons."""

from dataclasses import dataclass

from companion.journal.exchange import hands_key
from companion.journal.fold import GameState
from companion.journal.named_changes import NamedChange, redone_next, undone_next
from companion.wording.game.undo_labels import change_words


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
    noun = noun_of(state.game)
    return UndoView(
        state.undoable, words_of(undone_next(state), noun), state.redoable, words_of(redone_next(state), noun), hand
    )


def words_of(change: NamedChange | None, noun: str) -> str:
    """Name a change; `noun` is what players call a hand of the game."""
    return "" if change is None else change_words(change.kind, f"{noun} {change.position}", change.deal)


def noun_of(game: str) -> str:
    """Return what players call a hand of the game."""
    return "round" if hands_key(game) == "rounds" else "hand"
