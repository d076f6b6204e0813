"""One turn of a round for two: the cards laid, the jewels held, bets, and calls of the five penalties."""

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum

from companion.rules.gem2.faults import Fault, Gem2Error, Place
from companion.rules.gem2.lines import CardLine, Column, LineCode
from companion.rules.gem2.sides import Pair, Side, moved


class Bet(IntEnum):
    """The two Betting Circles: at least so many cards of one's own turn (II: placing bets)."""

    FIVE = 5
    TEN = 10


BET_POINTS = {Bet.FIVE: 25, Bet.TEN: 100}
LOST_BET_POINTS = {Bet.FIVE: 25, Bet.TEN: 50}


class Penalty(StrEnum):
    """The five penalties (II: the penalties are as follows)."""

    PASS_TURN = "pass-turn"  # noqa: S105 (a turn that is passed, no password)
    WRONG_MOVE = "wrong-move"
    MISSED_MOVE = "missed-move"
    INCORRECT_DEAL = "incorrect-deal"
    LAST_ROUND_4X = "last-round-4x"


PENALTY_POINTS = {
    Penalty.PASS_TURN: 5,
    Penalty.WRONG_MOVE: 25,
    Penalty.MISSED_MOVE: 25,
    Penalty.INCORRECT_DEAL: 25,
    Penalty.LAST_ROUND_4X: 100,
}
MOVERS_PENALTIES = frozenset({Penalty.PASS_TURN, Penalty.WRONG_MOVE, Penalty.MISSED_MOVE})


class Misdeal(StrEnum):
    """The three examples of an incorrect deal (II: penalty 4)."""

    TWO_AT_ONCE = "A"
    SHORT_LAST_DEAL = "B"
    DEALER_NOT_LAST = "C"


@dataclass(frozen=True, slots=True)
class Call:
    """A penalty called; `against` is the caller only where a side owns up to the last one itself."""

    penalty: Penalty
    caller: Side
    correct: bool
    against: Side
    misdeal: Misdeal = Misdeal.TWO_AT_ONCE

    @property
    def cuts(self) -> bool:
        """Whether it ends the turn of the side it is called on.

        After example B the dealer may still make the moves of the last deal (II: penalty 4).
        """
        short = self.penalty is Penalty.INCORRECT_DEAL and self.misdeal is Misdeal.SHORT_LAST_DEAL
        return self.correct and not short


