"""The card of the game for two: six rounds, roles swapping, played deal by deal or counted at the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.gem2.board import PILES, least_by_moves, least_left, suits_left
from companion.rules.gem2.cards import DECK, HIGHEST, SUIT_COUNT
from companion.rules.gem2.faults import Doubt, Fault, Gem2Error, Place
from companion.rules.gem2.lines import CardLine, Column, LineCode, overruled, points_in
from companion.rules.gem2.sides import NONE, ONE_EACH, Pair, Side, added
from companion.rules.gem2.turn import (
    BET_POINTS,
    LOST_BET_POINTS,
    PENALTY_POINTS,
    Bet,
    Deal,
    Misdeal,
    Penalty,
    Turn,
    called,
    settled,
)

ROUNDS = 6
TURNS = 10
DEALER_POINTS = {4: 100, 5: 50, 6: 40, 7: 30, 8: 20, 9: 10}
UNANNOUNCED_POINTS = 50
CARD_POINTS = 5
ANNOUNCED_CARDS = 8
LARGEST_DEAL = 2 * PILES
BETTING_STEP, PENALTY_STEP = 25, 5
JEWELS = 2
"""Betting Jewels on the board: one side may come to hold both."""
MOST_COUNTED = 9_999

_NO_MISDEAL: frozenset[Misdeal] = frozenset()
_NO_LINES: Pair[tuple[CardLine, ...]] = Pair((), ())


@dataclass(frozen=True, slots=True)
class Ending:
    """What decides the dealer points besides the cards that remain."""

    announced_eight: bool = True
    misdeals: frozenset[Misdeal] = _NO_MISDEAL
    not_all_x: bool = False
    """Four cards remain, and an X is not among them."""
    x_held_by: Side | None = None
    """The side that holds that X; None where the table cannot say."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round deal by deal; the last one of a game may still be running."""

    deals: tuple[Deal, ...] = ()
    ending: Ending = Ending()
    overruled: Pair[int] | None = None
    """The points that the table gave instead, setting the card aside."""


@dataclass(frozen=True, slots=True)
class CountedRound:
    """A round as counted at the table."""

    remaining: int
    cards: Pair[int]
    betting: Pair[int] = NONE
    penalties: Pair[int] = NONE
    ending: Ending = Ending()
    overruled: Pair[int] | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One round on the card of both sides."""

    number: int
    dealer: Side
    finished: bool
    remaining: int
    cards: Pair[int]
    lines: Pair[tuple[CardLine, ...]]

    def points(self, side: Side, column: Column | None = None) -> int:
        """Add up one box of a side's row, or the row."""
        return points_in(self.lines.of(side), column)


@dataclass(frozen=True, slots=True)
class DuelCard:
    """The whole card as far as it was played; `next` is the turn that comes next."""

    rounds: tuple[RoundScore, ...]
    doubts: tuple[Doubt, ...]
    turns: Pair[int]
    next: Turn | None

    @property
    def over(self) -> bool:
        """After six rounds (II: two player, object)."""
        return self.next is None

    @property
    def totals(self) -> Pair[int]:
        """Each side's points so far."""
        return Pair(
            sum(one.points(Side.FIRST) for one in self.rounds), sum(one.points(Side.SECOND) for one in self.rounds)
        )

    @property
    def winners(self) -> tuple[Side, ...]:
        """The higher grand total wins, equal ones share it (ruling 28)."""
        best = max(self.totals.first, self.totals.second)
        return tuple(side for side in Side if self.over and self.totals.of(side) == best)


@dataclass(frozen=True, slots=True)
class Standing:
    """A round so far: what lies where, and who holds what."""

    dealer: Side
    deals: int = 0
    in_hand: int = DECK
    last_dealt: int = 0
    on_board: int = 0
    suits: int = 0
    """The most suits that any turn certainly left."""
    cards: Pair[int] = NONE
    betting_jewels: Pair[int] = ONE_EACH
    penalty_jewels: Pair[int] = ONE_EACH
    lines: Pair[tuple[CardLine, ...]] = _NO_LINES
    misdeals: frozenset[Misdeal] = _NO_MISDEAL
    four_x_called: bool = False
    doubts: tuple[Doubt, ...] = ()

    @property
    def finished(self) -> bool:
        """When the dealer has dealt all cards, or a called Last Round 4X ended it."""
        return self.in_hand == 0 or self.four_x_called

    def with_line(self, side: Side, line: CardLine) -> "Standing":
        """Write a line for that side."""
        return replace(self, lines=self.lines.put(side, (*self.lines.of(side), line)))


