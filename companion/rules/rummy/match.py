"""The score of a game: dealers, running totals, the games on one sheet, when they are over and who won.

What columns, bonuses and the end speak of as players are sides where sides play: `rounds.py` keeps the score of those.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, assert_never

from companion.rules.rummy.ruleset import NextDealer, RuleSet, Shutout, TieBreak

Points = tuple[int, ...]
Pair = tuple[int, int]
"""The two who play a hand for two."""
Entry = tuple[int | None, ...]
"""What a hand entered in a column, by seat; None where it entered nothing."""


class EndCode(StrEnum):
    GAME_BONUS = "game-bonus"
    BOX_BONUS = "box-bonus"
    EXTRA_BOXES = "extra-boxes"
    SHUTOUT = "shutout"
    SHUTOUT_BONUS = "shutout-bonus"


class WonWith(StrEnum):
    """What a hand was won with, where a table has extra boxes for it (T.extra-boxes)."""

    GIN = "gin"
    BIG_GIN = "big-gin"
    UNDERCUT = "undercut"


@dataclass(frozen=True, slots=True)
class EndLine:
    code: EndCode
    seat: int
    points: int
    rule: str
    numbers: tuple[int, ...] = ()
    of_rounds: bool = False
    """Boxes are for rounds, not for hands."""


@dataclass(frozen=True, slots=True)
class Column:
    entries: tuple[Entry, ...]
    totals: Points
    over: bool
    boxes: tuple[int, ...]
    """Of each player, extra ones included."""
    lines: tuple[EndLine, ...] = ()
    final: Points | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return highest(self.final) if self.final else ()


@dataclass(slots=True)
class OpenColumn:
    totals: list[int]
    boxes: list[int]
    extra_boxes: list[int]
    entries: list[Entry] = field(default_factory=list)
    entered: set[int] = field(default_factory=set)
    reached_by: tuple[int, ...] = ()

    @classmethod
    def empty(cls, players: int) -> Self:
        return cls([0] * players, [0] * players, [0] * players)

    def add(self, points: Sequence[int], seats: Sequence[int], winner: int | None, extra_boxes: int) -> None:
        self.entries.append(tuple(points[seat] if seat in seats else None for seat in range(len(points))))
        for seat in seats:
            self.totals[seat] += points[seat]
            self.entered.add(seat)
        if winner is not None and winner in seats:
            self.boxes[winner] += 1
            self.extra_boxes[winner] += extra_boxes


def file_hand(columns: Sequence[OpenColumn], points: Sequence[int], winner: int | None, extra_boxes: int = 0) -> None:
    """Enter a hand in each open column where a player has an entry, and the first where not (T.hollywood, R.31).

    So the first win counts once, the second twice, and one who is shut out begins in the next column.
    """
    seats_of: list[list[int]] = [[] for _ in columns]
    open_columns = [place for place, column in enumerate(columns) if not column.reached_by]
    for seat in (seat for seat in range(len(points)) if points[seat] or seat == winner):
        entered = [place for place in open_columns if seat in columns[place].entered]
        new = [place for place in open_columns if place not in entered][:1]
        for place in entered + new:
            seats_of[place].append(seat)
    for column, seats in zip(columns, seats_of, strict=True):
        column.add(points, seats, winner, extra_boxes)


def reached_by(rules: RuleSet, scores: Sequence[int], last_hand: Sequence[int]) -> tuple[int, ...]:
    """Return who has ended a game, nobody if it goes on.

    The highest total ends it, not the first over the target. A tie goes to the one who scored more in that last hand,
    and is shared if that is equal too; a table may play on instead (R.13).
    """
    if max(scores) < rules.target:
        return ()
    first = [place for place, total in enumerate(scores) if total == max(scores)]
    if len(first) > 1:
        if rules.tie_break == TieBreak.PLAY_ON:
            return ()
        most = max(last_hand[place] for place in first)
        first = [place for place in first if last_hand[place] == most]
    return tuple(first)


def settled(rules: RuleSet, column: OpenColumn, *, of_rounds: bool = False) -> Column:
    """Return a column as it stands, with what its end is worth if it's over (R.32).

    `of_rounds`: its boxes are for rounds of several hands.
    """
    totals = tuple(column.totals)
    boxes = tuple(map(sum, zip(column.boxes, column.extra_boxes, strict=True)))
    if not column.reached_by:
        return Column(tuple(column.entries), totals, over=False, boxes=boxes)
    lines = _end_lines(rules, column, of_rounds=of_rounds)
    final = tuple(total + sum(line.points for line in lines if line.seat == seat) for seat, total in enumerate(totals))
    return Column(tuple(column.entries), totals, over=True, boxes=boxes, lines=tuple(lines), final=final)


def _end_lines(rules: RuleSet, column: OpenColumn, *, of_rounds: bool) -> list[EndLine]:
    cites = rules.cites
    shuts_out = len(column.reached_by) == 1 and not column.entered.difference(column.reached_by)
    lines = []
    if shuts_out and rules.shutout is Shutout.HAND_POINTS:
        (winner,) = column.reached_by
        lines.append(EndLine(EndCode.SHUTOUT, winner, column.totals[winner], cites.shutout, (column.totals[winner],)))
    if rules.game_bonus:
        lines += [EndLine(EndCode.GAME_BONUS, seat, rules.game_bonus, cites.game_bonus) for seat in column.reached_by]
    if shuts_out and rules.shutout_bonus:
        (winner,) = column.reached_by
        lines.append(EndLine(EndCode.SHUTOUT_BONUS, winner, rules.shutout_bonus, cites.shutout_bonus))
    lines += _box_lines(EndCode.BOX_BONUS, column.boxes, rules.box_bonus, cites.box_bonus, of_rounds=of_rounds)
    lines += _box_lines(
        EndCode.EXTRA_BOXES, column.extra_boxes, rules.box_bonus, cites.extra_boxes, of_rounds=of_rounds
    )
    if shuts_out and rules.shutout is Shutout.DIFFERENCE:
        (winner,) = column.reached_by
        difference = column.totals[winner] + sum(line.points for line in lines)
        lines.append(EndLine(EndCode.SHUTOUT, winner, difference, cites.shutout, (difference,)))
    return lines


def _box_lines(code: EndCode, boxes: Sequence[int], each: int, rule: str, *, of_rounds: bool) -> Iterator[EndLine]:
    for seat, number in enumerate(boxes):
        if number and each:
            yield EndLine(code, seat, number * each, rule, (number, each), of_rounds)


def highest(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest total (R.33)."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def won_by(totals: Sequence[int]) -> int:
    """Return by how much the highest total is over the next one (T.won-by); nothing if they are equal."""
    *_, second, first = sorted(totals)
    return first - second


@dataclass(frozen=True, slots=True)
class HandResult:
    points: tuple[int, ...] | None
    winner: int | None
    """None also if several players share the hand."""
    shared_by: tuple[int, ...] = ()
    dealer: int | None = None
    """Who really dealt, where the table says so; else it follows from the hand before."""
    won_with: WonWith | None = None
    seats: Pair | None = None
    """Who played, in a game of hands for two; None where that follows from the hands before."""

    @property
    def drawn(self) -> bool:
        """Return whether the hand scored nothing and is dealt again (P.drawn, G.drawn, N.replay)."""
        return self.points is None


DRAWN = HandResult(None, None)


@dataclass(frozen=True, slots=True)
class ScoredHand:
    dealer: int
    by_the_rules: int
    result: HandResult
    totals: tuple[int, ...]
    over: bool
    side_totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Settlement:
    """What players owe others in the end: so many points or boxes, with a stake in hundredths each (R.39)."""

    debtors: tuple[int, ...]
    creditors: tuple[int, ...]
    number: int
    rule: str
    stake: int = 0
    of_boxes: bool = False

    @property
    def amount(self) -> int:
        return self.number * self.stake


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays a round of hands for two: its pairs, who deals in each, and who sits out."""

    pairs: tuple[Pair, ...]
    dealers: tuple[int, ...]
    sits_out: int | None = None


