"""The running totals of a game as a chart."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.journal.sheet import ScoreSheet
from companion.web.base.player_names import short_names
from companion.wording.game_end import chart_description

LABEL_ROOM = 9
"""Characters of a name and its total that fit beside the chart."""
MOST_CORNERS = 240
"""More than a phone has pixels across would not show."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's line in the chart."""

    name: str
    short: str
    points: str
    end: tuple[int, int]
    label_y: int
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The running totals, drawn and in words."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    target: int | None
    """None where a game ends after so many rounds."""
    target_y: int
    zero_y: int
    words: str
    heading: str = ""
    """Which game it shows, where several are played at once."""


def hand_totals(sheet: ScoreSheet) -> list[Mapping[str, int]]:
    """Return everybody's total after each hand that counts."""
    return [row.totals for row in sheet.rows if row.place is not None and row.totals is not None]


def chart_of(  # noqa: PLR0913 (what is drawn, how far it goes, and what it is called)
    sheet: ScoreSheet,
    names: Sequence[str],
    sides: Sequence[Sequence[str]],
    target: int | None,
    each: str = "hand",
    *,
    totals: Sequence[Mapping[str, int]] | None = None,
    heading: str = "",
) -> Chart | None:
    """Return the chart of the players' or sides' running totals, or of others; None before the first hand."""
    totals = hand_totals(sheet) if totals is None else totals
    if not totals:
        return None
    teams = tuple(tuple(side) for side in sides) or tuple((name,) for name in names)
    series = {" & ".join(team): [0, *(sum(row[name] for name in team) for row in totals)] for team in teams}
    width, height, margin = 320, 160, 12
    low = min(0, *(min(line) for line in series.values()))
    high = max(target or 1, *(max(line) for line in series.values()))
    room = height - 2 * margin
    digits = max(len(str(line[-1])) for line in series.values())
    shorts = short_names(tuple(series), LABEL_ROOM - digits)

    def y_of(value: int) -> int:
        return round(height - margin - room * (value - low) / (high - low))

    described = chart_description(series, target, each)
    ends = _spread([y_of(line[-1]) for line in series.values()], 13, height)
    return Chart(
        width=width,
        height=height,
        curves=tuple(
            Curve(name, short, _corners(line, width - 84, y_of), (width - 84, y_of(line[-1])), end, line[-1])
            for (name, line), short, end in zip(series.items(), shorts, ends, strict=True)
        ),
        target=target,
        target_y=y_of(target or 0),
        zero_y=y_of(0),
        words=f"{heading}. {described}" if heading else described,
        heading=heading,
    )


def _corners(line: Sequence[int], width: int, y_of: Callable[[int], int]) -> str:
    steps = max(1, len(line) - 1)
    stride = max(1, len(line) // MOST_CORNERS)
    shown = sorted({*range(0, len(line), stride), len(line) - 1})
    return " ".join(f"{round(width * step / steps)},{y_of(line[step])}" for step in shown)


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
