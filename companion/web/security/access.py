"""Who sent a request and what they may do: the phone by its cookie, its role in a game, joining by link or code.

A phone is a random token in a cookie; the store keeps its hash. An invitation link `/j/TOKEN` puts its token into a
short-lived cookie and redirects to `/join`, so that the token appears in no later address, Referer or page.
"""

import base64
import hmac
import re
import secrets
import time
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, g, redirect, request
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, UnprocessableEntity
from werkzeug.wrappers import Response as BaseResponse

from companion.store import limits
from companion.store.database import Store, count_happening
from companion.store.errors import NoSuchGame, NotPossible, StoreError
from companion.store.games import Author
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, invitations, join_codes, members, polling
from companion.store.people.devices import Device
from companion.store.people.invitations import Invitation
from companion.store.people.members import Member, Role
from companion.store.people.polling import PollState
from companion.web import addresses
from companion.wording import web as errors
from companion.wording.game import UNNAMED
from companion.wording.store_errors import store_sentence

COOKIE = "companion"
INVITATION = "companion-invitation"
JOIN_PAGE = "/join"
COOKIE_LIFETIME = 400 * 24 * 3600
INVITATION_LIFETIME = 15 * 60
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43,44}")
_TOKEN_BYTES = 33
_RANDOM_BYTES = 21
"""The random part of a token; the rest is its signature."""
_INVITATION = re.compile(r"[A-Za-z0-9_.-]{20,160}")
_BY_CODE = "code."
_STORE = "companion.store"
HELD = "held"
"""In the address of a question that may be held; whoever holds it notes that the phone is here."""

TEN_MINUTES = 600
HOUR = 3600
DAY = 24 * HOUR
CODES_PER_ADDRESS = "CODES_AN_ADDRESS"
"""The setting: wrong codes one address may try in ten minutes."""
CODES_IN_ALL = "CODES_IN_ALL"
"""The setting: wrong codes that may be tried in all in ten minutes; there are 700 million codes."""
_CODES_PER_SITE = "CODES_A_SITE"
_CODES_KEPT = 3
"""Wrong codes that a site may try when too many are tried in all. A site, not an address: in IPv6 one customer has
thousands of networks."""
TABLES_PER_ADDRESS = "TABLES_AN_ADDRESS"
"""The setting: tables that phones of one address may open in a day; a code works for a day."""
DEVICES_PER_ADDRESS = "DEVICES_AN_ADDRESS"
"""The setting: new phones of one address in an hour."""
IMPORTS_PER_ADDRESS = "IMPORTS_AN_ADDRESS"
"""The setting: games one address may import in ten minutes; a long one takes seconds."""
PHOTOS_PER_ADDRESS = "PHOTOS_AN_ADDRESS"
"""The setting: photos one address may send in ten minutes; reading one takes most of a second. A table sends 40."""

blueprint = Blueprint("access", __name__)


def init_app(app: Flask, place: DatabasePlace) -> None:
    """Open the store, and answer its errors with their own sentences."""
    app.extensions[_STORE] = open_store(place)
    app.config.setdefault(CODES_PER_ADDRESS, 20)
    app.config.setdefault(CODES_IN_ALL, 1000)
    app.config.setdefault(TABLES_PER_ADDRESS, 500)
    app.config.setdefault(DEVICES_PER_ADDRESS, 600)
    app.config.setdefault(IMPORTS_PER_ADDRESS, 100)
    app.config.setdefault(PHOTOS_PER_ADDRESS, 150)
    app.register_blueprint(blueprint)
    app.register_error_handler(StoreError, _store_error)
    app.after_request(_keep_token)


def reopen(app: Flask, folder: Path) -> None:
    """Open the store again: it was closed, and its files were replaced."""
    app.extensions[_STORE] = open_store(folder)


def store() -> Store:
    """Return the open store."""
    return store_of(current_app)


def store_of(app: Flask) -> Store:
    """Return the open store of an app."""
    opened: Store = app.extensions[_STORE]
    return opened


def token() -> str:
    """Return the phone's token; a phone without one gets one with this answer."""
    if "token" not in g:
        g.token_is_new = not has_token()
        g.token = new_token(store()) if g.token_is_new else _sent_token()
    phone_token: str = g.token
    return phone_token


