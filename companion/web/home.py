"""The home page: the games of this phone, and the ways into the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request, url_for

from companion.store import games
from companion.web import access, kinds, pages

if TYPE_CHECKING:
    from companion.store.standings import Table

blueprint = Blueprint("home", __name__)

FINISHED_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Running:
    """A game of this phone."""

    address: str
    name: str
    standing: tuple[tuple[str, int], ...]
    said: str
    changed_at: str


@pages.context("home/home.html")
class HomePage:
    """What the home page shows."""

    running: tuple[Running, ...]
    finished: tuple[Running, ...]
    more: int
    ways: tuple[tuple[str, str, str], ...]
    sample: str


WAYS = (
    ("count.count", "Count a hand", "what it melds, what it counts"),
    ("deck.decks", "The deck", "which card bears which gem"),
    ("rules_pages.rules", "How we rule", "every rule, with hands that show it"),
    ("gem2_moves.moves", "Who was right about a move", "Gem II, from the cards on the board"),
    ("exchange.choose_file", "Bring in a game", "from a file of this app"),
)
SAMPLE = "ruling.sample"


@blueprint.get("/")
def home() -> Response:
    """Show the home page."""
    return pages.show(_page(everything="all" in request.args))


def _page(*, everything: bool = False) -> HomePage:
    phone = access.device()
    found = games.of_device(access.store(), phone.id) if phone else []
    over = [_running(game, table) for game, table in found if table.over or table.closed]
    shown = len(over) if everything else FINISHED_SHOWN
    return HomePage(
        running=tuple(_running(game, table) for game, table in found if not (table.over or table.closed)),
        finished=tuple(over[:shown]),
        more=max(0, len(over) - shown),
        ways=tuple((url_for(end), name, line) for end, name, line in WAYS if end in current_app.view_functions),
        sample=url_for(SAMPLE) if SAMPLE in current_app.view_functions else "",
    )


def _running(game: str, found: Table) -> Running:
    ended = found.over or found.closed
    return Running(
        address=url_for("end.end" if ended else "table.table", game=game),
        name=kinds.NAMES[found.game],
        standing=kinds.standing_of(found),
        said=kinds.progress_of(found),
        changed_at=found.changed_at,
    )
