"""The score card for two: six rounds, roles swapping, played deal by deal or counted at the table."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from companion.rules.gem2.cards import DECK, SUIT_COUNT
from companion.rules.gem2.faults import Doubt, EntryFault, Gem2Error, Place
from companion.rules.gem2.lines import (
    NONE,
    CardCode,
    CardLine,
    Pair,
    Progress,
    ScoreBox,
    Side,
    added,
    overruled,
    points_in,
)
from companion.rules.gem2.round import (
    TURNS,
    USUAL_ENDING,
    RoundEnding,
    RoundState,
    check_ending,
    dealer_lines,
    dealer_of,
    next_turn,
    play_deals,
    with_dealer_points,
    with_missing_x,
)
from companion.rules.gem2.turn import BET_POINTS, LOST_BET_POINTS, PENALTY_POINTS, Bet, Deal, Penalty, Turn

ROUNDS = 6
CARD_POINTS = 5
BETTING_STEP, PENALTY_STEP = 25, 5
JEWELS = 2
"""Betting Jewels on the board: one side may come to hold both."""
MOST_COUNTED = 9_999


@dataclass(frozen=True, slots=True)
class Round:
    deals: tuple[Deal, ...] = ()
    ending: RoundEnding = USUAL_ENDING
    overruled: Pair[int] | None = None


@dataclass(frozen=True, slots=True)
class CountedRound:
    remaining: int
    cards: Pair[int]
    betting: Pair[int] = NONE
    penalties: Pair[int] = NONE
    ending: RoundEnding = USUAL_ENDING
    overruled: Pair[int] | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    number: int
    dealer: Side
    finished: bool
    remaining: int
    cards: Pair[int]
    lines: Pair[tuple[CardLine, ...]]

    def points(self, side: Side, column: ScoreBox | None = None) -> int:
        return points_in(self.lines.of(side), column)


@dataclass(frozen=True, slots=True)
class DuelCard:
    rounds: tuple[RoundScore, ...]
    doubts: tuple[Doubt, ...]
    turns: Pair[int]
    running: RoundState | None
    next: Turn | None

    @property
    def over(self) -> bool:
        """Whether six rounds are played (II.duel.object)."""
        return self.next is None

    @property
    def next_round(self) -> int:
        if self.next is None:
            return 0
        is_running = bool(self.rounds) and not self.rounds[-1].finished
        return len(self.rounds) if is_running else len(self.rounds) + 1

    @property
    def progress(self) -> Progress | None:
        return Progress(self.next_round, self.next.deal) if self.next else None

    @property
    def totals(self) -> Pair[int]:
        first, second = (sum(score.points(side) for score in self.rounds) for side in Side)
        return Pair(first, second)

    @property
    def winners(self) -> tuple[Side, ...]:
        """The side with the higher grand total; both where the totals are equal (R.28)."""
        if not self.over:
            return ()
        totals = self.totals
        return tuple(side for side in Side if totals.of(side) == max(totals.first, totals.second))


def score_duel(rounds: Iterable[Round | CountedRound]) -> DuelCard:
    """Fill the card (II.duel.both-score)."""
    first = RoundState(dealer_of(1))
    return reduce(with_round, rounds, DuelCard((), (), NONE, first, next_turn(first)))


def with_round(card: DuelCard, played: Round | CountedRound) -> DuelCard:
    number = len(card.rounds) + 1
    place: Place = ("rounds", number - 1)
    if card.running and card.rounds and not card.rounds[-1].finished:
        unfinished: Place = ("rounds", number - 2)
        raise Gem2Error(EntryFault.ROUND_UNFINISHED, unfinished, round=number - 1, deals=card.running.deals, of=TURNS)
    if number > ROUNDS:
        raise Gem2Error(EntryFault.TOO_MANY_ROUNDS, place, rows=ROUNDS, round=number)
    running = RoundState(dealer_of(number + 1)) if number < ROUNDS else None
    doubts: tuple[Doubt, ...] = ()
    if isinstance(played, CountedRound):
        score = _score_counted(number, played, place)
        turns = Pair(card.turns.first + TURNS // 2, card.turns.second + TURNS // 2)
    else:
        state = play_deals(played.deals, dealer_of(number), place)
        if state.finished:
            state = with_dealer_points(state, played.ending, place)
        else:
            check_ending(state, played.ending, place)
            running = state
        score, doubts = _score(number, state, played.overruled), state.doubts
        turns = added(added(card.turns, state.dealer.other, (state.deals + 1) // 2), state.dealer, state.deals // 2)
    return DuelCard(
        (*card.rounds, score), card.doubts + doubts, turns, running, next_turn(running) if running else None
    )


def _score(number: int, state: RoundState, points: Pair[int] | None) -> RoundScore:
    rows = Pair(_row(state, Side.FIRST), _row(state, Side.SECOND))
    if points is not None:
        rows = Pair(overruled(rows.first, points.first), overruled(rows.second, points.second))
    return RoundScore(number, state.dealer, state.finished, state.remaining, state.cards, rows)


def _row(state: RoundState, side: Side) -> tuple[CardLine, ...]:
    """Return a side's lines with 5 points a card held (II.duel.player-points), in the order of the boxes."""
    lines = state.lines.of(side)
    held = state.cards.of(side)
    if held:
        points = CARD_POINTS * held
        lines = (
            *lines,
            CardLine(CardCode.CARDS_HELD, ScoreBox.PLAYER, points, "II.duel.player-points", {"cards": held}),
        )
    boxes = list(ScoreBox)
    return tuple(sorted(lines, key=lambda line: boxes.index(line.column)))


