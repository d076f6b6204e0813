"""A drawn hand, recorded from the table."""

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown_draft import as_dice, as_upcard
from companion.rules.rummy.ruleset import Game
from companion.store import drafts, games
from companion.store.drafts import SHARED
from companion.store.people.members import Role
from companion.web.rummy.catalog import GAMES, require_rummy
from companion.web.security import access
from companion.web.shell.idempotency import idempotency_key_of, seen_seq_of
from companion.web.showdown import recording

blueprint = Blueprint("drawn", __name__, url_prefix="/g/<game>")


@blueprint.post("/drawn")
def drawn(game: str) -> Response | BaseResponse:
    """Record that the hand was drawn: only two cards were left to draw (R.12)."""
    member = access.require(game, Role.SCORER)
    table = games.table_summary(access.store(), game)
    require_rummy(table.game)
    draft = drafts.drafts(access.store(), game, table.next_hand).get(SHARED)
    dice = as_dice(draft.body.get("dice")) if draft else None
    document: dict[str, object] = {"drawn": True}
    if dice and GAMES[table.game].has_dice:
        document["dice"] = list(dice)
    upcard = as_upcard(draft.body.get("upcard")) if draft else None
    if upcard and table.game == Game.GIN_RUMMY:
        document["upcard"] = upcard
    number = request.form.get("number", table.next_hand, type=int)
    sent = recording.Sent(
        document, {}, {}, idempotency_key_of(request.form), seen_seq_of(request.form), new=True, accepts=False
    )
    return recording.record(member, table, number, sent)
