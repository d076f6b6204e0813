"""What the end of a game shows, whatever its kind: the result, the game in figures, and the games before it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.store.derived.head_to_head import HeadToHead
from companion.web.base.player_names import short_names
from companion.web.kinds.chart import PairChart, pair_chart
from companion.wording.game_end import CLEARED_HEADLINE, CLEARED_REASON, GAMES_WON, win_headline, win_title

NAME_ROOM, NAME_ROOM_OF_A_PAIR = 6, 8
"""Characters of a name above its column."""


@dataclass(frozen=True, slots=True)
class PersonalBest:
    """The best earlier game of a player alone, on this phone."""

    games: int
    best: int
    day: str
    average: int
    uncounted: int
    """Games of this phone that are still being counted."""
    beaten: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won, and why."""

    headline: str
    """Who won, with the score."""
    title: str
    """Who won, without the score."""
    why: str
    totals: tuple[tuple[str, int, bool], ...]
    """Name, total, and whether that one won."""
    crowned: bool = False
    """Somebody has won."""
    is_plain: bool = False
    """The totals alone show why."""
    before: PersonalBest | None = None
    """What a player alone had to beat."""
    settlement: tuple[str, ...] = ()
    """Who owes whom what."""

    @property
    def score(self) -> str:
        """Return what the headline says besides the title."""
        return self.headline.removeprefix(self.title)


def result_of(
    totals: Mapping[str, int], winners: Sequence[str], why: str, *, are_teams: bool = False, is_plain: bool = False
) -> GameResult:
    """Return who won and why; a game without winners was closed before its end."""
    ranking = tuple((name, total, name in winners) for name, total in sorted(totals.items(), key=lambda one: -one[1]))
    if not winners:
        return GameResult(CLEARED_HEADLINE, CLEARED_HEADLINE, CLEARED_REASON, ranking)
    headline = win_headline(winners, [total for _, total, _ in ranking], are_teams=are_teams)
    title = win_title(winners, are_teams=are_teams)
    return GameResult(headline, title, why, ranking, crowned=True, is_plain=is_plain)


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of figures: a row for each, a cell for each player."""

    players: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()
    """What the figures count, and what they don't."""

    @property
    def shorts(self) -> tuple[str, ...]:
        """The names as they fit above the columns."""
        return short_names(self.players, NAME_ROOM_OF_A_PAIR if len(self.players) <= 2 else NAME_ROOM)


def kept_rows(
    rows: Iterable[tuple[str, Iterable[str | int]]], always: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rows of a table of figures that say something, and those that are always shown."""
    told = ((label, tuple(map(str, cells))) for label, cells in rows)
    return tuple((label, cells) for label, cells in told if label in always or set(cells) - {"0", ""})


@dataclass(frozen=True, slots=True)
class PairRecord:
    """The head-to-head record of the players at a table, on this phone."""

    played: HeadToHead
    won: tuple[int, ...]
    """Games won, by player."""
    figures: Figures
    latest: PairChart | None


def record_of(players: Sequence[str], played: HeadToHead, figures: Figures) -> PairRecord:
    """Return the record of players who have played other games; `figures` are of all their games."""
    won = tuple(played.players[name].won for name in players)
    rows = ((GAMES_WON, tuple(map(str, won))), *figures.rows)
    latest = pair_chart(players, played.latest)
    return PairRecord(played, won, Figures(figures.players, rows, figures.notes), latest)
