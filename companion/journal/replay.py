"""Replay a journal from elsewhere: whether each of its events could have been recorded when it was, and by whom.

What only the phones of other players may say counts for nothing: no file accepts or disputes a ruling in their names.
"""

from collections.abc import Collection, Iterator, Sequence

from companion.documents.game import RecordedHand
from companion.journal.events.base import Objection, Obstacle
from companion.journal.events.game import GameEvent, GemsLearned, PlayersRenamed
from companion.journal.events.hands import (
    DealRecorded,
    DocumentEvent,
    HandAccepted,
    HandDisputed,
    HandEvent,
    HandOverruled,
    HandRecorded,
    HandReplaced,
    OverrulingWithdrawn,
)
from companion.journal.exchange import Entry
from companion.journal.fold import Replay
from companion.journal.kinds import kind_of, sheet_of
from companion.journal.sheet import Rule, rule_hand
from companion.journal.state import Record
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gems import Gem


class OthersWords:
    """Which records of a file speak for players who have phones of their own, on these seats."""

    def __init__(self, players: Sequence[str], seats: Collection[int]) -> None:
        self._names = tuple(players)
        self._seats = seats
        self._overruled: set[int] = set()
        """Hands whose overruling speaks for one of them, so that withdrawing it withdraws nothing."""

    def include(self, record: Record) -> bool:
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


_STRANGE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What reading a document of a wrong shape may raise."""


def objections(entries: Sequence[Entry], rule: Rule = rule_hand, known: int = 0) -> Iterator[Objection | None]:
    """Yield for each entry why it couldn't have been recorded then; nothing against those `known` to have been.

    A hand that is illegal by today's rules is accepted, as after an update of the app. One that can't be read isn't.
    """
    try:
        replay = Replay([entries[0].record])
        yield None if known else _head_objection(replay)
        for entry in entries[1:]:
            record = entry.record
            if record.seq <= known:
                replay.add(record)
                yield None
            else:
                yield _objection(replay, record, rule) or _ruling_objection(replay, entry)
    except _STRANGE:
        yield Objection(Obstacle.NOT_A_JOURNAL)


def _objection(replay: Replay, record: Record, rule: Rule) -> Objection | None:
    event = record.event
    before = replay.state_of(event.hand) if isinstance(event, HandEvent) else replay.state_of()
    withdraws_nothing = isinstance(event, OverrulingWithdrawn) and not record.counts
    reason = None if withdraws_nothing else event.why_impossible(before)
    if reason is not None:
        return reason
    if isinstance(event, GemsLearned) and not _has_known_cards(event):
        return Objection(Obstacle.NOT_A_JOURNAL)
    replay.add(record)
    if isinstance(event, DocumentEvent):
        return _hand_objection(replay, event, rule)
    return _head_objection(replay) if isinstance(event, GameEvent) else None


def _has_known_cards(event: GemsLearned) -> bool:
    return CARDS_BY_NAME.keys() >= {*event.gems, *event.not_gems} and {*Gem} >= {*"".join(event.not_gems.values())}


def _hand_objection(replay: Replay, event: DocumentEvent, rule: Rule) -> Objection | None:
    number = event.hand_number(replay.state_of().recorded) or 0
    kind = kind_of(replay.state_of().game)
    state = replay.state_of(number) if kind.hands_stand_alone else replay.state()
    objection = kind.objection_to(state, number, rule)
    # A round that another one leaves after the end can still be corrected there.
    is_late = objection is not None and objection.obstacle == Obstacle.GAME_OVER
    return None if is_late and not isinstance(event, HandRecorded) else objection


def _head_objection(replay: Replay) -> Objection | None:
    state = replay.state_of()
    defect = sheet_of(state).defect
    return Objection(Obstacle.NOT_SCORABLE, defect=defect) if defect else None


def _ruling_objection(replay: Replay, entry: Entry) -> Objection | None:
    verdict, seats = entry.verdict, len(replay.state_of().players)
    if verdict is None:
        return None
    named = [*verdict.shared_by, *(seat for seat, _ in verdict.feats)]
    if verdict.winner is not None:
        named.append(verdict.winner)
    fits = len(verdict.points or ()) in (0, seats) and all(seat < seats for seat in named)
    return None if fits else Objection(Obstacle.RULING_OF_OTHERS)
