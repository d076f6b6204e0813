"""Waiting for other players: whose hands are in, without any of their cards, until all are turned up."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.security.membership import require_member
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import next_screen, seats_sharing_a_card
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


@dataclass(frozen=True, slots=True)
class SeatWaited:
    """A player, and the state of the hand."""

    seat: int
    name: str
    ready: bool
    begun: bool
    miscounted: str
    own: bool
    """This phone plays for the player."""
    address: str
    """Where the hand is entered; empty where it is not entered on this phone."""
    shares_a_card: bool
    """The hand is in, but a card of it lies in another hand too."""
    may_take_over: bool
    """The hand lies face down on another phone, which hasn't finished it or should correct it, and may be entered again
    from the start on this one."""


@pages.context("showdown/waiting.html")
class WaitPage:
    """Context of the waiting screen."""

    address: str
    back: str
    headline: str
    explanation: str
    gone: str
    """What became of the hand that this phone was entering."""
    seats: tuple[SeatWaited, ...]
    taken_over: int | None
    """The seat that this phone is asked about: starting its hand again here discards what the other phone has of it."""
    all_in: bool
    gin: str
    correct: str
    """The hand of this phone that holds a card of another hand; empty if there is none."""


@blueprint.get("")
def wait(game: str, number: int) -> Response | BaseResponse:
    """Show who is still to act; go on as soon as there is something to do or to see on this phone."""
    draft = load_draft(require_member(game), number)
    address = next_screen(draft)
    return pages.show(_page(draft)) if address == draft.url("waiting.wait") else go_to(address)


def _page(draft: ShowdownDraft) -> WaitPage:
    here = next((seat for seat in seats_sharing_a_card(draft) if draft.acts_for(seat)), None)
    seats = tuple(_seat(draft, seat) for seat in draft.order)
    asked = request.args.get("over", type=int)
    taken_over = next((waited.seat for waited in seats if waited.may_take_over and waited.seat == asked), None)
    return WaitPage(
        address=draft.url("waiting.wait"),
        back=url_for("table.table", game=draft.game),
        headline=headline(draft),
        explanation=_waited_for(draft, here) if taken_over is None else taking_over_sentence(draft.players[taken_over]),
        gone=HAND_TAKEN_OVER if "gone" in request.args and draft.member.seat in draft.face_down else "",
        seats=seats,
        taken_over=taken_over,
        all_in=draft.all_in,
        gin=draft.url("gin.gin") if draft.all_in and draft.member.role.may(Role.SCORER) else "",
        correct="" if here is None else draft.url("hands.hand", seat=here),
    )


def _waited_for(draft: ShowdownDraft, here: int | None) -> str:
    """Return who is waited for; `here` is the seat of this phone whose hand holds a card of another hand."""
    if here is not None:
        return shared_card_question(*draft.doubled[here])
    knocker = draft.shared.knocker
    waited_for = [name for seat, name in enumerate(draft.players) if seat not in draft.ready]
    sharing = [draft.players[seat] for seat in seats_sharing_a_card(draft)]
    return waiting_sentence(None if knocker is None else draft.players[knocker], waited_for, sharing)


def _seat(draft: ShowdownDraft, seat: int) -> SeatWaited:
    covered = seat in draft.face_down
    shares_a_card = seat in seats_sharing_a_card(draft)
    helps = draft.may_act_for(seat) and draft.shared.knocker is not None
    return SeatWaited(
        seat=seat,
        name=draft.players[seat],
        ready=seat in draft.ready,
        begun=covered or draft.hands[seat].begun,
        miscounted=draft.miscounted.get(seat, ""),
        own=draft.acts_for(seat) and not covered,
        address=draft.url("hands.hand", seat=seat) if helps and not covered else "",
        shares_a_card=shares_a_card,
        may_take_over=helps and covered and (shares_a_card or seat not in draft.ready),
    )


@blueprint.post("")
def take(game: str, number: int) -> BaseResponse:
    """Enter a hand on this phone that was begun on another one, whose battery may be empty: from the start, unseen."""
    draft = load_draft(require_member(game, Role.SEAT), number)
    seat = request.form.get("seat", -1, type=int)
    if seat not in draft.face_down:
        return go_to(next_screen(draft))
    if not draft.may_act_for(seat):
        abort(403, own_phone_sentence(draft.players[seat]))
    if not _seat(draft, seat).may_take_over:
        return go_to(next_screen(draft))
    take_over(draft, seat)
    return go_to(draft.url("hands.hand", seat=seat))
