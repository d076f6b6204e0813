"""What a game's journal comes to by plain rules told once more: the hands on the sheet, and what was done to each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.documents.hand_writer import write_recorded_hand
from companion.journal.events import game, hands
from companion.journal.state import Record

_OF_THE_TABLE = {"dealer", "house_rules", "overruled"}


@dataclass
class SheetHand:
    number: int
    deal: int | None
    """As which deal it was first recorded: a correction doesn't make it another one."""
    played: dict[str, object]
    """As a game document has it, without what the table said of it."""
    struck: bool = False
    overruled: bool = False
    disputes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    seq: int = 0
    next_hand: int = 1
    hands: tuple[SheetHand, ...] = ()
    undone: frozenset[int | None] = frozenset()
    """Deals that were recorded, which was undone."""

    @property
    def counting(self) -> list[SheetHand]:
        return [hand for hand in self.hands if not hand.struck]

    def hand(self, number: int) -> SheetHand | None:
        return next((hand for hand in self.hands if hand.number == number), None)


def hands_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document["rounds" if "rounds" in document else "hands"]
    return found


def played(document: Mapping[str, Any]) -> dict[str, object]:
    return {key: value for key, value in document.items() if key not in _OF_THE_TABLE}


def sheet_of(records: Sequence[Record], deal_of: Callable[[dict[str, object]], int | None]) -> Sheet:
    started = records[0].event
    assert isinstance(started, game.GameStarted)
    undone: set[int] = set()
    for record in records:
        match record.event:
            case game.Undone(record=seq):
                undone.add(seq)
            case game.Redone(record=seq):
                undone.remove(seq)
    found: dict[int, SheetHand] = {}
    taken_back: set[int | None] = set()
    recorded = 0
    for record in records:
        event = record.event
        if isinstance(event, hands.HandRecorded):
            recorded += 1
            document = played(write_recorded_hand(event.recorded, started.head))
            if record.seq in undone:
                taken_back.add(deal_of(document))
            else:
                found[recorded] = SheetHand(recorded, deal_of(document), document)
        elif record.seq not in undone and (hand := found.get(getattr(event, "hand", 0))) is not None:
            _change(hand, event, started.head)
    return Sheet(records[-1].seq, recorded + 1, tuple(found.values()), frozenset(taken_back))


def _change(hand: SheetHand, event: object, head: Mapping[str, object]) -> None:
    match event:
        case hands.HandReplaced(recorded=new) | hands.DealRecorded(recorded=new):
            hand.played, hand.overruled = played(write_recorded_hand(new, head)), new.overruled is not None
            hand.disputes.clear()
        case hands.HandStruckOut() | hands.HandRestored():
            hand.struck = isinstance(event, hands.HandStruckOut)
        case hands.HandOverruled() | hands.OverrulingWithdrawn():
            hand.overruled = isinstance(event, hands.HandOverruled)
            hand.disputes.clear()
        case hands.HandDisputed(player=player, word=word):
            hand.disputes[player] = word
        case hands.HandAccepted(player=player):
            hand.disputes.pop(player, None)
