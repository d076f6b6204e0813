"""Waiting for other players: whose hands are in, without any of their cards, until all are turned up."""

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import emptied, next_screen, seats_sharing_a_card
from companion.web.showdown.hub import headline
from companion.web.showdown.saving import take_over
from companion.wording.showdown import (
    HAND_TAKEN_OVER,
    own_phone_sentence,
    shared_card_question,
    taking_over_sentence,
    waiting_sentence,
)

blueprint = Blueprint("waiting", __name__, url_prefix="/g/<game>/hand/<int:number>/wait")


@pages.context("showdown/waiting.html")
class WaitPage:
    """Context of the waiting screen."""

    draft: ShowdownDraft
    headline: str
    explanation: str
    gone: str
    """What became of the hand that this phone was entering."""
    sharing: tuple[int, ...]
    """The seats whose hands are in, though a card of each lies in another one too."""
    takeable: tuple[int, ...]
    taken_over: int | None
    """The seat that this phone is asked about: starting its hand again here discards what the other phone has of it."""
    correct: str
    """The hand of this phone that holds a card of another hand; empty if there is none."""


@blueprint.get("")
def wait(game: str, number: int) -> Response | BaseResponse:
    """Show who is still to act; go on as soon as there is something to do or to see on this phone."""
    draft = load_draft(require_member(game), number)
    address = next_screen(draft)
    if address != draft.url("waiting.wait"):
        return go_to(address)
    sharing, takeable = seats_sharing_a_card(draft), _takeable(draft)
    here = next((seat for seat in sharing if draft.acts_for(seat)), None)
    asked = request.args.get("over", type=int)
    taken_over = asked if asked in takeable else None
    return pages.show(
        WaitPage(
            draft=draft,
            headline=headline(draft),
            explanation=_waited_for(draft, here)
            if taken_over is None
            else taking_over_sentence(draft.players[taken_over]),
            gone=HAND_TAKEN_OVER if "gone" in request.args and draft.member.seat in draft.face_down else "",
            sharing=sharing,
            takeable=takeable,
            taken_over=taken_over,
            correct="" if here is None else draft.url("hands.hand", seat=here),
        )
    )


def _waited_for(draft: ShowdownDraft, here: int | None) -> str:
    """Return who is waited for; `here` is the seat of this phone whose hand holds a card of another hand."""
    if here is not None:
        return shared_card_question(*draft.doubled[here])
    knocker = draft.shared.knocker
    missing = {*range(len(draft.players))} - draft.ready | {*emptied(draft)}
    waited_for = [draft.players[seat] for seat in sorted(missing)]
    sharing = [draft.players[seat] for seat in seats_sharing_a_card(draft)]
    return waiting_sentence(None if knocker is None else draft.players[knocker], waited_for, sharing)


def _takeable(draft: ShowdownDraft) -> tuple[int, ...]:
    """Return the hands face down on other phones that may be entered again from the start on this one.

    Their phones haven't finished them, or should correct them.
    """
    if draft.shared.knocker is None:
        return ()
    unsettled = {*range(len(draft.players))} - draft.ready | {*seats_sharing_a_card(draft)}
    return tuple(seat for seat in draft.face_down & unsettled if draft.may_act_for(seat))


@blueprint.post("")
def take(game: str, number: int) -> BaseResponse:
    """Enter a hand on this phone that was begun on another one, whose battery may be empty: from the start, unseen."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    seat = request.form.get("seat", -1, type=int)
    if seat in draft.face_down and not draft.may_act_for(seat):
        abort(403, own_phone_sentence(draft.players[seat]))
    if seat not in _takeable(draft):
        return go_to(next_screen(draft))
    take_over(draft, seat)
    return go_to(draft.url("hands.hand", seat=seat))
