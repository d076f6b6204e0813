"""The history of a Gem II game: what was changed, when and by whom, deal by deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal import events
from companion.journal.named_changes import named
from companion.journal.names import renamed
from companion.journal.state import GameState, HistoryRecord
from companion.web.shared.history_view import HistoryEntry
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
            change.seq if isinstance(change.event, events.DocumentEvent) else None,
        )
        for change in reversed(changes)
    )


def _rounds_before(changes: Iterable[HistoryRecord]) -> dict[int, events.Document]:
    """Return for each record of a round what the round was before it, under the names of that time."""
    rounds: dict[int, events.Document] = {}
    before: dict[int, events.Document] = {}
    for change in changes:
        if isinstance(change.event, events.PlayersRenamed) and not change.undone:
            names = change.event.names
            rounds = {hand: renamed(document, names) for hand, document in rounds.items()}
        if isinstance(change.event, events.DocumentEvent) and change.hand is not None:
            before[change.seq] = rounds.get(change.hand, {})
            if not change.undone:
                rounds[change.hand] = change.event.document
    return before


def _sentence(
    state: GameState,
    change: HistoryRecord,
    by_seq: Mapping[int, HistoryRecord],
    before: Mapping[int, events.Document],
    positions: Mapping[int, int],
) -> str:
    match change.event:
        case events.Undone(record=seq) | events.Redone(record=seq):
            undone = by_seq.get(seq)
            if undone is None:
                words = ""
            elif isinstance(undone.event, events.HandRecorded | events.DealRecorded):
                words = _deal_words(undone, undone.event.document, before, positions)
            else:
                words = change_words(named(state, undone), "round")
            return undo_sentence(words, redone=isinstance(change.event, events.Redone))
        case (
            events.HandRecorded(document=document)
            | events.DealRecorded(document=document)
            | events.HandReplaced(document=document)
        ):
            words = _deal_words(change, document, before, positions)
            return f"{words[:1].upper()}{words[1:]}."
        case event:
            return history_sentence(event, _round(change, positions))


def _deal_words(
    change: HistoryRecord,
    document: events.Document,
    before: Mapping[int, events.Document],
    positions: Mapping[int, int],
) -> str:
    """Return which deal of which round a change recorded or corrected."""
    played_on = not isinstance(change.event, events.HandReplaced)
    return f"{_round(change, positions)}, {round_change(before.get(change.seq, {}), document, played_on=played_on)}"


def _round(change: HistoryRecord, positions: Mapping[int, int]) -> str:
    return f"round {positions.get(change.hand or 0, 0)}"


def goes_on(before: events.Document, document: events.Document) -> bool:
    """Return whether a round has all its earlier deals, and more after them."""
    return "counted" not in document and deals_by_place(before).items() < deals_by_place(document).items()