def score_duel(rounds: Sequence[Round | CountedRound]) -> DuelCard:
    """Fill the card (II: two player or teams, method of play and scoring a round)."""
    scores: list[RoundScore] = []
    doubts: list[Doubt] = []
    turns = NONE
    upcoming: Turn | None = None
    for number, one in enumerate(rounds, 1):
        place: Place = ("rounds", number - 1)
        if number > ROUNDS:
            raise Gem2Error(Fault.TOO_MANY_ROUNDS, place, rows=ROUNDS, round=number)
        if isinstance(one, CountedRound):
            scores.append(_counted(number, one, place))
            turns = Pair(turns.first + TURNS // 2, turns.second + TURNS // 2)
            continue
        standing = _played(one.deals, dealer_of(number), place)
        if standing.finished:
            standing = _closed(standing, one.ending, place)
        elif number < len(rounds):
            raise Gem2Error(Fault.ROUND_UNFINISHED, place, round=number, deals=standing.deals, of=TURNS)
        else:
            upcoming = _running(standing, one.ending, place)
        doubts += standing.doubts
        scores.append(_score(number, standing, one.overruled))
        turns = added(
            added(turns, standing.dealer.other, (standing.deals + 1) // 2), standing.dealer, standing.deals // 2
        )
    if upcoming is None and len(rounds) < ROUNDS:
        upcoming = next_turn(Standing(dealer_of(len(rounds) + 1)))
    return DuelCard(tuple(scores), tuple(doubts), turns, upcoming)


def _played(deals: tuple[Deal, ...], dealer: Side, place: Place) -> Standing:
    standing = Standing(dealer)
    for number, deal in enumerate(deals):
        standing = play(standing, deal, (*place, "deals", number))
    return standing


def dealer_of(number: int) -> Side:
    """Dealer and receiver swap roles each round (II: two player, setup 4)."""
    return Side.FIRST if number % 2 else Side.SECOND


def next_turn(standing: Standing, dealt: int | None = None) -> Turn:
    """Lay the next cards: the receiver has the first turn, the dealer the last (II: two player, method 7)."""
    laid = min(PILES, standing.in_hand) if dealt is None else dealt
    player = standing.dealer if standing.deals % 2 else standing.dealer.other
    in_hand = standing.in_hand - laid
    on_board = standing.on_board + laid
    return Turn(
        deal=standing.deals + 1,
        player=player,
        dealer=standing.dealer,
        on_board=on_board,
        in_hand=in_hand,
        most=on_board - least_left(in_hand),
        most_by_moves=on_board - least_by_moves(DECK - in_hand, HIGHEST, standing.suits),
        betting_jewels=standing.betting_jewels,
        penalty_jewels=standing.penalty_jewels,
        mover=player,
        announce=standing.in_hand <= ANNOUNCED_CARDS < standing.in_hand + standing.last_dealt,
    )


def play(standing: Standing, deal: Deal, place: Place = ()) -> Standing:
    """Play one deal to its end: cards, calls in their order, bets."""
    turn = _opened(standing, deal, place)
    lines: list[tuple[Side, CardLine]] = []
    for number, call in enumerate(deal.calls):
        where = (*place, "calls", number)
        turn, line = called(turn, call, where)
        lines.append((call.against.other if call.correct else call.against, line))
    cards = added(added(standing.cards, turn.player, deal.removed), turn.player.other, deal.finished_by_opponent)
    for number, call in enumerate(deal.calls):
        if call.penalty is Penalty.LAST_ROUND_4X and call.correct and cards.of(call.against) == 0:
            raise Gem2Error(Fault.HOLDS_NO_CARD, (*place, "calls", number), side=call.against.value)
    removed = deal.removed + deal.finished_by_opponent
    left = turn.on_board - removed
    doubts = (Doubt(place, removed, turn.most_by_moves),) if removed > turn.most_by_moves else ()
    jewels, bet_lines = settled(turn, deal.bets, deal.removed)
    played = replace(
        standing,
        deals=turn.deal,
        in_hand=turn.in_hand,
        last_dealt=standing.in_hand - turn.in_hand,
        on_board=left,
        suits=max(standing.suits, suits_left(left, single=standing.deals == 0 and turn.on_board <= PILES)),
        cards=cards,
        betting_jewels=jewels,
        penalty_jewels=turn.penalty_jewels,
        misdeals=standing.misdeals | turn.misdeals,
        four_x_called=turn.round_over,
        doubts=standing.doubts + doubts,
    )
    for side, line in lines + bet_lines:
        played = played.with_line(side, line)
    return played


def _opened(standing: Standing, deal: Deal, place: Place) -> Turn:
    if standing.finished:
        raise Gem2Error(Fault.TOO_MANY_DEALS, place, deals=standing.deals)
    if deal.dealt is not None and not 1 <= deal.dealt <= min(LARGEST_DEAL, standing.in_hand):
        most = min(LARGEST_DEAL, standing.in_hand)
        raise Gem2Error(Fault.DEAL_SIZE, (*place, "dealt"), dealt=deal.dealt, most=most)
    turn = next_turn(standing, deal.dealt)
    for name, number in (("removed", deal.removed), ("finished_by_opponent", deal.finished_by_opponent)):
        if number < 0:
            raise Gem2Error(Fault.NEGATIVE, (*place, name), number=number)
    removed = deal.removed + deal.finished_by_opponent
    if removed > turn.most:
        raise Gem2Error(
            Fault.TOO_MANY_REMOVED, (*place, "removed"), removed=removed, on_board=turn.on_board, most=turn.most
        )
    jewels = turn.betting_jewels.of(turn.player)
    if len(deal.bets) > jewels:
        side = turn.player.value
        raise Gem2Error(Fault.BET_WITHOUT_JEWEL, (*place, "bets", jewels), side=side, deal=turn.deal, jewels=jewels)
    cut = any(call.cuts and call.against is turn.player for call in deal.calls)
    return replace(turn, timed_out=deal.timed_out or (deal.finished_by_opponent > 0 and not cut))


def _closed(standing: Standing, ending: Ending, place: Place) -> Standing:
    """Write the dealer points of a finished round."""
    misdeals = standing.misdeals | ending.misdeals
    if standing.deals % 2:
        misdeals |= {Misdeal.DEALER_NOT_LAST}
    if standing.last_dealt < PILES:
        misdeals |= {Misdeal.SHORT_LAST_DEAL}
    _check_ending(standing, ending, place)
    if standing.in_hand:
        line = CardLine(LineCode.CUT_SHORT, Column.DEALER, 0, "II.penalty.last-round-4x.call")
        return standing.with_line(standing.dealer, line)
    known = replace(ending, misdeals=misdeals, not_all_x=ending.not_all_x or standing.four_x_called)
    closed = standing.with_line(*_dealer_line(standing.dealer, standing.on_board, known))
    return closed if standing.four_x_called else _with_missing_x(closed, ending)


def _dealer_line(dealer: Side, remaining: int, ending: Ending) -> tuple[Side, CardLine]:
    """Dealer points by the cards that remain, and who gets them (II: scoring a round; ruling 27)."""
    off_move = Misdeal.DEALER_NOT_LAST in ending.misdeals
    side = dealer.other if off_move else dealer
    code, points = LineCode.CARDS_REMAINING, DEALER_POINTS.get(remaining, 0)
    rule = "II.penalty.incorrect-deal.C" if off_move else "II.duel.dealer-points"
    if remaining == SUIT_COUNT and ending.not_all_x:
        code, points, rule = LineCode.NOT_ALL_X, 0, "II.duel.four-x"
    elif remaining == SUIT_COUNT and not off_move:
        if Misdeal.SHORT_LAST_DEAL in ending.misdeals:
            code, points, rule = LineCode.SHORT_LAST_DEAL, 0, "II.penalty.incorrect-deal.B"
        elif not ending.announced_eight:
            code, points, rule = LineCode.UNANNOUNCED, UNANNOUNCED_POINTS, "II.announce.missed"
    return side, CardLine(code, Column.DEALER, points, rule, {"remaining": remaining})


def _check_ending(standing: Standing, ending: Ending, place: Place) -> None:
    """Refuse what only the last deal of a round can show before it, and what the cards contradict."""
    if ending.misdeals and standing.in_hand:
        raise Gem2Error(Fault.NOT_THE_LAST_DEAL, (*place, "incorrect_deal"), deal=standing.deals)
    remaining = DECK - standing.cards.first - standing.cards.second
    if ending.not_all_x and (standing.in_hand or remaining != SUIT_COUNT):
        raise Gem2Error(Fault.NOT_FOUR_CARDS, (*place, "not_all_x"), remaining=remaining)
    holder = ending.x_held_by
    if holder and standing.four_x_called:
        raise Gem2Error(Fault.X_CALLED_ALREADY, (*place, "x_held_by"))
    if holder and standing.cards.of(holder) == 0:
        raise Gem2Error(Fault.HOLDS_NO_CARD, (*place, "x_held_by"), side=holder.value)


def _with_missing_x(standing: Standing, ending: Ending) -> Standing:
    """Book an X that is missing among the last four cards and that nobody called (II: penalty 5; ruling 29)."""
    if not ending.not_all_x:
        return standing
    holder = ending.x_held_by
    if holder is None:
        return standing.with_line(standing.dealer, CardLine(LineCode.X_HOLDER_UNKNOWN, Column.PENALTY, 0, "R.29"))
    points = PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    return standing.with_line(holder.other, CardLine(LineCode.FOUR_X_UNCALLED, Column.PENALTY, points, "R.29"))


def _running(standing: Standing, ending: Ending, place: Place) -> Turn:
    """Go on with a round of which nothing may be said yet that only its end shows."""
    _check_ending(standing, ending, place)
    return next_turn(standing)


def _score(number: int, standing: Standing, points: Pair[int] | None) -> RoundScore:
    """Add 5 points a card held to the lines (II: scoring a round), first in each row after the dealer points."""
    remaining = DECK - standing.cards.first - standing.cards.second
    rows = Pair(_row(standing, Side.FIRST), _row(standing, Side.SECOND))
    if points is not None:
        rows = Pair(overruled(rows.first, points.first), overruled(rows.second, points.second))
    return RoundScore(number, standing.dealer, standing.finished, remaining, standing.cards, rows)


def _row(standing: Standing, side: Side) -> tuple[CardLine, ...]:
    lines = standing.lines.of(side)
    held = standing.cards.of(side)
    if held:
        points = CARD_POINTS * held
        lines = (*lines, CardLine(LineCode.CARDS_HELD, Column.PLAYER, points, "II.duel.player-points", {"cards": held}))
    boxes = list(Column)
    return tuple(sorted(lines, key=lambda line: boxes.index(line.column)))


def most_betting(one: CountedRound, side: Side) -> int:
    """Bound what a side can have won by bets in a round of which only the count is known (II: placing bets).

    Its own bets take ten cards or five of its own, with two jewels on one turn at most. The other side loses a bet only
    with a jewel: it starts with one and gets another only by a bet that this side lost, or by a penalty called on it.
    """
    tens, more = divmod(one.cards.of(side), Bet.TEN)
    won = tens * BET_POINTS[Bet.TEN] + (more // Bet.FIVE) * BET_POINTS[Bet.FIVE]
    by_bets, by_calls = one.betting.of(side.other) // BETTING_STEP, one.penalties.of(side.other) // PENALTY_STEP
    jewels = 1 + by_bets + JEWELS * by_calls
    return JEWELS * won + jewels * LOST_BET_POINTS[Bet.TEN]


def _counted(number: int, one: CountedRound, place: Place) -> RoundScore:
    """Score a round as the table counted it: who did what is not known, what its numbers can be is."""
    where = (*place, "counted")
    held = one.cards.first + one.cards.second
    for side in Side:
        for name, pair, step in (
            ("cards", one.cards, 1),
            ("betting", one.betting, BETTING_STEP),
            ("penalties", one.penalties, PENALTY_STEP),
        ):
            value = pair.of(side)
            if not 0 <= value <= MOST_COUNTED or value % step:
                raise Gem2Error(
                    Fault.IMPOSSIBLE_POINTS, (*where, name, side), number=value, step=step, most=MOST_COUNTED
                )
    if one.remaining < SUIT_COUNT:
        raise Gem2Error(Fault.TOO_FEW_REMAIN, (*where, "remaining"), remaining=one.remaining)
    if one.remaining + held != DECK:
        raise Gem2Error(Fault.CARDS_DO_NOT_ADD_UP, where, held=held, remaining=one.remaining, deck=DECK)
    for side in Side:
        value, most, cards = one.betting.of(side), most_betting(one, side), one.cards.of(side)
        if value > most:
            facts = {"number": value, "most": most, "cards": cards, "side": side.value}
            raise Gem2Error(Fault.TOO_MANY_BETTING_POINTS, (*where, "betting", side), **facts)
    dealer = dealer_of(number)
    standing = Standing(dealer, in_hand=0, cards=one.cards)
    _check_ending(standing, one.ending, place)
    standing = standing.with_line(*_dealer_line(dealer, one.remaining, one.ending))
    for side in Side:
        for code, column, points, rule in (
            (LineCode.COUNTED_BETTING, Column.BETTING, one.betting.of(side), "II.bet.points"),
            (LineCode.COUNTED_PENALTIES, Column.PENALTY, one.penalties.of(side), "II.penalty.points"),
        ):
            if points:
                standing = standing.with_line(side, CardLine(code, column, points, rule))
    counted_already = max(one.penalties.first, one.penalties.second) >= PENALTY_POINTS[Penalty.LAST_ROUND_4X]
    if one.ending.x_held_by or not counted_already:
        standing = _with_missing_x(standing, one.ending)
    return _score(number, standing, one.overruled)
