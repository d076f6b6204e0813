"""Gem II as a kind of game: what it tells the screens that every game has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flask import Response, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import Overruling
from companion.journal.events import Event
from companion.journal.events.hands import HandReplaced
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import GameState, HistoryRecord, PlayedHand
from companion.people.figures import PlayerFigures
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.base.forms import AppForm
from companion.web.gem2 import big_screen, ending, offline, read_back, round_view, rounds, score_card, table
from companion.web.gem2.game import SOLO, AnyGame, with_card
from companion.web.gem2.new_game import NewDuelForm, NewSoloForm
from companion.web.gem2.round_history import history_sentences
from companion.web.gem2.rules_in_play import rules_in_play
from companion.web.kinds.big_screen import BigScreen
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import Figures, GameResult
from companion.web.kinds.game_kinds import GameRules, GameScreens, HandLine, ReadBackPlace
from companion.web.kinds.new_game_form import NewGameForm
from companion.web.kinds.score_table import PrintedSheet
from companion.wording.gem2_table import GAME_NAMES, game_summary, progress
from companion.wording.rulings import Command


class Gem2(GameScreens[AnyGame]):
    names = GAME_NAMES
    hand_word = "round"
    sheet_word = "card"
    kept_word = "deals"
    hands_are_won = False
    hidden_hands = False
    sheet_on_top = False

    def new_game_address(self, game: str) -> str:
        return url_for("new_game.of_game", game=game)

    def new_game_form(self, game: str, sent: MultiDict[str, str]) -> NewGameForm:
        return (NewSoloForm if game == SOLO else NewDuelForm)(game, sent)

    def summary(self, head: Mapping[str, object]) -> str:
        return game_summary(head)

    def progress(self, table: TableSummary) -> str:
        return progress(table.head["level"], table.progress) if table.progress else ""

    def standing(self, table: TableSummary) -> tuple[tuple[str, int | str], ...]:
        return tuple((name, table.totals.get(name, 0)) for name in table.players)

    def history_sentences(self, state: GameState, changes: Sequence[HistoryRecord]) -> Mapping[int, str]:
        return history_sentences(state, changes)

    def show_table(self, member: Member, summary: TableSummary) -> Response | BaseResponse:
        return table.table(member)

    def big_screen(self, member: Member, table: TableSummary) -> BigScreen:
        return big_screen.big_screen(member, table)

    def loaded(self, member: Member, state: GameState, sheet: ScoreSheet) -> AnyGame:
        return with_card(member, state, sheet)

    def show_sheet(self, game: AnyGame) -> Response:
        return score_card.show_cards(game)

    def line(self, game: AnyGame, row: SheetRow) -> HandLine:
        return round_view.line_of(game, row)

    def is_finished(self, game: AnyGame, row: SheetRow) -> bool:
        return round_view.is_finished(game, row)

    def show_hand(self, game: AnyGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
        return rounds.show(game, row, sent=sent, error=error)

    def overruling(self, hand: PlayedHand, players: Sequence[str], overruled: Overruling | None) -> Event:
        return HandReplaced(hand.number, replace(hand.recorded, overruled=overruled))

    def spreadsheet_rows(self, game: AnyGame) -> Iterable[Sequence[str | int]]:
        return score_card.spreadsheet_rows(game)

    def printed(self, game: AnyGame) -> PrintedSheet:
        return score_card.printed(game)

    def result(self, game: AnyGame) -> GameResult:
        return ending.result_of(game)

    def chart(self, game: AnyGame) -> Chart | None:
        return ending.chart_of_game(game)

    def figures(self, game: AnyGame) -> Figures:
        return ending.figures_of(game)

    def figures_of_games(self, players: Mapping[str, PlayerFigures], hands: int) -> Figures:
        return ending.figures_of_games(players)

    def rules_in_play(self, member: Member, table: TableSummary) -> GameRules:
        return rules_in_play(table)

    def read_back(self, member: Member, table: TableSummary, command: Command, place: ReadBackPlace) -> str:
        return read_back.read_back(member, command)

    def show_offline(self, member: Member, table: TableSummary) -> Response:
        return offline.show(member, table)

    def record_offline(self, member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
        return offline.record(member, table, seen)
