"""What the history of a Gem II game says of its rounds: deal by deal, what each change added or corrected."""

from collections.abc import Iterable, Mapping, Sequence

from companion.documents.game import RecordedHand
from companion.documents.gem2 import sides_of
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import DealRecorded, DocumentEvent, HandRecorded, HandReplaced
from companion.journal.state import GameState, HistoryRecord
from companion.web.sheet.history import hand_called
from companion.wording.gem2_card import deals_by_place, round_change
from companion.wording.history import undo_sentence


def history_sentences(state: GameState, changes: Sequence[HistoryRecord]) -> dict[int, str]:
    """Return the sentences of those changes, by their seq, that recorded or corrected a round, or undid a deal."""
    by_seq = {change.seq: change for change in state.history}
    before = _rounds_before(state.history)
    sentences = {}
    for change in changes:
        match change.event:
            case HandRecorded() | DealRecorded() | HandReplaced() as event:
                words = _round_words(state, change, event, before)
                sentences[change.seq] = f"{words[:1].upper()}{words[1:]}."
            case Undone(record=seq) | Redone(record=seq) as event:
                undone = by_seq.get(seq)
                if undone is not None and isinstance(undone.event, HandRecorded | DealRecorded):
                    words = _round_words(state, undone, undone.event, before)
                    sentences[change.seq] = undo_sentence(words, redone=isinstance(event, Redone))
            case _:
                pass
    return sentences


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


def _round_words(
    state: GameState, change: HistoryRecord, event: DocumentEvent, before: Mapping[int, RecordedHand]
) -> str:
    """Return which deal of which round a change recorded or corrected."""
    names = change.players
    first = state.players.index(state.head["first_dealer"]) if "first_dealer" in state.head else 0
    sides = sides_of({"players": names, "first_dealer": names[first]}) if len(names) > 1 else {}
    played_on = not isinstance(event, HandReplaced)
    words = round_change(before.get(change.seq), event.recorded, names, sides, played_on=played_on)
    return f"{hand_called(state, change)}, {words}"


def goes_on(before: RecordedHand, now: RecordedHand) -> bool:
    """Return whether a round has all its earlier deals, and more after them."""
    return deals_by_place(before).items() < deals_by_place(now).items()
