"""Asking the app in its own process, byte by byte as a hostile phone would send it."""

import gzip
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.routing import Rule

FORM = "application/x-www-form-urlencoded"
HERE = "companion.test"


@dataclass(frozen=True, slots=True)
class Ask:
    """A request as it stands on the wire, the path unquoted and one character a byte, as WSGI has it."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    kind: str = ""
    address: str = "192.168.1.20"
    scheme: str = "http"

    def environ(self) -> dict[str, Any]:
        """Write it as the server hands it to the app."""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": self.path,
            "QUERY_STRING": self.query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": self.address,
            "HTTP_HOST": HERE,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": io.BytesIO(self.body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if self.body or self.method in {"POST", "PUT", "PATCH"}:
            environ["CONTENT_LENGTH"] = str(len(self.body))
        if self.kind:
            environ["CONTENT_TYPE"] = self.kind
        for name, value in self.headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key in {"CONTENT_LENGTH", "CONTENT_TYPE"} else f"HTTP_{key}"] = value
        return environ

    def sent(self) -> str:
        """Give all that was said, to tell what an answer repeats from what it gives away."""
        said = "\n".join([self.path, self.query, *self.headers.values()])
        return said + self.body.decode("utf-8", "replace") + self.body.decode("latin-1")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """Give a header, or nothing."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = self.header("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed and self.body else self.body).decode("utf-8", "replace")


def ask(app: Flask, asked: Ask) -> Answer:
    """Put a request to the app."""
    status: list[str] = []
    headers: list[tuple[str, str]] = []

    written: list[bytes] = []

    def start(line: str, fields: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        status[:], headers[:] = [line], fields
        return written.append

    parts = app(asked.environ(), start)
    try:
        body = b"".join([*written, *parts])
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    return Answer(int(status[0].split()[0]), tuple(headers), body)


def filled(rule: Rule, given: Mapping[str, str]) -> str:
    """Write an address of the app with something given in each of its places."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda place: given[place[1]], rule.rule)


def form(pairs: Sequence[tuple[str, str]]) -> bytes:
    """Write fields as a form does, lone surrogates too, as the bytes of which they are made."""
    return urlencode(pairs, errors="surrogatepass").encode()
