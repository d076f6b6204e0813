"""The games on one sheet of Gin Rummy: their totals, what each hand entered, and what each came to in the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, cast

from companion.journal.sheet import ScoreSheet, SheetRow
from companion.web.rummy.views.ruling_view import LineView, rule_view
from companion.web.shared.chart import hand_totals
from companion.wording.end_of_game import HANDS_WON, WonBy, filed_sentence, game_heading, won_by_words


@dataclass(frozen=True, slots=True)
class EndOfPlayer:
    """A player's lines at the end of a game, and what they come to."""

    name: str
    total: int
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """A game that is over: by how much it's won, and why."""

    heading: str
    players: tuple[EndOfPlayer, ...]


def columns_of(answer: Mapping[str, object]) -> Sequence[Mapping[str, Any]]:
    """Return the games of a sheet document that plays more than hands; none for any other."""
    return cast("Sequence[Mapping[str, Any]]", answer.get("columns", ()))


def hollywood_columns(answer: Mapping[str, object]) -> Sequence[Mapping[str, Any]]:
    """Return the games that are played at once; none where it's only one."""
    columns = columns_of(answer)
    return columns if len(columns) > 1 else ()


def running_totals(column: Mapping[str, Any], name: str) -> list[int]:
    """Return a player's total in a game after each hand of the sheet."""
    return list(accumulate(entry[name] or 0 for entry in column["entries"]))


def standing_of_sheet(sheet: ScoreSheet) -> Mapping[str, int]:
    """Return everybody's total on the whole sheet as it stands, with the ends of those games that are over."""
    columns = hollywood_columns(sheet.answer)
    if not columns:
        return sheet.totals
    return {name: sum((column["final"] or column["totals"])[name] for column in columns) for name in sheet.totals}


def totals_of_sheet(sheet: ScoreSheet) -> list[Mapping[str, int]]:
    """Return everybody's total after each hand, and with what is added in the end."""
    after = hand_totals(sheet)
    final = sheet.answer.get("final")
    return [*after, final] if after and isinstance(final, Mapping) else after


def game_in_progress(sheet: ScoreSheet, players: Sequence[str]) -> tuple[int, list[Mapping[str, int]]] | None:
    """Return the first game that goes on, or the last: its number, and everybody's total in it after each hand.

    None where only one game is played.
    """
    numbered = list(enumerate(hollywood_columns(sheet.answer), start=1))
    if not numbered:
        return None
    number, column = next((game for game in numbered if not game[1]["over"]), numbered[-1])
    by_player = [running_totals(column, name) for name in players]
    return number, [dict(zip(players, totals, strict=True)) for totals in zip(*by_player, strict=True)]


def filed_words(sheet: ScoreSheet, row: SheetRow | None) -> str:
    """Return in which of the games that are played at once a hand counts; empty where it's only one game."""
    if row is None or row.place is None or row.points is None:
        return ""
    return filed_sentence(columns_of(sheet.answer), row.place)


def ended_games(sheet: ScoreSheet, players: Sequence[str]) -> tuple[EndOfGame, ...]:
    """Return what each game that is over came to."""
    columns = columns_of(sheet.answer)
    return tuple(
        EndOfGame(
            heading=game_heading(number if len(columns) > 1 else None, won_by_words(column["won_by"])),
            players=tuple(_end_of_player(column, name) for name in players),
        )
        for number, column in enumerate(columns, start=1)
        if column["over"]
    )


def won_by_all(sheet: ScoreSheet) -> str:
    """Return who wins three games together and by how much; empty where it's one game, or it isn't over."""
    won_by = cast("WonBy", sheet.answer.get("won_by"))
    return won_by_words(won_by) if hollywood_columns(sheet.answer) and sheet.over else ""


def _end_of_player(column: Mapping[str, Any], name: str) -> EndOfPlayer:
    lines = [LineView(HANDS_WON, _signed(column["totals"][name]), None)]
    lines += [
        LineView(line["text"], _signed(line["points"]), rule_view(line["rule"]))
        for line in column["lines"]
        if line["player"] == name
    ]
    return EndOfPlayer(name, column["final"][name], tuple(lines))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
