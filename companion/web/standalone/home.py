"""The home page, and the list of all games on this phone."""

from dataclasses import dataclass

from flask import Blueprint, Response, current_app, request, url_for

from companion.store import games
from companion.store.derived import recompute
from companion.store.derived.table_cache import TableSummary
from companion.store.limits import GAMES_OF_A_DEVICE
from companion.store.people import devices
from companion.web.security import access
from companion.web.shared import game_kinds
from companion.web.shell import pages
from companion.wording.home import HOME_LINKS

blueprint = Blueprint("home", __name__)

FINISHED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of this phone."""

    game: str
    address: str
    name: str
    standing: tuple[tuple[str, int], ...]
    progress: str
    changed_at: str


@pages.context("standalone/home/home.html")
class HomePage:
    """The home page."""

    running: tuple[GameView, ...]
    finished: tuple[GameView, ...]
    more: bool
    uncounted: int
    """Games left out because their totals are still being computed, as after an update."""
    unreadable: int
    """Games left out because they cannot be read."""
    ask_again: str
    """The address to load again while games are left out."""
    links: tuple[tuple[str, str, str], ...]
    sample: str


SAMPLE = "ruling.sample"


@blueprint.get("/")
def home() -> Response:
    """Show the home page."""
    phone = access.device()
    listed = recompute.games_of(access.store(), phone.id, games.GAMES_SHOWN) if phone else recompute.NONE
    over = [_game_view(game, table) for game, table in listed.tables if table.over or table.closed]
    return pages.show(
        HomePage(
            running=tuple(_game_view(game, table) for game, table in listed.tables if not (table.over or table.closed)),
            finished=tuple(over[:FINISHED_SHOWN]),
            more=len(over) > FINISHED_SHOWN or listed.more,
            uncounted=listed.uncounted,
            unreadable=len(listed.unreadable),
            ask_again=url_for("home.home"),
            links=tuple(
                (url_for(end), name, line) for end, name, line in HOME_LINKS if end in current_app.view_functions
            ),
            sample=url_for(SAMPLE) if SAMPLE in current_app.view_functions else "",
        )
    )


@pages.context("standalone/home/games.html")
class GamesPage:
    """The list of all games of this phone."""

    games: tuple[GameView, ...]
    owned: frozenset[str]
    """The games that belong to this phone."""
    most: int
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
    phone = access.device()
    skip = min(max(0, request.args.get("from", 0, type=int)), GAMES_OF_A_DEVICE**2)
    listed = recompute.games_of(access.store(), phone.id, games.GAMES_SHOWN, skip) if phone else recompute.NONE
    return pages.show(
        GamesPage(
            games=tuple(_game_view(game, table) for game, table in listed.tables),
            owned=devices.games_owned(access.store(), phone.id) if phone else frozenset(),
            most=GAMES_OF_A_DEVICE,
            earlier=skip + games.GAMES_SHOWN if listed.more else None,
            later=max(0, skip - games.GAMES_SHOWN) if skip else None,
            uncounted=listed.uncounted,
            unreadable=len(listed.unreadable),
            ask_again=f"{url_for('home.all_games')}?from={skip}",
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
        changed_at=table.changed_at,
    )
