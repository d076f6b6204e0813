"""What a kind of game tells the screens that every game has, and which kind a game is.

The app registers each kind once; `kind_of(game)` finds the one that a game belongs to.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from flask import Flask, Response, current_app, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import Overruling
from companion.journal.events import Event
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import GameState, HistoryRecord, PlayedHand
from companion.people.figures import PlayerFigures
from companion.register.entries import GROUP_NAMES, Group, Rule
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member, Role
from companion.web.base.forms import AppForm
from companion.web.current_store import current_store
from companion.web.kinds.big_screen import BigScreen
from companion.web.kinds.chart import Chart
from companion.web.kinds.ending import Figures, GameResult
from companion.web.kinds.new_game_form import NewGameForm
from companion.web.kinds.score_table import PrintedSheet
from companion.wording.game import CLOSED, moved_words, won
from companion.wording.rulings import Command

_EXTENSION = "game_kinds"
AN_EVENING = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game with its score sheet, as one of its members sees it."""

    member: Member
    state: GameState
    sheet: ScoreSheet

    @property
    def id(self) -> str:
        return self.member.game

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order in which they sit."""
        return self.state.players

    @property
    def head(self) -> Mapping[str, Any]:
        """The game document without its hands."""
        return self.state.head

    @property
    def may_record(self) -> bool:
        """Its phone keeps the score, and the game isn't closed."""
        return self.keeps_score and not self.state.closed

    @property
    def kind(self) -> "GameScreens[Any]":
        return kind_of(self.state.game)

    @property
    def finished(self) -> bool:
        """Nothing more is played: the game is over, or the table was cleared."""
        return self.sheet.over or self.state.closed

    @property
    def is_long_over(self) -> bool:
        """It was finished on another evening: nobody is asked any more what they think of its last hand."""
        return self.finished and datetime.now(UTC) - datetime.fromisoformat(self.state.changed_at) > AN_EVENING

    @property
    def hands(self) -> int:
        """How many hands count."""
        return len(self.sheet.counting)

    @property
    def keeps_score(self) -> bool:
        """Whether this phone keeps the score."""
        return self.member.role.may(Role.SCORER)


Loaded = TypeVar("Loaded", bound=ScoredGame)


@dataclass(frozen=True, slots=True)
class NextSeats:
    """What changes by itself in the next game of the same players."""

    head: Mapping[str, object]
    """What its document has otherwise than the one before; one key is who deals first."""
    words: str


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in words: what it's called, how it came out, and what else there is to know."""

    title: str
    outcome: str
    remarks: tuple[str, ...]


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

    @property
    def groups(self) -> tuple[tuple[Group, str, tuple[Rule, ...]], ...]:
        """The rules by what they are about, with its name; our own rulings after the books' sentences."""
        by_group = {group: [rule for rule in self.rules if rule.group is group] for group in Group}
        return tuple(
            (group, GROUP_NAMES[group], tuple(sorted(listed, key=lambda rule: rule.book == "R")))
            for group, listed in by_group.items()
            if listed
        )


@dataclass(frozen=True, slots=True)
class ReadBackPlace:
    """The screen on which something is to be read back: the hand that it is about, and whose cards it shows."""

    hand: int = 0
    """0 for a screen of no one hand."""
    seat: int | None = None


