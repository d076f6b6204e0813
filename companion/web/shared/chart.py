"""The running totals of a game as a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.web.shared.player_names import short_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.journal.sheet import ScoreSheet

LABEL_ROOM = 7
"""Letters of a name that fit beside the chart."""
SPOKEN = 20
"""Hands of which the title of the chart says the totals, the last ones."""
MOST_POINTS_OF_A_LINE = 240
"""More corners than a phone has pixels across are not drawn."""


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
    """The running totals, drawn; and the same in words."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    target: int | None
    """None where a game ends after so many rounds."""
    target_y: int
    zero_y: int
    words: str


def chart_of(
    sheet: ScoreSheet, names: Sequence[str], sides: Sequence[Sequence[str]], target: int | None, each: str = "hand"
) -> Chart | None:
    """Draw the running totals of the players, or of the sides; nothing before the first hand."""
    totals = [row.totals for row in sheet.rows if row.place is not None and row.totals is not None]
    if not totals:
        return None
    teams = tuple(tuple(side) for side in sides) or tuple((name,) for name in names)
    series = {" & ".join(team): [0, *(sum(one[name] for name in team) for one in totals)] for team in teams}
    width, height, margin = 320, 160, 12
    low = min(0, *(min(line) for line in series.values()))
    high = max(target or 1, *(max(line) for line in series.values()))
    room = height - 2 * margin
    shorts = short_names(tuple(series), LABEL_ROOM)

    def y_of(value: int) -> int:
        return round(height - margin - room * (value - low) / (high - low))

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
        words=_in_words(series, target, each),
    )


def _corners(line: Sequence[int], width: int, y_of: object) -> str:
    place = y_of if callable(y_of) else int
    steps = max(1, len(line) - 1)
    stride = max(1, len(line) // MOST_POINTS_OF_A_LINE)
    shown = sorted({*range(0, len(line), stride), len(line) - 1})
    return " ".join(f"{round(width * step / steps)},{place(line[step])}" for step in shown)


def _spread(wanted: Sequence[int], apart: int, height: int) -> list[int]:
    """Move labels apart that would lie on each other."""
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    placed = [0] * len(wanted)
    last = -apart
    for one in order:
        last = placed[one] = max(wanted[one] + 4, last + apart)
    limit = height - 2
    for one in reversed(order):
        placed[one] = min(placed[one], limit)
        limit = placed[one] - apart
    return placed


def _in_words(series: Mapping[str, Sequence[int]], target: int | None, each: str) -> str:
    said = [f"{name}: {', '.join(str(one) for one in line[1:][-SPOKEN:])}" for name, line in series.items()]
    most = max(len(line) for line in series.values()) - 1
    which = f"each {each}" if most <= SPOKEN else f"each of the last {SPOKEN} {each}s"
    goal = "" if target is None else f" The game goes to {target}."
    return f"Totals after {which}. {'. '.join(said)}.{goal}"
