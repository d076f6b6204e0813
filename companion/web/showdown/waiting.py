"""Waiting for the others: whose hand is in and whose is not, with no word of any card, until all are turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request, url_for

from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.showdown.hub import knocked
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import next_screen
from companion.web.showdown.state.saving import take_over
from companion.web.showdown.state.seats import acts_for, all_in, may_act_for
from companion.wording.cards import listed_words

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.web.showdown.state.draft import ShowdownDraft

blueprint = Blueprint("waiting", __name__, url_prefix="/g/<game>/hand/<int:number>/wait")


@dataclass(frozen=True, slots=True)
class SeatWaited:
    """A player, and how far the hand is; `enter` is where it is entered, `take` says that it may be begun anew here."""

    seat: int
    name: str
    state: str
    ready: bool
    mine: bool
    enter: str
    take: bool


@pages.context("showdown/waiting.html")
class WaitPage:
    """What one sees while others are to act."""

    address: str
    back: str
    headline: str
    said: str
    seats: tuple[SeatWaited, ...]
    answer: str


@blueprint.get("")
def wait(game: str, number: int) -> Response | BaseResponse:
    """Show whom one waits for; go on as soon as there is something to do or to see here."""
    at = load_draft(access.require(game), number)
    address = next_screen(at)
    return pages.show(_page(at)) if address == url_for("waiting.wait", **at.where) else go_to(address)


def _page(at: ShowdownDraft) -> WaitPage:
    knocker = at.shared.knocker
    return WaitPage(
        address=url_for("waiting.wait", **at.where),
        back=url_for("table.table", game=at.game),
        headline="The showdown" if knocker is None else f"{at.players[knocker]} {knocked(at)}",
        said=_said(at),
        seats=tuple(_seat(at, seat) for seat in at.order),
        answer=url_for("showdown.gin", **at.where) if all_in(at) and at.member.role.may(Role.SCORER) else "",
    )


def _said(at: ShowdownDraft) -> str:
    if at.shared.knocker is None:
        return "Nobody has said yet who knocked."
    waited_for = [name for seat, name in enumerate(at.players) if seat not in at.ready]
    if waited_for:
        return f"The hands are turned up together as soon as {listed_words(waited_for)} {_is(waited_for)} in."
    return f"{at.players[at.shared.knocker]} is asked whether Gin was called."


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _seat(at: ShowdownDraft, seat: int) -> SeatWaited:
    ready, covered = seat in at.ready, seat in at.face_down
    if ready:
        state = ", ".join(filter(None, ("in", "" if all_in(at) else "face down", at.miscounted.get(seat))))
    else:
        begun = covered or at.hands[seat].begun
        state = "being entered" if begun else "not begun"
    helps = may_act_for(at, seat) and at.shared.knocker is not None
    return SeatWaited(
        seat=seat,
        name=at.players[seat],
        state=state,
        ready=ready,
        mine=acts_for(at, seat) and not covered,
        enter=url_for("hands.hand", seat=seat, **at.where) if helps and not covered else "",
        take=helps and covered,
    )


@blueprint.post("")
def take(game: str, number: int) -> BaseResponse:
    """Enter a hand here that was begun on another phone, whose battery is empty for instance: anew, and unseen."""
    at = load_draft(access.require(game, Role.SEAT), number)
    seat = request.form.get("seat", -1, type=int)
    if seat not in at.face_down:
        return go_to(next_screen(at))
    if not may_act_for(at, seat):
        abort(403, f"{at.players[seat]} has a phone here, and enters this hand on it.")
    take_over(at, seat)
    return go_to(url_for("hands.hand", seat=seat, **at.where))
