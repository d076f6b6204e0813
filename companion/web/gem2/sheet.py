"""The score card of a Gem II game on the screen: the tables, and below them each round in words."""

from flask import Response

from companion.journal.sheet import SheetRow
from companion.web.base import pages
from companion.web.gem2.ending import chart_of_game
from companion.web.gem2.game import AnyGame
from companion.web.gem2.score_card import cards_of
from companion.web.gem2.views import round_view
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import HandLine
from companion.web.kinds.score_table import ScoreTable
from companion.web.sheet.history import UndoView, undo_of


@pages.context("gem2/sheet/sheet.html")
class CardsPage:
    """The page of the score card."""

    scored: AnyGame
    chart: Chart | None
    undo: UndoView
    tables: tuple[ScoreTable, ...]
    rounds: tuple[tuple[SheetRow, HandLine], ...]
    """The latest first."""


def sheet(game: AnyGame) -> Response:
    """Show the card; called for the address that every game's sheet has."""
    page = CardsPage(
        scored=game,
        chart=chart_of_game(game),
        undo=undo_of(game.state),
        tables=cards_of(game),
        rounds=tuple((row, round_view.line_of(game, row)) for row in reversed(game.sheet.rows)),
    )
    return pages.show(page)
