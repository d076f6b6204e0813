"""Registry of game kinds: what the rummies and Gem II each offer the addresses that every game has.

The app registers each kind once; `kind_of(game)` finds the one that a game belongs to.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import Flask, Response, current_app
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.rulings import Ruling
from companion.journal.sheet import ScoreSheet
from companion.journal.state import GameState, HistoryRecord, PlayedHand
from companion.register.entries import Rule
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.base.date_and_note import DateAndNoteForm
from companion.web.current_store import current_store
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import Ending, GameResult
from companion.web.kinds.history_view import HistoryEntry
from companion.wording.game import CLOSED, won
from companion.wording.rulings import Command

_EXTENSION = "game_kinds"


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game with its score sheet, as one of its members sees it."""

    member: Member
    state: GameState
    sheet: ScoreSheet


@dataclass(frozen=True, slots=True)
class OfflinePage:
    """The page that a phone keeps for when it has no network, and the form that it sends later."""

    show: Callable[[Member, TableSummary], Response]
    record: Callable[[Member, TableSummary, int], Response | BaseResponse]
    """Called for a form that is not recorded yet, with the journal position that its phone had seen."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a game, such as what Gin scores."""

    label: str
    value: str
    detail: str = ""
    book: str = ""
    """The rulebook's own number, where a house rule has another one."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of one game as its table plays it."""

    figures: tuple[Figure, ...]
    house_rules: tuple[str, ...]
    """House rules that aren't numbers, in words."""
    rules: tuple[Rule, ...]
    changed: Mapping[str, str]
    """What the house rules make of a rule, by its id."""


@dataclass(frozen=True, slots=True)
class ReadBackPlace:
    """The screen on which something is to be read back: the hand that it is about, and whose cards it shows."""

    hand: int = 0
    """0 for a screen of no one hand."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class GameScreens:
    """What one kind of game offers the screens that every game has."""

    names: Mapping[str, str]
    """Its games by their keys, in the order in which menus offer them."""
    hand_word: str
    sheet_word: str
    hidden_hands: bool
    """Each player holds cards that the others may not see."""
    new_game_address: Callable[[str], str]
    house_rules_address: Callable[[str], str]
    """Empty where the game has no house rules."""
    summary: Callable[[Mapping[str, object]], str]
    """One line on what is played, from the head of a game document."""
    progress: Callable[[TableSummary], str]
    """How far a game has come that still goes on."""
    goes_on: Callable[[str, TableSummary], tuple[str, str]]
    """Where a running game goes on, the hand half entered or else the table, and what is under way there."""
    standing: Callable[[TableSummary], tuple[tuple[str, int | str], ...]]
    history_entries: Callable[[GameState, Sequence[HistoryRecord], Mapping[int, Ruling]], tuple[HistoryEntry, ...]]
    """Latest first; the rulings are those made at the time, by the seq of their records."""
    spreadsheet_rows: Callable[[ScoredGame], Iterable[Sequence[str | int]]]
    replace_draft: Callable[[Member, GameState, PlayedHand | None], None]
    """Make an undone hand the draft of the next hand, or discard that draft where the hand was redone.

    Called in the transaction that undoes or redoes the recording, and may refuse it.
    """
    show_table: Callable[[Member, TableSummary], Response | BaseResponse]
    show_sheet: Callable[[ScoredGame], Response]
    show_hand: Callable[[ScoredGame, int, DateAndNoteForm | None], Response]
    """The form is one that was sent and has errors."""
    result: Callable[[ScoredGame], GameResult]
    chart: Callable[[ScoredGame], Chart | None]
    ending: Callable[[ScoredGame], Ending]
    show_print: Callable[[ScoredGame], Response]
    rules_in_play: Callable[[Member, TableSummary], GameRules]
    read_back: Callable[[Member, TableSummary, Command, ReadBackPlace], str]
    """A hand, a ruling or the score in words."""
    offline: OfflinePage


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A game in the menu of the new-game form."""

    key: str
    name: str
    address: str


def init_app(app: Flask, kinds: Iterable[GameScreens]) -> None:
    """Register the kinds of games, in the order in which menus offer them."""
    app.extensions[_EXTENSION] = {game: kind for kind in kinds for game in kind.names}


def _kinds() -> dict[str, GameScreens]:
    kinds: dict[str, GameScreens] = current_app.extensions[_EXTENSION]
    return kinds


def kind_of(game: str) -> GameScreens:
    """Return the kind that a game belongs to."""
    return _kinds()[game]


def is_known(game: str) -> bool:
    """Return whether the app has a game of this key."""
    return game in _kinds()


def name_of(game: str) -> str:
    """Return the name of a game."""
    return kind_of(game).names[game]


def menu() -> tuple[MenuEntry, ...]:
    """Return every game with the address of its new-game form."""
    return tuple(MenuEntry(game, kind.names[game], kind.new_game_address(game)) for game, kind in _kinds().items())


def summary_of(head: Mapping[str, object]) -> str:
    """Return one line on what is played."""
    return kind_of(str(head["game"])).summary(head)


def standing_of(table: TableSummary) -> tuple[tuple[str, int | str], ...]:
    """Return the players or sides with their totals."""
    return kind_of(table.game).standing(table)


def progress_of(table: TableSummary) -> str:
    """Return in a few words how far a game has come."""
    if table.over:
        return won(table.winners)
    return CLOSED if table.closed else kind_of(table.game).progress(table)


def load_game(member: Member) -> tuple[GameScreens, ScoredGame]:
    """Fold and score the game of a member; return it with its kind."""
    state, sheet = games.sheet(current_store(), member.game)
    return kind_of(state.game), ScoredGame(member, state, sheet)
