"""Score sheets as tables for the terminal."""

import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.documents.game import GAME_REMARKS
from companion.documents.texts import clean_text
from companion.wording.cards import GAME_WORDS, listed_words, plural
from companion.wording.game_end import filed_sentence, game_heading, won_by_words
from companion.wording.side_sheet import (
    FORM_WORDS,
    HAND,
    ROUND,
    coming_words,
    hand_words,
    leads,
    named_sides,
    names_of_sides,
)

_BOLD, _DIM, _GREEN, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[0m"
_GAP = "  "
_INDENT = "      "
_WIDEST_NAMES = (16, 10, 6)
"""How many columns a name may take; fewer where the terminal is too narrow for more."""
_REMARKS_WRAP_AT = 100
_WON = "*"


@dataclass(frozen=True, slots=True)
class TerminalStyle:
    """Whether the terminal has color, and how many columns; None where any width will do."""

    color: bool = False
    columns: int | None = None

    def paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self.color and style else text

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        width = max(self.columns or _REMARKS_WRAP_AT, 2 * len(_INDENT))
        return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def sheet_table(document: Any, sheet: dict[str, Any], terminal: TerminalStyle) -> str:  # noqa: ANN401 (read before, so that its keys are known)
    match document["game"]:
        case "gem-ii-solo":
            lines = _solo_lines(sheet, terminal)
        case "gem-ii":
            lines = _duel_lines(sheet, terminal)
        case _:
            lines = _rummy_lines(document, sheet, terminal)
    return "".join(f"{line}\n" for line in lines)


@dataclass(slots=True)
class TextTable:
    """Rows of cells, each column as wide as needed, and remarks below their row."""

    names: int = 1
    """The column that is aligned left; numbers are aligned right."""
    rows: list[tuple[list[str], str, Sequence[str]]] = field(default_factory=list)

    def add(self, cells: Sequence[object], style: str = "", remarks: Sequence[str] = ()) -> None:
        self.rows.append(([str(cell) for cell in cells], style, remarks))

    @property
    def widths(self) -> list[int]:
        columns = zip(*(cells for cells, _, _ in self.rows), strict=True)
        return [max(_columns_of(cell) for cell in column) for column in columns]

    @property
    def width(self) -> int:
        return sum(self.widths) + len(_GAP) * (len(self.widths) - 1)

    def lines(self, terminal: TerminalStyle) -> Iterator[str]:
        widths = self.widths
        for cells, style, remarks in self.rows:
            row = _GAP.join(
                terminal.paint(
                    _padded(cell, width, left=column == self.names),
                    _GREEN if column > 1 and cell.endswith(_WON) else "",
                )
                for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
            )
            yield terminal.paint(row.rstrip(), style)
            for remark in remarks:
                yield from (terminal.paint(line, _DIM) for line in terminal.wrapped(remark, _INDENT))


def _padded(cell: str, width: int, *, left: bool) -> str:
    blanks = " " * (width - _columns_of(cell))
    return cell + blanks if left else blanks + cell


def _columns_of(text: str) -> int:
    """Return the terminal columns that a text takes: an ideograph two, a combining accent none."""
    return sum(map(_columns_of_one, text))


def _columns_of_one(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _short(text: str, widest: int) -> str:
    if _columns_of(text) <= widest:
        return text
    while _columns_of(text) >= widest:
        text = text[:-1]
    return f"{text}…"


def _rummy_lines(document: dict[str, Any], sheet: dict[str, Any], terminal: TerminalStyle) -> list[str]:
    rows = list(_round_rows(document, sheet) if "rounds" in sheet else _hand_rows(document, sheet))
    if "rounds" in sheet:
        sheet = named_sides(document, sheet)
    # With shorter names if need be, then without the running totals.
    wanted = [(widest, totals) for totals in (True, False) for widest in _WIDEST_NAMES]
    tables = [_rummy_table(rows, sheet, widest, totals=totals) for widest, totals in wanted]
    fits = (table for table in tables if terminal.columns is None or table.width <= terminal.columns)
    table = next(fits, tables[-1])
    return [*_heading(document, sheet, terminal), "", *table.lines(terminal), "", *_closing(document, sheet, terminal)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A hand, or a round of hands with its hands as remarks; without points while a round isn't over."""

    dealer: str
    points: Mapping[str, object]
    totals: Mapping[str, object]
    winners: Sequence[str]
    remarks: Sequence[str]
    drawn: bool


def _hand_rows(document: dict[str, Any], sheet: dict[str, Any]) -> Iterator[_Row]:
    for hand, entered in zip(sheet["hands"], document["hands"], strict=True):
        points = dict.fromkeys(hand["points"], "–") if hand["drawn"] else hand["points"]
        remarks = [*(["drawn, and dealt again"] if hand["drawn"] else []), *_remarks(entered, hand)]
        yield _Row(hand["dealer"], points, hand["totals"], _winners(hand), remarks, hand["drawn"])


def _round_rows(document: dict[str, Any], sheet: dict[str, Any]) -> Iterator[_Row]:
    names, totals = names_of_sides(document), [0 for _ in sheet["side_totals"]]
    for played in sheet["rounds"]:
        hands = [(document["hands"][number - 1], sheet["hands"][number - 1]) for number in played["hands"]]
        drawn = all(hand["drawn"] for _, hand in hands)
        points = dict.fromkeys(names, "–") if drawn else dict(zip(names, played["points"], strict=True))
        totals, winner = played["totals"], played["winner"]
        winners = [] if winner is None else [names[winner]]
        yield _Row(_dealers(hands), points, dict(zip(names, totals, strict=True)), winners, _hands_of(hands), drawn)
    counted = sum(len(played["hands"]) for played in sheet["rounds"])
    hands = list(zip(document["hands"][counted:], sheet["hands"][counted:], strict=True))
    if hands:
        standing = dict(zip(names, totals, strict=True))
        yield _Row(_dealers(hands), dict.fromkeys(names, ""), standing, [], _hands_of(hands), drawn=False)


def _dealers(hands: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> str:
    return listed_words([hand["dealer"] for _, hand in hands])


def _hands_of(hands: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> list[str]:
    return [line for entered, hand in hands for line in (hand_words(hand), *_remarks(entered, hand))]


def _rummy_table(rows: Sequence[_Row], sheet: dict[str, Any], widest: int, *, totals: bool) -> TextTable:
    table = TextTable()
    names = {name: _short(name, widest) for name in sheet["totals"]}
    columns = sheet.get("columns", ())
    games, over = [column["entries"] for column in columns], [column["over"] for column in columns]
    filed = len(games[0]) if games else 0
    head, ends = [ROUND if "rounds" in sheet else HAND, "Dealer"], ["", "Total"]
    for name, total in sheet["totals"].items():
        head += [names[name], "total"] if totals else [names[name]]
        ends += ["", total] if totals else [f"{total} "]
    table.add(head, _BOLD)
    for number, row in enumerate(rows, start=1):
        cells: list[object] = [number, _short(row.dealer, widest)]
        for name in names:
            cell = f"{row.points[name]}{_WON if name in row.winners else ' '}"
            cells += [cell, row.totals[name]] if totals else [cell]
        remarks = [filed_sentence(games, over, number) if number <= filed else "", *row.remarks]
        table.add(cells, _DIM if row.drawn else "", remarks)
    table.add(ends, _BOLD)
    return table


def _winners(hand: dict[str, Any]) -> Sequence[str]:
    return [hand["winner"]] if hand["winner"] else hand.get("shared_by", [])


def _heading(document: dict[str, Any], sheet: dict[str, Any], terminal: TerminalStyle) -> list[str]:
    game = ", ".join([GAME_WORDS[document["game"]], *([FORM_WORDS[document["form"]]] if "form" in document else [])])
    lines = [terminal.paint(line, _BOLD) for line in terminal.wrapped(f"{game}, to {sheet['target']} points")]
    if document.get("house_rules"):
        lines += terminal.wrapped(f"House rules: {house_rule_words(document['house_rules'])}")
    for remark in _date_place_note(document):
        lines += terminal.wrapped(remark)
    return lines


def house_rule_words(house_rules: Mapping[str, object]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {_value_word(value)}" for key, value in house_rules.items())


def _value_word(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "none"
        case _:
            return str(value)


def _remarks(entered: dict[str, Any], hand: dict[str, Any]) -> list[str]:
    remarks = []
    if "house_rules" in entered:
        remarks.append(f"house rules: {house_rule_words(entered['house_rules']) or 'by the book'}")
    remarks += _date_place_note(entered)
    if "overruled" in hand:
        remarks.append(f"overruled by {hand['overruled']['by']}: {hand['overruled']['reason']}")
    return remarks


def _date_place_note(document: dict[str, Any]) -> list[str]:
    return [clean_text(document[key]) for key in GAME_REMARKS if key in document]


def _closing(document: dict[str, Any], sheet: dict[str, Any], terminal: TerminalStyle) -> list[str]:
    in_sides, in_rounds = "sides" in document, "rounds" in sheet
    lines = [f"{_WON} {what}" for what in _what_was_won(sheet)]
    totals = dict(sheet["totals"])
    if in_sides and not in_rounds:
        sides = [listed_words(side) for side in document["sides"]]
        totals = dict(zip(sides, sheet["side_totals"], strict=True))
        lines += terminal.wrapped(f"Sides: {'; '.join(f'{side} {total}' for side, total in totals.items())}")
    for number, column in enumerate(sheet.get("columns", ()), start=1):
        for line in _column_lines(number if len(sheet["columns"]) > 1 else None, column):
            lines += terminal.wrapped(line)
    settlement = sheet.get("settlement") or []
    owed = [f"{each['text']}." for each in (settlement if isinstance(settlement, list) else [settlement])]
    if sheet["over"] and sheet.get("won_by"):
        return [*lines, terminal.paint(f"{won_by_words(sheet['final'])}.", _GREEN), *owed]
    if sheet["over"]:
        return [*lines, terminal.paint(_won(sheet["winners"], shared=not in_sides), _GREEN), *owed]
    follows = coming_words(sheet["next"]) if in_rounds else f"{sheet['next_dealer']} deals next."
    if len(sheet.get("columns", ())) > 1:
        return [*lines, *terminal.wrapped(follows)]
    most = max(totals.values())
    leaders = [name for name, total in totals.items() if total == most]
    in_lead = leads(leaders[0]) if in_rounds else "lead" if in_sides else "leads"
    return [*lines, *terminal.wrapped(f"{_standing(leaders, most, sheet['target'], in_lead)} {follows}")]


def _what_was_won(sheet: dict[str, Any]) -> Iterator[str]:
    if "rounds" in sheet:
        if any(played["winner"] is not None for played in sheet["rounds"]):
            yield "won the round"
    elif any(map(_winners, sheet["hands"])):
        yield "won or shared the hand" if any("shared_by" in hand for hand in sheet["hands"]) else "won the hand"


def _column_lines(number: int | None, column: dict[str, Any]) -> Iterator[str]:
    if column["over"] and number:
        yield f"{game_heading(number, won_by_words(column['final']))}."
    if column["over"]:
        yield from (f"{line['player']}: {line['text']}, {line['points']:+d}." for line in column["lines"])
    if column["over"] or number:
        totals = (column["final"] or column["totals"]).items()
        start = "Total" if column["over"] else f"Game {number}"
        yield f"{start}: {', '.join(f'{name} {total}' for name, total in totals)}."


def _won(winners: Sequence[str], *, shared: bool) -> str:
    if len(winners) == 1:
        return f"{winners[0]} wins."
    return f"{listed_words(winners)} {'share the win' if shared else 'win'}."


def _standing(leaders: Sequence[str], most: int, target: int, leads: str) -> str:
    if most >= target:
        return f"{listed_words(leaders)} are tied at {most}; another hand decides."
    stand = leads if len(leaders) == 1 else "are tied"
    return f"{listed_words(leaders)} {stand}, {plural(target - most, 'point')} from {target}."


def _solo_lines(sheet: dict[str, Any], terminal: TerminalStyle) -> list[str]:
    table = TextTable()
    table.add(["Round", "", "Dealer", "Card runs", "Bonus rounds", "Total"], _BOLD)
    keys = ("dealer_points", "card_run_points", "bonus_round_points", "total")
    for row in sheet["rows"]:
        table.add([row["round"], "", *(row[key] for key in keys)])
    table.add(["", "", "", "", "Grand total", sheet["grand_total"]], _BOLD)
    return list(table.lines(terminal))


def _duel_lines(sheet: dict[str, Any], terminal: TerminalStyle) -> list[str]:
    table = TextTable()
    table.add(["Round", "Player", "Dealer", "Cards", "Bets", "Penalties", "Total"], _BOLD)
    keys = ("dealer_points", "player_points", "betting_points", "penalty_points", "total")
    for number, played in enumerate(sheet["rounds"], start=1):
        for name, points in played["players"].items():
            role = " (deals)" if name == played["dealer"] else ""
            table.add([number, _short(name, _WIDEST_NAMES[0]) + role, *(points[key] for key in keys)])
    for name, total in sheet["totals"].items():
        table.add(["", _short(name, _WIDEST_NAMES[0]), "", "", "", "", total], _BOLD)
    closing = ["", terminal.paint(_won(sheet["winners"], shared=True), _GREEN)] if sheet["over"] else []
    return [*table.lines(terminal), *closing]
