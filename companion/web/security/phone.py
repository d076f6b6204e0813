"""The phone that sent a request: known by a random token in a cookie, of which the store keeps the hash."""

import base64
import hmac
import re
import secrets

from flask import Flask, Response, current_app, g, request

from companion.store.database import Store
from companion.store.people import devices
from companion.store.people.devices import Device
from companion.web.config import IS_GUEST, Settings
from companion.web.current_store import current_store
from companion.web.security import rate_limits

PHONE_COOKIE = "companion"
_OF_THIS_HOST = "__Host-"
COOKIE_LIFETIME = 400 * 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{44}")
_TOKEN_BYTES = 33
_RANDOM_BYTES = 21
"""The random part of a token; the rest is its signature."""


def init_app(app: Flask) -> None:
    """Give a new phone its token with the answer."""
    app.after_request(_keep_token)


def phone_token() -> str:
    """Return the phone's token; a phone without one gets one with this answer."""
    if "token" not in g:
        g.token_is_new = not has_token()
        g.token = new_token(current_store()) if g.token_is_new else _sent_token()
    token: str = g.token
    return token


def has_token() -> bool:
    """Return whether the phone sent a token issued by this server."""
    return bool(_sent_token())


def runs_here() -> bool:
    """Return whether the phone that sent the request runs the app itself, in its browser."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.pocket and IS_GUEST not in request.environ


def new_token(store: Store) -> str:
    """Make a token; the server signs it, so that nobody can choose one for themselves or someone else."""
    random = secrets.token_bytes(_RANDOM_BYTES)
    return base64.urlsafe_b64encode(random + _signature(store, random)).decode()


def _signature(store: Store, random: bytes) -> bytes:
    return store.keyed_hash("phone", random)[: _TOKEN_BYTES - _RANDOM_BYTES]


def _sent_token() -> str:
    """Return the token sent with the request, or an empty string if this server has not issued it."""
    if "sent_token" not in g:
        sent = request.cookies.get(_cookie(PHONE_COOKIE), "")
        g.sent_token = sent if _TOKEN.fullmatch(sent) and _is_signed(sent) else ""
    sent_token: str = g.sent_token
    return sent_token


def _is_signed(sent: str) -> bool:
    data = base64.urlsafe_b64decode(sent)
    return hmac.compare_digest(data[_RANDOM_BYTES:], _signature(current_store(), data[:_RANDOM_BYTES]))


def current_phone() -> Device | None:
    """Return the phone that sent the request, or None while it has saved nothing."""
    if "device" not in g:
        remember_phone(devices.find(current_store(), phone_token()) if has_token() else None)
    known: Device | None = g.device
    return known


def remember_phone(device: Device | None) -> None:
    g.device = device
    if device is not None and not devices.note_seen(current_store(), device):
        g.token_is_new = True


def saved_phone() -> Device:
    """Return the phone that sent the request, remembering it if it is new: for views that save something."""
    known = current_phone()
    if known is None:
        rate_limits.count_phone()
        known = g.device = devices.find_or_create(current_store(), phone_token())
    return known


def _cookie(name: str) -> str:
    # Under HTTPS the prefix makes the browser refuse this cookie from another host or over plain HTTP.
    return f"{_OF_THIS_HOST}{name}" if request.is_secure else name


def names_phone(cookie: str) -> bool:
    """Return whether it is the cookie of this name by which a phone is known, under HTTPS or not."""
    return cookie.removeprefix(_OF_THIS_HOST) == PHONE_COOKIE


def _keep_token(answer: Response) -> Response:
    if g.get("token_is_new"):
        answer.set_cookie(
            _cookie(PHONE_COOKIE),
            phone_token(),
            max_age=COOKIE_LIFETIME,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return answer
