"""The home page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, current_app

from companion.photo import reader
from companion.store.derived import recompute
from companion.store.derived.recompute import GamesOfPhone
from companion.store.derived.table_cache import TableSummary
from companion.store.people import rematches
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.dates import day_of, today
from companion.web.base.player_names import short_names
from companion.web.config import STORAGE_PERSISTED
from companion.web.current_store import current_store
from companion.web.home.people import ROOM_OF_A_NAME, PeopleAtHome, people_at_home
from companion.web.kinds import game_kinds
from companion.web.security.membership import member_of
from companion.web.security.phone import current_phone
from companion.web.table.table import next_seats_words, rematch_dealers
from companion.wording.finding import day_seen_from
from companion.wording.game import again_line

blueprint = Blueprint("home", __name__)


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
    days: Mapping[str, str]
    """When each game that is over was played."""
    goes_on: tuple[str, str]
    """Where the running game that was changed last goes on, and what is under way there; empty where none runs."""
    again: NextGame | None
    new_game: str
    """The address of the form of a new game, of the kind that was played last."""
    reads_photos: bool
    people: PeopleAtHome | None
    persisted: bool
    """The browser that stores the games promises to keep them, or it is a server."""


@blueprint.get("/")
def home() -> Response:
    phone = current_phone()
    listed = recompute.games_of(current_store(), phone.id) if phone else recompute.NONE
    running = next(((game, table) for game, table in listed.tables if not table.ended), None)
    latest = listed.tables[0][1].game if listed.tables else game_kinds.menu()[0].key
    return pages.show(
        HomePage(
            listed=listed,
            days={game: _day_of(table) for game, table in listed.tables if table.ended},
            goes_on=game_kinds.kind_of(running[1].game).goes_on(*running) if running else ("", ""),
            again=_next_game(listed.tables),
            new_game=game_kinds.kind_of(latest).new_game_address(latest),
            reads_photos=reader.is_available(),
            people=people_at_home(phone.id, [table for _, table in listed.tables]) if phone and listed.tables else None,
            persisted=current_app.config.get(STORAGE_PERSISTED, True),
        )
    )


def _day_of(table: TableSummary) -> str:
    day = day_seen_from(today(), day_of(str(table.head.get("at") or table.started_at)))
    return day.replace(" ", "\N{NO-BREAK SPACE}")


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
