"""What games come to for one player: sums, the means of them, and how sure a share of wins is."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import sqrt

CHANCES = 840
"""All the chances of a game, which each of two to eight sides has a whole part of."""
_Z = 1.959963984540054
"""Of the normal distribution, 95 % is within so many deviations."""


@dataclass(frozen=True, slots=True)
class Share:
    """Games won of those played, with the range in which the real share is (Wilson's, 95 %)."""

    won: int
    of: int
    fair: float = 0.5
    """What luck alone would give: of two 1/2, of three 1/3, the mean over the games."""

    @property
    def share(self) -> float | None:
        return self.won / self.of if self.of else None

    @property
    def low(self) -> float:
        return self._bounds()[0]

    @property
    def high(self) -> float:
        return self._bounds()[1]

    @property
    def luck_may_explain(self) -> bool:
        """Whether these games can't tell who plays better."""
        return self.low <= self.fair <= self.high

    def _bounds(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        share, square = self.won / self.of, _Z * _Z
        middle = share + square / (2 * self.of)
        spread = _Z * sqrt(share * (1 - share) / self.of + square / (4 * self.of * self.of))
        whole = 1 + square / self.of
        # Computed, these two may be a little under 0 or over 1.
        low = (middle - spread) / whole if self.won else 0.0
        return low, (middle + spread) / whole if self.won < self.of else 1.0


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The sums of a player in one game, or in many."""

    games: int = 0
    """Finished games against others."""
    won: int = 0
    """Of these games. A shared win counts for each winner."""
    chances: int = 0
    """What luck alone would win of these games, in parts of `CHANCES`."""
    unfinished: int = 0
    """Games that go on or were ended early: their hands count."""
    hands: int = 0
    """Played, drawn ones too."""
    hands_won: int = 0
    """Or shared."""
    points: int = 0
    """Of the hands, without bonuses at the end of a game."""
    against: int = 0
    """Points of all opponents in the same hands."""
    knocks: int = 0
    """Hands that this player ended, with any call."""
    knocks_won: int = 0
    knock_deadwood: int = 0
    """The deadwood of `knock_hands`."""
    knock_hands: int = 0
    """Hands that this player ended with neither Gin, Big Gin nor Rum, and whose deadwood is known."""
    deadwood: int = 0
    """All deadwood left, over `deadwood_hands`."""
    deadwood_hands: int = 0
    gins: int = 0
    big_gins: int = 0
    rums: int = 0
    undercuts: int = 0
    undercut_hands: int = 0
    """Hands in which this player knocked and was undercut, by one player or by several."""
    gem_parts: int = 0
    given_away: int = 0
    """Points given away by layouts and lay-offs (`companion/rules/rummy/figures.py`), over `given_away_hands`."""
    given_away_hands: int = 0
    """Hands whose cards are known."""
    best: int = 0
    """Most points in one hand."""

    def __add__(self, other: "PlayerFigures") -> "PlayerFigures":
        sums = {name: getattr(self, name) + getattr(other, name) for name in SUMMED}
        return PlayerFigures(**sums, best=max(self.best, other.best))

    @property
    def lost(self) -> int:
        return self.games - self.won

    @property
    def share(self) -> Share:
        fair = self.chances / CHANCES / self.games if self.games else 0.5
        return Share(self.won, self.games, fair)

    @property
    def points_a_hand(self) -> float | None:
        return _mean(self.points, self.hands)

    @property
    def against_a_hand(self) -> float | None:
        return _mean(self.against, self.hands)

    @property
    def mean_deadwood(self) -> float | None:
        return _mean(self.deadwood, self.deadwood_hands)

    @property
    def mean_knock(self) -> float | None:
        """The mean deadwood of a knock that was no Gin."""
        return _mean(self.knock_deadwood, self.knock_hands)


SUMMED = tuple(field.name for field in fields(PlayerFigures) if field.name != "best")


NONE = PlayerFigures()


def total_of(figures: Iterable[PlayerFigures]) -> PlayerFigures:
    return sum(figures, NONE)


def _mean(total: int, number: int) -> float | None:
    return total / number if number else None


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """What a game adds to the record of one who sat at it; of a team with a seat, there is one for each member."""

    seat: int
    mate: int
    """Which member of the team that has the seat, from 0."""
    player: str
    """As the sheet calls the seat: a player, or a team."""
    name: str
    """Who that is."""
    side: int
    """From 0. Partners share it."""
    won: bool
    rank: int
    """From 1, equal where it is shared; 0 of a game that isn't finished or has one side only."""
    total: int
    """Of the side, with all bonuses."""
    margin: int
    """Over the best other side; negative if it's behind."""
    added: int
    """What bonuses at the end of the game added to the points of the hands."""
    figures: PlayerFigures
    """Of the hands. How many games that are, follows from the rest."""
    best_hand: int
    """The number of the hand with the most points; 0 if none has any."""
    best_on: str
    """Its date."""
