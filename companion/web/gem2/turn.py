"""A deal while it is entered: its draft, the turn of two sides that it makes, and recording it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.journal.sheet import SheetRow
from companion.rules.gem2.cards import PILES
from companion.rules.gem2.duel import Round
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.lines import CardLine, Side
from companion.rules.gem2.round import LARGEST_DEAL, RoundState, dealer_of, next_turn, play_deal, play_deals
from companion.rules.gem2.turn import Bet, Deal, PenaltyCall, Turn, book_call
from companion.store import drafts
from companion.store.database import now
from companion.store.drafts import SHARED, Draft, NewDraft
from companion.web.current_store import current_store
from companion.web.gem2.game import AnyGame, DuelGame, record_event, redoable, undoable, with_deals

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
        return Deal(
            removed=self.removed or 0,
            finished_by_opponent=self.finished or 0,
            bets=self.bets,
            calls=self.calls,
            dealt=None if self.dealt == PILES else self.dealt,
            timed_out=self.timed_out,
        )


@dataclass(frozen=True, slots=True)
class DealEntry(ABC):
    """A deal being entered, by one player or by two sides."""

    game: AnyGame
    hand: int
    """The round's number in the journal."""
    draft: TurnDraft

    @property
    def place(self) -> tuple[int, int]:
        return self.hand, self.draft.deal

    @property
    def on_sheet(self) -> bool:
        return False

    @property
    def split(self) -> bool:
        """Whether the other side finishes the turn, so that there are two numbers to enter."""
        return False

    @property
    def undo_action(self) -> str:
        """What the undo button sends; empty for nothing.

        That is the step entered last, else the last record, by its name or number. Right after that was undone, the
        button redoes it, so that a second tap takes back nothing older.
        """
        if self.draft.undone:
            return f"redo:{self.draft.undone.last_step}"
        if self.draft.last_step:
            return f"undo:{self.draft.last_step}"
        game = self.game
        verb, seq = ("redo", redoable(game)) if game.state.redoable else ("undo", undoable(game))
        return f"{verb}:{seq}" if seq else ""

    @abstractmethod
    def with_draft(self, draft: TurnDraft) -> DealEntry: ...

    @abstractmethod
    def check(self, draft: TurnDraft) -> None:
        """Raise Gem2Error where so many cards can't come off."""

    @abstractmethod
    def record(self, draft: TurnDraft) -> AnyGame: ...

    def save(self, change: Callable[[TurnDraft], TurnDraft]) -> DealEntry:
        """Change the stored draft, as other phones may have changed it by now; return the deal with it."""
        return self.with_draft(save_draft(self.game, self.hand, self.draft, change))


@dataclass(frozen=True, slots=True)
class TurnEntry(DealEntry):
    """A turn of two sides being entered: the next one, or one on the sheet that is changed."""

    game: DuelGame
    round_number: int
    recorded: RecordedHand | None
    """The recorded round; None for a new one."""
    deals: tuple[Deal, ...]
    before: RoundState
    """The round before this deal."""
    turn: Turn
    """The turn after the draft's calls."""
    lines: tuple[tuple[Side, CardLine], ...]
    """The points of the draft's calls, with the side that gets them."""

    @property
    def mover(self) -> Side:
        """The side on which a penalty would be called: it makes the moves, or made them when time ran out."""
        return self.turn.player.other if self.draft.timed_out else self.turn.mover

    @property
    def on_sheet(self) -> bool:
        return self.draft.deal <= len(self.deals)

    @property
    def split(self) -> bool:
        return self.draft.cut_short and not self.turn.round_over

    @property
    def nothing_left(self) -> bool:
        """Whether the side that finishes the turn can only take no card: all that can come off is already off."""
        return self.split and self.draft.removed == self.turn.most

    def total_of(self, side: Side) -> int:
        """Return a side's total with the points of calls that no recorded deal has yet."""
        # More calls may be made on a deal on the sheet.
        recorded = len(self.deals[self.draft.deal - 1].calls) if self.on_sheet else 0
        called = sum(line.points for scorer, line in self.lines[recorded:] if scorer is side)
        return self.game.sheet.totals.get(self.game.sides[side], 0) + called

    def with_draft(self, draft: TurnDraft) -> TurnEntry:
        """Return the turn with another draft; a call that has become impossible is dropped, and those after it."""
        draft, turn, lines = _played(self.before, draft)
        return replace(self, draft=draft, turn=turn, lines=lines)

    def with_call(self, call: PenaltyCall) -> TurnEntry:
        """Return the turn with one more call; raises Gem2Error where it can't be made."""
        book_call(self.turn, call)
        return self.with_draft(replace(self.draft, calls=(*self.draft.calls, call)))

    def check(self, draft: TurnDraft) -> None:
        play_deal(self.before, replace(draft, calls=()).as_deal())

    def record(self, draft: TurnDraft) -> DuelGame:
        """Record the next deal of the round, or a new version of the one on the sheet."""
        deals = list(self.deals)
        deals[draft.deal - 1 : draft.deal] = [draft.as_deal()]
        ending = ending_of(self.recorded)
        if self.turn.announce and draft.announced is not None:
            ending = replace(ending, announced_eight=draft.announced)
        recorded = with_deals(self.recorded or RecordedHand(Round()), Round(ending=ending), deals)
        game = record_event(self.game, DealRecorded(self.hand, recorded) if self.recorded else HandRecorded(recorded))
        following = current_entry(game) if draft.started or draft.used else None
        if following and following.hand == self.hand:
            # The time of the next turn of a round starts by itself where it ran in this one.
            following.save(lambda draft: replace(draft, started=now()))
        return game


