"""What only the phones of other players may say: a file can't accept or dispute a ruling in their names."""

from collections.abc import Collection, Sequence

from companion.documents.game import RecordedHand
from companion.journal.events.game import PlayersRenamed
from companion.journal.events.hands import (
    DealRecorded,
    HandAccepted,
    HandDisputed,
    HandOverruled,
    HandRecorded,
    HandReplaced,
    OverrulingWithdrawn,
)
from companion.journal.state import Record


class OthersWords:
    """Which records of a file speak for players who have phones of their own, on these seats."""

    def __init__(self, players: Sequence[str], seats: Collection[int]) -> None:
        self._names = tuple(players)
        self._seats = seats
        self._overruled: set[int] = set()
        """Hands whose overruling speaks for one of them, so that withdrawing it withdraws nothing."""

    def include(self, record: Record) -> bool:
        """Return whether the next record is such a one."""
        match record.event:
            case HandAccepted(player=player) | HandDisputed(player=player):
                return player in self._players
            case HandOverruled(hand=hand, by=by):
                return self._overrule(hand, speaks=not self._players.isdisjoint({by, record.by}))
            case OverrulingWithdrawn(hand=hand):
                speaks = hand in self._overruled or record.by in self._players
                self._overruled.discard(hand)
                return speaks
            case DealRecorded(hand, recorded) | HandReplaced(hand, recorded):
                return self._overrule(hand, speaks=self._is_overruled(recorded))
            case HandRecorded(recorded):
                return self._is_overruled(recorded)
            case PlayersRenamed(names=names):
                self._names = tuple(names.get(player, player) for player in self._names)
            case _:
                pass
        return False

    def _overrule(self, hand: int, *, speaks: bool) -> bool:
        if speaks:
            self._overruled.add(hand)
        else:
            self._overruled.discard(hand)
        return speaks

    @property
    def _players(self) -> frozenset[str]:
        return frozenset(name for seat, name in enumerate(self._names) if seat in self._seats)

    def _is_overruled(self, recorded: RecordedHand) -> bool:
        return recorded.overruled is not None and recorded.overruled.by in self._seats
