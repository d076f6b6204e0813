"""The rummies as a kind of game: what they tell the screens that every game has."""

from collections.abc import Iterable, Mapping, Sequence

from flask import Response, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import Overruling
from companion.documents.seats import side_name
from companion.journal.events import Event
from companion.journal.events.hands import HandOverruled, OverrulingWithdrawn
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import GameState, PlayedHand
from companion.people.figures import PlayerFigures
from companion.store.derived.table_cache import TableSummary
from companion.store.derived.tallies import played_seats
from companion.store.people.members import Member
from companion.web.base.forms import AppForm
from companion.web.base.player_names import short_names
from companion.web.kinds.big_screen import BigScreen
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import Figures, GameResult
from companion.web.kinds.game_kinds import GameRules, GameScreens, HandLine, NextSeats, ReadBackPlace, ScoredGame
from companion.web.kinds.new_game_form import NewGameForm
from companion.web.kinds.score_table import PrintedSheet
from companion.web.rummy import big_screen, ending, hand, next_hand, paper, sheet, table
from companion.web.rummy.catalog import GAMES, sides_of, summary_of
from companion.web.rummy.hand_line import line_of
from companion.web.rummy.new_game import NewRummyForm
from companion.web.rummy.places import places
from companion.web.rummy.rematch import next_seats
from companion.web.rummy.rules_in_play import rules_in_play
from companion.web.rummy.table_forms import seats_in_words
from companion.web.showdown import offline
from companion.web.showdown.read_back import read_back
from companion.wording.game import PROGRESS, PROGRESS_IN_ROUNDS
from companion.wording.rulings import Command

ROOM_OF_A_SIDE = 24
"""Letters for the names of all its players."""


class Rummies(GameScreens[ScoredGame]):
    names: Mapping[str, str] = {info.key: info.name for info in GAMES.values()}
    hand_word = "hand"
    sheet_word = "sheet"
    kept_word = "cards"
    hands_are_won = True
    hidden_hands = True
    sheet_on_top = True

    def new_game_address(self, game: str) -> str:
        return url_for("new_game.new_game")

    def new_game_form(self, game: str, sent: MultiDict[str, str]) -> NewGameForm:
        return NewRummyForm(game, sent)

    def house_rules_address(self, game: str) -> str:
        return url_for("house_rules.rules", game=game)

    def summary(self, head: Mapping[str, object]) -> str:
        return summary_of(head)

    def seats_in_words(self, head: Mapping[str, object]) -> str:
        return seats_in_words(head)

    def next_seats(self, head: Mapping[str, object]) -> NextSeats | None:
        return next_seats(head)

    def progress(self, table: TableSummary) -> str:
        sides = sides_of(table.head)
        if table.coming and sides and len(sides[0]) > 1:
            return PROGRESS_IN_ROUNDS.format(number=table.coming.round, target=table.target)
        return PROGRESS.format(number=table.rows + 1, target=table.target)

    def goes_on(self, game: str, summary: TableSummary) -> tuple[str, str]:
        return next_hand.goes_on(game, summary)

    def standing(self, table: TableSummary) -> tuple[tuple[str, int | str], ...]:
        called: dict[str, str] = {}
        for side in sides_of(table.head):
            short = dict(zip(table.players, short_names(table.players, ROOM_OF_A_SIDE // len(side)), strict=True))
            called[side_name(side)] = side_name([short[name] for name in side])
        return tuple((called.get(place.name, place.name), place.score) for place in places(table))

    def replace_draft(self, member: Member, state: GameState, undone: PlayedHand | None) -> None:
        next_hand.replace_draft(member, state, undone)

    def show_table(self, member: Member, summary: TableSummary) -> Response | BaseResponse:
        return table.show_table(member, summary)

    def big_screen(self, member: Member, summary: TableSummary) -> BigScreen:
        return big_screen.big_screen(member, summary)

    def ruling_on_screen(self, game: ScoredGame, row: SheetRow) -> Markup:
        return big_screen.ruling_on_screen(game, row)

    def loaded(self, member: Member, state: GameState, sheet: ScoreSheet) -> ScoredGame:
        return ScoredGame(member, state, sheet)

    def show_sheet(self, game: ScoredGame) -> Response:
        return sheet.show_sheet(game)

    def line(self, game: ScoredGame, row: SheetRow) -> HandLine:
        return line_of(row, game.players)

    def show_hand(self, game: ScoredGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
        return hand.show_hand(game, row, sent=sent, error=error)

    def overruling(self, hand: PlayedHand, players: Sequence[str], overruled: Overruling | None) -> Event:
        if overruled is None:
            return OverrulingWithdrawn(hand.number)
        points = dict(zip(players, overruled.points, strict=True))
        winner = None if overruled.winner is None else players[overruled.winner]
        return HandOverruled(hand.number, points, winner, overruled.reason, players[overruled.by])

    def spreadsheet_rows(self, game: ScoredGame) -> Iterable[Sequence[str | int]]:
        return paper.spreadsheet_rows(game)

    def printed(self, game: ScoredGame) -> PrintedSheet:
        return paper.printed(game)

    def result(self, game: ScoredGame) -> GameResult:
        return ending.result_of(game.state, game.sheet)

    def chart(self, game: ScoredGame) -> Chart | None:
        return ending.chart_of_game(game)

    def figures(self, game: ScoredGame) -> Figures:
        players = {seat.player: seat.figures for seat in played_seats(game.state, game.sheet)}
        return ending.figures_of(players, game.hands)

    def figures_of_games(self, players: Mapping[str, PlayerFigures], hands: int) -> Figures:
        return ending.figures_of(players, hands)

    def rules_in_play(self, member: Member, summary: TableSummary) -> GameRules:
        return rules_in_play(summary, next_hand.turned_up_for(member.game, summary))

    def read_back(self, member: Member, table: TableSummary, command: Command, place: ReadBackPlace) -> str:
        return read_back(member, table, command, place)

    def show_offline(self, member: Member, table: TableSummary) -> Response:
        return offline.show(member, table)

    def record_offline(self, member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
        return offline.record(member, table, seen)
