"""A score sheet for the terminal: what a person likes to read."""

from collections.abc import Sequence
from typing import Any

_BOLD, _DIM, _GREEN, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[0m"
_GAP = "  "
_WIDEST_NAME = 16


def sheet_table(document: Any, sheet: dict[str, Any], *, colour: bool) -> str:  # noqa: ANN401
    """Draw the sheet of a game that was read; the winner of each hand stands out."""
    match document["game"]:
        case "gem-ii-solo":
            return _solo_table(sheet, colour=colour)
        case "gem-ii":
            return _duel_table(sheet, colour=colour)
        case _:
            return _rummy_table(document, sheet, colour=colour)


class _Table:
    """Rows of cells, each column as wide as it needs to be; remarks stand below their row, as long as they are."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour
        self.rows: list[tuple[list[str], str]] = []
        self.remarks: dict[int, list[str]] = {}

    def add(self, cells: Sequence[object], style: str = "", remarks: Sequence[str] = ()) -> None:
        self.remarks[len(self.rows)] = list(remarks)
        self.rows.append(([_short(str(cell)) for cell in cells], style))

    def text(self) -> str:
        widths = [max(len(cell) for cell in column) for column in zip(*(cells for cells, _ in self.rows), strict=True)]
        lines = []
        for place, (cells, style) in enumerate(self.rows):
            lines.append(self.paint(_GAP.join(map(_padded, range(len(cells)), cells, widths)).rstrip(), style))
            lines += [self.paint(f"      {remark}", _DIM) for remark in self.remarks[place]]
        return "".join(f"{line}\n" for line in lines)

    def paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self.colour and style else text


def _padded(column: int, cell: str, width: int) -> str:
    """Put numbers to the right and the names of the second column to the left."""
    return cell.ljust(width) if column == 1 else cell.rjust(width)


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST_NAME else text[: _WIDEST_NAME - 1] + "…"


def _rummy_table(document: dict[str, Any], sheet: dict[str, Any], *, colour: bool) -> str:
    names = document["players"]
    table = _Table(colour=colour)
    table.add(["Hand", "Dealer", *(cell for name in names for cell in (name, "total"))], _BOLD)
    for number, (hand, given) in enumerate(zip(sheet["hands"], document["hands"], strict=True), start=1):
        cells: list[object] = [number, hand["dealer"]]
        for name in names:
            star = "*" if name == hand["winner"] else " "
            cells += ["drawn" if hand["drawn"] else f"{hand['points'][name]}{star}", hand["totals"][name]]
        table.add(cells, _DIM if hand["drawn"] else "", _remarks(given, hand))
    table.add(["", "Total", *(cell for name in names for cell in ("", sheet["totals"][name]))], _BOLD)
    return table.text() + _closing(table, document, sheet)


def _remarks(given: dict[str, Any], hand: dict[str, Any]) -> list[str]:
    remarks = [str(given[key]).replace("\n", " ") for key in ("at", "note") if key in given]
    if "overruled" in hand:
        remarks.append(f"overruled by {hand['overruled']['by']}: {hand['overruled']['reason']}".replace("\n", " "))
    return remarks


def _closing(table: _Table, document: dict[str, Any], sheet: dict[str, Any]) -> str:
    lines = []
    if "side_totals" in sheet:
        sides = zip(document["sides"], sheet["side_totals"], strict=True)
        lines.append("Sides: " + "; ".join(f"{' and '.join(side)} {total}" for side, total in sides))
    if sheet["over"]:
        won = table.paint(" and ".join(sheet["winners"]), _GREEN)
        shared = len(sheet["winners"]) > 1 and "sides" not in document
        lines.append(f"{won} {'share the win' if shared else 'win' if len(sheet['winners']) > 1 else 'wins'}.")
    else:
        best = max(sheet.get("side_totals") or sheet["totals"].values(), default=0)
        lines.append(f"To {sheet['target']}: {sheet['target'] - best} still to go. {sheet['next_dealer']} deals next.")
    return "\n" + "".join(f"{line}\n" for line in lines)


def _solo_table(sheet: dict[str, Any], *, colour: bool) -> str:
    table = _Table(colour=colour)
    table.add(["Round", "", "Dealer", "Card runs", "Bonus rounds", "Total"], _BOLD)
    keys = ("dealer_points", "card_run_points", "bonus_round_points", "total")
    for row in sheet["rows"]:
        table.add([row["round"], "", *(row[key] for key in keys)])
    table.add(["", "", "", "", "Grand total", sheet["grand_total"]], _BOLD)
    return table.text()


def _duel_table(sheet: dict[str, Any], *, colour: bool) -> str:
    table = _Table(colour=colour)
    table.add(["Round", "Player", "Dealer", "Cards", "Bets", "Penalties", "Total"], _BOLD)
    keys = ("dealer_points", "player_points", "betting_points", "penalty_points", "total")
    for number, played in enumerate(sheet["rounds"], start=1):
        for name, points in played["players"].items():
            role = " (deals)" if name == played["dealer"] else ""
            table.add([number, name + role, *(points[key] for key in keys)])
    for name, total in sheet["totals"].items():
        table.add(["", name, "", "", "", "", total], _BOLD)
    closing = f"\n{' and '.join(sheet['winners'])} {'share the win' if len(sheet['winners']) > 1 else 'wins'}.\n"
    return table.text() + (closing if sheet["over"] else "")
