"""A drawn hand, recorded from the table."""

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import DrawnHand, RecordedHand
from companion.documents.showdown_draft import SharedState
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.ruleset import Game
from companion.store import drafts, games
from companion.store.people.members import Role
from companion.web.base.idempotency import idempotency_key_of, seen_of
from companion.web.current_store import current_store
from companion.web.rummy.catalog import GAMES, require_rummy
from companion.web.security.membership import require_member
from companion.web.showdown import recording

blueprint = Blueprint("drawn", __name__, url_prefix="/g/<game>")


@blueprint.post("/drawn")
def drawn(game: str) -> Response | BaseResponse:
    """Record that the hand was drawn: only two cards were left to draw (R.12)."""
    member = require_member(game, Role.SCORER)
    table = games.table_summary(current_store(), game)
    require_rummy(table.game)
    turned_up = drafts.shared(drafts.drafts(current_store(), game, table.next_hand), SharedState)
    hand = DrawnHand(
        turned_up.dice if GAMES[table.game].has_dice else None,
        CARDS_BY_NAME[turned_up.upcard] if turned_up.upcard and table.game == Game.GIN_RUMMY else None,
    )
    number = request.form.get("number", table.next_hand, type=int)
    sent = recording.Sent(
        RecordedHand(hand),
        {},
        {},
        idempotency_key_of(request.form),
        seen_of(request.form).position,
        new=True,
        accepts=False,
    )
    return recording.record(member, table, number, sent)
