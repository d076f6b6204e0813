"""Invitations: links and codes by which a phone joins a game.

An invitation link `/j/TOKEN` puts its token into a short-lived cookie and redirects to `/join`, so that the token
appears in no later address, Referer or page.
"""

import hmac
import re
import time

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.store.people import invitations, join_codes, members
from companion.store.people.invitations import Invitation
from companion.store.people.members import Role
from companion.web.current_store import current_store
from companion.web.security import rate_limits
from companion.web.security.phone import saved_phone
from companion.wording import web as errors

INVITATION_COOKIE = "companion-invitation"
JOIN_PAGE = "/join"
INVITATION_LIFETIME = 15 * 60
_INVITATION = re.compile(r"[A-Za-z0-9_.-]{20,160}")
_BY_CODE = "code."

blueprint = Blueprint("invitations", __name__)


def game_of_code(code: str) -> str:
    """Return the game whose open table has a code; 404 if none has, 429 after too many wrong codes."""
    rate_limits.count_code()
    game = join_codes.game_of_code(current_store(), code)
    if game is None:
        abort(404, errors.NO_SUCH_CODE)
    rate_limits.forget_code()
    return game


def invite_by_code(answer: BaseResponse, code: str) -> None:
    """Invite the phone to the open table of a code; `answer` redirects to /join."""
    game = game_of_code(code)
    until = int(time.time()) + INVITATION_LIFETIME
    _set_invitation(answer, f"{_BY_CODE}{game}.{until}.{_invitation_signature(game, until)}")


@blueprint.get("/j/<link>")
def invited(link: str) -> BaseResponse:
    """Keep an invitation in a cookie and redirect to /join; opening a link changes nothing yet."""
    answer = redirect(request.script_root + JOIN_PAGE, 303)
    _set_invitation(answer, _well_formed(link))
    return answer


def was_invited() -> bool:
    """Return whether the phone opened a link or typed a code recently, valid or not."""
    return INVITATION_COOKIE in request.cookies


def invitation() -> Invitation | None:
    """Return what the phone was invited to; None without a valid invitation. For addresses below /join only."""
    sent = _well_formed(request.cookies.get(INVITATION_COOKIE, ""))
    game = _game_of_signed(sent)
    until = join_codes.open_until(current_store(), game) if game else None
    return Invitation(game, Role.SEAT, None, until) if game and until else invitations.invitation(current_store(), sent)


def accept_invitation(answer: BaseResponse, *, watch: bool = False, seat: int | None = None) -> str:
    """Join by the invitation, on a seat if one is chosen, or only to watch; return the game.

    The phone forgets the invitation. Nobody joins a table that was closed meanwhile, or a seat that was taken.
    """
    sent = _well_formed(request.cookies.get(INVITATION_COOKIE, ""))
    phone = saved_phone().id

    def join() -> str | None:
        game = _game_of_signed(sent)
        if game is None:
            return invitations.follow_link(current_store(), phone, sent, watch=watch, seat=seat)
        members.join(current_store(), game, phone, Role.VIEWER if watch else Role.SEAT, seat=None if watch else seat)
        return game

    game = current_store().together(join)
    if game is None:
        abort(404, errors.INVITATION_ENDED)
    answer.delete_cookie(INVITATION_COOKIE, path=request.script_root + JOIN_PAGE)
    return game


def _set_invitation(answer: BaseResponse, content: str) -> None:
    answer.set_cookie(
        INVITATION_COOKIE,
        content,
        max_age=INVITATION_LIFETIME,
        path=request.script_root + JOIN_PAGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def _well_formed(sent: str) -> str:
    return sent if _INVITATION.fullmatch(sent) else ""


def _invitation_signature(game: str, until: int) -> str:
    """Return the signature of an invitation by code; it is void once the table was closed, even if opened again."""
    opening = join_codes.opening_id(current_store(), game)
    return current_store().keyed_hash("invited", f"{game} {until} {opening.hex()}").hex() if opening else ""


def _game_of_signed(sent: str) -> str | None:
    """Return the game of a signed invitation by code, or None: guessed codes are counted only where they are typed."""
    game, _, rest = sent.removeprefix(_BY_CODE).partition(".")
    until, _, signature = rest.partition(".")
    if not sent.startswith(_BY_CODE) or not until.isdecimal():
        return None
    # One that is valid for longer than any invitation was made before the clock was set back.
    if not 0 <= int(until) - time.time() <= INVITATION_LIFETIME:
        return None
    expected = _invitation_signature(game, int(until))
    return game if expected and hmac.compare_digest(signature, expected) else None
