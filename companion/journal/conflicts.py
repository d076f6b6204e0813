"""Detect conflicts between events recorded concurrently by two phones.

Each event changes some parts of a game and relies on some parts. An event conflicts with the records that its phone
had not seen and that changed a part it relies on.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from companion.journal import events

Part: TypeAlias = tuple[str, int | str]

_NEXT_HAND: Part = ("next hand", "")
_RULES: Part = ("house rules", "")
_COMING_RULES: Part = ("house rules", "of coming hands")
_NAMES: Part = ("names", "")
_OPEN: Part = ("open", "")


def conflicting(event: events.Event, records: Sequence[events.Record], seen: int) -> tuple[events.Record, ...]:
    """Return the records after `seen` that conflict with a new event.

    Two players who accept the same ruling at once don't conflict. Two who correct the same hand do, and so do two who
    both record the next hand.
    """
    if isinstance(event, events.Undone | events.Redone):
        # "Undo" means the last change that the phone had seen.
        responses = events.HandAccepted | events.HandDisputed
        return tuple(record for record in records if record.seq > seen and not isinstance(record.event, responses))
    changed: dict[int, frozenset[Part]] = {}
    recorded = 0
    for record in records:
        recorded += isinstance(record.event, events.HandRecorded)
        changed[record.seq] = _changes(record.event, recorded, changed)
    needed = _relies_on(event, _changes(event, recorded + 1, changed))
    return tuple(record for record in records if record.seq > seen and needed & changed[record.seq])


def _changes(event: events.Event, recorded: int, changed: Mapping[int, frozenset[Part]]) -> frozenset[Part]:
    match event:
        case events.GameStarted():
            return frozenset()
        case events.HandRecorded():
            return frozenset({_NEXT_HAND, ("hand", recorded)})
        case events.DealRecorded(hand=hand):
            return frozenset({_NEXT_HAND, ("hand", hand)})
        case (
            events.HandReplaced(hand=hand)
            | events.HandStruckOut(hand=hand)
            | events.HandRestored(hand=hand)
            | events.HandOverruled(hand=hand)
            | events.OverrulingWithdrawn(hand=hand)
        ):
            return frozenset({("hand", hand)})
        case events.HandNoted(hand=hand):
            return frozenset({("note", hand)})
        case events.HandDated(hand=hand):
            return frozenset({("date", hand)})
        case events.HandAccepted(hand=hand, player=player) | events.HandDisputed(hand=hand, player=player):
            return frozenset({("response", f"{hand} {player}")})
        case events.HouseRulesChanged():
            return frozenset({_RULES, _COMING_RULES})
        case events.HouseRulesFrom():
            return frozenset({_COMING_RULES})
        case events.GemsLearned(gems=gems, not_gems=not_gems):
            return frozenset(("gem", card) for card in (*gems, *not_gems))
        case events.PlayersRenamed():
            return frozenset({_NAMES})
        case events.GameNoted():
            return frozenset({("note", "")})
        case events.GameDated():
            return frozenset({("date", "")})
        case events.GameClosed() | events.GameReopened():
            return frozenset({_OPEN})
        case events.Undone(record=seq) | events.Redone(record=seq):
            return frozenset({("undo", seq)}) | changed.get(seq, frozenset())
        case _:
            assert_never(event)


def _relies_on(event: events.Event, changes: frozenset[Part]) -> frozenset[Part]:
    match event:
        case events.HandRecorded():
            return frozenset({_NEXT_HAND, _COMING_RULES, _NAMES, _OPEN})
        case events.DealRecorded() | events.HandReplaced() | events.HandOverruled():
            return changes | {_RULES, _NAMES}
        case events.HandAccepted(hand=hand) | events.HandDisputed(hand=hand):
            return changes | {("hand", hand), _RULES, _NAMES}
        case (
            events.HouseRulesChanged()
            | events.HouseRulesFrom()
            | events.PlayersRenamed()
            | events.GameClosed()
            | events.GameReopened()
        ):
            return changes | {_NEXT_HAND}
        case _:
            return changes
