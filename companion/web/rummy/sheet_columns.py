"""The games on one sheet of Gin Rummy: their totals, what each hand entered, and what each came to in the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from companion.documents.game import GameRecord
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.register.entries import rules
from companion.rules.rummy.match import Column, MatchScore, final_totals
from companion.rules.rummy.rounds import settles
from companion.web.kinds.chart import hand_totals
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.score_table import EndOfGame, PartLine, ScorePart
from companion.wording.game_end import (
    NOTHING_OWED,
    POINTS_OF_HANDS,
    end_line_sentence,
    filed_sentence,
    game_heading,
    settlement_sentence,
    won_by_words,
)


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """What a player scored in the game, or in one of those that are played at once, hand by hand."""

    name: str
    seat: int
    total: int
    """Of the hands alone."""
    points: Mapping[int, int]
    """What each hand brought that counts here, by its number."""
    totals: Mapping[int, int]
    game: int = 0
    """Its place among the games that are played at once."""


def player_columns(game: ScoredGame) -> tuple[PlayerColumn, ...]:
    """Return a column for each player, in each of the games that are played at once."""
    counting = game.sheet.counting
    numbers = [row.hand.number for row in counting]
    if not game.sheet.games_at_once:
        return tuple(
            PlayerColumn(
                name,
                seat,
                game.sheet.totals.get(name, 0),
                points={row.hand.number: (row.points or {}).get(name, 0) for row in counting},
                totals={row.hand.number: (row.totals or {}).get(name, 0) for row in counting},
            )
            for seat, name in enumerate(game.players)
        )
    columns = []
    for place, column in enumerate(game.sheet.games_at_once):
        for seat, (name, totals) in enumerate(zip(game.players, running_totals(column), strict=True)):
            entries = [entry[seat] for entry in column.entries]
            entered = [one for one in zip(numbers, entries, totals, strict=True) if one[1] is not None]
            columns.append(
                PlayerColumn(
                    name,
                    seat,
                    column.totals[seat],
                    points={number: points or 0 for number, points, _ in entered},
                    totals={number: total for number, _, total in entered},
                    game=place,
                )
            )
    return tuple(columns)


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


def settlement_words(sheet: ScoreSheet) -> str:
    """Return who owes whom what; empty where nobody settles, or the game isn't over."""
    score, game = sheet.score, sheet.game
    if not (isinstance(score, MatchScore) and isinstance(game, GameRecord)):
        return ""
    owed = [settlement_sentence(each, game.setting.names) for each in score.settlement]
    if not score.over or not settles(game.setting.rules):
        return ""
    return ". ".join(owed) if owed else NOTHING_OWED


def final_of(sheet: ScoreSheet, game: Column) -> dict[str, int]:
    """Return everybody's total in a game, with what its end adds."""
    return dict(zip(sheet.totals, game.final or game.totals, strict=True))


def _end_of_player(sheet: ScoreSheet, game: Column, seat: int) -> ScorePart:
    names = tuple(sheet.totals)
    lines = [PartLine(POINTS_OF_HANDS, _signed(game.totals[seat]), None)]
    lines += [
        PartLine(end_line_sentence(line, names), _signed(line.points), rules().get(line.rule))
        for line in game.lines
        if line.seat == seat
    ]
    return ScorePart(names[seat], (game.final or game.totals)[seat], tuple(lines))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