def has_token() -> bool:
    """Return whether the phone sent a token issued by this server."""
    return bool(_sent_token())


def new_token(store: Store) -> str:
    """Make a token; the server signs it, so that nobody can choose one for themselves or someone else."""
    random = secrets.token_bytes(_RANDOM_BYTES)
    return base64.urlsafe_b64encode(random + _signature(store, random)).decode()


def _signature(store: Store, random: bytes) -> bytes:
    return store.keyed_hash("phone", random)[: _TOKEN_BYTES - _RANDOM_BYTES]


def _sent_token() -> str:
    """Return the token sent with the request, or an empty string if this server has not issued it.

    Tokens from before tokens were signed are valid if the store knows them.
    """
    if "sent_token" not in g:
        sent = request.cookies.get(_cookie(COOKIE), "")
        valid = _TOKEN.fullmatch(sent) and (_is_signed(sent) or devices.find(store(), sent) is not None)
        g.sent_token = sent if valid else ""
    sent_token: str = g.sent_token
    return sent_token


def _is_signed(sent: str) -> bool:
    data = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    return hmac.compare_digest(data[_RANDOM_BYTES:], _signature(store(), data[:_RANDOM_BYTES]))


def device() -> Device | None:
    """Return the phone that sent the request, or None while it has saved nothing."""
    if "device" not in g:
        _remember(devices.find(store(), token()) if has_token() else None)
    known: Device | None = g.device
    return known


def _remember(device: Device | None) -> None:
    g.device = device
    if device is not None and not devices.note_seen(store(), device):
        g.token_is_new = True


def known_device() -> Device:
    """Return the phone that sent the request, remembering it if it is new: for views that save something."""
    known = device()
    if known is None:
        _limit(DEVICES_PER_ADDRESS, client_address(), HOUR, errors.TOO_MANY_PHONES)
        known = g.device = devices.find_or_create(store(), token())
    return known


def require(game: str, role: Role = Role.VIEWER) -> Member:
    """Return the phone's membership in a game, or answer 403 if its role is too small.

    A game that the phone was never in answers the same 404 as one that does not exist.
    """
    member = membership(game)
    if member is None:
        phone = device()
        was_in_it = phone is not None and members.was_member(store(), game, phone.id)
        abort(404, errors.NOT_IN_GAME_ANY_MORE if was_in_it else None)
    if not member.role.may(role):
        abort(403, _ROLE_ERRORS[role])
    return member


_ROLE_ERRORS = {
    Role.VIEWER: "",
    Role.SEAT: errors.WATCHING_ONLY,
    Role.SCORER: errors.NOT_SCOREKEEPER,
    Role.OWNER: errors.NOT_OWNER,
}


def membership(game: str) -> Member | None:
    """Return the phone's membership in a game, or None."""
    state = poll_state(game)
    return None if state is None else state.member


def poll_state(game: str) -> PollState | None:
    """Return the phone's membership and the game's change counters, read once per request."""
    states: dict[str, PollState | None] = g.setdefault("poll_states", {})
    if game not in states:
        state = states[game] = polling.poll_state(store(), game, token()) if has_token() else None
        if state is not None:
            _remember(state.device)
            if HELD not in request.args:
                members.note_presence(store(), state.member)
    return states[game]


def author(member: Member, players: tuple[str, ...] = ()) -> Author:
    """Return the author of a record: the player on the phone's seat, else the phone's label."""
    if member.seat is not None and member.seat < len(players):
        return Author(member.device, players[member.seat])
    return Author(member.device, member.label or UNNAMED[member.role])


def client_address() -> str:
    """Return the address that a request counts against: in IPv6 its /64 network, which is one household."""
    return addresses.network_of(request.remote_addr or "")


