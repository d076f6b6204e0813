"""Write the end of a game whose hands aren't all that counts: bonuses, what it's won by, three games at once."""

from collections.abc import Sequence

from companion.rules.rummy.columns import Column, EndLine, Points, highest, won_by
from companion.rules.rummy.match import MatchScore
from companion.wording.end_of_game import end_line_sentence


def write_end(names: Sequence[str], sheet: MatchScore) -> dict[str, object]:
    """Return what the sheet document adds where more counts in the end than the hands."""
    return {
        "columns": [_column(names, column) for column in sheet.columns],
        "final": _by_name(names, sheet.final),
        "won_by": _won_by(names, sheet.final),
    }


def _column(names: Sequence[str], column: Column) -> dict[str, object]:
    return {
        "entries": [dict(zip(names, entry, strict=True)) for entry in column.entries],
        "totals": _by_name(names, column.totals),
        "over": column.over,
        "winners": [names[seat] for seat in column.winners],
        "lines": [_line(names, line) for line in column.lines],
        "final": _by_name(names, column.final),
        "won_by": _won_by(names, column.final),
    }


def _line(names: Sequence[str], line: EndLine) -> dict[str, object]:
    return {
        "code": line.code.value,
        "player": names[line.seat],
        "points": line.points,
        "text": end_line_sentence(line, names),
        "rule": line.rule,
    }


def _by_name(names: Sequence[str], points: Points | None) -> dict[str, int] | None:
    return None if points is None else dict(zip(names, points, strict=True))


def _won_by(names: Sequence[str], final: Points | None) -> dict[str, object] | None:
    """Return who wins by how many points; nothing while the game goes on, or if it's a tie."""
    if final is None or not won_by(final):
        return None
    (first,) = highest(final)
    return {"player": names[first], "points": won_by(final)}
