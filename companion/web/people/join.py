"""Joining a table: by the short code, by a QR code or a link; to sit down or just to watch."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people import members
from companion.store.people.invitations import Invitation
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm, text_field
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.kinds import game_kinds
from companion.web.security.invitations import JOIN_PAGE, accept_invitation, invitation, invite_by_code, was_invited
from companion.web.security.membership import member_of
from companion.web.security.phone import current_phone
from companion.wording import web as errors
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("join", __name__, url_prefix=JOIN_PAGE)

WATCH = "watch"
CODE_FIELD = 20
"""Characters of the field: a code may be typed with spaces and dashes."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat offered to a phone that joins."""

    value: str
    name: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Invited:
    """The table that a phone is invited to."""

    game_name: str
    players: str
    scores: bool
    owns: bool
    seats: tuple[SeatOffer, ...]
    already: str
    """The table's address, for a phone that already joined."""
    until: str
    """When the invitation ends."""


class CodeForm(AppForm):
    """The code of an open table."""

    code = text_field(CODE_FIELD, required=True, autocapitalize="characters", autocomplete="off", spellcheck="false")


@pages.context("people/join.html")
class JoinPage:
    """The page of joining: the invitation, or a field for a code."""

    invited: Invited | None
    form: CodeForm
    error: str


@blueprint.get("")
def join() -> Response:
    """Show the invitation, or ask for a code."""
    invited = invitation()
    error = errors.INVITATION_ENDED if invited is None and was_invited() else ""
    return pages.show(JoinPage(invited=_invited(invited) if invited else None, form=CodeForm(), error=error))


def _invited(to: Invitation, taken_seat: int | None = None) -> Invited:
    table = games.table_summary(current_store(), to.game)
    phone = current_phone()
    free_for = {None, phone.id if phone else None}
    if to.role == Role.OWNER:
        # The owner's phone is lost, and its seat is free.
        free_for |= {member.device for member in members.members(current_store(), to.game) if member.role == Role.OWNER}
    taken = members.phones_on_seats(current_store(), to.game)
    seats = [
        SeatOffer(str(seat), name, taken=seat == taken_seat or taken.get(seat) not in free_for)
        for seat, name in enumerate(table.players)
        if to.role.may(Role.SEAT) and to.seat in (None, seat)
    ]
    return Invited(
        game_name=game_kinds.name_of(table.game),
        players=", ".join(table.players),
        scores=to.role.may(Role.SCORER),
        owns=to.role == Role.OWNER,
        seats=tuple(seats),
        already=url_for("table.table", game=to.game) if member_of(to.game) else "",
        until=to.until,
    )


@blueprint.post("")
def by_code() -> Response | BaseResponse:
    """Accept a typed code, and go on to the invitation."""
    form = CodeForm(request.form)
    answer = go_to(url_for("join.join"))
    try:
        invite_by_code(answer, form.code.data or "")
    except (NotFound, TooManyRequests) as failure:
        form.code.errors = [failure.description]
        return pages.show(JoinPage(invited=None, form=form, error=""), failure.code)
    return answer


@blueprint.post("/in")
def come_in() -> Response | BaseResponse:
    """Join: on a seat, without one, or only to watch."""
    invited = invitation()
    if invited is None:
        abort(404, errors.INVITATION_ENDED)
    place = request.form.get("place", "")
    answer = go_to(url_for("table.table", game=invited.game))
    seat = int(place) if place.isdecimal() and len(place) == 1 else None
    try:
        accept_invitation(answer, watch=place == WATCH, seat=seat)
    except NotPossible as failure:
        page = JoinPage(invited=_invited(invited, seat), form=CodeForm(), error=store_sentence(failure))
        return pages.show(page, 422)
    return answer
