"""The score sheet, also on paper, and the page of one hand."""

from flask import Blueprint, Response

from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.kinds.game_kinds import load_game
from companion.web.kinds.score_table import PrintedSheet
from companion.web.security.membership import require_member
from companion.web.sheet.hand import load_hand

blueprint = Blueprint("sheet", __name__, url_prefix="/g/<game>")


@blueprint.get("/sheet")
def sheet(game: str) -> Response:
    kind, scored = load_game(require_member(game))
    return kind.show_sheet(scored)


@pages.context("sheet/print.html")
class PrintPage:
    game: str
    sheet_word: str
    summary: str
    date: str
    place: str
    note: str
    paper: PrintedSheet


@blueprint.get("/print")
def on_paper(game: str) -> Response:
    kind, scored = load_game(require_member(game))
    page = PrintPage(
        game=game,
        sheet_word=kind.sheet_word,
        summary=kind.summary(scored.head),
        date=str(scored.head.get("at", "")) or day_of(scored.state.started_at),
        place=str(scored.head.get("place", "")),
        note=str(scored.head.get("note", "")),
        paper=kind.printed(scored),
    )
    return pages.show(page)


@blueprint.get("/hands/<int:number>")
def hand(game: str, number: int) -> Response:
    scored, row = load_hand(require_member(game), number)
    return scored.kind.show_hand(scored, row)
