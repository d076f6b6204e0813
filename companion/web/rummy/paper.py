"""The score sheet of a rummy on paper, and for a spreadsheet."""

from collections.abc import Iterator

from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import SheetRow
from companion.web.base.dates import day_of
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.score_table import PrintedSheet, ScoreCell, ScoreRow, ScoreTable
from companion.web.rummy import ending
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.sheet import rules_by_hands
from companion.web.rummy.sheet_columns import PlayerColumn, ended_games, player_columns, settlement_words
from companion.wording.cards import listed_words
from companion.wording.game_end import IN_GAME
from companion.wording.house_rules import house_rule_list
from companion.wording.rulings import FEAT_WORDS, PRINT_STANDING_WORDS

PAPER_ROWS = 14


def spreadsheet_rows(game: ScoredGame) -> Iterator[list[str | int]]:
    players, rows = game.players, game.sheet.rows
    at_once = player_columns(game) if game.sheet.games_at_once else ()
    several_rules = any(row.hand.house_rules is not None for row in rows)
    yield [
        *("hand", "date", "dealer", "standing", "knocker", "call", "winner"),
        *(f"{name} points" for name in players),
        *(f"{name} total" for name in players),
        *(_called(column) for column in at_once),
        "note",
        *(("house rules",) if several_rules else ()),
    ]
    for row in rows:
        recorded = row.hand.recorded
        knocker, call = "", ""
        if isinstance(recorded.played, PlayedShowdown):
            knocker, call = players[recorded.played.knocker], recorded.played.call or ""
        yield [
            row.place or "",
            recorded.at or day_of(row.hand.played_at),
            *(row.dealer or "", row.standing, knocker, call, listed_words(row.winners)),
            *((row.points or {}).get(name, "") for name in players),
            *((row.totals or {}).get(name, "") for name in players),
            *(column.points.get(row.hand.number, "") for column in at_once),
            recorded.note,
            *((house_rule_list(game.state.rules_of_hand(row.hand)),) if several_rules else ()),
        ]


def _called(column: PlayerColumn) -> str:
    return IN_GAME.format(name=column.name, number=column.game + 1)


def printed(game: ScoredGame) -> PrintedSheet:
    state, sheet, columns = game.state, game.sheet, player_columns(game)
    table = ScoreTable(
        label="Score sheet",
        heads=(("hand", ""), ("total", "")) * len(columns),
        groups=tuple(map(_called, columns)) if sheet.games_at_once else game.players,
        rows=tuple(_row(number, row, columns) for number, row in enumerate(sheet.counting, start=1)),
        to_fill=max(0, PAPER_ROWS - len(sheet.counting)),
        totals=tuple(column.total for column in columns),
        total_label="Total",
    )
    return PrintedSheet(
        title=GAMES[state.game].name,
        tables=(table,),
        signers=game.players,
        result=ending.result_of(state, sheet).headline if sheet.over else "",
        settlement=settlement_words(sheet),
        remarks=rules_by_hands(game),
        ends=ended_games(sheet),
    )


def _row(number: int, row: SheetRow, columns: tuple[PlayerColumn, ...]) -> ScoreRow:
    cells: list[ScoreCell] = []
    for column in columns:
        points = column.points.get(row.hand.number)
        small = "" if points is None else _feats(row, column.seat)
        cells += [ScoreCell(points or "–", small=small), ScoreCell(column.totals.get(row.hand.number, ""), strong=True)]
    return ScoreRow(number, tuple(cells), small=PRINT_STANDING_WORDS.get(row.standing, ""))


def _feats(row: SheetRow, seat: int) -> str:
    """Return what a player did in a hand, such as Gin."""
    return ", ".join(FEAT_WORDS[feat] for player, feat in (row.ruling.feats if row.ruling else ()) if player == seat)
