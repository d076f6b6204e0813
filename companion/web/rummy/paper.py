"""The score sheet of a rummy on paper, and for a spreadsheet."""

from collections.abc import Iterator

from companion.documents.game import GameRecord
from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.rules.rummy.match import MatchScore
from companion.web.base.dates import day_of
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.score_table import PrintedSheet, ScoreCell, ScoreRow, ScoreTable
from companion.web.rummy import ending
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.hand_line import hand_words
from companion.web.rummy.sheet import rules_by_hands
from companion.web.rummy.sheet_columns import ScoreColumn, ended_games, score_columns, settlement_words
from companion.web.rummy.sheet_lines import SheetLine, counting_lines, in_rounds, lines_of
from companion.wording.cards import listed_words
from companion.wording.game_end import IN_GAME
from companion.wording.house_rules import house_rule_list, hundredths
from companion.wording.rounds import NAME_SAT_OUT, pair_words
from companion.wording.rulings import FEAT_WORDS, PRINT_STANDING_WORDS

PAPER_ROWS = 14


def spreadsheet_rows(game: ScoredGame) -> Iterator[list[str | int]]:
    players, sheet = game.players, game.sheet
    at_once = score_columns(sheet) if sheet.games_at_once else ()
    several_rules = any(row.hand.house_rules is not None for row in sheet.rows)
    of_pairs, rounds = bool(sheet.sides), in_rounds(sheet)
    together = tuple(sheet.totals) if sheet.sides and set(sheet.sides) != set(players) else ()
    yield [
        "hand",
        *(("round",) if rounds else ()),
        *(("players", "sits out") if of_pairs else ()),
        *("date", "dealer", "standing", "knocker", "call", "winner"),
        *(f"{name} points" for name in (*players, *together)),
        *(f"{name} total" for name in together or players),
        *(_called(column) for column in at_once),
        "note",
        *(("house rules",) if several_rules else ()),
    ]
    for line in lines_of(sheet):
        for row in line.rows:
            completes = row is line.rows[-1]
            recorded = row.hand.recorded
            knocker, call = "", ""
            if isinstance(recorded.played, PlayedShowdown):
                knocker, call = players[recorded.seat(recorded.played.knocker)], recorded.played.call or ""
            points, totals = (line.points or {}, line.totals or {}) if completes else ({}, {})
            yield [
                row.place or "",
                *((row.round or "",) if rounds else ()),
                *((listed_words(row.pair), line.sits_out or "") if of_pairs else ()),
                recorded.at or day_of(row.hand.played_at),
                *(row.dealer or "", row.standing, knocker, call, listed_words(row.winners)),
                *((row.points or {}).get(name, "") if not row.pair or name in row.pair else "" for name in players),
                *(points.get(name, "") for name in together),
                *(totals.get(name, "") for name in together or players),
                *(column.points.get(row.hand.number, "") for column in at_once),
                recorded.note,
                *((house_rule_list(game.state.rules_of_hand(row.hand)),) if several_rules else ()),
            ]
    yield from _settled(sheet)


def _settled(sheet: ScoreSheet) -> Iterator[list[str | int]]:
    """Yield who owes whom what, below the hands."""
    score, game = sheet.score, sheet.game
    if not (isinstance(score, MatchScore) and isinstance(game, GameRecord) and score.settlement):
        return
    names, has_stake = game.setting.names, game.setting.rules.has_stake
    of_boxes = score.settlement[0].of_boxes
    yield []
    yield ["owes", "to", "boxes" if of_boxes else "points", *(("amount",) if has_stake else ())]
    for owed in score.settlement:
        debtors, creditors = ([names[seat] for seat in seats] for seats in (owed.debtors, owed.creditors))
        amount = (hundredths(owed.amount),) if has_stake else ()
        yield [listed_words(debtors), listed_words(creditors), owed.number, *amount]


def _called(column: ScoreColumn) -> str:
    return IN_GAME.format(name=column.name, number=column.game + 1)


def printed(game: ScoredGame) -> PrintedSheet:
    state, sheet, columns = game.state, game.sheet, score_columns(game.sheet)
    lines = counting_lines(sheet)
    table = ScoreTable(
        label="Score sheet",
        row_head="Round" if in_rounds(sheet) else "Hand",
        heads=(("points" if in_rounds(sheet) else "hand", ""), ("total", "")) * len(columns),
        groups=tuple(map(_called, columns)) if sheet.games_at_once else tuple(sheet.totals) or game.players,
        rows=tuple(_row(number, line, columns, game.players) for number, line in enumerate(lines, start=1)),
        to_fill=max(0, PAPER_ROWS - len(lines)),
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


def _row(number: int, line: SheetLine, columns: tuple[ScoreColumn, ...], players: tuple[str, ...]) -> ScoreRow:
    cells: list[ScoreCell] = []
    for column in columns:
        points = column.points.get(line.key)
        small = "" if points is None or line.rows[0].pair else _feats(line.rows[0], column.place)
        cells += [ScoreCell(points or "–", small=small), ScoreCell(column.totals.get(line.key, ""), strong=True)]
    small = "" if line.round else PRINT_STANDING_WORDS.get(line.rows[0].standing, "")
    return ScoreRow(number, tuple(cells), small=small, below=_hands(line, players))


def _hands(line: SheetLine, players: tuple[str, ...]) -> str:
    """Return who played whom in a round, and how it came out."""
    hands = [f"{pair_words(row.pair)}: {hand_words(row, players)}" for row in line.rows if row.pair]
    sat_out = [NAME_SAT_OUT.format(name=line.sits_out)] if line.sits_out else []
    return "; ".join([*hands, *sat_out])


def _feats(row: SheetRow, seat: int) -> str:
    """Return what a player did in a hand, such as Gin."""
    return ", ".join(FEAT_WORDS[feat] for player, feat in (row.ruling.feats if row.ruling else ()) if player == seat)