def most_betting(counted: CountedRound, side: Side) -> int:
    """Return the most points a side can have won by bets in a counted round (II.bet.points).

    The other side loses a bet only with a jewel, and gets another only by a bet that this side lost, or by a penalty.
    """
    tens, more = divmod(counted.cards.of(side), Bet.TEN)
    won = tens * BET_POINTS[Bet.TEN] + (more // Bet.FIVE) * BET_POINTS[Bet.FIVE]
    by_bets = counted.betting.of(side.other) // BETTING_STEP
    by_calls = counted.penalties.of(side.other) // PENALTY_STEP
    jewels = 1 + by_bets + JEWELS * by_calls
    return JEWELS * won + jewels * LOST_BET_POINTS[Bet.TEN]


def _score_counted(number: int, counted: CountedRound, place: Place) -> RoundScore:
    check_counted(counted, place)
    dealer = dealer_of(number)
    state = RoundState(dealer, in_hand=0, cards=counted.cards)
    state = state.with_lines(dealer_lines(dealer, counted.remaining, counted.ending))
    for side in Side:
        for code, column, points, rule in (
            (CardCode.COUNTED_BETTING, ScoreBox.BETTING, counted.betting.of(side), "II.bet.points"),
            (CardCode.COUNTED_PENALTIES, ScoreBox.PENALTY, counted.penalties.of(side), "II.penalty.points"),
        ):
            if points:
                state = state.with_line(side, CardLine(code, column, points, rule))
    counted_already = max(counted.penalties.first, counted.penalties.second) >= PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    if counted.ending.x_held_by or not counted_already:
        state = with_missing_x(state, counted.ending)
    return _score(number, state, counted.overruled)


def check_counted(counted: CountedRound, place: Place = ()) -> None:
    _check_totals(counted, (*place, "counted"))
    check_ending(RoundState(Side.FIRST, in_hand=0, cards=counted.cards), counted.ending, place)


def _check_totals(counted: CountedRound, place: Place) -> None:
    for side in Side:
        if counted.cards.of(side) < 0:
            raise Gem2Error(EntryFault.NEGATIVE, (*place, "cards", side), number=counted.cards.of(side))
        for name, pair, step in (
            ("betting", counted.betting, BETTING_STEP),
            ("penalties", counted.penalties, PENALTY_STEP),
        ):
            value = pair.of(side)
            if not 0 <= value <= MOST_COUNTED or value % step:
                raise Gem2Error(
                    EntryFault.IMPOSSIBLE_POINTS,
                    (*place, name, side),
                    number=value,
                    step=step,
                    column=name,
                    side=side.value,
                )
    held = counted.cards.first + counted.cards.second
    if held > DECK:
        raise Gem2Error(EntryFault.CARDS_DO_NOT_ADD_UP, (*place, "cards"), held=held, deck=DECK)
    if counted.remaining < SUIT_COUNT:
        raise Gem2Error(EntryFault.TOO_FEW_REMAIN, (*place, "remaining"), remaining=counted.remaining)
    if counted.remaining + held != DECK:
        raise Gem2Error(EntryFault.CARDS_DO_NOT_ADD_UP, place, held=held, remaining=counted.remaining, deck=DECK)
    for side in Side:
        value, most = counted.betting.of(side), most_betting(counted, side)
        if value > most:
            where = (*place, "betting", side)
            cards = counted.cards.of(side)
            raise Gem2Error(
                EntryFault.TOO_MANY_BETTING_POINTS, where, number=value, most=most, cards=cards, side=side.value
            )
