"""The end of a game as every kind of game shows it: the result, earlier games, and the chart."""

from dataclasses import dataclass

from companion.web.shared.chart import Chart


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won, and why."""

    headline: str
    why: str
    totals: tuple[tuple[str, int, bool], ...]
    """Name, total, and whether that one won."""


@dataclass(frozen=True, slots=True)
class PairRecord:
    """The head-to-head record of the players at a table, on this phone."""

    games: int
    hands: int
    players: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """What is counted, and how often each player has it."""
    uncounted: int
    """Games of this phone that are still being counted."""


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
    summary: str
    chart: Chart | None
    record: PairRecord | None
    personal_best: PersonalBest | None = None
    sheet_on_top: bool = False
    """The link to the sheet stands where the last hand was recorded, so that no second tap starts the next game."""
