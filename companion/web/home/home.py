"""The home page, and the list of all games on this phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, request

from companion.photo import reader
from companion.store import games
from companion.store.derived import recompute
from companion.store.derived.recompute import GamesOfPhone
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
from companion.web.table.table import next_seats_words, rematch_dealers
from companion.wording.game import again_line

blueprint = Blueprint("home", __name__)

FEW_LEFT = 50
"""Games; before a phone owns as many as it can, it is told."""
LET_GO = "let-go"
"""What the address of the list says while its games are to be left or deleted."""
ROOM_OF_A_NAME = 12


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of the players of a finished one, with its house rules and deck."""

    after: str
    label: str
    summary: str
    dealers: tuple[str, ...]
    """Who may deal first in it; empty where it isn't asked."""


@pages.context("home/home.html")
class HomePage:
    """The home page: the latest game, the next one of the same players, a new one, and the way to everything else."""

    listed: GamesOfPhone
    goes_on: tuple[str, str]
    """Where the running game that was changed last goes on, and what is under way there; empty where none runs."""
    again: NextGame | None
    new_game: str
    """The address of the form of a new game, of the kind that was played last."""
    reads_photos: bool
    persisted: bool
    """The browser that stores the games promises to keep them, or it is a server."""


@blueprint.get("/")
def home() -> Response:
    listed = _games_of_phone()
    running = next(((game, table) for game, table in listed.tables if not table.ended), None)
    latest = listed.tables[0][1].game if listed.tables else game_kinds.menu()[0].key
    return pages.show(
        HomePage(
            listed=listed,
            goes_on=game_kinds.kind_of(running[1].game).goes_on(*running) if running else ("", ""),
            again=_next_game(listed.tables),
            new_game=game_kinds.kind_of(latest).new_game_address(latest),
            reads_photos=reader.is_available(),
            persisted=current_app.config.get(STORAGE_PERSISTED, True),
        )
    )


def _games_of_phone(skip: int = 0) -> GamesOfPhone:
    phone = current_phone()
    return recompute.games_of(current_store(), phone.id, games.GAMES_SHOWN, skip) if phone else recompute.NONE


def _next_game(tables: Sequence[tuple[str, TableSummary]]) -> NextGame | None:
    """Return the next game of the players who finished last; None while they play one, or went on to it already."""
    playing = {(table.game, table.players) for _, table in tables if not table.ended}
    for game, table in tables:
        member = member_of(game)
        if not table.ended or member is None or not member.role.may(Role.SEAT):
            continue
        if rematches.next_game(current_store(), game) is None:
            if (table.game, table.players) in playing:
                return None
            label = again_line(short_names(table.players, ROOM_OF_A_NAME))
            summary = ". ".join(filter(None, (next_seats_words(table.head), game_kinds.summary_of(table.head))))
            return NextGame(game, label, summary, rematch_dealers(table.head))
    return None


@pages.context("home/games.html")
class GamesPage:
    """The list of all games of this phone, a page at a time."""

    listed: GamesOfPhone
    owned: frozenset[str]
    """The games that belong to this phone."""
    lets_go: bool
    """Each game has a button that deletes or leaves it."""
    skip: int
    """Games on the pages before this one."""
    a_page: int
    most: int | None
    """How many a phone can own; said where this one comes close."""


@blueprint.get("/games")
def all_games() -> Response:
    """List the games of this phone, the one changed last first, to open, leave or delete."""
    phone = current_phone()
    skip = min(max(0, request.args.get("from", 0, type=int)), GAMES_OF_A_DEVICE**2)
    owned = devices.games_owned(current_store(), phone.id) if phone else frozenset()
    return pages.show(
        GamesPage(
            listed=_games_of_phone(skip),
            owned=owned,
            lets_go=LET_GO in request.args,
            skip=skip,
            a_page=games.GAMES_SHOWN,
            most=GAMES_OF_A_DEVICE if len(owned) > GAMES_OF_A_DEVICE - FEW_LEFT else None,
        )
    )
