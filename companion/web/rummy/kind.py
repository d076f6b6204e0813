"""The rummies as a game kind: what they offer the screens that every game has."""

from collections.abc import Callable

from flask import url_for

from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.kinds.game_kinds import GameScreens, OfflinePage, ReadBackPlace
from companion.web.kinds.history_view import history_entries
from companion.web.rummy import paper, sheet, table, undone_hand
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.table import turned_up_for
from companion.web.rummy.views import end_view, help_view, table_view
from companion.wording.game import PROGRESS
from companion.wording.rulings import Command


def rummy_kind(
    offline: OfflinePage, read_back: Callable[[Member, TableSummary, Command, ReadBackPlace], str]
) -> GameScreens:
    """Return the kind of the rummies; what is given belongs to showdowns, which build on this folder."""
    return GameScreens(
        names={info.key: info.name for info in GAMES.values()},
        hand_word="hand",
        sheet_word="sheet",
        hidden_hands=True,
        new_game_address=lambda _: url_for("new_game.act"),
        house_rules_address=lambda game: url_for("house_rules.rules", game=game),
        summary=table_view.summary_of,
        progress=lambda table: PROGRESS.format(number=table.rows + 1, target=table.target),
        goes_on=table.goes_on,
        standing=lambda table: tuple((place.name, place.score) for place in table_view.places(table)),
        history_entries=history_entries,
        spreadsheet_rows=paper.spreadsheet_rows,
        replace_draft=undone_hand.replace_draft,
        show_table=table.show_table,
        show_sheet=sheet.show_sheet,
        show_hand=sheet.show_hand,
        result=lambda game: end_view.result_of(game.state, game.sheet),
        chart=end_view.chart_of_game,
        ending=end_view.ending_of,
        show_print=paper.show_print,
        rules_in_play=lambda member, table: help_view.rules_in_play(table, turned_up_for(member.game, table)),
        read_back=read_back,
        offline=offline,
    )
