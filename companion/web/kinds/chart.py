"""Charts of points: the running totals of a game, and the last games of two players."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal.sheet import ScoreSheet
from companion.store.derived.head_to_head import FinishedGame
from companion.web.base.player_names import short_names
from companion.wording.game_end import chart_description, latest_description

LABEL_ROOM = 9
"""Characters of a name and its total that fit beside the chart."""
MOST_CORNERS = 240
"""More than a phone has pixels across would not show."""
WIDTH, HEIGHT, MARGIN = 320, 160, 12
CURVES = WIDTH - 84
"""How far the curves go; their labels stand beside them."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's line in the chart."""

    short: str
    points: str
    end: tuple[int, int]
    label_y: int
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The running totals, drawn and in words."""

    curves: tuple[Curve, ...]
    target: int | None
    """None where a game ends after so many rounds."""
    target_y: int
    zero_y: int
    words: str
    heading: str
    """Which game it shows, where several are played at once."""
    width: int = WIDTH
    height: int = HEIGHT


def hand_totals(sheet: ScoreSheet) -> list[Mapping[str, int]]:
    """Return everybody's total after each hand that counts."""
    return [row.totals for row in sheet.counting if row.totals is not None]


def running_totals(
    totals: Iterable[Mapping[str, int]], teams: Mapping[str, Sequence[str]]
) -> dict[str, tuple[int, ...]]:
    """Return the totals of each player or side from 0 on; `teams` holds the members of each."""
    after = tuple(totals)
    return {name: (0, *(sum(row[member] for member in team) for row in after)) for name, team in teams.items()}


def chart_of(
    totals: Mapping[str, Sequence[int]], target: int | None, each: str = "hand", heading: str = ""
) -> Chart | None:
    """Return the chart of running totals; None before the first hand."""
    lines = tuple(totals.values())
    if len(lines[0]) == 1:
        return None
    low = min(0, *map(min, lines))
    high = max(target or 1, *map(max, lines))
    room = HEIGHT - 2 * MARGIN
    digits = max(len(str(line[-1])) for line in lines)

    def y_of(value: int) -> int:
        return round(HEIGHT - MARGIN - room * (value - low) / (high - low))

    described = chart_description(totals, target, each)
    labels = _spread([y_of(line[-1]) for line in lines], 13, HEIGHT)
    return Chart(
        curves=tuple(
            Curve(short, _corners(line, y_of), (CURVES, y_of(line[-1])), label, line[-1])
            for line, short, label in zip(lines, short_names(tuple(totals), LABEL_ROOM - digits), labels, strict=True)
        ),
        target=target,
        target_y=y_of(target or 0),
        zero_y=y_of(0),
        words=f"{heading}. {described}" if heading else described,
        heading=heading,
    )


def _corners(line: Sequence[int], y_of: Callable[[int], int]) -> str:
    steps = max(1, len(line) - 1)
    stride = max(1, len(line) // MOST_CORNERS)
    shown = sorted({*range(0, len(line), stride), len(line) - 1})
    return " ".join(f"{round(CURVES * step / steps)},{y_of(line[step])}" for step in shown)


def _spread(wanted: Sequence[int], apart: int, height: int) -> list[int]:
    """Return the labels' places, moved apart where they would overlap."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0] * len(wanted)
    last = -apart
    for index in order:
        last = placed[index] = max(wanted[index] + 4, last + apart)
    limit = height - 2
    for index in reversed(order):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - apart
    return placed


BARS_HEIGHT = 104
_LONGEST_BAR, _SHORTEST_BAR = 34, 4
_WIDEST_SLOT = 56
_GAP = 12


@dataclass(frozen=True, slots=True)
class GameBar:
    """One game: its winner's place (None for a shared win), by how much, and where it is drawn."""

    winner: int | None
    margin: int
    x: int
    y: int
    height: int
    label_y: int


@dataclass(frozen=True, slots=True)
class PairChart:
    """The last games of two players, a bar for each: up for one player and down for the other."""

    bar: int
    bars: tuple[GameBar, ...]
    words: str
    middle: int = BARS_HEIGHT // 2
    width: int = WIDTH
    height: int = BARS_HEIGHT


def pair_chart(players: Sequence[str], latest: Sequence[FinishedGame]) -> PairChart | None:
    """Return the chart of the last games of two players; None before the second game."""
    if len(players) != 2 or len(latest) < 2:
        return None
    first, second = players
    margins = [game.points[first] - game.points[second] for game in latest]
    most = max(1, *map(abs, margins))
    slot = min(_WIDEST_SLOT, WIDTH // len(latest))
    start = (WIDTH - slot * len(latest)) // 2 + slot // 2
    bars = []
    for place, (game, margin) in enumerate(zip(latest, margins, strict=True)):
        winner = players.index(game.winners[0]) if len(game.winners) == 1 else None
        height = max(_SHORTEST_BAR, round(_LONGEST_BAR * abs(margin) / most))
        y, height, label_y = _place_of_bar(winner, height)
        bars.append(GameBar(winner, abs(margin), start + place * slot, y, height, label_y))
    words = latest_description([(game.winners, bar.margin) for game, bar in zip(latest, bars, strict=True)])
    return PairChart(slot - _GAP, tuple(bars), words)


def _place_of_bar(winner: int | None, height: int) -> tuple[int, int, int]:
    """Return where a bar begins, how high it is, and where its label stands."""
    middle = BARS_HEIGHT // 2
    match winner:
        case 0:
            return middle - height, height, middle - height - 4
        case 1:
            return middle, height, middle + height + 12
        case _:
            return middle - _SHORTEST_BAR // 2, _SHORTEST_BAR, middle - 8
