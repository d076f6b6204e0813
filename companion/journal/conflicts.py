"""When two phones speak at once: what each record touches, and whether a late one would talk past an earlier one."""

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

Topic: TypeAlias = tuple[str, int | str]

_WORDS = HandAccepted | HandDisputed

_NEXT_HAND: Topic = ("next hand", "")
_ORDER: Topic = ("order", "")
_RULES: Topic = ("house rules", "")
_DECK: Topic = ("deck", "")
_NAMES: Topic = ("names", "")
_OPEN: Topic = ("open", "")


def conflicting(late: Event, records: Sequence[Record], seen: int) -> tuple[Record, ...]:
    """Name the records after `seen` that the one who said `late` should have known of.

    Two players who accept the same ruling at once do not disturb each other; two who correct the same hand do, and so
    do two who both record the next hand.
    """
    if isinstance(late, Undone | Redone):
        # "Undo" means the last thing that was seen.
        return tuple(one for one in records if one.seq > seen and not isinstance(one.event, _WORDS))
    changed: dict[int, frozenset[Topic]] = {}
    recorded = 0
    for record in records:
        recorded += isinstance(record.event, HandRecorded)
        changed[record.seq] = _changes(record.event, recorded, changed)
    needed = _relies_on(late, _changes(late, recorded + 1, changed))
    return tuple(one for one in records if one.seq > seen and needed & changed[one.seq])


def _changes(  # noqa: PLR0912 (a case an event)
    event: Event, recorded: int, changed: Mapping[int, frozenset[Topic]]
) -> frozenset[Topic]:
    match event:
        case GameStarted():
            return frozenset()
        case HandRecorded():
            return frozenset({_NEXT_HAND, _ORDER, ("hand", recorded)})
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
        case HandMoved():
            return frozenset({_ORDER})
        case HandNoted(hand=hand):
            return frozenset({("note", hand)})
        case HandDated(hand=hand):
            return frozenset({("date", hand)})
        case HandAccepted(hand=hand, player=player) | HandDisputed(hand=hand, player=player):
            return frozenset({("word", f"{hand} {player}")})
        case HouseRulesChanged():
            return frozenset({_RULES})
        case GemsLearned(gems=gems):
            return frozenset(("gem", card) for card in gems)
        case DeckChanged():
            return frozenset({_DECK})
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


def _relies_on(event: Event, own: frozenset[Topic]) -> frozenset[Topic]:
    match event:
        case HandRecorded():
            return frozenset({_NEXT_HAND, _RULES, _DECK, _NAMES, _OPEN})
        case DealRecorded() | HandReplaced() | HandOverruled():
            return own | {_RULES, _DECK, _NAMES}
        case HandAccepted(hand=hand) | HandDisputed(hand=hand):
            return own | {("hand", hand), _RULES, _DECK, _NAMES}
        case HouseRulesChanged() | DeckChanged():
            return own | {_RULES, _DECK, _NEXT_HAND}
        case GemsLearned():
            return own | {_DECK}
        case PlayersRenamed() | GameClosed() | GameReopened():
            return own | {_NEXT_HAND}
        case _:
            return own
