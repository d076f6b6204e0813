"""The end of a game as every kind of game shows it: the result, the game in figures, earlier games, and the chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal.duration import minutes_played
from companion.journal.state import GameState
from companion.web.kinds.chart import Chart
from companion.web.kinds.pair_chart import PairChart
from companion.wording.cards import plural
from companion.wording.game_end import duration


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

    @property
    def score(self) -> str:
        """Return what the headline says besides the title."""
        return self.headline.removeprefix(self.title)


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of figures: a row for each, a cell for each player."""

    players: tuple[str, ...]
    shorts: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()
    """What the figures count, and what they don't."""


@dataclass(frozen=True, slots=True)
class PairRecord:
    """The head-to-head record of the players at a table, on this phone."""

    games: int
    hands: int
    won: tuple[int, ...]
    """Games won, by player."""
    figures: Figures
    uncounted: int
    """Games of this phone that are still being counted."""
    latest: PairChart | None


@dataclass(frozen=True, slots=True)
class PersonalBest:
    """The best earlier game of a player alone, on this phone."""

    games: int
    best: int
    day: str
    average: int
    uncounted: int
    beaten: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """All that the end of a game shows."""

    result: GameResult
    facts: str
    """How many hands, and how long they took."""
    summary: str
    """What was played."""
    chart: Chart | None
    figures: Figures | None
    record: PairRecord | None
    personal_best: PersonalBest | None = None
    sheet_on_top: bool = False
    """The link to the sheet stands where the last hand was recorded, so that no second tap starts the next game."""


def facts_of(state: GameState, hands: int, word: str) -> str:
    """Return how many hands were played, and how long they took."""
    minutes = minutes_played(state)
    return ", ".join([plural(hands, word), *([duration(minutes)] if minutes else [])])


def kept_rows(
    rows: Sequence[tuple[str, Sequence[str]]], always: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rows of a table of figures that say something, and those that are always shown."""
    return tuple((label, tuple(cells)) for label, cells in rows if label in always or set(cells) - {"0", ""})
