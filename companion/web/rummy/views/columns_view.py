"""The games on one sheet of Gin Rummy: their totals, what each hand entered, and what each came to in the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from companion.journal.sheet import ScoreSheet, SheetRow
from companion.rules.rummy.match import Column, final_totals
from companion.web.kinds.chart import hand_totals
from companion.web.rummy.views.ruling_view import LineView, rule_view
from companion.wording.game_end import POINTS_OF_HANDS, end_line_sentence, filed_sentence, game_heading, won_by_words


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


def running_totals(game: Column) -> list[list[int]]:
    """Return by seat the totals in a game after each hand of the sheet."""
    return [list(accumulate(entry[seat] or 0 for entry in game.entries)) for seat in range(len(game.totals))]


def standing_of_sheet(sheet: ScoreSheet) -> Mapping[str, int]:
    """Return everybody's total on the whole sheet as it stands, with the ends of those games that are over."""
    games = sheet.games_at_once
    return dict(zip(sheet.totals, final_totals(games), strict=True)) if games else sheet.totals


def totals_of_sheet(sheet: ScoreSheet) -> list[Mapping[str, int]]:
    """Return everybody's total after each hand, and with what is added in the end."""
    after = hand_totals(sheet)
    return [*after, sheet.final] if after and sheet.final else after


def game_in_progress(sheet: ScoreSheet) -> tuple[int, list[Mapping[str, int]]] | None:
    """Return the first game that goes on, or the last: its number, and everybody's total in it after each hand.

    None where only one game is played.
    """
    numbered = list(enumerate(sheet.games_at_once, start=1))
    if not numbered:
        return None
    number, game = next((game for game in numbered if not game[1].over), numbered[-1])
    after_each = zip(*running_totals(game), strict=True)
    return number, [dict(zip(sheet.totals, totals, strict=True)) for totals in after_each]


def filed_words(sheet: ScoreSheet, row: SheetRow | None) -> str:
    """Return in which of the games that are played at once a hand counts; empty where it's only one game."""
    if row is None or row.place is None:
        return ""
    games = sheet.games_at_once
    entries = [[dict(zip(sheet.totals, entry, strict=True)) for entry in game.entries] for game in games]
    return filed_sentence(entries, [game.over for game in games], row.place)


def ended_games(sheet: ScoreSheet) -> tuple[EndOfGame, ...]:
    """Return what each game that is over came to."""
    return tuple(
        EndOfGame(
            heading=game_heading(number if sheet.games_at_once else None, won_by_words(final_of(sheet, game))),
            players=tuple(_end_of_player(sheet, game, seat) for seat in range(len(sheet.totals))),
        )
        for number, game in enumerate(sheet.ends, start=1)
        if game.over
    )


def won_by_all(sheet: ScoreSheet) -> str:
    """Return who wins three games together and by how much; empty where it's one game, or it isn't over."""
    return won_by_words(sheet.final) if sheet.games_at_once and sheet.final else ""


def final_of(sheet: ScoreSheet, game: Column) -> dict[str, int]:
    """Return everybody's total in a game, with what its end adds."""
    return dict(zip(sheet.totals, game.final or game.totals, strict=True))


def _end_of_player(sheet: ScoreSheet, game: Column, seat: int) -> EndOfPlayer:
    names = tuple(sheet.totals)
    lines = [LineView(POINTS_OF_HANDS, _signed(game.totals[seat]), None)]
    lines += [
        LineView(end_line_sentence(line, names), _signed(line.points), rule_view(line.rule))
        for line in game.lines
        if line.seat == seat
    ]
    return EndOfPlayer(names[seat], (game.final or game.totals)[seat], tuple(lines))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
