"""A deal of Gem II that is being entered: as it is kept while the turn lasts, and as the game document has it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.rules.gem2.sides import Side
from companion.rules.gem2.turn import Bet, Call, Deal, Misdeal, Penalty

if TYPE_CHECKING:
    from collections.abc import Mapping

PILES = 4
"""Cards that are dealt where nothing went wrong."""


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """What the table has said of one deal so far; a number that is None was not said yet."""

    deal: int = 0
    """Which deal of its round it is, from 1; 0 while nothing was said."""
    removed: int | None = None
    finished: int | None = None
    """What the other side took off after it had taken the turn over."""
    bets: tuple[Bet, ...] = ()
    calls: tuple[Call, ...] = ()
    dealt: int | None = None
    timed_out: bool = False
    announced: bool | None = None
    """Whether the eight cards in hand were announced before this deal."""
    started: str = ""
    """When the running time limit began, in UTC."""

    @property
    def cut(self) -> bool:
        """Say whether the other side finishes the turn."""
        return self.timed_out or any(call.ends_turn for call in self.calls)

    @property
    def undoable(self) -> bool:
        """Say whether anything was said that can be taken back by itself."""
        return self != TurnDraft(deal=self.deal, started=self.started)

    def without_last(self) -> TurnDraft:
        """Take the last thing back: a call, the time that ran out, the bets, what was counted."""
        if self.calls:
            return replace(self, calls=self.calls[:-1])
        if self.timed_out:
            return replace(self, timed_out=False, started="")
        if self.bets:
            return replace(self, bets=())
        return TurnDraft(deal=self.deal, started=self.started)

    def as_deal(self) -> Deal:
        """Give the deal to the rules."""
        return Deal(
            removed=self.removed or 0,
            finished_by_opponent=self.finished or 0,
            bets=self.bets,
            calls=self.calls,
            dealt=self.dealt,
            timed_out=self.timed_out,
        )


def turn_draft_of(deal: Deal, number: int) -> TurnDraft:
    """Take up a deal that is on the sheet already, to change it."""
    return TurnDraft(
        deal=number,
        removed=deal.removed,
        finished=deal.finished_by_opponent or None,
        bets=deal.bets,
        calls=deal.calls,
        dealt=deal.dealt,
        timed_out=deal.timed_out,
    )


def read_turn_draft(body: Mapping[str, Any]) -> TurnDraft:
    """Read what is kept."""
    return TurnDraft(
        deal=body["deal"],
        removed=body["removed"],
        finished=body["finished"],
        bets=tuple(Bet(one) for one in body["bets"]),
        calls=tuple(_read_call(one) for one in body["calls"]),
        dealt=body["dealt"],
        timed_out=body["timed_out"],
        announced=body["announced"],
        started=body["started"],
    )


def _read_call(kept: Mapping[str, Any]) -> Call:
    return Call(
        Penalty(kept["penalty"]), Side(kept["caller"]), kept["correct"], Side(kept["against"]), Misdeal(kept["example"])
    )


def write_turn_draft(entry: TurnDraft) -> dict[str, object]:
    """Write down what is kept; sides, not names: a player may be renamed meanwhile."""
    return {
        "deal": entry.deal,
        "removed": entry.removed,
        "finished": entry.finished,
        "bets": [bet.value for bet in entry.bets],
        "calls": [
            {
                "penalty": call.penalty.value,
                "caller": call.caller.value,
                "correct": call.correct,
                "against": call.against.value,
                "example": call.misdeal.value,
            }
            for call in entry.calls
        ],
        "dealt": entry.dealt,
        "timed_out": entry.timed_out,
        "announced": entry.announced,
        "started": entry.started,
    }


def deal_document(deal: Deal, sides: Mapping[Side, str]) -> dict[str, object]:
    """Write a deal as the game document has it, without what goes without saying."""
    document: dict[str, object] = {"removed": deal.removed}
    if deal.finished_by_opponent:
        document["finished_by_opponent"] = deal.finished_by_opponent
    if deal.bets:
        document["bets"] = [bet.value for bet in deal.bets]
    if deal.calls:
        document["calls"] = [_call_document(call, sides) for call in deal.calls]
    if deal.dealt not in {None, PILES}:
        document["dealt"] = deal.dealt
    if deal.timed_out:
        document["timed_out"] = True
    return document


def _call_document(call: Call, sides: Mapping[Side, str]) -> dict[str, object]:
    document: dict[str, object] = {
        "penalty": call.penalty.value,
        "caller": sides[call.caller],
        "correct": call.correct,
    }
    if call.caller is call.against:
        document["on_self"] = True
    if call.penalty is Penalty.INCORRECT_DEAL and call.misdeal is not Misdeal.TWO_AT_ONCE:
        document["example"] = call.misdeal.value
    return document
