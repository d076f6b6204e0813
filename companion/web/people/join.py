"""Joining a table: by the short code, by a QR code or a link; to sit down or just to watch."""

from collections.abc import Collection, Mapping

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.errors import NotPossible
from companion.store.people import members
from companion.store.people.invitations import Invitation
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm, text_field
from companion.web.base.htmx import go_to
from companion.web.current_store import current_store
from companion.web.security.invitations import JOIN_PAGE, accept_invitation, invitation, invite_by_code, was_invited
from companion.web.security.membership import member_of
from companion.web.security.phone import current_phone
from companion.wording import web as errors
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("join", __name__, url_prefix=JOIN_PAGE)

WATCH, SCREEN = "watch", "screen"
"""Instead of a seat: to watch on this phone, or to be the big screen of the table."""
CODE_FIELD = 20
"""Characters of the field: a code may be typed with spaces and dashes."""


class CodeForm(AppForm):
    code = text_field(CODE_FIELD, required=True, autocapitalize="characters", autocomplete="off", spellcheck="false")


@pages.context("people/join.html")
class JoinPage:
    """The page of joining: the invitation, or a field for a code."""

    invited: Invitation | None
    table: TableSummary | None
    """The one that the phone is invited to."""
    seats: Mapping[int, str]
    """Those offered to it, with their players."""
    taken: Collection[int | None]
    """Seats that have a phone."""
    already: bool
    """The phone joined it before."""
    form: CodeForm
    error: str


@blueprint.get("")
def join() -> Response:
    """Show the invitation, or ask for a code."""
    invited = invitation()
    if invited is not None:
        return _show_invitation(invited)
    return _ask_for_code(CodeForm(), errors.INVITATION_ENDED if was_invited() else "")


def _ask_for_code(form: CodeForm, error: str = "", status: int = 200) -> Response:
    page = JoinPage(invited=None, table=None, seats={}, taken=(), already=False, form=form, error=error)
    return pages.show(page, status)


def _show_invitation(to: Invitation, error: str = "", just_taken: int | None = None, status: int = 200) -> Response:
    table = games.table_summary(current_store(), to.game)
    phone = current_phone()
    free_for: set[int | None] = {phone.id if phone else None}
    if to.role == Role.OWNER:
        # The owner's phone is lost, and its seat is free.
        free_for |= {member.device for member in members.members(current_store(), to.game) if member.role == Role.OWNER}
    on_seats = members.phones_on_seats(current_store(), to.game)
    page = JoinPage(
        invited=to,
        table=table,
        seats={seat: name for seat, name in enumerate(table.players) if to.offers(seat)},
        taken={just_taken, *(seat for seat, device in on_seats.items() if device not in free_for)},
        already=member_of(to.game) is not None,
        form=CodeForm(),
        error=error,
    )
    return pages.show(page, status)


@blueprint.post("")
def by_code() -> Response | BaseResponse:
    """Accept a typed code, and go on to the invitation."""
    form = CodeForm(request.form)
    answer = go_to(url_for("join.join"))
    try:
        invite_by_code(answer, form.code.data or "")
    except (NotFound, TooManyRequests) as failure:
        form.code.errors = [failure.description]
        return _ask_for_code(form, status=failure.code)
    return answer


@blueprint.post("/in")
def come_in() -> Response | BaseResponse:
    """Join: on a seat, without one, or only to watch."""
    invited = invitation()
    if invited is None:
        abort(404, errors.INVITATION_ENDED)
    place = request.form.get("place", "")
    answer = go_to(url_for("big_screen.big_screen" if place == SCREEN else "table.table", game=invited.game))
    seat = int(place) if place.isdecimal() and len(place) == 1 else None
    try:
        accept_invitation(answer, watch=place in {WATCH, SCREEN}, seat=seat)
    except NotPossible as failure:
        return _show_invitation(invited, store_sentence(failure), seat, 422)
    return answer