def game_of_code(code: str) -> str:
    """Return the game whose open table has a code; 404 if none has, 429 after too many wrong codes.

    However many wrong ones others try, who has tried none may try a few.
    """
    _limit(CODES_PER_ADDRESS, client_address(), TEN_MINUTES)
    site = addresses.network_of(request.remote_addr or "", addresses.SITE)
    tries = limits.count_attempts(store(), _CODES_PER_SITE, site, seconds=TEN_MINUTES)
    if _are_too_many(CODES_IN_ALL, "", TEN_MINUTES) and tries > _CODES_KEPT:
        abort(429, errors.TOO_MANY_CODES_IN_ALL)
    game = join_codes.game_of_code(store(), code)
    if game is None:
        abort(404, errors.NO_SUCH_CODE)
    for what, who in ((CODES_PER_ADDRESS, client_address()), (_CODES_PER_SITE, site), (CODES_IN_ALL, "")):
        limits.forget_attempts(store(), what, who)
    return game


def count_opening() -> None:
    """Count a table that is opened against its address."""
    _limit(TABLES_PER_ADDRESS, client_address(), DAY, errors.TOO_MANY_TABLES)


def count_import() -> None:
    """Count an imported game against its address."""
    _limit(IMPORTS_PER_ADDRESS, client_address(), TEN_MINUTES, errors.TOO_MANY_IMPORTS)


def has_sent_too_many_photos() -> bool:
    """Count a photo against its address; return whether these are too many."""
    return _are_too_many(PHOTOS_PER_ADDRESS, client_address(), TEN_MINUTES)


def _limit(setting: str, who: str, seconds: int, error: str = errors.TOO_MANY_CODES) -> None:
    if _are_too_many(setting, who, seconds):
        abort(429, error)


def _are_too_many(setting: str, who: str, seconds: int) -> bool:
    most: int = current_app.config[setting]
    return limits.count_attempts(store(), setting, who, seconds=seconds) > most


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
    return INVITATION in request.cookies


def invitation() -> Invitation | None:
    """Return what the phone was invited to; None without a valid invitation. For addresses below /join only."""
    sent = _well_formed(request.cookies.get(INVITATION, ""))
    game = _game_of_signed(sent)
    until = join_codes.open_until(store(), game) if game else None
    return Invitation(game, Role.SEAT, None, until) if game and until else invitations.invitation(store(), sent)


def accept_invitation(answer: BaseResponse, *, watch: bool = False, seat: int | None = None) -> str:
    """Join by the invitation, on a seat if one is chosen, or only to watch; return the game.

    The phone forgets the invitation. Nobody joins a table that was closed meanwhile, or a seat that was taken.
    """
    sent = _well_formed(request.cookies.get(INVITATION, ""))
    phone = known_device().id

    def join() -> str | None:
        game = _game_of_signed(sent)
        if game is None:
            return invitations.follow_link(store(), phone, sent, watch=watch, seat=seat)
        members.join(store(), game, phone, Role.VIEWER if watch else Role.SEAT, seat=None if watch else seat)
        return game

    game = store().together(join)
    if game is None:
        abort(404, errors.INVITATION_ENDED)
    answer.delete_cookie(INVITATION, path=request.script_root + JOIN_PAGE)
    return game


def _set_invitation(answer: BaseResponse, content: str) -> None:
    answer.set_cookie(
        INVITATION,
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
    opening = join_codes.opening_id(store(), game)
    return store().keyed_hash("invited", f"{game} {until} {opening.hex()}").hex() if opening else ""


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


def _cookie(name: str) -> str:
    # Under HTTPS the prefix makes the browser refuse this cookie from another host or over plain HTTP.
    return f"__Host-{name}" if request.is_secure else name


def _keep_token(answer: Response) -> Response:
    if g.get("token_is_new"):
        answer.set_cookie(
            _cookie(COOKIE), token(), max_age=COOKIE_LIFETIME, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return answer


def _store_error(error: StoreError) -> BaseResponse:
    """Answer an error of the store with its own sentence."""
    page: HTTPException
    if not isinstance(error, NoSuchGame | NotPossible):
        count_happening(type(error).__name__)
    match error:
        case NoSuchGame():
            page = NotFound()
        case NotPossible():
            page = UnprocessableEntity(store_sentence(error))
        case _:
            current_app.logger.error("The store failed", exc_info=error)
            page = ServiceUnavailable(store_sentence(error), retry_after=5)
    return current_app.make_response(current_app.handle_http_exception(page))
