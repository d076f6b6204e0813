"""Request checks before any view runs (origin, cookie, form token, size), and the security headers of every answer.

Every form carries a token of the phone it was shown to: the macros `form_token` and `recording_fields` of
templates/base/_forms.html write it as a hidden field. A request without a form sends the header `X-Form-Token`.
"""

import base64
import hmac
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import Flask, Request, Response, abort, current_app, g, request

from companion.web.current_store import current_store
from companion.web.security.phone import has_token, phone_token
from companion.web.security.rate_limits import SAFE_METHODS
from companion.wording import web as errors

View = TypeVar("View", bound="Callable[..., object]")

FIELD = "form_token"
HEADER = "X-Form-Token"
MAX_BODY = 64_000
"""Bytes of a form: more than any hand and any note need."""
MAX_IMPORT = 4_000_000
"""Bytes of an imported game."""
MAX_PHOTO = 12_000_000
"""Bytes of a photo as a phone takes it; the script scales it to 300,000."""
MAX_FIELDS = 500
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
_IN_POCKET = {
    **HEADERS,
    # The pages are shown in a frame of the page that runs the app.
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
_HEADERS = "companion.headers"


@dataclass(frozen=True, slots=True)
class LargeForm:
    """A form that may carry more than others: its path, and how many bytes."""

    path: re.Pattern[str]
    size: int


def init_app(app: Flask) -> None:
    """Check every request, and add the security headers to every answer."""
    app.request_class = _keeping_files_in_memory(app.request_class)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = MAX_FIELDS
    app.before_request(_check)
    app.after_request(_add_headers)
    app.jinja_env.globals["form_token_value"] = form_token
    app.extensions[_HEADERS] = _IN_POCKET if app.config["SETTINGS"].pocket else HEADERS


def _keeping_files_in_memory(request_class: type[Request]) -> type[Request]:
    """Return a request class whose files stay in memory: they are bounded, and no photo may lie on a disk."""

    def in_memory(_request: Request, *_args: object, **_kwargs: object) -> io.BytesIO:
        return io.BytesIO()

    return type("InMemoryRequest", (request_class,), {"_get_file_stream": in_memory})


def body_up_to(size: int) -> Callable[[View], View]:
    """Return a decorator that lets a view accept a larger body, such as an imported game."""

    def mark(view: View) -> View:
        setattr(view, _BODY_LIMIT, size)
        return view

    return mark


def large_forms(app: Flask) -> tuple[LargeForm, ...]:
    """Return the forms whose views accept a larger body."""
    forms = []
    for rule in app.url_map.iter_rules():
        size = getattr(app.view_functions[rule.endpoint], _BODY_LIMIT, None)
        if size is not None:
            path = re.sub(r"<int:\w+>", r"\\d{1,9}", re.escape(rule.rule))
            path = re.sub(r"<\w+>", "[^/]{1,40}", path)
            forms.append(LargeForm(re.compile(path), size))
    return tuple(forms)


def form_token() -> str:
    """Return the form token of the phone that sent the request; a page has several forms."""
    if "form_token" not in g:
        g.form_token = _token_for(phone_token())
    token: str = g.form_token
    return token


def _token_for(phone: str) -> str:
    return base64.urlsafe_b64encode(current_store().keyed_hash("form", phone)[:24]).decode()


def _check() -> None:
    if request.method in SAFE_METHODS:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    limit = getattr(view, _BODY_LIMIT, None)
    # A multipart body is read part by part; a urlencoded one would be parsed into many times its size in memory.
    if limit is not None and request.mimetype == "multipart/form-data":
        request.max_content_length = limit
        request.max_form_memory_size = limit
    if not _is_same_origin():
        abort(403, errors.NOT_FROM_HERE)
    if not has_token():
        abort(403, errors.NO_COOKIES)
    sent = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if not hmac.compare_digest(sent.encode(), form_token().encode()):
        abort(403, errors.STALE_PAGE)
    # Not every view reads its form.
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)


def _is_same_origin() -> bool:
    """Return whether a request comes from a page of this app, as far as the browser says.

    Over plain HTTP browsers send no Sec-Fetch-Site, and some pages have the origin `null`: then the cookie and the
    form token decide, and another site can send neither.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = request.headers.get("Origin", "null")
    # A proxy that is not trusted may speak HTTPS in front of us; none speaks plain HTTP in front of our HTTPS.
    schemes = ("https",) if request.is_secure else ("http", "https")
    here = {f"{scheme}://{request.host}" for scheme in schemes if request.host}
    return origin == "null" or origin in here


def _add_headers(answer: Response) -> Response:
    # Looked up once: each `setdefault` would go through all headers again.
    present = {name.lower() for name, _ in answer.headers}
    for name, value in current_app.extensions[_HEADERS].items():
        if name.lower() not in present:
            answer.headers.add(name, value)
    if "cache-control" not in present:
        # The phone may keep a page for Back, but revalidates it before showing it again.
        answer.headers["Cache-Control"] = "private, no-cache"
        vary_by(answer, "Cookie")
    return answer


def vary_by(answer: Response, header: str) -> None:
    """Tell caches that an answer depends on a header of the request; each is named once."""
    before = answer.headers.get("Vary")
    answer.headers["Vary"] = f"{before}, {header}" if before else header
