"""A deal while it is entered, and as its draft is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from companion.rules.gem2.board import PILES
from companion.rules.gem2.turn import Bet, Deal, PenaltyCall

COUNT = "count"
"""The step that is everything but calls, time-out and bets."""


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """What the table has entered of one deal; None where nothing was entered.

    It is stored as it is, with sides and not names, since a player may be renamed.
    """

    deal: int = 0
    """Which deal of its round it is, from 1; 0 while nothing was entered."""
    removed: int | None = None
    finished: int | None = None
    """What the other side took off after taking the turn over."""
    bets: tuple[Bet, ...] = ()
    calls: tuple[PenaltyCall, ...] = ()
    dealt: int | None = None
    timed_out: bool = False
    announced: bool | None = None
    """Whether the eight cards in hand were announced before this deal."""
    started: str = ""
    """When the running time limit began, in UTC, or went on after a pause."""
    used: int = 0
    """Seconds of the time limit used before it was paused; 0 where it wasn't."""
    undone: TurnDraft | None = None
    """The draft before its last step was undone; None once anything else was entered."""

    @property
    def cut_short(self) -> bool:
        """Whether the other side finishes the turn."""
        return self.timed_out or any(call.ends_turn for call in self.calls)

    @property
    def entered(self) -> TurnDraft:
        """The draft without its timer and what was undone of it."""
        return replace(self, started="", used=0, undone=None)

    def seconds_used(self, moment: datetime) -> int:
        """Return how much of the time limit is used; a clock that was set back uses nothing."""
        running = (moment - datetime.fromisoformat(self.started)).total_seconds() if self.started else 0
        return self.used + max(0, int(running))

    def paused(self, moment: datetime) -> TurnDraft:
        """Return the draft with its time standing still."""
        return replace(self, started="", used=max(1, self.seconds_used(moment))) if self.started else self

    @property
    def last_step(self) -> str:
        """The name of what undo takes back: the last call, or the time-out, or the bets, or the count."""
        if self.calls:
            return f"call-{len(self.calls)}"
        if self.timed_out:
            return "time-out"
        if self.bets:
            return "bets"
        return COUNT if self.entered != TurnDraft(deal=self.deal) else ""

    def without(self, step: str) -> TurnDraft:
        """Return the draft without its last step, where that is still the named one."""
        if not step or step != self.last_step:
            return self
        undone = replace(self, undone=None)
        if self.calls:
            return replace(self, calls=self.calls[:-1], undone=undone)
        if self.timed_out:
            return replace(self, timed_out=False, started="", used=0, undone=undone)
        if self.bets:
            return replace(self, bets=(), undone=undone)
        # A number is put back by tapping it: so the next tap may take back the last deal.
        return TurnDraft(deal=self.deal, started=self.started, used=self.used)

    def with_undone(self, step: str) -> TurnDraft:
        """Return the draft with the step that was undone last, where that is the named one."""
        if self.undone is None or step != self.undone.last_step:
            return self
        if self.undone.timed_out != self.timed_out:
            return self.undone
        return replace(self.undone, started=self.started, used=self.used)

    def as_deal(self) -> Deal:
        """Return the deal as the rules take it."""
        return Deal(
            removed=self.removed or 0,
            finished_by_opponent=self.finished or 0,
            bets=self.bets,
            calls=self.calls,
            dealt=None if self.dealt == PILES else self.dealt,
            timed_out=self.timed_out,
        )


def turn_draft_of(deal: Deal, number: int) -> TurnDraft:
    """Return the draft of a recorded deal, to change it."""
    return TurnDraft(
        deal=number,
        removed=deal.removed,
        finished=deal.finished_by_opponent or None,
        bets=deal.bets,
        calls=deal.calls,
        dealt=deal.dealt,
        timed_out=deal.timed_out,
    )
