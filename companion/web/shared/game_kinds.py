"""What every kind of game is called and says of itself: the rummies, and Gem II."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort

from companion.web.gem2.state.game import GAMES as GEM2_GAMES
from companion.web.gem2.views import table_view as gem2_table_view
from companion.web.gem2.views.table_view import GAME_NAMES
from companion.web.rummy.catalog import GAMES
from companion.web.rummy.views import table_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.store.derived.table_cache import TableSummary

NAMES: Mapping[str, str] = {**{key: info.name for key, info in GAMES.items()}, **GAME_NAMES}
"""All games by their keys, in the order in which they are offered."""


def is_gem2(game: str) -> bool:
    """Say whether a game is Gem II, which brings screens of its own for the addresses that every game has."""
    return game in GEM2_GAMES


def rummy_only(game: str) -> None:
    """Answer that there is nothing here where a game is no rummy."""
    if is_gem2(game):
        abort(404)


def summary_of(head: Mapping[str, object]) -> str:
    """Say in one line what is played."""
    return gem2_table_view.summary_of(head) if is_gem2(str(head["game"])) else table_view.summary_of(head)


def standing_of(found: TableSummary) -> tuple[tuple[str, int], ...]:
    """List the players or sides with their totals."""
    if is_gem2(found.game):
        return tuple((name, found.totals.get(name, 0)) for name in found.players)
    return tuple((place.name, place.total) for place in table_view.places(found))


def progress_of(found: TableSummary) -> str:
    """Say in a few words how far a game has come."""
    if found.over:
        return f"{' and '.join(found.winners)} won" if found.winners else "Played to the end"
    if found.closed:
        return "Cleared before the end"
    return gem2_table_view.progress_words(found) if is_gem2(found.game) else f"Hand {found.rows + 1}, to {found.target}"
