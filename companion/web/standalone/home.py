"""The home page, and the list of all games on this phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request, url_for

from companion.store import games
from companion.store.derived import recompute
from companion.store.limits import GAMES_OF_A_DEVICE
from companion.store.people import devices
from companion.web.security import access
from companion.web.shared import game_kinds
from companion.web.shell import pages

if TYPE_CHECKING:
    from companion.store.derived.table_cache import TableSummary

blueprint = Blueprint("home", __name__)

FINISHED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Running:
    """A game of this phone."""

    game: str
    address: str
    name: str
    standing: tuple[tuple[str, int], ...]
    said: str
    changed_at: str


@pages.context("standalone/home/home.html")
class HomePage:
    """What the home page shows."""

    running: tuple[Running, ...]
    finished: tuple[Running, ...]
    more: bool
    uncounted: int
    """Games that are left out because their figures are still being computed, as after an update."""
    unreadable: int
    """Games that are left out because they cannot be read."""
    ask_again: str
    """The address that is asked again while games are left out."""
    ways: tuple[tuple[str, str, str], ...]
    sample: str


WAYS = (
    ("count.count", "Count a hand", "what it melds, what it counts"),
    ("deck.decks", "The deck", "which card bears which gem"),
    ("rules_pages.rules", "How we rule", "every rule, with hands that show it"),
    ("gem2_moves.moves", "Who was right about a move", "Gem II, from the cards on the board"),
    ("exchange.choose_file", "Import a game", "from a file saved by this app"),
)
SAMPLE = "ruling.sample"


@blueprint.get("/")
def home() -> Response:
    """Show the home page."""
    phone = access.device()
    found = recompute.games_of(access.store(), phone.id, games.GAMES_SHOWN) if phone else recompute.NONE
    over = [_running(game, table) for game, table in found.tables if table.over or table.closed]
    return pages.show(
        HomePage(
            running=tuple(_running(game, table) for game, table in found.tables if not (table.over or table.closed)),
            finished=tuple(over[:FINISHED_SHOWN]),
            more=len(over) > FINISHED_SHOWN or found.more,
            uncounted=found.uncounted,
            unreadable=len(found.unreadable),
            ask_again=url_for("home.home"),
            ways=tuple((url_for(end), name, line) for end, name, line in WAYS if end in current_app.view_functions),
            sample=url_for(SAMPLE) if SAMPLE in current_app.view_functions else "",
        )
    )


@pages.context("standalone/home/games.html")
class GamesPage:
    """What the page of all games of this phone shows."""

    games: tuple[Running, ...]
    owned: frozenset[str]
    """The games that belong to this phone."""
    most: int
    earlier: int | None
    later: int | None
    uncounted: int
    """Games that are left out because their figures are still being computed, as after an update."""
    unreadable: int
    """Games that are left out because they cannot be read."""
    ask_again: str
    """The address that is asked again while games are left out."""


@blueprint.get("/games")
def all_games() -> Response:
    """List the games of this phone, the one changed last first: to be looked up again, left or deleted."""
    phone = access.device()
    skip = min(max(0, request.args.get("from", 0, type=int)), GAMES_OF_A_DEVICE**2)
    found = recompute.games_of(access.store(), phone.id, games.GAMES_SHOWN, skip) if phone else recompute.NONE
    return pages.show(
        GamesPage(
            games=tuple(_running(game, table) for game, table in found.tables),
            owned=devices.games_owned(access.store(), phone.id) if phone else frozenset(),
            most=GAMES_OF_A_DEVICE,
            earlier=skip + games.GAMES_SHOWN if found.more else None,
            later=max(0, skip - games.GAMES_SHOWN) if skip else None,
            uncounted=found.uncounted,
            unreadable=len(found.unreadable),
            ask_again=f"{url_for('home.all_games')}?from={skip}",
        )
    )


def _running(game: str, found: TableSummary) -> Running:
    ended = found.over or found.closed
    return Running(
        game=game,
        address=url_for("end.end" if ended else "table.table", game=game),
        name=game_kinds.name_of(found.game),
        standing=game_kinds.standing_of(found),
        said=game_kinds.progress_of(found),
        changed_at=found.changed_at,
    )
