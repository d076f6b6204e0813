"""One turn of a round for two: the cards laid, the jewels held, bets, and calls of the five penalties."""

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum

from companion.rules.gem2.faults import EntryFault, Gem2Error, Place
from companion.rules.gem2.lines import CardCode, CardLine, How, Pair, ScoreBox, Side, moved


class Bet(IntEnum):
    """The two Betting Circles: at least so many cards in one's own turn (II.bet.circles)."""

    FIVE = 5
    TEN = 10


BET_POINTS = {Bet.FIVE: 25, Bet.TEN: 100}
LOST_BET_POINTS = {Bet.FIVE: 25, Bet.TEN: 50}


class Penalty(StrEnum):
    """The five penalties (II.penalty.points)."""

    PASS_TURN = "pass-turn"  # noqa: S105 (a passed turn, not a password)
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
    """The three examples of an incorrect deal (II.penalty.incorrect-deal)."""

    TWO_AT_ONCE = "A"
    SHORT_LAST_DEAL = "B"
    DEALER_NOT_LAST = "C"


@dataclass(frozen=True, slots=True)
class PenaltyCall:
    """A penalty called; `against` is the caller only where a side owns up to Last Round 4X itself."""

    penalty: Penalty
    caller: Side
    correct: bool
    against: Side
    misdeal: Misdeal = Misdeal.TWO_AT_ONCE

    @property
    def scorer(self) -> Side:
        return self.against.other if self.correct else self.against

    @property
    def ends_turn(self) -> bool:
        """After example B the dealer may still make the moves of the last deal (II.penalty.incorrect-deal)."""
        short = self.penalty is Penalty.INCORRECT_DEAL and self.misdeal is Misdeal.SHORT_LAST_DEAL
        return self.correct and not short


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal; `dealt` is set where the dealer laid another number than four.

    Where the other side finished a turn that no call ended, time had run out (II.timer); `timed_out` says so otherwise.
    """

    removed: int
    finished_by_opponent: int = 0
    bets: tuple[Bet, ...] = ()
    calls: tuple[PenaltyCall, ...] = ()
    dealt: int | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
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
    """Eight cards were in hand before this deal: the dealer must have announced them before laying it."""
    timed_out: bool = False
    penalized: bool = False
    round_over: bool = False
    misdeals: frozenset[Misdeal] = field(default_factory=frozenset)

    @property
    def last(self) -> bool:
        return self.in_hand == 0

    def may_be_won(self, bet: Bet) -> bool:
        return bet <= self.most

    def may_call(self, caller: Side, against: Side) -> tuple[Penalty, ...]:
        return tuple(
            penalty
            for penalty in Penalty
            if _why_impossible(self, PenaltyCall(penalty, caller, correct=True, against=against)) is None
        )


def book_call(turn: Turn, call: PenaltyCall, place: Place = ()) -> tuple[Turn, CardLine]:
    """Return the turn after a call, and the line that `call.scorer` gets (II.call.points, II.call.wrong)."""
    fault = _why_impossible(turn, call)
    if fault is not None:
        raise Gem2Error(fault, place, deal=turn.deal, penalty=call.penalty.value, side=call.caller.value)
    points = PENALTY_POINTS[call.penalty]
    misdealt = call.penalty is Penalty.INCORRECT_DEAL
    facts: dict[str, int | str] = {"deal": turn.deal, "penalty": call.penalty.value}
    if misdealt:
        facts["example"] = call.misdeal.value
    if not call.correct:
        line = CardLine(CardCode.MISCALLED_BY_OTHER, ScoreBox.PENALTY, points, "II.call.wrong", facts)
        return replace(turn, penalty_jewels=moved(turn.penalty_jewels, call.caller)), line
    own = call.caller is call.against
    code = CardCode.CONFESSED_BY_OTHER if own else CardCode.CALLED
    line = CardLine(code, ScoreBox.PENALTY, points, _cited(turn, call), facts)
    misdeal = {call.misdeal} if misdealt else set()
    booked = replace(
        turn,
        mover=call.against.other if call.ends_turn else turn.mover,
        penalized=turn.penalized or (call.ends_turn and call.against is turn.player),
        round_over=call.penalty is Penalty.LAST_ROUND_4X,
        misdeals=turn.misdeals | misdeal,
    )
    return booked, line


def _cited(turn: Turn, call: PenaltyCall) -> str:
    """Return the rule of a correct call: that of the example, or of a round that ends before its last deal."""
    match call.penalty:
        case Penalty.INCORRECT_DEAL:
            return f"II.penalty.incorrect-deal.{call.misdeal}"
        case Penalty.LAST_ROUND_4X if call.caller is call.against:
            return "II.penalty.last-round-4x.self"
        case Penalty.LAST_ROUND_4X if not turn.last:
            return "II.penalty.last-round-4x.call"
        case _:
            return f"II.penalty.{call.penalty}"


def _why_impossible(turn: Turn, call: PenaltyCall) -> EntryFault | None:
    own = call.caller is call.against
    misdealt = call.penalty is Penalty.INCORRECT_DEAL
    shows_at_the_end = call.correct and call.misdeal is not Misdeal.TWO_AT_ONCE
    waiting = call.against is not turn.mover and not turn.timed_out
    reasons = (
        (EntryFault.CALL_AFTER_THE_END, turn.round_over),
        (EntryFault.CALL_ON_ONESELF, own and not (call.penalty is Penalty.LAST_ROUND_4X and call.correct)),
        (EntryFault.CALL_ON_WAITING_SIDE, call.penalty in MOVERS_PENALTIES and waiting),
        (EntryFault.CALL_ON_RECEIVER, misdealt and call.against is not turn.dealer),
        (EntryFault.NOT_THE_LAST_DEAL, misdealt and shows_at_the_end and not turn.last),
        (EntryFault.CALL_WITHOUT_JEWEL, not own and turn.penalty_jewels.of(call.caller) == 0),
    )
    return next((fault for fault, applies in reasons if applies), None)


def settle_bets(turn: Turn, bets: tuple[Bet, ...], removed: int) -> tuple[Pair[int], list[tuple[Side, CardLine]]]:
    """Return the betting jewels after a turn's bets, and each line with the side that gets it.

    Where a penalty ended the bettor's turn, the jewels go to the caller and neither side gets points, even of a bet
    that was won by then; where another call ended the round, a bet not yet won isn't lost (R.26).
    """
    jewels = turn.betting_jewels
    lines: list[tuple[Side, CardLine]] = []
    ended = How.ROUND_ENDED if turn.round_over else How.TURN_ENDED
    if turn.penalized and turn.round_over:
        ended = How.OWN_PENALTY
    for number, bet in enumerate(bets):
        facts: dict[str, int | str] = {"deal": turn.deal, "bet": bet.value, "removed": removed}
        if bets.count(bet) > 1:
            facts["number"] = number
        if turn.timed_out:
            facts["how"] = How.TIMED_OUT
        unsettled = CardLine(CardCode.BET_UNSETTLED, ScoreBox.BETTING, 0, "R.26", {**facts, "how": ended})
        if turn.penalized:
            jewels = moved(jewels, turn.player)
            lines.append((turn.player, unsettled))
        elif removed >= bet:
            points = BET_POINTS[bet]
            lines.append((turn.player, CardLine(CardCode.BET_WON, ScoreBox.BETTING, points, "II.bet.won", facts)))
        elif turn.round_over:
            lines.append((turn.player, unsettled))
        else:
            jewels = moved(jewels, turn.player)
            line = CardLine(CardCode.BET_LOST_BY_OTHER, ScoreBox.BETTING, LOST_BET_POINTS[bet], "II.bet.lost", facts)
            lines.append((turn.player.other, line))
    return jewels, lines
