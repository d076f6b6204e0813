"""The history of a game: what was changed, when and by whom, one line a change; and what undo and redo would change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response

from companion.documents.game import RecordedHand
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import DocumentEvent, HandRecorded, HandReplaced, HandRestored, HandStruckOut
from companion.journal.named_changes import named, redone_next, undone_next
from companion.journal.sheet import Ruling
from companion.journal.state import GameState, HistoryRecord, counts
from companion.store import games
from companion.store.people import members
from companion.web.base import pages
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.security.membership import require_member
from companion.wording.game import attendance_sentence
from companion.wording.history import change_words, correction_sentence, history_sentence, undo_sentence

blueprint = Blueprint("history", __name__, url_prefix="/g/<game>")


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    change: HistoryRecord
    sentence: str

    @property
    def counts(self) -> bool:
        """Whether it changed the game, and still does."""
        return not self.change.undone and counts(self.change.brought_in)

    def gave_another_hand_than(self, now: RecordedHand) -> bool:
        """Whether it gave a hand that is another one now, and can be restored."""
        event = self.change.event
        if not isinstance(event, DocumentEvent):
            return False
        return (event.recorded.played, event.recorded.overruled) != (now.played, now.overruled)


def history_entries(
    state: GameState, changes: Sequence[HistoryRecord], rulings: Mapping[int, Ruling]
) -> tuple[HistoryEntry, ...]:
    """Return the lines of a history, the latest change first.

    `rulings` are those that were made when hands were recorded, by the record's seq: a hand then says who scored what,
    a correction what it changed.
    """
    own_words = kind_of(state.game).history_sentences(state, changes)
    sentences = {**dict(_ruled(state, changes, rulings)), **own_words}
    by_seq = {change.seq: change for change in state.history}
    return tuple(
        HistoryEntry(change, sentences.get(change.seq) or _sentence(state, change, by_seq))
        for change in reversed(changes)
    )


def _sentence(state: GameState, change: HistoryRecord, by_seq: Mapping[int, HistoryRecord]) -> str:
    match change.event:
        case Undone(record=seq) | Redone(record=seq):
            words = change_words(named(state, by_seq[seq]), kind_of(state.game).hand_word) if seq in by_seq else ""
            return undo_sentence(words, redone=isinstance(change.event, Redone))
        case event:
            return history_sentence(event, hand_called(state, change), change.players)


def hand_called(state: GameState, change: HistoryRecord) -> str:
    return f"{kind_of(state.game).hand_word} {state.positions.get(change.hand or 0, 0)}"


def _ruled(
    state: GameState, changes: Sequence[HistoryRecord], rulings: Mapping[int, Ruling]
) -> Iterator[tuple[int, str]]:
    """Yield a sentence for each hand that was ruled, and each correction of one ruled before, with the record's seq."""
    standing: dict[int, tuple[int, ...]] = {}
    struck: set[int | None] = set()
    players = state.players
    for change in changes:
        if isinstance(change.event, HandStruckOut) and not change.undone:
            struck.add(change.hand)
        elif isinstance(change.event, HandRestored) and not change.undone:
            struck.discard(change.hand)
        if change.hand is None or change.seq not in rulings:
            continue
        hand, points = hand_called(state, change), rulings[change.seq].points or (0,) * len(players)
        before = standing.get(change.hand)
        if before is not None and isinstance(change.event, HandReplaced):
            yield change.seq, correction_sentence(hand, players, before, points, struck=change.hand in struck)
        elif isinstance(change.event, HandRecorded) and not change.event.recorded.drawn:
            scored = dict(zip(players, points, strict=True))
            yield change.seq, history_sentence(change.event, hand, change.players, scored)
        if not change.undone:
            standing[change.hand] = points


@pages.context("sheet/history.html")
class HistoryPage:
    game: str
    sheet_word: str
    entries: tuple[HistoryEntry, ...]
    attendance: tuple[tuple[str, str], ...]
    """When somebody joined, took a seat, left or was removed, in words; the latest first."""


@blueprint.get("/history")
def history(game: str) -> Response:
    require_member(game)
    store = current_store()
    state = games.state(store, game)
    page = HistoryPage(
        game=game,
        sheet_word=kind_of(state.game).sheet_word,
        entries=history_entries(state, state.history, games.rulings_recorded(store, game)),
        attendance=tuple(
            (entry.at, attendance_sentence(entry.kind, entry.name, entry.by))
            for entry in members.attendance_of(store, game)
        ),
    )
    return pages.show(page)


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
    redone = state.change(state.redoable)
    hand = None if redone is None else redone.hand
    noun = kind_of(state.game).hand_word
    undo_label, redo_label = change_words(undone_next(state), noun), change_words(redone_next(state), noun)
    return UndoView(state.undoable, undo_label, state.redoable, redo_label, hand)
