"""Gin for three to eight, in rounds of hands for two: who plays whom, who deals, and what a round counts for each side.

A round is as many hands as there are pairs. Partners have as many pairs as a side has members. In captain's play the
other side has a member more than the captains', who sits out. With three in cutthroat each player is a side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.rules.rummy.match import (
    Column,
    HandResult,
    MatchScore,
    OpenColumn,
    Pair,
    Pairing,
    PairRound,
    Points,
    ScoredHand,
    Settlement,
    by_side,
    extra_boxes,
    file_hand,
    final_totals,
    highest,
    reached_by,
    settled,
    settled_for,
    stake_of,
)
from companion.rules.rummy.ruleset import Form, NextDealer, Opponents, RuleSet


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits with whom; in captain's play the captains are the first side."""

    form: Form
    sides: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> int:
        return sum(map(len, self.sides))

    @property
    def pairs(self) -> int:
        return 1 if self.form is Form.CUTTHROAT else len(self.sides[0])

    @property
    def first_pairs(self) -> tuple[Pair, ...]:
        if self.form is Form.CUTTHROAT:
            (first,), (second,), _ = self.sides
            return ((first, second),)
        return tuple(zip(self.sides[0], self.sides[1][: self.pairs], strict=True))

    def side_of(self, seat: int) -> int:
        return next(place for place, side in enumerate(self.sides) if seat in side)

    def member(self, pair: Pair, side: int, due: Pair) -> int:
        """Return who of a pair deals for a side; where nobody of it plays, who plays instead of somebody due."""
        of_side = (seat for seat in pair if self.side_of(seat) == side)
        return next(of_side, next((seat for seat in pair if seat not in due), pair[0]))

    def bench(self, pairs: Sequence[Pair]) -> tuple[int, ...]:
        """Return who may come in where these pairs play; nobody among partners."""
        if self.form is Form.PARTNERS:
            return ()
        playing = {seat for pair in pairs for seat in pair}
        seats = self.sides[1] if self.form is Form.CAPTAIN else range(self.players)
        return tuple(seat for seat in seats if seat not in playing)

    def sits_out(self, pairs: Sequence[Pair]) -> int | None:
        return next(iter(self.bench(pairs)), None)


@dataclass(slots=True)
class _Coming:
    """The next round: its pairs, and the side that deals it."""

    pairs: tuple[Pair, ...]
    dealing: int


def keep_rounds(rules: RuleSet, seating: Seats, first_dealer: int, results: Sequence[HandResult]) -> MatchScore:
    """Keep the score of a game of hands for two; an incomplete last round counts nothing yet."""
    columns = [OpenColumn.empty(len(seating.sides)) for _ in range(rules.columns)]
    totals: Points = (0,) * seating.players
    rows: list[ScoredHand] = []
    rounds: list[PairRound] = []
    side_totals: Points = (0,) * len(seating.sides)
    coming = _Coming(seating.first_pairs, seating.side_of(first_dealer))
    over, begun = False, 0
    for start in range(0, len(results), seating.pairs):
        hands = []
        for result, due in zip(results[start : start + seating.pairs], coming.pairs, strict=False):
            pair = result.seats or due
            by_the_rules = seating.member(pair, coming.dealing, due)
            dealer = by_the_rules if result.dealer is None or result.dealer not in pair else result.dealer
            totals = _added(totals, result.points or (0,) * seating.players)
            hands.append(replace(result, seats=pair, dealer=dealer))
            rows.append(ScoredHand(dealer, by_the_rules, hands[-1], totals, over, side_totals))
        begun = len(hands) % seating.pairs
        if begun:
            break
        played = _round(seating, range(start, start + len(hands)), hands, side_totals)
        boxes = sum(extra_boxes(rules, hand.won_with) for hand in hands if _won_by(seating, hand) == played.winner)
        file_hand(columns, played.points, played.winner, boxes)
        if not all(hand.drawn for hand in hands):
            for column in columns:
                entry = [points or 0 for points in column.entries[-1]]
                column.reached_by = column.reached_by or reached_by(rules, column.totals, entry)
        over = all(column.reached_by for column in columns)
        rounds.append(replace(played, over=over))
        side_totals = played.totals
        rows[-1] = replace(rows[-1], over=over, side_totals=side_totals)
        coming = _next(rules, seating, coming, hands, played, len(rounds))
    # In cutthroat the bonus for a shutout is paid in the settlement (T.cutthroat-shutout).
    bonuses = replace(rules, shutout_bonus=0) if seating.form is Form.CUTTHROAT else rules
    ended = tuple(settled(bonuses, column, of_rounds=seating.pairs > 1) for column in columns)
    winners = highest(final_totals(ended)) if rules.settles_at_the_end else columns[0].reached_by
    to_play = coming.pairs[begun:]
    dealers_due = tuple(seating.member(pair, coming.dealing, pair) for pair in to_play)
    return MatchScore(
        rows=tuple(rows),
        totals=totals,
        side_totals=side_totals,
        over=over,
        winners=tuple(sorted(seat for side in winners for seat in seating.sides[side])) if over else (),
        next_dealer=None if over else dealers_due[0],
        columns=ended,
        settles=rules.settles_at_the_end,
        settlement=_settlement(rules, seating, columns, ended) if over else (),
        rounds=tuple(rounds),
        coming=None if over else Pairing(to_play, dealers_due, _sits_out(seating, coming, rows, begun)),
    )


