"""A rating of people from who finished where: the formula of Weng and Lin for two, three and more, alone or in sides.

Algorithm 4 (Plackett-Luce) of "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12 (2011). A person's strength is a bell curve, its mean and its spread; a game moves each mean by how far the
ranks surprise, and more where less is known.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

MEAN, SPREAD = 25.0, 25 / 3
"""What is believed of somebody who hasn't played: the paper's own numbers."""
LUCK = 25 / 6
"""The spread of one result around a player's strength: the paper's beta."""
DRIFT = 25 / 300
"""How much less is known of each player before each game, as openskill has it (tau): people learn, and forget."""
AWAY = 2.0
"""How much less is known after each year without a game."""
FLOOR = 5 / 3
"""The least spread: nobody is known better than to about 100 points."""
KEPT = 0.0001
"""The least share of the variance that a game leaves: the paper's kappa."""
ENOUGH = 10
"""Games after which somebody has a rank."""
ZERO, SCALE = 1500, 30
"""1,500 points are the mean; a lead of 100 points means winning about 64 games of 100."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game: its sides, each the people in it, and where each side came in."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]
    """1 is best; sides that tie share a rank."""
    day: date


@dataclass(frozen=True, slots=True)
class Rating:
    mean: float = MEAN
    spread: float = SPREAD
    games: int = 0
    last: date = date.min

    @property
    def points(self) -> int:
        return round(ZERO + SCALE * (self.mean - MEAN))

    @property
    def give_or_take(self) -> int:
        """Half of the range in which the strength lies with 95 %."""
        return round(2 * SCALE * self.spread)

    @property
    def is_ranked(self) -> bool:
        return self.games >= ENOUGH


def rate(games: Iterable[RatedGame]) -> Mapping[str, Rating]:
    """Return everybody's rating after these games, rated day by day; those of one day in the given order.

    Games of a single side, and those in which one person has two seats, don't count.
    """
    ratings: dict[str, Rating] = {}
    for game in sorted(games, key=lambda game: game.day):
        people = [name for side in game.sides for name in side]
        if len(game.sides) < 2 or len({*people}) < len(people):
            continue
        before = [[_on(ratings.get(name, Rating()), game.day) for name in side] for side in game.sides]
        for names, side in zip(game.sides, after(before, game.ranks), strict=True):
            for name, rating in zip(names, side, strict=True):
                ratings[name] = replace(rating, spread=max(rating.spread, FLOOR), games=rating.games + 1, last=game.day)
    return ratings


def _on(rating: Rating, day: date) -> Rating:
    """Return what is known on a day: less by the drift, and by each whole year since the last game."""
    years = (day - rating.last).days // 365 if rating.games else 0
    away = min(math.hypot(rating.spread, AWAY * math.sqrt(years)), max(rating.spread, SPREAD))
    return replace(rating, spread=math.hypot(away, DRIFT))


def after(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings after one game: the formula itself.

    It adds up the strengths of a side. Where one side is larger, as in captain's play, its members take turns: each
    counts for a part, so that the sides are alike.
    """
    smallest = min(len(side) for side in sides)
    parts = [smallest / len(side) for side in sides]
    means = [part * sum(one.mean for one in side) for part, side in zip(parts, sides, strict=True)]
    variances = [sum((part * one.spread) ** 2 for one in side) for part, side in zip(parts, sides, strict=True)]
    c = math.sqrt(sum(variances) + len(sides) * LUCK**2)
    weights = [math.exp(mean / c) for mean in means]
    # For each side the weights of all that came in with it or after it: among them it won its place.
    left = [sum(weight for weight, other in zip(weights, ranks, strict=True) if other >= rank) for rank in ranks]
    changed = []
    for own, (side, part, rank) in enumerate(zip(sides, parts, ranks, strict=True)):
        step, sureness = 0.0, 0.0
        for other, its_rank in enumerate(ranks):
            if its_rank <= rank:
                chance = weights[own] / left[other]
                tied = ranks.count(its_rank)
                step += ((other == own) - chance) / tied
                sureness += chance * (1 - chance) / tied
        shrunk = sureness * math.sqrt(variances[own]) / c**3
        changed.append(
            [
                replace(
                    one,
                    mean=one.mean + part * one.spread**2 * step / c,
                    spread=one.spread * math.sqrt(max(1 - (part * one.spread) ** 2 * shrunk, KEPT)),
                )
                for one in side
            ]
        )
    return changed
