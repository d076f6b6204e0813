"""Joining a table: by the short code, by a QR code or a link; to sit down or just to watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import NotFound, TooManyRequests

from companion.store import games
from companion.store.errors import NotPossible
from companion.store.people import members, presence
from companion.store.people.members import Role
from companion.web.security import access
from companion.web.shared import game_kinds
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.wording.errors import web as errors

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.people.invitations import Invitation

blueprint = Blueprint("join", __name__, url_prefix=access.JOIN_PAGE)

WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, as somebody who comes in sees it."""

    value: str
    name: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Invited:
    """What one was invited to."""

    game_name: str
    players: str
    scores: bool
    owns: bool
    seats: tuple[Seat, ...]
    already: str
    """The table's address, for a phone that is in already."""
    until: str
    """When the invitation ends."""


@pages.context("phones/join.html")
class JoinPage:
    """What the page of joining shows: the invitation, or a field for a code."""

    invited: Invited | None
    code: str
    wrong: str


@blueprint.get("")
def join() -> Response:
    """Ask who comes in, and whether to play or to watch."""
    found = access.invitation()
    wrong = errors.INVITATION_ENDED if found is None and access.was_invited() else ""
    return pages.show(JoinPage(invited=_invited(found) if found else None, code="", wrong=wrong))


def _invited(to: Invitation, wrong_seat: int | None = None) -> Invited:
    table = games.table_summary(access.store(), to.game)
    phone = access.device()
    free_for = {None, phone.id if phone else None}
    if to.role == Role.OWNER:
        # Its phone is lost, and leaves its seat.
        free_for |= {one.device for one in members.members(access.store(), to.game) if one.role == Role.OWNER}
    taken = presence.phones_on_seats(access.store(), to.game)
    seats = [
        Seat(str(seat), name, taken=seat == wrong_seat or taken.get(seat) not in free_for)
        for seat, name in enumerate(table.players)
        if to.role.may(Role.SEAT) and to.seat in (None, seat)
    ]
    return Invited(
        game_name=game_kinds.name_of(table.game),
        players=", ".join(table.players),
        scores=to.role.may(Role.SCORER),
        owns=to.role == Role.OWNER,
        seats=tuple(seats),
        already=url_for("table.table", game=to.game) if access.membership(to.game) else "",
        until=to.until,
    )


@blueprint.post("")
def by_code() -> Response | BaseResponse:
    """Take a code as somebody typed it."""
    code = request.form.get("code", "")
    answer = go_to(url_for("join.join"))
    try:
        access.invite_by_code(answer, code)
    except (NotFound, TooManyRequests) as trouble:
        page = JoinPage(invited=None, code=code[:20], wrong=trouble.description or "")
        return pages.show(page, trouble.code)
    return answer


@blueprint.post("/in")
def come_in() -> Response | BaseResponse:
    """Come in: on a seat, without one, or just to watch."""
    found = access.invitation()
    if found is None:
        abort(404, errors.INVITATION_ENDED)
    place = request.form.get("place", "")
    answer = go_to(url_for("table.table", game=found.game))
    seat = int(place) if place.isdecimal() and len(place) == 1 else None
    try:
        access.accept_invitation(answer, watch=place == WATCH, seat=seat)
    except NotPossible as trouble:
        page = JoinPage(invited=_invited(found, seat), code="", wrong=trouble.sentence)
        return pages.show(page, 422)
    return answer
