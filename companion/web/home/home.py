"""The home page, and the list of all games on this phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, request, url_for

from companion.photo import reader
from companion.store import games
from companion.store.derived import recompute
from companion.store.derived.table_cache import TableSummary
from companion.store.limits import GAMES_OF_A_DEVICE
from companion.store.people import devices, rematches
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.player_names import short_names
from companion.web.config import STORAGE_PERSISTED
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.security.membership import member_of
from companion.web.security.phone import current_phone
from companion.web.table.rematch import rematch_dealers
from companion.wording.game import HOME_LINKS, again_line

blueprint = Blueprint("home", __name__)

FEW_LEFT = 50
"""Games; before a phone owns as many as it can, it is told."""
LET_GO = "let-go"
"""What the address of the list says while its games are to be left or deleted."""
ALSO_SHOWN = 3
"""Running games besides the latest one, and finished games."""
ROOM_OF_A_NAME = 12


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of this phone."""

    game: str
    address: str
    name: str
    standing: tuple[tuple[str, int | str], ...]
    progress: str
    started: bool
    """Something was recorded in it."""
    changed_at: str


@dataclass(frozen=True, slots=True)
class AgainView:
    """The next game of the players of a finished one, with its house rules and deck."""

    address: str
    label: str
    summary: str
    dealers: tuple[str, ...]
    """Who may deal first in it; empty where nobody deals."""


@pages.context("home/home.html")
class HomePage:
    """The home page: the latest game, the next one of the same players, a new one, and the way to everything else."""

    latest: GameView | None
    """The game changed last: a running one if there is any."""
    running: bool
    """The latest game goes on."""
    goes_on: tuple[str, str]
    """Where the latest game goes on, and what is under way there."""
    games: int
    """Games of this phone that are listed."""
    more: bool
    """There are more games than that."""
    also_running: tuple[GameView, ...]
    finished: tuple[GameView, ...]
    again: AgainView | None
    new_game: str
    """The address of the form of a new game, of the kind that was played last."""
    uncounted: int
    """Games left out because their totals are still being computed, as after an update."""
    unreadable: int
    """Games left out because they cannot be read."""
    ask_again: str
    """The address to load again while games are left out."""
    links: tuple[tuple[str, str, str], ...]
    """Address, icon and name of what else there is."""
    sample: str
    reads_photos: bool
    may_be_deleted: bool
    """The browser that stores the games doesn't promise to keep them."""


SAMPLE = "ruling.sample"


@blueprint.get("/")
def home() -> Response:
    """Show the home page."""
    phone = current_phone()
    listed = recompute.games_of(current_store(), phone.id, games.GAMES_SHOWN) if phone else recompute.NONE
    running = [_game_view(game, table) for game, table in listed.tables if not (table.over or table.closed)]
    over = [_game_view(game, table) for game, table in listed.tables if table.over or table.closed]
    also_running, finished = running[1:], over if running else over[1:]
    return pages.show(
        HomePage(
            latest=next(iter([*running, *over]), None),
            running=bool(running),
            goes_on=_goes_on(listed.tables) if running else ("", ""),
            games=len(listed.tables),
            more=listed.more,
            also_running=tuple(also_running[:ALSO_SHOWN]),
            finished=tuple(finished[:ALSO_SHOWN]),
            again=_again(listed.tables),
            new_game=_new_game(listed.tables),
            uncounted=listed.uncounted,
            unreadable=len(listed.unreadable),
            ask_again=url_for("home.home"),
            links=tuple(
                (url_for(end), sign, name) for end, sign, name in HOME_LINKS if end in current_app.view_functions
            ),
            reads_photos=reader.is_available(),
            sample=url_for(SAMPLE) if SAMPLE in current_app.view_functions else "",
            may_be_deleted=bool(listed.tables) and not current_app.config.get(STORAGE_PERSISTED, True),
        )
    )


def _goes_on(tables: Sequence[tuple[str, TableSummary]]) -> tuple[str, str]:
    """Return where the running game that was changed last goes on."""
    game, table = next((game, table) for game, table in tables if not (table.over or table.closed))
    return game_kinds.kind_of(table.game).goes_on(game, table)


def _new_game(tables: Sequence[tuple[str, TableSummary]]) -> str:
    game = tables[0][1].game if tables else game_kinds.menu()[0].key
    return game_kinds.kind_of(game).new_game_address(game)


def _again(tables: Sequence[tuple[str, TableSummary]]) -> AgainView | None:
    """Return the next game of the players who finished last; None while they play one, or went on to it already."""
    playing = {(table.game, table.players) for _, table in tables if not (table.over or table.closed)}
    for game, table in tables:
        member = member_of(game)
        if not (table.over or table.closed) or member is None or not member.role.may(Role.SEAT):
            continue
        if rematches.next_game(current_store(), game) is None:
            if (table.game, table.players) in playing:
                return None
            names = tuple(name for name, _ in game_kinds.standing_of(table))
            return AgainView(
                address=url_for("end.rematch", game=game),
                label=again_line(short_names(names, ROOM_OF_A_NAME)),
                summary=game_kinds.summary_of(table.head),
                dealers=rematch_dealers(table.head),
            )
    return None


@pages.context("home/games.html")
class GamesPage:
    """The list of all games of this phone."""

    games: tuple[GameView, ...]
    owned: frozenset[str]
    """The games that belong to this phone."""
    letting_go: str
    """The address of the same list with a button on each game that deletes or leaves it; empty on that list."""
    back: str
    most: int | None
    """How many a phone can own; said where this one comes close."""
    earlier: int | None
    later: int | None
    uncounted: int
    """Games left out because their totals are still being computed, as after an update."""
    unreadable: int
    """Games left out because they cannot be read."""
    ask_again: str
    """The address to load again while games are left out."""


@blueprint.get("/games")
def all_games() -> Response:
    """List the games of this phone, the one changed last first, to open, leave or delete."""
    phone = current_phone()
    skip = min(max(0, request.args.get("from", 0, type=int)), GAMES_OF_A_DEVICE**2)
    listed = recompute.games_of(current_store(), phone.id, games.GAMES_SHOWN, skip) if phone else recompute.NONE
    owned = devices.games_owned(current_store(), phone.id) if phone else frozenset()
    here = f"{url_for('home.all_games')}?from={skip}"
    return pages.show(
        GamesPage(
            games=tuple(_game_view(game, table) for game, table in listed.tables),
            owned=owned,
            letting_go="" if LET_GO in request.args else f"{here}&{LET_GO}=1",
            back=here,
            most=GAMES_OF_A_DEVICE if len(owned) > GAMES_OF_A_DEVICE - FEW_LEFT else None,
            earlier=skip + games.GAMES_SHOWN if listed.more else None,
            later=max(0, skip - games.GAMES_SHOWN) if skip else None,
            uncounted=listed.uncounted,
            unreadable=len(listed.unreadable),
            ask_again=here,
        )
    )


def _game_view(game: str, table: TableSummary) -> GameView:
    ended = table.over or table.closed
    return GameView(
        game=game,
        address=url_for("end.end" if ended else "table.table", game=game),
        name=game_kinds.name_of(table.game),
        standing=game_kinds.standing_of(table),
        progress=game_kinds.progress_of(table),
        started=bool(table.rows),
        changed_at=table.changed_at,
    )
