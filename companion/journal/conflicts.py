"""Detect conflicts between events recorded concurrently by two phones.

Each event changes some parts of a game and relies on some parts. An event conflicts with the records that its phone
had not seen and that changed a part it relies on.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

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
    Record,
    Redone,
    Undone,
)

Part: TypeAlias = tuple[str, int | str]

_NEXT_HAND: Part = ("next hand", "")
_RULES: Part = ("house rules", "")
_NAMES: Part = ("names", "")
_OPEN: Part = ("open", "")


def conflicting(event: Event, records: Sequence[Record], seen: int) -> tuple[Record, ...]:
    """Return the records after `seen` that conflict with a new event.

    Two players who accept the same ruling at once don't conflict. Two who correct the same hand do, and so do two who
    both record the next hand.
    """
    if isinstance(event, Undone | Redone):
        # "Undo" means the last change that the phone had seen.
        responses = HandAccepted | HandDisputed
        return tuple(record for record in records if record.seq > seen and not isinstance(record.event, responses))
    changed: dict[int, frozenset[Part]] = {}
    recorded = 0
    for record in records:
        recorded += isinstance(record.event, HandRecorded)
        changed[record.seq] = _changes(record.event, recorded, changed)
    needed = _relies_on(event, _changes(event, recorded + 1, changed))
    return tuple(record for record in records if record.seq > seen and needed & changed[record.seq])


def _changes(  # noqa: PLR0912 (a case an event)
    event: Event, recorded: int, changed: Mapping[int, frozenset[Part]]
) -> frozenset[Part]:
    match event:
        case GameStarted() | HandMoved() | DeckChanged():
            # Only old journals have moved hands and changed decks; no phone records them any more.
            return frozenset()
        case HandRecorded():
            return frozenset({_NEXT_HAND, ("hand", recorded)})
        case DealRecorded(hand=hand):
            return frozenset({_NEXT_HAND, ("hand", hand)})
        case (
            HandReplaced(hand=hand)
            | HandStruckOut(hand=hand)
            | HandRestored(hand=hand)
            | HandOverruled(hand=hand)
            | OverrulingWithdrawn(hand=hand)
        ):
            return frozenset({("hand", hand)})
        case HandNoted(hand=hand):
            return frozenset({("note", hand)})
        case HandDated(hand=hand):
            return frozenset({("date", hand)})
        case HandAccepted(hand=hand, player=player) | HandDisputed(hand=hand, player=player):
            return frozenset({("response", f"{hand} {player}")})
        case HouseRulesChanged():
            return frozenset({_RULES})
        case GemsLearned(gems=gems):
            return frozenset(("gem", card) for card in gems)
        case PlayersRenamed():
            return frozenset({_NAMES})
        case GameNoted():
            return frozenset({("note", "")})
        case GameDated():
            return frozenset({("date", "")})
        case GameClosed() | GameReopened():
            return frozenset({_OPEN})
        case Undone(record=seq) | Redone(record=seq):
            return frozenset({("undo", seq)}) | changed.get(seq, frozenset())
        case _:
            assert_never(event)


def _relies_on(event: Event, changes: frozenset[Part]) -> frozenset[Part]:
    match event:
        case HandRecorded():
            return frozenset({_NEXT_HAND, _RULES, _NAMES, _OPEN})
        case DealRecorded() | HandReplaced() | HandOverruled():
            return changes | {_RULES, _NAMES}
        case HandAccepted(hand=hand) | HandDisputed(hand=hand):
            return changes | {("hand", hand), _RULES, _NAMES}
        case HouseRulesChanged() | PlayersRenamed() | GameClosed() | GameReopened():
            return changes | {_NEXT_HAND}
        case _:
            return changes
