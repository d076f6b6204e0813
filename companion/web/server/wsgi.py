"""A request as a server describes it, turned into WSGI: its environment, and the call of the app."""

import io
import sys
from collections.abc import Callable, Collection, Iterable
from typing import Protocol
from wsgiref.types import WSGIApplication, WSGIEnvironment

from companion.web.security.guard import LargeForm
from companion.wording.web import REFUSED

MAX_HEAD = 32_000
"""Bytes of a request's path and headers."""
MAX_HEADERS = 100
MAX_WRAPPING = 200_000
"""Bytes of the multipart wrapping of an imported game or a photo."""
MAX_BODY = 66_000
"""Bytes of any other request."""


class Headers(Protocol):
    """The headers of a request."""

    def items(self) -> Collection[tuple[str, str]]:
        """Return them all, repeated ones too."""


class Scope(Protocol):
    """A request as granian's RSGI describes it."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Headers


class RefusedError(Exception):
    """A request that is not handed to the app."""

    def __init__(self, status: int) -> None:
        super().__init__(REFUSED[status])
        self.status = status


def environ_of(scope: Scope) -> WSGIEnvironment:
    """Return a request's WSGI environment; a head that is too large is refused before anything is joined."""
    headers = scope.headers.items()
    if len(headers) > MAX_HEADERS:
        raise RefusedError(431)
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    size = len(scope.path) + len(scope.query_string)
    repeated: dict[str, list[str]] = {}
    for name, value in headers:
        size += len(name) + len(value)
        # With `_` for `-` a header could impersonate one that a proxy sets.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key not in environ:
            environ[key] = value
        elif key != "HTTP_HOST":
            repeated.setdefault(key, [environ[key]]).append(value)
    if size > MAX_HEAD:
        raise RefusedError(431)
    for key, values in repeated.items():
        environ[key] = ("; " if key == "HTTP_COOKIE" else ",").join(values)
    return environ


def body_limit(environ: WSGIEnvironment, large: Iterable[LargeForm]) -> int:
    """Return how many bytes a request may bring beside its head."""
    if environ["REQUEST_METHOD"] == "POST":
        for form in large:
            if form.path.fullmatch(environ["PATH_INFO"]):
                return form.size + MAX_WRAPPING
    return MAX_BODY


def client_of(environ: WSGIEnvironment, trusted_hops: int) -> str:
    """Return the client's address: that of the connection, or what the trusted proxies before the app say it is."""
    forwarded = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    address: str = environ["REMOTE_ADDR"]
    return forwarded[-trusted_hops] if trusted_hops and len(forwarded) >= trusted_hops else address


def call_app(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[int, list[tuple[str, str]], bytes]:
    """Call a WSGI app; return its status, headers and body."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _failure: object = None) -> Callable[[bytes], object]:
        started.append((status, headers))
        return io.BytesIO().write

    parts: Iterable[bytes] = app(environ, start)
    try:
        body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    status, headers = started[-1]
    return int(status[:3]), headers, body