@dataclass(frozen=True, slots=True)
class PairRound:
    """A round of hands for two, with what it counts for each side."""

    hands: range
    """Their places among the hands that count, from 0."""
    sits_out: int | None
    points: Points
    totals: Points
    winner: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The whole sheet; `winners` and `side_totals` follow the sides where partners play together."""

    rows: tuple[ScoredHand, ...]
    totals: tuple[int, ...]
    """Every player's own points."""
    side_totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    next_dealer: int | None
    columns: tuple[Column, ...]
    settles: bool
    settlement: tuple[Settlement, ...] = ()
    """Empty also where all are level."""
    rounds: tuple[PairRound, ...] = ()
    """Those whose hands are all in."""
    coming: Pairing | None = None
    """Who plays next in a game of hands for two; of a round that has begun, who is still to play."""

    @property
    def final(self) -> Points | None:
        return final_totals(self.columns) if self.over else None


def keep_score(
    rules: RuleSet, first_dealer: int, results: Iterable[HandResult], sides: Sequence[tuple[int, ...]] = ()
) -> MatchScore:
    seats = rules.seats
    teams = tuple(sides) or tuple((seat,) for seat in range(seats))
    totals = [0] * seats
    columns = [OpenColumn.empty(seats) for _ in range(rules.columns)]
    rows: list[ScoredHand] = []
    dealer = first_dealer
    over = False
    for result in results:
        by_the_rules = dealer
        dealer = by_the_rules if result.dealer is None else result.dealer
        gained = result.points or (0,) * seats
        totals = [total + points for total, points in zip(totals, gained, strict=True)]
        file_hand(columns, gained, result.winner, extra_boxes(rules, result.won_with))
        if not result.drawn:
            for column in columns:
                column.reached_by = column.reached_by or _end_of(rules, column, teams)
        over = all(column.reached_by for column in columns)
        rows.append(ScoredHand(dealer, by_the_rules, result, tuple(totals), over))
        dealer = _next_dealer(rules, dealer, result)
    ended = tuple(settled(rules, column) for column in columns)
    # Where more counts in the end than the target, the highest total with all of it wins (R.33).
    winners = highest(final_totals(ended)) if rules.settles_at_the_end else columns[0].reached_by
    return MatchScore(
        rows=tuple(rows),
        totals=tuple(totals),
        side_totals=by_side(teams, totals) if sides else (),
        over=over,
        winners=winners if over else (),
        next_dealer=None if over else dealer,
        columns=ended,
        settles=rules.settles_at_the_end,
        settlement=_settlement(rules, ended) if over else (),
    )


