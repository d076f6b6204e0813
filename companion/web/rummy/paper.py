"""The score sheet of a rummy on paper, and for a spreadsheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Response

from companion.journal.sheet import SheetRow
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import end_view, table_view
from companion.web.shared.game_kinds import ScoredGame
from companion.web.shell import pages
from companion.web.shell.spreadsheet import safe_text
from companion.web.shell.time_zone import day_of
from companion.wording.game.outcomes import FEAT_WORDS, PRINT_STANDING_WORDS


def spreadsheet_rows(game: ScoredGame) -> Iterator[list[str | int]]:
    """Yield the rows of the sheet for a spreadsheet; no text starts like a formula."""
    players = game.state.players
    yield [
        *("hand", "date", "dealer", "standing", "knocker", "call", "winner"),
        *(safe_text(f"{name} points") for name in players),
        *(safe_text(f"{name} total") for name in players),
        "note",
    ]
    for row in game.sheet.rows:
        document = row.hand.document
        texts = (document.get("at"), row.dealer, row.standing, document.get("knocker"), document.get("call"))
        points, totals = row.points or {}, row.totals or {}
        yield [
            row.place if row.place is not None else "",
            *(safe_text(str(text or "")) for text in (*texts, row.winner)),
            *(points.get(name, "") for name in players),
            *(totals.get(name, "") for name in players),
            safe_text(str(document.get("note", ""))),
        ]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A hand on paper: what each player scored, by what, and has now; or that nobody did."""

    standing: str
    boxes: tuple[tuple[int, str, int], ...]


@pages.context("rummy/print.html")
class PrintPage:
    """What the score sheet on paper shows."""

    game: str
    game_name: str
    summary: str
    date: str
    note: str
    players: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    empty: int
    totals: tuple[int, ...]
    ending: str


PAPER_ROWS = 14


def show_print(game: ScoredGame) -> Response:
    """Show the score sheet as it is printed."""
    state, sheet = game.state, game.sheet
    counted = [row for row in sheet.rows if row.place is not None]
    return pages.show(
        PrintPage(
            game=game.member.game,
            game_name=GAMES[state.game].name,
            summary=table_view.summary_of(state.head),
            date=str(state.head.get("at", "")) or day_of(state.started_at),
            note=str(state.head.get("note", "")),
            players=state.players,
            rows=tuple(_paper_row(row, state.players) for row in counted),
            empty=max(0, PAPER_ROWS - len(counted)),
            totals=tuple(sheet.totals.get(name, 0) for name in state.players),
            ending=end_view.result_of(state, sheet).headline if sheet.over else "",
        )
    )


def _paper_row(row: SheetRow, players: Sequence[str]) -> PaperRow:
    marks: dict[int, list[str]] = {}
    for seat, feat in row.ruling.feats if row.ruling else ():
        marks.setdefault(seat, []).append(FEAT_WORDS[feat])
    points, totals = row.points or {}, row.totals or {}
    return PaperRow(
        standing=PRINT_STANDING_WORDS.get(row.standing, ""),
        boxes=tuple(
            (points.get(name, 0), ", ".join(marks.get(seat, ())), totals.get(name, 0))
            for seat, name in enumerate(players)
        ),
    )
