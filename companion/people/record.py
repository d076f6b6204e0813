"""The record of one person: the games in order of play, form, streaks, the best and the worst of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Self

from companion.people.figures import NONE, PlayerFigures, Share, total_of

SOLO = "gem-ii-solo"
"""The game in which nobody is against the player."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are looked at; all of them where nothing is said. Dates are as `2026-01-31`, both included."""

    kind: str = ""
    """The name of a game. Where none is named, games against others are meant."""
    since: str = ""
    until: str = ""
    place: str = ""
    against: str = ""
    """A person who played too: against the one whose record it is, or in a season at the same table."""

    @classmethod
    def of_year(cls, year: int) -> Self:
        return cls(since=f"{year:04}-01-01", until=f"{year:04}-12-31")


ALL = Filters()


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    figures: PlayerFigures = NONE
    nickname: str = ""
    color: str = ""
    spellings: tuple[str, ...] = ()
    """All names that are this person's, the main one too."""
    first_on: str = ""
    last_on: str = ""

    @property
    def called(self) -> str:
        return self.nickname or self.name


@dataclass(frozen=True, slots=True)
class PersonPair:
    """Two people in the games in which they were on different sides."""

    first: str
    second: str
    games: int = 0
    """Finished ones."""
    ahead: int = 0
    """Of these games, in how many the first came out ahead of the second: won where two played."""
    behind: int = 0
    hands: int = 0
    """That the first played in these games, in unfinished ones too."""
    points: int = 0
    """Of the first, in these hands."""
    against: int = 0
    """Of the second, in the same games."""
    unfinished: int = 0

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def share(self) -> Share:
        """In how many of their games the first came out ahead; by luck alone, in half of those that weren't level."""
        return Share(self.ahead, self.games, (self.ahead + self.behind) / self.games / 2 if self.games else 0.5)


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A finished game of a person against others."""

    game: str
    kind: str
    on: str
    won: bool
    sides: int
    total: int
    """Of the person's side, with all bonuses."""
    margin: int
    """Over the best other side; negative if it's behind."""
    points: int
    against: int


@dataclass(frozen=True, slots=True)
class BestHand:
    points: int
    game: str
    kind: str
    hand: int
    """Its number in the game."""
    on: str


@dataclass(frozen=True, slots=True)
class Day:
    """What a person's games of one day come to."""

    on: str
    games: int
    """Finished ones."""
    hands: int
    points: int
    against: int

    @property
    def margin(self) -> int:
        return self.points - self.against


@dataclass(frozen=True, slots=True)
class Streak:
    """Games won in a row."""

    games: tuple[PersonGame, ...]

    @property
    def length(self) -> int:
        return len(self.games)


@dataclass(frozen=True)
class PersonRecord:
    """It is kept from page to page, and with it what was found in it once: without slots."""

    person: Person
    by_kind: tuple[tuple[str, PlayerFigures], ...] = ()
    """By game, solo games too; most hands first."""
    by_opponent: tuple[PersonPair, ...] = ()
    """Each with this person first; most games first."""
    results: tuple[PersonGame, ...] = ()
    """In order of play."""
    days: tuple[Day, ...] = ()
    """In order; those on which something was played against others."""
    biggest_hand: BestHand | None = None
    games_of_two_names: int = 0
    """Games in which two names played that are this person's: each counts for both."""
    uncounted: int = 0
    """Games that aren't counted again yet, after an update."""

    @cached_property
    def biggest_win(self) -> PersonGame | None:
        """The game won by most, the first of equal ones."""
        return max((result for result in self.results if result.won), key=lambda result: result.margin, default=None)

    @cached_property
    def best_streak(self) -> Streak | None:
        return best_streak(self.results)

    @cached_property
    def best_day(self) -> Day | None:
        """The day with the most points over those of the opponents; none if that was never more than nothing."""
        best = max(self.days, key=lambda day: day.margin, default=None)
        return best if best and best.margin > 0 else None

    @cached_property
    def worst_day(self) -> Day | None:
        worst = min(self.days, key=lambda day: day.margin, default=None)
        return worst if worst and worst.margin < 0 else None

    @cached_property
    def form(self) -> tuple[int, ...]:
        return form(self.results)


def in_all(by_kind: Iterable[tuple[str, PlayerFigures]], filters: Filters = ALL) -> PlayerFigures:
    """Return the sums of all kinds together; solo games only where they are asked for."""
    return total_of(figures for kind, figures in by_kind if is_in_all(kind, filters))


def is_in_all(kind: str, filters: Filters) -> bool:
    return kind != SOLO or filters.kind == SOLO


def best_streak(results: Iterable[PersonGame]) -> Streak | None:
    """Return the longest row of games won, the first of equal ones."""
    rows = (tuple(row) for won, row in groupby(results, key=lambda result: result.won) if won)
    best = max(rows, key=len, default=None)
    return None if best is None else Streak(best)


def form(results: Sequence[PersonGame], over: int = 10) -> tuple[int, ...]:
    """Return how many of the last `over` games were won, for each game after which there are so many."""
    points = []
    won = 0
    for place, result in enumerate(results):
        won += result.won
        if place >= over:
            won -= results[place - over].won
        if place >= over - 1:
            points.append(won)
    return tuple(points)
