"""The history of a game: what was changed, when and by whom, one line a change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import HandRecorded, HandReplaced, HandRestored, HandStruckOut
from companion.journal.named_changes import named
from companion.journal.rulings import Ruling
from companion.journal.state import BroughtIn, GameState, HistoryRecord, counts
from companion.wording.history import change_words, correction_sentence, history_sentence, undo_sentence


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One line of a history."""

    recorded_at: str
    by: str
    sentence: str
    undone: bool
    brought_in: BroughtIn | None = None

    @property
    def counts(self) -> bool:
        """Whether it changed the game, and still does."""
        return not self.undone and counts(self.brought_in)


def history_entries(
    state: GameState, changes: Sequence[HistoryRecord], rulings: Mapping[int, Ruling]
) -> tuple[HistoryEntry, ...]:
    """Return the lines of a history, the latest change first.

    `rulings` are those that were made when hands were recorded, by the record's seq: a hand then says who scored what,
    a correction what it changed.
    """
    sentences: dict[int, str] = {}
    positions = state.positions
    by_seq = {change.seq: change for change in state.history}
    ruled = _ruled(state.players, positions, changes, rulings)
    for change in changes:
        match change.event:
            case Undone(record=seq) | Redone(record=seq):
                words = change_words(named(state, by_seq[seq]), "hand") if seq in by_seq else ""
                sentences[change.seq] = undo_sentence(words, redone=isinstance(change.event, Redone))
            case event:
                sentences[change.seq] = ruled.get(change.seq) or history_sentence(
                    event, _label(positions, change), change.players
                )
    return tuple(
        HistoryEntry(change.at, change.by, sentences[change.seq], change.undone, change.brought_in)
        for change in reversed(changes)
    )


def _label(positions: Mapping[int, int], change: HistoryRecord) -> str:
    return f"hand {positions.get(change.hand or 0)}"


def _ruled(
    players: Sequence[str],
    positions: Mapping[int, int],
    changes: Iterable[HistoryRecord],
    rulings: Mapping[int, Ruling],
) -> dict[int, str]:
    """Return a sentence for each hand that was ruled, and each correction of one ruled before, by the record's seq."""
    standing: dict[int, tuple[int, ...]] = {}
    struck: set[int | None] = set()
    sentences = {}
    for change in changes:
        if isinstance(change.event, HandStruckOut) and not change.undone:
            struck.add(change.hand)
        elif isinstance(change.event, HandRestored) and not change.undone:
            struck.discard(change.hand)
        if change.hand is None or change.seq not in rulings:
            continue
        points = rulings[change.seq].points or (0,) * len(players)
        before = standing.get(change.hand)
        if before is not None and isinstance(change.event, HandReplaced):
            sentences[change.seq] = correction_sentence(
                _label(positions, change), players, before, points, struck=change.hand in struck
            )
        elif isinstance(change.event, HandRecorded) and not change.event.recorded.drawn:
            scored = dict(zip(players, points, strict=True))
            sentences[change.seq] = history_sentence(change.event, _label(positions, change), change.players, scored)
        if not change.undone:
            standing[change.hand] = points
    return sentences