def _sits_out(seating: Seats, coming: _Coming, rows: Sequence[ScoredHand], begun: int) -> int | None:
    played = [row.result.seats for row in rows[len(rows) - begun :] if row.result.seats]
    return seating.sits_out([*played, *coming.pairs[begun:]])


def _added(totals: Points, points: Points) -> Points:
    return tuple(map(sum, zip(totals, points, strict=True)))


def net(gained: Points) -> Points:
    """Return what a round counts for two sides: only the side ahead scores, the difference (T.partners-net)."""
    return tuple(max(0, own - other) for own, other in zip(gained, reversed(gained), strict=True))


def _round(seating: Seats, places: range, hands: Sequence[HandResult], before: Points) -> PairRound:
    """Return what a round counts; in cutthroat each counts what they gained."""
    pairs = [hand.seats for hand in hands if hand.seats]
    gained = by_side(
        seating.sides, [sum(hand.points[seat] for hand in hands if hand.points) for seat in range(seating.players)]
    )
    points = gained if seating.form is Form.CUTTHROAT else net(gained)
    if seating.pairs == 1:
        winner = _won_by(seating, hands[0])
    else:
        winner = next((side for side, scored in enumerate(points) if scored), None)
    totals = _added(before, points)
    return PairRound(places, seating.sits_out(pairs), points, totals, winner, over=False)


def _won_by(seating: Seats, hand: HandResult) -> int | None:
    return None if hand.winner is None else seating.side_of(hand.winner)


def _next(
    rules: RuleSet, seating: Seats, due: _Coming, hands: Sequence[HandResult], played: PairRound, number: int
) -> _Coming:
    pairs = tuple(hand.seats for hand in hands if hand.seats)
    dealer = hands[0].dealer or 0
    dealt = seating.side_of(dealer)
    drawn = all(hand.drawn for hand in hands)
    if seating.form is Form.CUTTHROAT:
        if played.winner is None:
            return _Coming(pairs, dealt if drawn else seating.side_of(_other(pairs[0], dealer)))
        newcomer = seating.bench(pairs)[0]
        return _Coming((_in_order(newcomer, seating.sides[played.winner][0]),), seating.side_of(newcomer))
    if seating.form is Form.PARTNERS:
        turn = number if rules.opponents is Opponents.ROTATE else 0
        first, second = seating.sides
        pairs = tuple((seat, second[(place + turn) % len(second)]) for place, seat in enumerate(first))
    else:
        players = {seat for pair in pairs for seat in pair}
        pairs = pairs if len(players) == 2 * len(pairs) else due.pairs
        if played.winner == 0:
            pairs = _with_newcomer(seating, hands, pairs)
    return _Coming(pairs, dealt if drawn else _deals_next(rules, dealt, played.winner))


