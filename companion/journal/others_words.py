"""What only the phones of other players may say: a file can't accept or dispute a ruling in their names."""

from collections.abc import Iterable, Mapping

from companion.journal import events


class OthersWords:
    """Which records of a file speak for players who have phones of their own. The records must be normalized."""

    def __init__(self, players: Iterable[str]) -> None:
        self._players = frozenset(players)
        self._overruled: set[int] = set()
        """Hands whose overruling speaks for one of them, so that withdrawing it withdraws nothing."""

    def include(self, record: events.Record) -> bool:
        """Return whether the next record is such a one."""
        match record.event:
            case events.HandAccepted(player=player) | events.HandDisputed(player=player):
                return player in self._players
            case events.HandOverruled(hand=hand, by=by):
                return self._overrule(hand, speaks=not self._players.isdisjoint({by, record.by}))
            case events.OverrulingWithdrawn(hand=hand):
                speaks = hand in self._overruled or record.by in self._players
                self._overruled.discard(hand)
                return speaks
            case events.DealRecorded(hand=hand, document=document) | events.HandReplaced(hand=hand, document=document):
                return self._overrule(hand, speaks=self._overruled_in(document) in self._players)
            case events.HandRecorded(document=document):
                return self._overruled_in(document) in self._players
            case events.PlayersRenamed(names=names):
                self._players = frozenset(names.get(player, player) for player in self._players)
            case _:
                pass
        return False

    def _overrule(self, hand: int, *, speaks: bool) -> bool:
        if speaks:
            self._overruled.add(hand)
        else:
            self._overruled.discard(hand)
        return speaks

    @staticmethod
    def _overruled_in(document: events.Document) -> object:
        """Return who overruled the ruling on a hand, by its document."""
        overruled = document.get("overruled")
        return overruled.get("by") if isinstance(overruled, Mapping) else None
