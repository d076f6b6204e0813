"""The table of every game, and undo and redo."""

from functools import partial

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.store import games
from companion.store.people.members import Role
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import record_event
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.security.membership import require_member

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