def current_entry(game: DuelGame) -> TurnEntry | None:
    """Return the turn on the table: the next one, or the last one while it is changed; None after the last round."""
    last, draft = _last_row(game), TurnDraft()
    if last is not None:
        draft = load_draft(game.id, last.hand.number)
        if draft.deal and draft.deal == len(_deals(game, last)):
            return _entry(game, last, draft)
    if game.card.next is None or game.card.running is None:
        return None
    running = game.running
    if running is None:
        draft = load_draft(game.id, game.state.next_hand)
    deal = game.card.next.deal
    return _entry(game, running, draft if draft.deal == deal else TurnDraft(deal=deal), game.card.running)


def last_entry(game: DuelGame) -> TurnEntry | None:
    """Return the turn recorded last; None if something else was recorded since."""
    row = _last_row(game)
    deals = _deals(game, row) if row else ()
    if not deals:
        return None
    deal = deals[-1]
    draft = TurnDraft(
        deal=len(deals),
        removed=deal.removed,
        finished=deal.finished_by_opponent or None,
        bets=deal.bets,
        calls=deal.calls,
        dealt=deal.dealt,
        timed_out=deal.timed_out,
    )
    return _entry(game, row, draft)


def _last_row(game: DuelGame) -> SheetRow | None:
    return game.running or (game.counting[-1] if game.counting else None)


def _deals(game: DuelGame, row: SheetRow) -> tuple[Deal, ...]:
    """Return the deals of a round on the card; none if only its result was entered."""
    played = game.record.rounds[(row.place or 1) - 1]
    return played.deals if isinstance(played, Round) else ()


def _entry(game: DuelGame, row: SheetRow | None, draft: TurnDraft, before: RoundState | None = None) -> TurnEntry:
    """Return the turn of a draft, in a round that has begun, as it was `before`, or in the next one."""
    round_number = game.next_round if row is None else row.place or 1
    deals = () if row is None else _deals(game, row)
    before = before or play_deals(deals[: draft.deal - 1], dealer_of(round_number))
    draft, turn, lines = _played(before, draft)
    return TurnEntry(
        game=game,
        hand=game.state.next_hand if row is None else row.hand.number,
        draft=draft,
        round_number=round_number,
        recorded=None if row is None else row.hand.recorded,
        deals=deals,
        before=before,
        turn=turn,
        lines=lines,
    )


def _played(before: RoundState, draft: TurnDraft) -> tuple[TurnDraft, Turn, tuple[tuple[Side, CardLine], ...]]:
    dealt = draft.dealt if draft.dealt and draft.dealt <= min(LARGEST_DEAL, before.in_hand) else None
    turn = replace(next_turn(before, dealt), timed_out=draft.timed_out)
    lines: list[tuple[Side, CardLine]] = []
    calls: list[PenaltyCall] = []
    for call in draft.calls:
        try:
            turn, line = book_call(turn, call)
        except Gem2Error:
            break
        lines.append((call.scorer, line))
        calls.append(call)
    bets = draft.bets[: turn.betting_jewels.of(turn.player)]
    return replace(draft, dealt=dealt, calls=tuple(calls), bets=bets), turn, tuple(lines)


def load_draft(game: str, number: int) -> TurnDraft:
    """Return the draft of a round: one for the whole table, whichever phone entered it."""
    return drafts.shared(drafts.drafts(current_store(), game, number), TurnDraft)


def save_draft(game: AnyGame, hand: int, shown: TurnDraft, change: Callable[[TurnDraft], TurnDraft]) -> TurnDraft:
    """Change the stored draft of a deal, or `shown` if none is stored; return the changed one."""

    def changed(stored: Mapping[int, Draft]) -> NewDraft:
        draft = drafts.shared(stored, TurnDraft)
        before = draft if draft.deal == shown.deal else shown
        after = change(before)
        # Whatever is entered leaves nothing to redo; an undo has said itself what it undid.
        is_entry = after.undone == before.undone and after.entered != before.entered
        return NewDraft(replace(after, undone=None) if is_entry else after)

    saved = drafts.change(
        current_store(),
        game.id,
        hand,
        SHARED,
        drafts.drafts(current_store(), game.id, hand),
        changed,
        device=game.member.device,
        seq=game.state.seq,
    )
    return drafts.shared(saved or {}, TurnDraft)