def extra_boxes(rules: RuleSet, won_with: WonWith | None) -> int:
    match won_with:
        case None:
            return 0
        case WonWith.GIN:
            return rules.gin_boxes
        case WonWith.BIG_GIN:
            return rules.gin_boxes if rules.big_gin_boxes is None else rules.big_gin_boxes
        case WonWith.UNDERCUT:
            return rules.undercut_boxes
    assert_never(won_with)


def _settlement(rules: RuleSet, columns: Sequence[Column]) -> tuple[Settlement, ...]:
    if not rules.has_stake:
        return ()
    counted = settled_for(rules, columns)
    difference = won_by(counted)
    if not difference:
        return ()
    (creditor,) = highest(counted)
    cites, of_boxes = rules.cites, bool(rules.stake_per_box)
    rule = cites.stake_per_box if of_boxes else cites.stake_per_point
    return (Settlement((1 - creditor,), (creditor,), difference, rule, stake_of(rules), of_boxes),)


def settled_for(rules: RuleSet, columns: Sequence[Column]) -> Points:
    """Return what the stake is paid for, all columns together: points, or boxes."""
    if not rules.stake_per_box:
        return final_totals(columns)
    return tuple(map(sum, zip(*(column.boxes for column in columns), strict=True)))


def stake_of(rules: RuleSet) -> int:
    return rules.stake_per_box or rules.stake_per_point


def final_totals(columns: Sequence[Column]) -> Points:
    finals = [column.final or column.totals for column in columns]
    return tuple(map(sum, zip(*finals, strict=True)))


def by_side(teams: Sequence[tuple[int, ...]], points: Sequence[int]) -> tuple[int, ...]:
    """Return each side's score: the sum of its members' (R.22)."""
    return tuple(sum(points[seat] for seat in team) for team in teams)


def _end_of(rules: RuleSet, column: OpenColumn, teams: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    entry = [points or 0 for points in column.entries[-1]]
    places = reached_by(rules, by_side(teams, column.totals), by_side(teams, entry))
    return tuple(sorted(seat for place in places for seat in teams[place]))


def _next_dealer(rules: RuleSet, dealer: int, result: HandResult) -> int:
    if result.drawn:
        return dealer
    if rules.next_dealer == NextDealer.WINNER and result.winner is not None:
        return result.winner
    if rules.next_dealer == NextDealer.LOSER and result.winner is not None:
        return 1 - result.winner
    return (dealer + 1) % rules.seats


def first_to_play(seats: int, dealer: int) -> int:
    """Return the player left of the dealer, who rolls any dice and goes first (R.15)."""
    return (dealer + 1) % seats
