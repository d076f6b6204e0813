"""The score of a game: dealers, running totals, when it is over and who won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.rummy.columns import (
    Column,
    OpenColumn,
    Points,
    file_hand,
    highest,
    reached_by,
    settled,
)
from companion.rules.rummy.ruleset import NextDealer, RuleSet


@dataclass(frozen=True, slots=True)
class HandResult:
    """Points by seat and the seat that won the hand; both None if the hand was drawn."""

    points: tuple[int, ...] | None
    winner: int | None
    """None also if several players share the hand."""
    shared_by: tuple[int, ...] = ()
    dealer: int | None = None
    """Who really dealt, where the table says so; else it follows from the hand before."""

    @property
    def drawn(self) -> bool:
        """Return whether the hand scored nothing and is dealt again (P.drawn, G.drawn, N.replay)."""
        return self.points is None


DRAWN = HandResult(None, None)


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand on the sheet."""

    dealer: int
    by_the_rules: int
    """Who would have dealt by the rules, after the hand before."""
    result: HandResult
    totals: tuple[int, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The whole sheet; `winners` and `side_totals` follow the sides where partners play together."""

    rows: tuple[ScoredHand, ...]
    totals: tuple[int, ...]
    side_totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    next_dealer: int | None
    columns: tuple[Column, ...]
    settles: bool
    """More than the hands counts in the end."""

    @property
    def final(self) -> Points | None:
        """What each seat has in the end, with all that is added to the points of the hands."""
        return final_totals(self.columns) if self.over else None


def keep_score(
    rules: RuleSet, first_dealer: int, results: Iterable[HandResult], sides: Sequence[tuple[int, ...]] = ()
) -> MatchScore:
    """Return the score of a game's hands, in order; the caller refuses hands after the end."""
    seats = rules.seats
    teams = tuple(sides) or tuple((seat,) for seat in range(seats))
    totals = [0] * seats
    columns = [OpenColumn([0] * seats, boxes=[0] * seats) for _ in range(rules.columns)]
    rows: list[ScoredHand] = []
    dealer = first_dealer
    over = False
    for result in results:
        by_the_rules = dealer
        dealer = by_the_rules if result.dealer is None else result.dealer
        gained = result.points or (0,) * seats
        totals = [total + points for total, points in zip(totals, gained, strict=True)]
        file_hand(columns, gained, result.winner)
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
    )


def final_totals(columns: Sequence[Column]) -> Points:
    """Return the totals of games that are over, all their columns together."""
    finals = [column.final or column.totals for column in columns]
    return tuple(map(sum, zip(*finals, strict=True)))


def by_side(teams: Sequence[tuple[int, ...]], points: Sequence[int]) -> tuple[int, ...]:
    """Return each side's score: the sum of its members' (R.22)."""
    return tuple(sum(points[seat] for seat in team) for team in teams)


def _end_of(rules: RuleSet, column: OpenColumn, teams: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the seats whose side has ended a column with the hand just entered."""
    entry = [points or 0 for points in column.entries[-1]]
    places = reached_by(rules, by_side(teams, column.totals), by_side(teams, entry))
    return tuple(sorted(seat for place in places for seat in teams[place]))


def _next_dealer(rules: RuleSet, dealer: int, result: HandResult) -> int:
    """Return who deals next: after a drawn hand the same dealer again."""
    if result.drawn:
        return dealer
    if rules.next_dealer == NextDealer.WINNER and result.winner is not None:
        return result.winner
    return (dealer + 1) % rules.seats


def first_to_play(seats: int, dealer: int) -> int:
    """Return the player left of the dealer, who rolls any dice and goes first (R.15)."""
    return (dealer + 1) % seats