def _with_newcomer(seating: Seats, hands: Sequence[HandResult], pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Give the place of the one who lost most to the captains to the one who sat out."""
    newcomer = seating.bench(pairs)[0]
    gained = [by_side(seating.sides, hand.points) if hand.points else (0, 0) for hand in hands]
    lost = [of_captain - of_other for of_captain, of_other in gained]
    place = lost.index(max(lost))
    return (*pairs[:place], (pairs[place][0], newcomer), *pairs[place + 1 :])


def _deals_next(rules: RuleSet, dealt: int, winner: int | None) -> int:
    if rules.next_dealer is NextDealer.NEXT_SEAT:
        return 1 - dealt
    if winner is None:
        return dealt
    return winner if rules.next_dealer is NextDealer.WINNER else 1 - winner


def _other(pair: Pair, seat: int) -> int:
    return pair[0] if seat == pair[1] else pair[1]


def _in_order(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


def settles(rules: RuleSet) -> bool:
    """Return whether players pay each other in the end: with a stake, and where each settles apart."""
    return rules.has_stake or rules.form in {Form.CAPTAIN, Form.CUTTHROAT}


def paid_for_shutout(rules: RuleSet) -> int:
    """Return what a player without an entry pays the winner besides; only in cutthroat (T.cutthroat-shutout)."""
    return rules.shutout_bonus if rules.form is Form.CUTTHROAT and not rules.stake_per_box else 0


def _settlement(
    rules: RuleSet, seating: Seats, open_columns: Sequence[OpenColumn], columns: Sequence[Column]
) -> tuple[Settlement, ...]:
    counted = settled_for(rules, columns)
    if not settles(rules):
        return ()
    if seating.form is Form.CUTTHROAT:
        return _between_all(rules, counted, open_columns, columns)
    first, second = seating.sides
    difference = counted[0] - counted[1]
    if not difference:
        return ()
    owed: list[tuple[Points, Points]]
    if seating.form is Form.PARTNERS:
        losing, winning = (first, second) if difference < 0 else (second, first)
        owed = [((debtor,), (creditor,)) for debtor, creditor in zip(losing, winning, strict=True)]
        rule = "R.40"
    else:
        owed = [(first, (seat,)) if difference < 0 else ((seat,), first) for seat in second]
        rule = "T.captain-pays"
    return tuple(
        Settlement(debtors, creditors, abs(difference), rule, stake_of(rules), of_boxes=bool(rules.stake_per_box))
        for debtors, creditors in sorted(owed)
    )


def _between_all(
    rules: RuleSet, counted: Points, open_columns: Sequence[OpenColumn], columns: Sequence[Column]
) -> tuple[Settlement, ...]:
    """Return what each of three owes each other: the difference, and for a shutout (T.cutthroat-pays)."""
    owed = {pair: counted[pair[1]] - counted[pair[0]] for pair in combinations(range(len(counted)), 2)}
    bonus = paid_for_shutout(rules)
    for column, ended in zip(open_columns, columns, strict=True):
        for debtor in set(range(len(counted))) - column.entered:
            for creditor in ended.winners:
                owed[_in_order(debtor, creditor)] += bonus if debtor < creditor else -bonus
    debts = [pair if number > 0 else pair[::-1] for pair, number in owed.items() if number]
    return tuple(
        Settlement(
            (debtor,),
            (creditor,),
            abs(owed[_in_order(debtor, creditor)]),
            "T.cutthroat-pays",
            stake_of(rules),
            of_boxes=bool(rules.stake_per_box),
        )
        for debtor, creditor in sorted(debts)
    )
