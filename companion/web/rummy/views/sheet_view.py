"""The sheet as it is shown: a line a hand, the chart of the running totals, short names where there is little room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.journal.rulings import Feat
from companion.journal.sheet import Standing
from companion.wording.cards import listed_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.journal.sheet import ScoreSheet, SheetRow

ROWS_A_PAGE = 60
LABEL_ROOM = 7
"""Letters of a name that fit beside the chart."""
SPOKEN = 20
"""Hands of which the title of the chart says the totals, the last ones."""
MOST_POINTS_OF_A_LINE = 240
"""More corners than a phone has pixels across are not drawn."""

STANDING_WORDS = {
    Standing.STRUCK_OUT: "struck out",
    Standing.ILLEGAL: "does not count: not legal as the rules are now",
    Standing.UNREADABLE: "does not count: the rules as they are now cannot read it",
    Standing.AFTER_THE_END: "does not count: an earlier hand ends the game",
    Standing.OVERRULED: "overruled by the table",
}
PAPER_WORDS = {Standing.DRAWN: "drawn", Standing.OVERRULED: "set by the table"}
FEAT_MARKS = {
    Feat.GIN: "Gin",
    Feat.BIG_GIN: "Big Gin",
    Feat.RUM: "rum",
    Feat.UNDERCUT: "undercut",
    Feat.GEM_PARTS: "Gem Parts",
}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One hand on the sheet."""

    number: int
    title: str
    outcome: str
    totals: tuple[int, ...]
    counts: bool
    remarks: tuple[str, ...]
    note: str


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


def short_names(names: Sequence[str], room: int = 8) -> tuple[str, ...]:
    """Shorten names to what fits, as long as they stay apart."""
    return tuple(_short(name, names, room) for name in names)


def _short(name: str, names: Sequence[str], room: int) -> str:
    first = name.split(maxsplit=1)[0]
    for length in range(room, len(name) + 1):
        short = name if len(name) <= length else (first if len(first) <= length else name[: length - 1].rstrip() + "…")
        if all(other == name or not other.startswith(short.rstrip("…")) for other in names):
            return short
    return name


def line_of(row: SheetRow, players: Sequence[str], shorts: Sequence[str] = ()) -> SheetLine:
    """Write the line of a hand, under short names where there is little room."""
    document = row.hand.document
    counts = row.place is not None
    called = dict(zip(players, shorts or players, strict=True))
    return SheetLine(
        number=row.hand.number,
        title=f"Hand {row.position}",
        outcome=outcome_of(row, called),
        totals=tuple((row.totals or {}).get(name, 0) for name in players) if counts else (),
        counts=counts,
        remarks=_remarks(row, called),
        note=str(document.get("note", "")),
    )


def outcome_of(row: SheetRow, called: Mapping[str, str] | None = None) -> str:
    """Say how a hand ended."""
    names = called or {}
    if row.standing == Standing.DRAWN:
        return "Drawn"
    if row.place is None:
        return STANDING_WORDS[row.standing].capitalize()
    scored = [f"{names.get(name, name)} {points:+d}" for name, points in (row.points or {}).items() if points]
    return listed_words(scored) if scored else "Nobody scores"


def _remarks(row: SheetRow, called: Mapping[str, str]) -> tuple[str, ...]:
    said = []
    disputing, accepting = ([called[name] for name in names] for names in (row.disputed_by, row.accepted_by))
    document = row.hand.document
    if row.dealer:
        said.append(f"{called[row.dealer]} dealt")
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        said.append(f"{tuple(called.values())[seat]}: {FEAT_MARKS[feat]}")
    if "at" in document:
        said.append(str(document["at"]))
    if row.standing == Standing.OVERRULED:
        said.append(f"{STANDING_WORDS[Standing.OVERRULED]}{_by(document.get('overruled'), called)}")
    if row.disputed_by:
        said.append(f"disputed by {listed_words(disputing)}")
    elif row.accepted_by and row.points and set(row.accepted_by) == set(row.points):
        said.append("accepted by all")
    elif row.accepted_by:
        said.append(f"accepted by {listed_words(accepting)}")
    return tuple(said)


def _by(overruled: object, called: Mapping[str, str]) -> str:
    match overruled:
        case {"by": str(by), "reason": str(reason)}:
            return f", by {called.get(by, by)}: “{reason}”"
        case _:
            return ""


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
