"""The page that a phone keeps for when it has no network, and the form that it sends once it has one again."""

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.people.members import Role
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import idempotency_key_of, seen_of
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import kind_of
from companion.web.security.membership import require_member

blueprint = Blueprint("offline", __name__, url_prefix="/g/<game>/offline")


@blueprint.get("")
def offline(game: str) -> Response:
    """Show the page that the phone keeps."""
    member = require_member(game)
    table = games.table_summary(current_store(), game)
    return kind_of(table.game).show_offline(member, table)


@blueprint.post("")
def sent(game: str) -> Response | BaseResponse:
    """Record a hand that was entered without a network, once however often it is sent."""
    member = require_member(game, Role.SEAT)
    recorded = games.recorded(current_store(), game, idempotency_key_of(request.form))
    if recorded is not None and recorded.hand:
        return go_to(url_for("sheet.hand", game=game, number=recorded.hand))
    if recorded is not None:
        return go_to(url_for("table.table", game=game))
    table = games.table_summary(current_store(), game)
    return kind_of(table.game).record_offline(member, table, _seen_seq(game))


def _seen_seq(game: str) -> int:
    """Return the journal position that the phone had seen.

    A hand that waited behind another one counts as having seen it, as soon as that one is recorded.
    """
    earlier = games.recorded(current_store(), game, request.form.get("after", ""))
    return max(seen_of(request.form).position, earlier.seq if earlier else 0)
