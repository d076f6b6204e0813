"""Who is asking, and what they may: the phone by its cookie, its role in a game, seats, joining by link or code.

For the screens::

    access.store()                      the open store
    access.device()                     the asking phone, or None while it has done nothing worth remembering
    access.known_device()               the asking phone, written down if need be: for whatever saves something
    access.require(game, Role.SCORER)   the Member, or 404 for a game one is not in, 403 for too small a role
    access.author(member, players)     who says something to a journal, for store.games.append
    access.game_of_code(code)           the open table of a typed code, rate limited; 404, 429
    access.invite_by_code(answer, code) invite to that table: the answer goes on to /join, as from a link
    access.invitation()                 what this phone was invited to, on the page /join; None without an invitation
    access.accept_invitation(answer)    join, or only watch; gives the game

A phone is a random token in a cookie, of which the store keeps the hash. Links come in at `/j/TOKEN`, which puts the
token into a cookie of a few minutes and goes on to `/join`: the token stands in no later address, no Referer, no page.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
import time
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, abort, current_app, g, redirect, request
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, UnprocessableEntity

from companion.store.database import Store, open_store
from companion.store.errors import NoSuchGame, NotPossible, StoreError
from companion.store.games import Author
from companion.store.people import attempts, devices, invitations, join_codes, members, polling, presence
from companion.store.people.invitations import Invitation
from companion.store.people.members import Member, Role
from companion.web import addresses

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.people.devices import Device
    from companion.store.people.polling import PollState

COOKIE = "companion"
INVITATION = "companion-invitation"
JOIN_PAGE = "/join"
KEPT_FOR = 400 * 24 * 3600
INVITED_FOR = 15 * 60
GONE = "This invitation holds no more. Ask the owner of the game for a new one."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43,44}")
_TOKEN_BYTES = 33
_RANDOM_BYTES = 21
"""Of a token; the rest is its signature."""
_INVITATION = re.compile(r"[A-Za-z0-9_.-]{20,160}")
_BY_CODE = "code."
_STORE = "companion.store"

TEN_MINUTES = 600
AN_HOUR = 3600
CODES_AN_ADDRESS = "CODES_AN_ADDRESS"
"""How many wrong codes one address may try in ten minutes."""
CODES_IN_ALL = "CODES_IN_ALL"
"""How many wrong codes may be tried in all in ten minutes: six letters stand for 700 million codes."""
DEVICES_AN_ADDRESS = "DEVICES_AN_ADDRESS"
"""How many phones may be new in an hour behind one address."""
IMPORTS_AN_ADDRESS = "IMPORTS_AN_ADDRESS"
"""How many games one address may bring in in ten minutes: a long one is seconds of work."""

blueprint = Blueprint("access", __name__)


def init_app(app: Flask, folder: Path) -> None:
    """Open the store in the instance folder, and let its failures be answered in its words."""
    app.extensions[_STORE] = open_store(folder)
    app.config.setdefault(CODES_AN_ADDRESS, 20)
    app.config.setdefault(CODES_IN_ALL, 1000)
    app.config.setdefault(DEVICES_AN_ADDRESS, 600)
    app.config.setdefault(IMPORTS_AN_ADDRESS, 100)
    app.register_blueprint(blueprint)
    app.register_error_handler(StoreError, _told)
    app.after_request(_keep_token)


def store() -> Store:
    """Give the open store."""
    found: Store = current_app.extensions[_STORE]
    return found


def token() -> str:
    """Give the token of the asking phone; a phone without one gets one with this answer."""
    if "token" not in g:
        g.token_is_new = not has_token()
        g.token = new_token(store()) if g.token_is_new else _sent_token()
    found: str = g.token
    return found


def has_token() -> bool:
    """Say whether the phone sent a token that this server has issued."""
    return bool(_sent_token())


def new_token(store: Store) -> str:
    """Make a token: its last part is the server's own signature, so that nobody chooses one for himself or another."""
    chosen = secrets.token_bytes(_RANDOM_BYTES)
    return base64.urlsafe_b64encode(chosen + _signature(store, chosen)).decode()


def _signature(store: Store, chosen: bytes) -> bytes:
    return store.keyed_hash("phone", chosen)[: _TOKEN_BYTES - _RANDOM_BYTES]


