"""The games on one sheet of Gin Rummy: their totals, what each hand entered, and what each came to in the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from companion.documents.game import GameRecord
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.register.entries import rules
from companion.rules.rummy.match import Column, MatchScore, final_totals
from companion.rules.rummy.rounds import paid_for_shutout, settles
from companion.web.kinds.score_table import EndOfGame, PartLine, ScorePart
from companion.web.rummy.sheet_lines import counting_lines, lines_of
from companion.wording.game import ROUND
from companion.wording.game_end import (
    NOTHING_OWED,
    POINTS_OF_HANDS,
    end_line_sentence,
    filed_sentence,
    game_heading,
    settlement_sentence,
    won_by_words,
)
from companion.wording.rounds import shut_out_pays


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """What a player or a side scored in the game, or in one of those that are played at once, line by line."""

    name: str
    place: int
    """Among those who have totals."""
    total: int
    """Of the hands alone."""
    points: Mapping[int, int]
    """What each line brought that counts here, by its key."""
    totals: Mapping[int, int]
    game: int = 0
    """Its place among the games that are played at once."""


def score_columns(sheet: ScoreSheet) -> tuple[ScoreColumn, ...]:
    """Return a column for everyone who has a total, in each of the games that are played at once."""
    counting = counting_lines(sheet)
    keys = [line.key for line in counting]
    if not sheet.games_at_once:
        return tuple(
            ScoreColumn(
                name,
                place,
                total,
                points={line.key: (line.points or {}).get(name, 0) for line in counting},
                totals={line.key: (line.totals or {}).get(name, 0) for line in counting},
            )
            for place, (name, total) in enumerate(sheet.totals.items())
        )
    columns = []
    for number, column in enumerate(sheet.games_at_once):
        for place, (name, totals) in enumerate(zip(sheet.totals, running_totals(column), strict=True)):
            entries = [entry[place] for entry in column.entries]
            entered = [one for one in zip(keys, entries, totals, strict=True) if one[1] is not None]
            columns.append(
                ScoreColumn(
                    name,
                    place,
                    column.totals[place],
                    points={key: points or 0 for key, points, _ in entered},
                    totals={key: total for key, _, total in entered},
                    game=number,
                )
            )
    return tuple(columns)


def running_totals(game: Column) -> list[list[int]]:
    """Return for everyone who has a total the totals in a game after each line of the sheet."""
    return [list(accumulate(entry[place] or 0 for entry in game.entries)) for place in range(len(game.totals))]


def standing_of_sheet(sheet: ScoreSheet) -> Mapping[str, int]:
    """Return everybody's total on the whole sheet as it stands, with the ends of those games that are over."""
    games = sheet.games_at_once
    return dict(zip(sheet.totals, final_totals(games), strict=True)) if games else sheet.totals


def totals_of_sheet(sheet: ScoreSheet) -> list[Mapping[str, int]]:
    """Return everybody's total after each line, and with what is added in the end."""
    after = [line.totals for line in lines_of(sheet) if line.totals is not None]
    return [*after, sheet.final] if after and sheet.final else after


def game_in_progress(sheet: ScoreSheet) -> tuple[int, list[Mapping[str, int]]] | None:
    """Return the first game that goes on, or the last: its number, and everybody's total in it after each line.

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
    numbered = enumerate(counting_lines(sheet), start=1)
    number, line = next(((number, line) for number, line in numbered if row in line.rows), (0, None))
    if line is None:
        return ""
    games = sheet.games_at_once
    entries = [[dict(zip(sheet.totals, entry, strict=True)) for entry in game.entries] for game in games]
    called = ROUND.format(number=line.round) if line.round else ""
    return filed_sentence(entries, [game.over for game in games], number, called)


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


def settlement_words(sheet: ScoreSheet) -> tuple[str, ...]:
    """Return who owes whom what; empty where nobody settles, or the game isn't over."""
    score, game = sheet.score, sheet.game
    if not (isinstance(score, MatchScore) and isinstance(game, GameRecord)):
        return ()
    if not score.over or not settles(game.setting.rules):
        return ()
    return tuple(settlement_sentence(owed, game.setting.names) for owed in score.settlement) or (NOTHING_OWED,)


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
    lines += _shut_out(sheet, game, seat)
    return ScorePart(names[seat], (game.final or game.totals)[seat], tuple(lines))


def _shut_out(sheet: ScoreSheet, game: Column, seat: int) -> Iterator[PartLine]:
    """Say that a player shut out in cutthroat pays more, which is part of no total (T.cutthroat-shutout)."""
    bonus = paid_for_shutout(sheet.game.setting.rules) if isinstance(sheet.game, GameRecord) else 0
    if bonus and all(entry[seat] is None for entry in game.entries):
        winners = [name for place, name in enumerate(sheet.totals) if place in game.winners]
        yield PartLine(shut_out_pays(bonus, winners), "", rules().get("T.cutthroat-shutout"))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
