"""Phones at the table of one that runs the app, as clients of Flask to which addresses are those of a server."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from companion.pocket.guests import OWNER
from companion.pocket.in_browser import PocketApp

HOST = "http://localhost"
ADDRESS = f"{HOST}/app/"
"""At which an app for these phones has to be made."""


class PocketClient(FlaskClient):
    """The phone with the number 0 runs the app; the others are guests."""

    pocket: PocketApp
    number = 0

    def run_wsgi_app(self, environ: WSGIEnvironment, buffered: bool = False) -> tuple[Iterable[bytes], str, Headers]:
        del buffered
        asker, root = (f"{self.number:016x}", "/join/app") if self.number else (OWNER, "/app")
        query = environ["QUERY_STRING"]
        address = f"{HOST}{root}{environ['PATH_INFO']}{'?' if query else ''}{query}"
        headers = {
            name.removeprefix("HTTP_").replace("_", "-"): value
            for name, value in environ.items()
            if name.startswith("HTTP_") or name == "CONTENT_TYPE"
        }
        body = environ["wsgi.input"].read()
        status, sent, content = self.pocket.answer(environ["REQUEST_METHOD"], address, headers, body, asker=asker)
        for name, (value, _) in self.pocket.asker(asker).cookies.kept.items():
            self.set_cookie(name, value)
        headed = [(name, value.removeprefix(root)) for name, value in sent]
        return [content.replace(root.encode(), b"")], f"{status} ", Headers(headed)


def client_class(app: PocketApp, *bases: type[FlaskClient]) -> type[PocketClient]:
    """Return the class of clients of an app, which are numbered in the order in which they are made."""
    made: list[PocketClient] = []

    class Numbered(PocketClient, *bases):  # type: ignore[misc] # whose bases are given
        pocket = app

        def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 (what the class above it takes)
            super().__init__(*given, **more)
            self.number = len(made)
            made.append(self)

    return Numbered