def _sent_token() -> str:
    """Give the token that came with the request, or nothing where this server has not issued it.

    Phones of the time before tokens were signed are known by the store.
    """
    if "sent_token" not in g:
        sent = request.cookies.get(_cookie(COOKIE), "")
        good = _TOKEN.fullmatch(sent) and (_is_signed(sent) or devices.find(store(), sent) is not None)
        g.sent_token = sent if good else ""
    found: str = g.sent_token
    return found


def _is_signed(sent: str) -> bool:
    data = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    return hmac.compare_digest(data[_RANDOM_BYTES:], _signature(store(), data[:_RANDOM_BYTES]))


def device() -> Device | None:
    """Give the asking phone, if it was written down."""
    if "device" not in g:
        _remember(devices.find(store(), token()) if has_token() else None)
    found: Device | None = g.device
    return found


def _remember(device: Device | None) -> None:
    g.device = device
    if device is not None and not devices.note_seen(store(), device):
        g.token_is_new = True


def known_device() -> Device:
    """Give the asking phone, writing it down at its first deed."""
    found = device()
    if found is None:
        _limit(DEVICES_AN_ADDRESS, client_address(), AN_HOUR, _MANY_PHONES)
        found = g.device = devices.find_or_create(store(), token())
    return found


def require(game: str, role: Role = Role.VIEWER) -> Member:
    """Give the asking phone's part in a game.

    A game that one is not in cannot be told from one that does not exist: both are the same 404.
    """
    found = membership(game)
    if found is None:
        abort(404)
    if not found.role.may(role):
        abort(403, _TOO_SMALL[role])
    return found


_TOO_SMALL = {
    Role.VIEWER: "",
    Role.SEAT: "This phone is here to watch. To play along, take a seat, or ask the owner of the game for a link.",
    Role.SCORER: "This phone does not keep the score here. Ask the owner of the game for a scorer's link.",
    Role.OWNER: "Only the owner of the game may do that.",
}


def membership(game: str) -> Member | None:
    """Give the asking phone's part in a game, or None."""
    found = poll_state(game)
    return None if found is None else found.member


def poll_state(game: str) -> PollState | None:
    """Return the asking phone's part in a game and the game's counters, read once in a request."""
    states: dict[str, PollState | None] = g.setdefault("poll_states", {})
    if game not in states:
        found = states[game] = polling.poll_state(store(), game, token()) if has_token() else None
        if found is not None:
            _remember(found.device)
            presence.note_presence(store(), found.member)
    return states[game]


def author(member: Member, players: tuple[str, ...] = ()) -> Author:
    """Tell who says something: the player on that seat, else what the phone calls itself."""
    if member.seat is not None and member.seat < len(players):
        return Author(member.device, players[member.seat])
    return Author(member.device, member.label or _NAMELESS[member.role])


_NAMELESS = {Role.VIEWER: "a guest", Role.SEAT: "a player", Role.SCORER: "a scorer", Role.OWNER: "the scorer"}


def client_address() -> str:
    """Give the address that a request counts for: the network of 64 bits that a household has in IPv6."""
    return addresses.network_of(request.remote_addr or "")


def game_of_code(code: str) -> str:
    """Find the open table of a code that somebody typed."""
    _limit(CODES_AN_ADDRESS, client_address(), TEN_MINUTES)
    _limit(CODES_IN_ALL, "", TEN_MINUTES, _TRIED_BY_ALL)
    found = join_codes.game_of_code(store(), code)
    if found is None:
        abort(404, "No open table has this code. Codes are six letters and digits, and hold while the table is open.")
    attempts.forget_attempts(store(), CODES_AN_ADDRESS, client_address())
    attempts.forget_attempts(store(), CODES_IN_ALL, "")
    return found


def count_import() -> None:
    """Count a game that is brought in."""
    _limit(
        IMPORTS_AN_ADDRESS, client_address(), TEN_MINUTES, "Many games were brought in from here. Wait a few minutes."
    )


_TRIED = "That was tried too often from here. Wait a few minutes, or ask for a link."
_TRIED_BY_ALL = "Too many codes are tried on this server just now. Wait a few minutes, or ask for a link."
_MANY_PHONES = "Too many phones came here for the first time in this hour. Wait a while, then try again."


