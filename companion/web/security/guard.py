"""What is refused before any screen sees it, and what every answer tells the browser to refuse.

Every form carries a token of the phone it was shown to: the macros `form_token` and `recording_fields` of
templates/shared/_forms.html write it as a hidden field. A request without a form sends the header `X-Form-Token`.
"""

from __future__ import annotations

import base64
import hmac
from typing import TYPE_CHECKING, TypeVar

from flask import Flask, abort, current_app, request

from companion.web.security import access

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

View = TypeVar("View", bound="Callable[..., object]")

FIELD = "form_token"
HEADER = "X-Form-Token"
BODY = 64_000
"""Bytes that a form may have: more than any hand and any note."""
GAME_FILE = 4_000_000
"""Bytes that an imported game may have."""
FORM_FIELDS = 500
READING = frozenset({"GET", "HEAD", "OPTIONS"})
_BODY_LIMIT = "companion_body_limit"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: under that a browser sends `Origin: null` even with a form of our own.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)",
}


def init_app(app: Flask) -> None:
    """Check every request, and give every answer its headers."""
    app.config["MAX_CONTENT_LENGTH"] = BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = BODY
    app.config["MAX_FORM_PARTS"] = FORM_FIELDS
    app.before_request(_check)
    app.after_request(_tell)
    app.jinja_env.globals["form_token_value"] = form_token


def body_up_to(size: int) -> Callable[[View], View]:
    """Let a view take a larger body, such as an imported game."""

    def mark(view: View) -> View:
        setattr(view, _BODY_LIMIT, size)
        return view

    return mark


def large_paths(app: Flask) -> frozenset[str]:
    """List the addresses where a larger body is taken."""
    rules = app.url_map.iter_rules()
    return frozenset(rule.rule for rule in rules if hasattr(app.view_functions[rule.endpoint], _BODY_LIMIT))


def form_token() -> str:
    """Give the value that the asking phone's forms carry."""
    return _token_for(access.token())


def _token_for(phone: str) -> str:
    return base64.urlsafe_b64encode(access.store().keyed_hash("form", phone)[:24]).decode()


def _check() -> None:
    if request.method in READING:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    limit = getattr(view, _BODY_LIMIT, None)
    # Only so is it read part by part. A form in one line becomes a list of its signs, many times as large.
    if limit is not None and request.mimetype == "multipart/form-data":
        request.max_content_length = limit
        request.max_form_memory_size = limit
    if not _from_here():
        abort(403, "This was sent from another site. Open the app itself and try again there.")
    if not access.has_token():
        abort(
            403, "This browser keeps no cookies for the app. Allow them for this address, reload the page, try again."
        )
    sent = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if not hmac.compare_digest(sent.encode(), form_token().encode()):
        abort(403, "This page was open for too long, or was made for another phone. Reload it and try again.")


def _from_here() -> bool:
    """Say whether a request comes from a page of this app, as far as the browser tells.

    Over plain http browsers send no Sec-Fetch-Site, and some pages have the Origin `null`: then the cookie and the
    token decide, of which another site can send neither.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = request.headers.get("Origin", "null")
    # A proxy that is not trusted may speak https before us; nobody speaks plain http before our https.
    schemes = ("https",) if request.is_secure else ("http", "https")
    here = {f"{scheme}://{request.host}" for scheme in schemes if request.host}
    return origin == "null" or origin in here


def _tell(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    if "Cache-Control" not in answer.headers:
        # Kept by the phone for Back, and asked for again before it is shown anew.
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.vary.add("Cookie")
    return answer
