"""The table of every game, undo and redo, and the way from there to the next game of the same players."""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, Flask, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import players_of
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.store import games
from companion.store.people import rematches
from companion.store.people.members import Role
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_event
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.security.membership import member_of, require_member

blueprint = Blueprint("table", __name__, url_prefix="/g/<game>")


@blueprint.get("")
def table(game: str) -> Response | BaseResponse:
    """Show the table, or after the last hand how the game ended."""
    member = require_member(game)
    summary = games.table_summary(current_store(), game)
    return kind_of(summary.game).show_table(member, summary)


@blueprint.post("/undo")
def undo(game: str) -> BaseResponse:
    """Undo the last change, or redo it."""
    member = require_member(game, Role.SCORER)
    state = games.state(current_store(), game)
    verb, _, record = request.form.get("act", "").partition(":")
    if verb not in {"undo", "redo"} or not record.isdecimal():
        abort(400)
    seq = int(record[:9])
    change = state.change(seq)
    also_write = None
    if change is not None and isinstance(change.event, HandRecorded):
        # Redone, the hand is not among the hands yet, and its draft goes.
        hand = state.hand(change.hand or 0)
        also_write = partial(kind_of(state.game).replace_draft, member, state, hand)
    record_event(member, state.players, Redone(seq) if verb == "redo" else Undone(seq), also_write)
    number = request.form.get("hand", 0, type=int)
    if number and state.hand(number):
        corrected = verb == "redo" and change is not None and isinstance(change.event, HandReplaced)
        return go_to(url_for("sheet.hand", game=game, number=number, replaced=seq if corrected else None))
    return go_to(url_for("sheet.sheet" if request.form.get("from") == "sheet" else "table.table", game=game))


def rematch_dealers(head: Mapping[str, object]) -> tuple[str, ...]:
    """Return who may deal first in the next game; nobody where nobody deals, or where it follows from this game."""
    asked = "first_dealer" in head and kind_of(str(head["game"])).next_seats(head) is None
    return players_of(head) if asked else ()


def next_seats_words(head: Mapping[str, object]) -> str:
    """Return what changes by itself in the next game; empty where who deals first is asked."""
    seats = kind_of(str(head["game"])).next_seats(head)
    return seats.words if seats else ""


def next_game(game: str) -> str:
    """Return the address of the table to which the players of a game went on, if this phone is in there."""
    begun = rematches.next_game(current_store(), game)
    return url_for("table.table", game=begun) if begun and member_of(begun) else ""


def init_app(app: Flask) -> None:
    """Let templates ask whether the next game has begun."""
    app.jinja_env.globals["next_game"] = lambda: next_game(str((request.view_args or {}).get("game", "")))