def _limit(what: str, who: str, seconds: int, said: str = _TRIED) -> None:
    if attempts.too_many_attempts(store(), what, who, most=current_app.config[what], seconds=seconds):
        abort(429, said)


def invite_by_code(answer: BaseResponse, code: str) -> None:
    """Invite the phone to the open table of a code: its answer shall lead on to the page that asks whether to join."""
    game = game_of_code(code)
    until = int(time.time()) + INVITED_FOR
    _invite(answer, f"{_BY_CODE}{game}.{until}.{_signed(game, until)}")


@blueprint.get("/j/<link>")
def invited(link: str) -> BaseResponse:
    """Take an invitation and go on to the page that asks whether to join; looking at a link changes nothing."""
    answer = redirect(request.script_root + JOIN_PAGE, 303)
    _invite(answer, _tidy(link))
    return answer


def was_invited() -> bool:
    """Say whether the phone opened a link or typed a code a while ago, whether that still holds or not."""
    return INVITATION in request.cookies


def invitation() -> Invitation | None:
    """Tell what the phone was invited to; None without an invitation that holds. For addresses below /join only."""
    sent = _tidy(request.cookies.get(INVITATION, ""))
    game = _game_of_signed(sent)
    until = join_codes.open_until(store(), game) if game else None
    return Invitation(game, Role.SEAT, None, until) if game and until else invitations.invitation(store(), sent)


def accept_invitation(answer: BaseResponse, *, watch: bool = False, seat: int | None = None) -> str:
    """Join by the invitation, to play along, on a seat if one is chosen, or only to watch; give the game.

    The phone forgets the invitation. A door that closes meanwhile lets nobody in, nor does a taken seat.
    """
    sent = _tidy(request.cookies.get(INVITATION, ""))
    phone = known_device().id
    with store().writing():
        game = _game_of_signed(sent)
        if game is None:
            game = invitations.follow_link(store(), phone, sent, watch=watch, seat=seat)
        else:
            members.join(store(), game, phone, Role.VIEWER if watch else Role.SEAT, seat=None if watch else seat)
    if game is None:
        abort(404, GONE)
    answer.delete_cookie(INVITATION, path=request.script_root + JOIN_PAGE)
    return game


def _invite(answer: BaseResponse, what: str) -> None:
    answer.set_cookie(
        INVITATION,
        what,
        max_age=INVITED_FOR,
        path=request.script_root + JOIN_PAGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def _tidy(sent: str) -> str:
    return sent if _INVITATION.fullmatch(sent) else ""


def _signed(game: str, until: int) -> str:
    """Sign for the door that is open now: after it was closed, the invitation opens no other one."""
    door = join_codes.opening_id(store(), game)
    return store().keyed_hash("invited", f"{game} {until} {door.hex()}").hex() if door else ""


def _game_of_signed(sent: str) -> str | None:
    """Give the game of an invitation by code. It is signed: codes are tried where tries are counted, not here."""
    game, _, rest = sent.removeprefix(_BY_CODE).partition(".")
    until, _, signature = rest.partition(".")
    if not sent.startswith(_BY_CODE) or not until.isdecimal():
        return None
    # What holds for longer than any invitation was given before the clock was set back.
    if not 0 <= int(until) - time.time() <= INVITED_FOR:
        return None
    good = _signed(game, int(until))
    return game if good and hmac.compare_digest(signature, good) else None


def _cookie(name: str) -> str:
    # Under https the browser itself sees to it that no other host or plain http can have set this cookie.
    return f"__Host-{name}" if request.is_secure else name


def _keep_token(answer: Response) -> Response:
    if g.get("token_is_new"):
        answer.set_cookie(
            _cookie(COOKIE), token(), max_age=KEPT_FOR, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return answer


def _told(error: StoreError) -> BaseResponse:
    """Answer a failure of the store with its own sentence."""
    page: HTTPException
    match error:
        case NoSuchGame():
            page = NotFound()
        case NotPossible():
            page = UnprocessableEntity(error.sentence)
        case _:
            current_app.logger.error("The store failed: %s", error.sentence, exc_info=error)
            page = ServiceUnavailable(error.sentence, retry_after=5)
    answered = current_app.handle_http_exception(page)
    return current_app.make_response(answered)
