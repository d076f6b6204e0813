"""The score sheet of a rummy on paper, and for a spreadsheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Response

from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import SheetRow
from companion.rules.rummy.match import Column
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.base.spreadsheet import safe_text
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.rummy.catalog import GAMES, summary_of
from companion.web.rummy.views import end_view
from companion.web.rummy.views.columns_view import EndOfGame, ended_games, running_totals
from companion.web.rummy.views.sheet_view import rules_by_hands
from companion.wording.cards import listed_words
from companion.wording.game_end import IN_GAME
from companion.wording.house_rules import house_rule_list
from companion.wording.rulings import FEAT_WORDS, PRINT_STANDING_WORDS


def spreadsheet_rows(game: ScoredGame) -> Iterator[list[str | int]]:
    """Yield the rows of the sheet for a spreadsheet; no text starts like a formula."""
    players = game.state.players
    games = game.sheet.games_at_once
    columns = [(number, column, seat) for number, column in enumerate(games, start=1) for seat in range(len(players))]
    several_rules = any(row.hand.house_rules is not None for row in game.sheet.rows)
    yield [
        *("hand", "date", "dealer", "standing", "knocker", "call", "winner"),
        *(safe_text(f"{name} points") for name in players),
        *(safe_text(f"{name} total") for name in players),
        *(safe_text(IN_GAME.format(name=players[seat], number=number)) for number, _, seat in columns),
        "note",
        *(("house rules",) if several_rules else ()),
    ]
    for row in game.sheet.rows:
        recorded = row.hand.recorded
        knocker, call = "", None
        if isinstance(recorded.played, PlayedShowdown):
            knocker, call = players[recorded.played.knocker], recorded.played.call
        texts = (recorded.at or day_of(row.hand.played_at), row.dealer, row.standing, knocker, call)
        points, totals = row.points or {}, row.totals or {}
        yield [
            row.place if row.place is not None else "",
            *(safe_text(str(text or "")) for text in (*texts, listed_words(row.winners))),
            *(points.get(name, "") for name in players),
            *(totals.get(name, "") for name in players),
            *(_cell(column, row.place, seat) for _, column, seat in columns),
            safe_text(recorded.note),
            *((safe_text(house_rule_list(game.state.rules_of_hand(row.hand))),) if several_rules else ()),
        ]


def _cell(column: Column, place: int | None, seat: int) -> int | str:
    entry = None if place is None else column.entries[place - 1][seat]
    return "" if entry is None else entry


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand on paper: what each player scored, by what, and has now; or that nobody did."""

    standing: str
    boxes: tuple[tuple[int, str, int | str], ...]


@pages.context("rummy/print.html")
class PrintPage:
    """What the score sheet on paper shows."""

    game: str
    game_name: str
    summary: str
    rules_by_hands: tuple[str, ...]
    date: str
    note: str
    players: tuple[str, ...]
    columns: tuple[str, ...]
    """What stands over each pair of columns: a player, in Hollywood a player's game."""
    rows: tuple[PaperRow, ...]
    empty: int
    totals: tuple[int, ...]
    ends: tuple[EndOfGame, ...]
    ending: str


PAPER_ROWS = 14


def show_print(game: ScoredGame) -> Response:
    """Show the score sheet as it is printed."""
    state, sheet = game.state, game.sheet
    counted = sheet.counting
    games = sheet.games_at_once
    columns = [(number, game, seat) for number, game in enumerate(games, start=1) for seat in range(len(state.players))]
    return pages.show(
        PrintPage(
            game=game.member.game,
            game_name=GAMES[state.game].name,
            summary=summary_of(state.head),
            rules_by_hands=rules_by_hands(state, sheet),
            date=str(state.head.get("at", "")) or day_of(state.started_at),
            note=str(state.head.get("note", "")),
            players=state.players,
            columns=tuple(IN_GAME.format(name=state.players[seat], number=number) for number, _, seat in columns)
            or state.players,
            rows=_rows_of_games(counted, games) if games else tuple(_paper_row(row, state.players) for row in counted),
            empty=max(0, PAPER_ROWS - len(counted)),
            totals=tuple(game.totals[seat] for _, game, seat in columns)
            or tuple(sheet.totals.get(name, 0) for name in state.players),
            ends=ended_games(sheet),
            ending=end_view.result_of(state, sheet).headline if sheet.over else "",
        )
    )


def _rows_of_games(rows: Sequence[SheetRow], games: Sequence[Column]) -> tuple[PaperRow, ...]:
    """Return the hands of Hollywood: what each entered where, with the total after it."""
    totals = [running_totals(game) for game in games]
    return tuple(
        PaperRow(
            standing=PRINT_STANDING_WORDS.get(row.standing, ""),
            boxes=tuple(
                (0, "", "")
                if (entry := game.entries[place][seat]) is None
                else (entry, ", ".join(_marks(row).get(seat, ())), total[seat][place])
                for game, total in zip(games, totals, strict=True)
                for seat in range(len(games[0].totals))
            ),
        )
        for place, row in enumerate(rows)
    )


def _marks(row: SheetRow) -> dict[int, list[str]]:
    marks: dict[int, list[str]] = {}
    for seat, feat in row.ruling.feats if row.ruling else ():
        marks.setdefault(seat, []).append(FEAT_WORDS[feat])
    return marks


def _paper_row(row: SheetRow, players: Sequence[str]) -> PaperRow:
    marks = _marks(row)
    points, totals = row.points or {}, row.totals or {}
    return PaperRow(
        standing=PRINT_STANDING_WORDS.get(row.standing, ""),
        boxes=tuple(
            (points.get(name, 0), ", ".join(marks.get(seat, ())), totals.get(name, 0))
            for seat, name in enumerate(players)
        ),
    )