@dataclass(frozen=True, slots=True)
class Deal:
    """What the table says of one deal: its bets, its calls, and the cards that each side took off.

    `dealt` is given where the dealer laid another number than four. Where the other side finished the turn and no call
    had cut it, time had run out (II: timers); `timed_out` says so when it took nothing off.
    """

    removed: int
    finished_by_opponent: int = 0
    bets: tuple[Bet, ...] = ()
    calls: tuple[Call, ...] = ()
    dealt: int | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it stands: after the deal, and then after each call.

    More than `most` cannot come off, and more than `most_by_moves` not by legal moves.
    """

    deal: int
    player: Side
    dealer: Side
    on_board: int
    in_hand: int
    most: int
    most_by_moves: int
    betting_jewels: Pair[int]
    penalty_jewels: Pair[int]
    mover: Side
    announce: bool
    """Eight cards were in hand before this deal: the dealer must have said so before laying it."""
    timed_out: bool = False
    penalised: bool = False
    round_over: bool = False
    misdeals: frozenset[Misdeal] = field(default_factory=frozenset)

    @property
    def last(self) -> bool:
        """Whether the last cards of the round lie there."""
        return self.in_hand == 0

    def may_call(self, caller: Side, against: Side) -> tuple[Penalty, ...]:
        """List what a side may call on the other, or on itself, at this moment."""
        return tuple(
            penalty
            for penalty in Penalty
            if _refusal(self, Call(penalty, caller, correct=True, against=against)) is None
        )


def called(turn: Turn, call: Call, place: Place = ()) -> tuple[Turn, CardLine]:
    """Book a call: the turn as it stands then, and the line that the other side of the fault gets.

    A right call brings its points, ends the turn of the side that made the penalty and lets the caller finish it. A
    wrong one brings the opponent the same points and the caller's Penalty Jewel, and the turn goes on (II: calling
    penalties).
    """
    refusal = _refusal(turn, call)
    if refusal is not None:
        raise Gem2Error(refusal, place, deal=turn.deal, penalty=call.penalty.value, side=call.caller.value)
    points = PENALTY_POINTS[call.penalty]
    facts = {"deal": turn.deal, "penalty": call.penalty.value}
    if not call.correct:
        line = CardLine(LineCode.MISCALLED_BY_OTHER, Column.PENALTY, points, "II.call.wrong", facts)
        return replace(turn, penalty_jewels=moved(turn.penalty_jewels, call.caller)), line
    own = call.caller is call.against
    line = CardLine(
        LineCode.CONFESSED_BY_OTHER if own else LineCode.CALLED,
        Column.PENALTY,
        points,
        "II.penalty.last-round-4x.self" if own else f"II.penalty.{call.penalty}",
        facts,
    )
    misdeal = {call.misdeal} if call.penalty is Penalty.INCORRECT_DEAL else set()
    booked = replace(
        turn,
        mover=call.against.other if call.cuts else turn.mover,
        penalised=turn.penalised or (call.cuts and call.against is turn.player),
        round_over=call.penalty is Penalty.LAST_ROUND_4X,
        misdeals=turn.misdeals | misdeal,
    )
    return booked, line


def _refusal(turn: Turn, call: Call) -> Fault | None:
    """Say why a call cannot be made at all, whether right or wrong: the first reason that applies."""
    own = call.caller is call.against
    misdealt = call.penalty is Penalty.INCORRECT_DEAL
    shows_at_the_end = call.correct and call.misdeal is not Misdeal.TWO_AT_ONCE
    waiting = call.against is not turn.mover and not turn.timed_out
    reasons = (
        (Fault.CALL_AFTER_THE_END, turn.round_over),
        (Fault.CALL_ON_ONESELF, own and not (call.penalty is Penalty.LAST_ROUND_4X and call.correct)),
        (Fault.CALL_ON_WAITING_SIDE, call.penalty in MOVERS_PENALTIES and waiting),
        (Fault.CALL_ON_RECEIVER, misdealt and call.against is not turn.dealer),
        (Fault.NOT_THE_LAST_DEAL, misdealt and shows_at_the_end and not turn.last),
        (Fault.CALL_WITHOUT_JEWEL, not own and turn.penalty_jewels.of(call.caller) == 0),
    )
    return next((fault for fault, applies in reasons if applies), None)


def settled(turn: Turn, bets: tuple[Bet, ...], removed: int) -> tuple[Pair[int], list[tuple[Side, CardLine]]]:
    """Settle the bets of a turn: the betting jewels after it, and each line with the side that it goes to.

    Where a penalty ended the bettor's turn the jewels go to the caller and no points to anybody; where the round was
    ended under the bettor's hands a bet not yet won is not lost either (ruling 26).
    """
    jewels = turn.betting_jewels
    lines: list[tuple[Side, CardLine]] = []
    for bet in bets:
        facts = {"deal": turn.deal, "bet": bet.value, "removed": removed}
        if turn.penalised:
            jewels = moved(jewels, turn.player)
            lines.append((turn.player, CardLine(LineCode.BET_UNSETTLED, Column.BETTING, 0, "R.26", facts)))
        elif removed >= bet:
            points = BET_POINTS[bet]
            lines.append((turn.player, CardLine(LineCode.BET_WON, Column.BETTING, points, "II.bet.won", facts)))
        elif turn.round_over:
            lines.append((turn.player, CardLine(LineCode.BET_UNSETTLED, Column.BETTING, 0, "R.26", facts)))
        else:
            jewels = moved(jewels, turn.player)
            line = CardLine(LineCode.BET_LOST_BY_OTHER, Column.BETTING, LOST_BET_POINTS[bet], "II.bet.lost", facts)
            lines.append((turn.player.other, line))
    return jewels, lines
