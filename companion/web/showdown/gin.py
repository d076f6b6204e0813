"""The question, asked once, whether a knock without deadwood was called Gin (R.5)."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.showdown import calls_of
from companion.documents.showdown_draft import Way
from companion.rules.rummy.calls import knocker_has_no_deadwood
from companion.rules.rummy.verdict import Call
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.security.membership import require_member
from companion.web.showdown.draft import load_draft
from companion.web.showdown.flow import next_screen
from companion.web.showdown.hand_view import GroupView, view_hand
from companion.web.showdown.saving import save_shared
from companion.wording.faults import CALL_WORDS

blueprint = Blueprint("gin", __name__, url_prefix="/g/<game>/hand/<int:number>/gin")


@pages.context("showdown/gin.html")
class GinPage:
    """Context of the question."""

    address: str
    back: str
    name: str
    calls: tuple[tuple[str, str, int], ...]
    """Value, label and bonus."""
    melds: tuple[GroupView, ...]
    cards: tuple[str, ...]
    """The cards of a hand that was entered without its melds."""
    letters: Mapping[str, str]


@blueprint.get("")
def gin(game: str, number: int) -> Response | BaseResponse:
    """Ask whether a knock without deadwood was called Gin."""
    draft = load_draft(require_member(game), number)
    knocker, rules = draft.shared.knocker, draft.rules
    if knocker is None or not draft.all_in or not draft.may_act_for(knocker):
        return go_to(next_screen(draft))
    if not knocker_has_no_deadwood(draft.showdown):
        return go_to(next_screen(draft))
    hand = draft.hands[knocker]
    view = view_hand(draft, knocker, hand)
    bonuses = {Call.GIN: rules.gin_bonus}
    if rules.big_gin_bonus is not None and (hand.way == Way.COUNTED or len(hand.cards) > rules.hand_size):
        bonuses[Call.BIG_GIN] = rules.big_gin_bonus
    return pages.show(
        GinPage(
            address=draft.url("gin.gin"),
            back=draft.url("hands.hand", seat=knocker),
            name=draft.players[knocker],
            calls=tuple((call.value, CALL_WORDS[call], bonus) for call, bonus in bonuses.items()),
            melds=() if hand.way == Way.COUNTED else view.groups,
            cards=() if hand.way == Way.COUNTED else view.deadwood,
            letters=draft.letters,
        )
    )


@blueprint.post("")
def save_call(game: str, number: int) -> BaseResponse:
    """Save the answer: Gin, Big Gin, or a plain knock."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    call = request.form.get("call", "")
    if call not in calls_of(draft.rules):
        abort(400)
    return go_to(next_screen(save_shared(draft, lambda shared: replace(shared, call=Call(call), gin_asked=True))))