class GameScreens(ABC, Generic[Loaded]):
    """What one kind of game tells the screens that every game has, of a game as this kind loads it."""

    names: Mapping[str, str]
    """Its games by their keys, in the order in which menus offer them."""
    hand_word: str
    sheet_word: str
    kept_word: str
    """What stays as it was entered where the table overrules a hand."""
    hands_are_won: bool
    """Somebody wins a hand, besides what each player scores."""
    hidden_hands: bool
    """Each player holds cards that the others may not see."""
    sheet_on_top: bool
    """At the end the link to the sheet is where the last hand was recorded: no second tap starts the next game."""

    @abstractmethod
    def new_game_address(self, game: str) -> str: ...

    @abstractmethod
    def new_game_form(self, game: str, sent: MultiDict[str, str]) -> NewGameForm: ...

    def house_rules_address(self, game: str) -> str:  # noqa: ARG002 (of a game without any)
        """Return where the house rules of a game are changed; empty where it has none."""
        return ""

    @abstractmethod
    def summary(self, head: Mapping[str, object]) -> str:
        """Return one line on what is played, from the head of a game document."""

    def seats_in_words(self, head: Mapping[str, object]) -> str:  # noqa: ARG002 (where everybody plays alone)
        """Return who plays with whom, in a sentence; empty where everybody plays alone."""
        return ""

    def next_seats(self, head: Mapping[str, object]) -> NextSeats | None:  # noqa: ARG002 (where it's asked who deals)
        """Return who sits where in the next game of the same players; None where only the first dealer is asked."""
        return None

    @abstractmethod
    def progress(self, table: TableSummary) -> str:
        """Return how far a game has come that still goes on."""

    def goes_on(self, game: str, table: TableSummary) -> tuple[str, str]:  # noqa: ARG002 (nothing is half entered)
        """Return where a running game goes on, the hand half entered or else the table, and what is under way there."""
        return url_for("table.table", game=game), ""

    @abstractmethod
    def standing(self, table: TableSummary) -> tuple[tuple[str, int | str], ...]:
        """Return the players or sides with their totals."""

    def history_sentences(
        self,
        state: GameState,  # noqa: ARG002 (of a game whose changes are told by their events)
        changes: Sequence[HistoryRecord],  # noqa: ARG002 (as for the state)
    ) -> Mapping[int, str]:
        """Return the sentences of those changes, by their seq, of which the history says more than their events do."""
        return {}

    def replace_draft(self, member: Member, state: GameState, undone: PlayedHand | None) -> None:
        """Make an undone hand the draft of the next hand, or discard that draft where the hand was redone.

        Called in the transaction that undoes or redoes the recording, and may refuse it. Where a hand is entered again
        with one tap, there is nothing to do.
        """

    @abstractmethod
    def show_table(self, member: Member, table: TableSummary) -> Response | BaseResponse: ...

    @abstractmethod
    def big_screen(self, member: Member, table: TableSummary) -> BigScreen:
        """Return what the big screen says of a table besides the curve and the last ruling."""

    def ruling_on_screen(self, game: Loaded, row: SheetRow) -> Markup:  # noqa: ARG002 (of hands that aren't ruled on)
        """Return how the last hand came out, with its cards; empty where nothing was ruled on."""
        return Markup()

    @abstractmethod
    def loaded(self, member: Member, state: GameState, sheet: ScoreSheet) -> Loaded: ...

    @abstractmethod
    def show_sheet(self, game: Loaded) -> Response: ...

    @abstractmethod
    def line(self, game: Loaded, row: SheetRow) -> HandLine:
        """Return a hand in words."""

    def is_finished(self, game: Loaded, row: SheetRow) -> bool:  # noqa: ARG002 (of hands that are recorded whole)
        """Return whether all of a hand is recorded, so that players can agree on it or overrule it."""
        return True

    @abstractmethod
    def show_hand(self, game: Loaded, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
        """Show one hand; a form that was sent has errors."""

    @abstractmethod
    def overruling(self, hand: PlayedHand, players: Sequence[str], overruled: Overruling | None) -> Event:
        """Return the event by which the table overrules a hand, or withdraws that."""

    @abstractmethod
    def spreadsheet_rows(self, game: Loaded) -> Iterable[Sequence[str | int]]: ...

    @abstractmethod
    def printed(self, game: Loaded) -> PrintedSheet:
        """Return the score sheet on paper."""

    @abstractmethod
    def result(self, game: Loaded) -> GameResult: ...

    @abstractmethod
    def chart(self, game: Loaded) -> Chart | None: ...

    @abstractmethod
    def figures(self, game: Loaded) -> Figures:
        """Return a game with at least one hand in figures."""

    @abstractmethod
    def figures_of_games(self, players: Mapping[str, PlayerFigures], hands: int) -> Figures:
        """Return all games of the same players in figures."""

    @abstractmethod
    def rules_in_play(self, member: Member, table: TableSummary) -> GameRules: ...

    @abstractmethod
    def read_back(self, member: Member, table: TableSummary, command: Command, place: ReadBackPlace) -> str:
        """Return a hand, a ruling or the score in words."""

    @abstractmethod
    def show_offline(self, member: Member, table: TableSummary) -> Response:
        """Show the page that a phone keeps for when it has no network."""

    @abstractmethod
    def record_offline(self, member: Member, table: TableSummary, seen: int) -> Response | BaseResponse:
        """Record what that page sends, not recorded yet; its phone had seen the journal up to `seen`."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A game in the menu of the new-game form."""

    key: str
    name: str
    address: str


def init_app(app: Flask, kinds: Iterable[GameScreens[Any]]) -> None:
    """Register the kinds of games, in the order in which menus offer them."""
    app.extensions[_EXTENSION] = {game: kind for kind in kinds for game in kind.names}
    app.jinja_env.filters |= {"game_name": name_of, "standing": standing_of, "progress": progress_of}


def _kinds() -> dict[str, GameScreens[Any]]:
    kinds: dict[str, GameScreens[Any]] = current_app.extensions[_EXTENSION]
    return kinds


def kind_of(game: str) -> GameScreens[Any]:
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
    if table.taken_by:
        return moved_words(table.taken_by)
    return CLOSED if table.closed else kind_of(table.game).progress(table)


def load_game(member: Member) -> tuple[GameScreens[Any], ScoredGame]:
    """Fold and score the game of a member; return it with its kind."""
    state, sheet = games.sheet(current_store(), member.game)
    kind = kind_of(state.game)
    return kind, kind.loaded(member, state, sheet)
