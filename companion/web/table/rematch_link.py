"""The way to the next game at the same table, for the pages of the game before it."""

from flask import Flask, request, url_for

from companion.store.people import rematches
from companion.web.current_store import current_store
from companion.web.security.membership import member_of


def init_app(app: Flask) -> None:
    """Let templates ask whether the next game has begun."""
    app.jinja_env.globals["next_game"] = lambda: next_game(str((request.view_args or {}).get("game", "")))


def next_game(game: str) -> str:
    """Return the address of the table to which the players of a game went on, if this phone is in there."""
    begun = rematches.next_game(current_store(), game)
    return url_for("table.table", game=begun) if begun and member_of(begun) else ""
