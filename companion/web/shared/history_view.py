"""What was changed, when and by whom, in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.journal.events import (
    DealRecorded,
    DeckChanged,
    Event,
    GameClosed,
    GameDated,
    GameNoted,
    GameReopened,
    GameStarted,
    GemsLearned,
    HandAccepted,
    HandDated,
    HandDisputed,
    HandMoved,
    HandNoted,
    HandOverruled,
    HandRecorded,
    HandReplaced,
    HandRestored,
    HandStruckOut,
    HouseRulesChanged,
    OverrulingWithdrawn,
    PlayersRenamed,
    Redone,
    Undone,
)
from companion.rules.cards import CARDS_BY_NAME
from companion.wording.cards import card_words, listed_words
from companion.wording.hand_changes import changed_sentences
from companion.wording.house_rules import house_rule_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.journal.fold import GameState, HistoryRecord
    from companion.journal.rulings import Ruling


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One line of a history."""

    at: str
    by: str
    said: str
    undone: bool


def history_entries(
    state: GameState, changes: Sequence[HistoryRecord], rulings: Mapping[int, Ruling]
) -> tuple[HistoryEntry, ...]:
    """Return the lines of a history, the latest change first.

    `rulings` are those that were made when hands were recorded, by the record's seq: a correction then says what it
    changed.
    """
    sentences: dict[int, str] = {}
    positions = state.positions
    corrected = _points_corrected(state.players, changes, rulings)
    for change in changes:
        match change.event:
            case Undone(record=seq) | Redone(record=seq):
                what = "Undone" if isinstance(change.event, Undone) else "Done again"
                sentences[change.seq] = f"{what}: {_lowered(sentences[seq])}" if seq in sentences else f"{what}."
            case HandReplaced() if change.seq in corrected:
                position = positions[change.hand or 0]
                sentences[change.seq] = f"Hand {position} corrected: {corrected[change.seq]}"
            case event:
                sentences[change.seq] = history_sentence(event, change.hand and positions.get(change.hand))
    return tuple(
        HistoryEntry(change.at, change.by, sentences[change.seq], change.undone) for change in reversed(changes)
    )


def _points_corrected(
    players: Sequence[str], changes: Iterable[HistoryRecord], rulings: Mapping[int, Ruling]
) -> dict[int, str]:
    """Say for each correction whose points changed, and how; and of a hand that is struck out that it stays so."""
    standing: dict[int, tuple[int, ...]] = {}
    struck: set[int | None] = set()
    corrected = {}
    for change in changes:
        if isinstance(change.event, HandStruckOut) and not change.undone:
            struck.add(change.hand)
        elif isinstance(change.event, HandRestored) and not change.undone:
            struck.discard(change.hand)
        if change.hand is None or change.seq not in rulings:
            continue
        points = rulings[change.seq].points or (0,) * len(players)
        before = standing.get(change.hand)
        if before is not None:
            moved = [
                f"{name} {old} → {new}" for name, old, new in zip(players, before, points, strict=True) if old != new
            ]
            ending = ". The hand stays struck out." if change.hand in struck else "."
            corrected[change.seq] = (", ".join(moved) or "the points stay the same") + ending
        if not change.undone:
            standing[change.hand] = points
    return corrected


def _lowered(said: str) -> str:
    return said[:1].lower() + said[1:]


def history_sentence(event: Event, hand: int | None) -> str:  # noqa: PLR0912 (a case an event)
    """Say what happened."""
    match event:
        case GameStarted():
            return "The game began."
        case HandRecorded(document=document, changed=changed):
            recorded = f"Hand {hand} recorded{', drawn' if document.get('drawn') else ''}."
            return " ".join((recorded, *changed_sentences(changed, document)))
        case DealRecorded():
            return f"Another deal of hand {hand} recorded."
        case HandReplaced():
            return f"Hand {hand} corrected."
        case HandStruckOut(reason=reason):
            return f"Hand {hand} struck out{_because(reason)}"
        case HandRestored():
            return f"Hand {hand} counts again."
        case HandMoved(before=before):
            return f"Hand {hand} moved {'to the end' if before is None else f'before hand {before}'}."
        case HandNoted(note=note):
            return f"Note on hand {hand}: “{note}”." if note else f"Note on hand {hand} removed."
        case HandDated(at=at):
            return f"Hand {hand} dated {at}." if at else f"Date of hand {hand} removed."
        case HandAccepted(player=player):
            return f"{player} accepted hand {hand}."
        case HandDisputed(player=player, word=word):
            return f"{player} disputed hand {hand}{_because(word)}"
        case HandOverruled(points=points, by=by, reason=reason):
            scored = listed_words([f"{name} {amount:+d}" for name, amount in points.items() if amount]) or "nothing"
            return f"Hand {hand} overruled by {by}, {scored}{_because(reason)}"
        case OverrulingWithdrawn():
            return f"The ruling on hand {hand} stands again."
        case HouseRulesChanged(house_rules=rules):
            return f"House rules changed: {house_rule_list(rules)}."
        case GemsLearned(gems=gems):
            return f"Gems entered for {card_words(CARDS_BY_NAME[name] for name in gems)}."
        case DeckChanged(deck=deck):
            return f"Deck changed to “{deck.name}”." if deck else "Deck changed."
        case PlayersRenamed(names=names):
            return f"Renamed: {listed_words([f'{old} to {new}' for old, new in names.items()])}."
        case GameNoted(note=note):
            return f"Note on the game: “{note}”." if note else "Note on the game removed."
        case GameDated(at=at):
            return f"Game dated {at}." if at else "Date of the game removed."
        case GameClosed():
            return "The table was cleared."
        case GameReopened():
            return "The table was laid again."
        case Undone():
            return "Something was undone."
        case Redone():
            return "Something was done again."
        case _:
            assert_never(event)


def _because(reason: str) -> str:
    return f": “{reason}”." if reason else "."
