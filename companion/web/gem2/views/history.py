"""The history of a Gem II game: what was changed, when and by whom, deal by deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.documents.game import RecordedHand
from companion.documents.gem2 import sides_of
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import DealRecorded, DocumentEvent, HandRecorded, HandReplaced
from companion.journal.named_changes import named
from companion.journal.state import GameState, HistoryRecord
from companion.web.kinds.history_view import HistoryEntry
from companion.wording.gem2_card import deals_by_place, round_change
from companion.wording.history import change_words, history_sentence, undo_sentence


@dataclass(frozen=True, slots=True)
class RoundVersion:
    """A line of a round's history; `seq` is the record of a version that can be restored."""

    entry: HistoryEntry
    seq: int | None


def versions_of(state: GameState, changes: Sequence[HistoryRecord]) -> tuple[RoundVersion, ...]:
    """Return changes of a game, latest first."""
    by_seq = {change.seq: change for change in state.history}
    before = _rounds_before(state.history)
    positions = state.positions
    return tuple(
        RoundVersion(
            HistoryEntry(
                change.at,
                change.by,
                _sentence(state, change, by_seq, before, positions),
                change.undone,
                change.brought_in,
            ),
            change.seq if isinstance(change.event, DocumentEvent) else None,
        )
        for change in reversed(changes)
    )


def _rounds_before(changes: Iterable[HistoryRecord]) -> dict[int, RecordedHand]:
    """Return for each record of a round what the round was before it."""
    rounds: dict[int, RecordedHand] = {}
    before: dict[int, RecordedHand] = {}
    for change in changes:
        if isinstance(change.event, DocumentEvent) and change.hand is not None:
            if change.hand in rounds:
                before[change.seq] = rounds[change.hand]
            if not change.undone:
                rounds[change.hand] = change.event.recorded
    return before


def _sentence(
    state: GameState,
    change: HistoryRecord,
    by_seq: Mapping[int, HistoryRecord],
    before: Mapping[int, RecordedHand],
    positions: Mapping[int, int],
) -> str:
    match change.event:
        case Undone(record=seq) | Redone(record=seq):
            undone = by_seq.get(seq)
            if undone is None:
                words = ""
            elif isinstance(undone.event, HandRecorded | DealRecorded):
                words = _deal_words(state, undone, undone.event, before, positions)
            else:
                words = change_words(named(state, undone), "round")
            return undo_sentence(words, redone=isinstance(change.event, Redone))
        case HandRecorded() | DealRecorded() | HandReplaced() as event:
            words = _deal_words(state, change, event, before, positions)
            return f"{words[:1].upper()}{words[1:]}."
        case event:
            return history_sentence(event, _round(change, positions), change.players)


def _deal_words(
    state: GameState,
    change: HistoryRecord,
    event: DocumentEvent,
    before: Mapping[int, RecordedHand],
    positions: Mapping[int, int],
) -> str:
    """Return which deal of which round a change recorded or corrected."""
    names = change.players
    first = state.players.index(state.head["first_dealer"]) if "first_dealer" in state.head else 0
    sides = sides_of({"players": names, "first_dealer": names[first]}) if len(names) > 1 else {}
    played_on = not isinstance(event, HandReplaced)
    words = round_change(before.get(change.seq), event.recorded, names, sides, played_on=played_on)
    return f"{_round(change, positions)}, {words}"


def _round(change: HistoryRecord, positions: Mapping[int, int]) -> str:
    return f"round {positions.get(change.hand or 0, 0)}"


def goes_on(before: RecordedHand, now: RecordedHand) -> bool:
    """Return whether a round has all its earlier deals, and more after them."""
    return deals_by_place(before).items() < deals_by_place(now).items()
