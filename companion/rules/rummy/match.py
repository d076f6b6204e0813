"""The score of a game: dealers, running totals, when it is over and who won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.rummy.ruleset import NextDealer, RuleSet, TieBreak


@dataclass(frozen=True, slots=True)
class HandResult:
    """Points by seat and the seat that won the hand; both None if the hand was drawn."""

    points: tuple[int, ...] | None
    winner: int | None

    @property
    def drawn(self) -> bool:
        """Return whether the hand scored nothing and is dealt again (P, G and N)."""
        return self.points is None


DRAWN = HandResult(None, None)


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand on the sheet."""

    dealer: int
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


def keep_score(
    rules: RuleSet, first_dealer: int, results: Iterable[HandResult], sides: Sequence[tuple[int, ...]] = ()
) -> MatchScore:
    """Return the score of a game's hands, in order; the caller refuses hands after the end."""
    seats = rules.seats
    teams = tuple(sides) or tuple((seat,) for seat in range(seats))
    totals = [0] * seats
    rows: list[ScoredHand] = []
    dealer = first_dealer
    winners: tuple[int, ...] = ()
    for result in results:
        gained = result.points or (0,) * seats
        totals = [total + points for total, points in zip(totals, gained, strict=True)]
        if not result.drawn:
            winners = _winners(rules, teams, totals, gained)
        rows.append(ScoredHand(dealer, result, tuple(totals), bool(winners)))
        dealer = _next_dealer(rules, dealer, result)
    over = bool(winners)
    return MatchScore(
        rows=tuple(rows),
        totals=tuple(totals),
        side_totals=by_side(teams, totals) if sides else (),
        over=over,
        winners=winners,
        next_dealer=None if over else dealer,
    )


def by_side(teams: Sequence[tuple[int, ...]], points: Sequence[int]) -> tuple[int, ...]:
    """Return each side's score: the sum of its members' (ruling 22)."""
    return tuple(sum(points[seat] for seat in team) for team in teams)


def _winners(
    rules: RuleSet, teams: Sequence[tuple[int, ...]], totals: Sequence[int], gained: Sequence[int]
) -> tuple[int, ...]:
    """Return who has won after a hand, nobody if the game goes on.

    The highest total wins, not the first over the target. A tie goes to the player who scored more in that last hand,
    and is shared if that is equal too; a table may play on instead (ruling 13).
    """
    scores = by_side(teams, totals)
    if max(scores) < rules.target:
        return ()
    first = [place for place, total in enumerate(scores) if total == max(scores)]
    if len(first) > 1:
        if rules.tie_break == TieBreak.PLAY_ON:
            return ()
        last_hand = by_side(teams, gained)
        most = max(last_hand[place] for place in first)
        first = [place for place in first if last_hand[place] == most]
    return tuple(sorted(seat for place in first for seat in teams[place]))


def _next_dealer(rules: RuleSet, dealer: int, result: HandResult) -> int:
    """Return who deals next: after a drawn hand the same dealer again."""
    if result.winner is None:
        return dealer
    if rules.next_dealer == NextDealer.WINNER:
        return result.winner
    return (dealer + 1) % rules.seats


def first_to_play(seats: int, dealer: int) -> int:
    """Return the player left of the dealer, who rolls any dice and goes first (ruling 15)."""
    return (dealer + 1) % seats
