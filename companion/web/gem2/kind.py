"""Gem II as a game kind: what it offers the screens that every game has."""

from flask import url_for

from companion.web.gem2 import ending, offline, read_back, rounds, sheet, table
from companion.web.gem2.state.game import AnyGame, with_card
from companion.web.gem2.views.help_view import rules_in_play
from companion.web.gem2.views.history import versions_of
from companion.web.gem2.views.table_view import progress_words
from companion.web.kinds.game_kinds import GameScreens, OfflinePage, ScoredGame
from companion.wording.gem2_table import GAME_NAMES, game_summary


def _loaded(game: ScoredGame) -> AnyGame:
    return with_card(game.member, game.state, game.sheet)


GEM2 = GameScreens(
    names=GAME_NAMES,
    hand_word="round",
    sheet_word="card",
    hidden_hands=False,
    new_game_address=lambda game: url_for("gem2_new.act", game=game),
    house_rules_address=lambda _: "",
    summary=game_summary,
    progress=progress_words,
    goes_on=lambda game, _: (url_for("table.table", game=game), ""),
    standing=lambda table: tuple((name, table.totals.get(name, 0)) for name in table.players),
    history_entries=lambda state, changes, _: tuple(version.entry for version in versions_of(state, changes)),
    spreadsheet_rows=lambda game: sheet.spreadsheet_rows(_loaded(game)),
    replace_draft=lambda *_: None,  # a deal is entered again with one tap
    show_table=lambda member, _: table.table(member),
    show_sheet=lambda game: sheet.sheet(_loaded(game)),
    show_hand=lambda game, number, sent: rounds.show(_loaded(game), number, sent),
    result=lambda game: ending.result_of(_loaded(game)),
    chart=lambda game: sheet.chart_of_game(_loaded(game)),
    ending=lambda game: ending.ending_of(_loaded(game)),
    show_print=lambda game: sheet.on_paper(_loaded(game)),
    rules_in_play=lambda _, table: rules_in_play(table),
    read_back=lambda member, _, command, __: read_back.read_back(member, command),
    offline=OfflinePage(
        show=lambda member, _: offline.show(member), record=lambda member, _, seen: offline.sent(member, seen)
    ),
)
