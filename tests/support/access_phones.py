"""The real app, and clients that behave like browsers: they keep cookies and send the token of their forms."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.database import Store
from companion.web.security import access

HEAD = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}


def store_of(app: Flask) -> Store:
    with app.app_context():
        return access.store()


class Phone:
    """A browser: it keeps its cookies, and its forms carry its token."""

    def __init__(self, app: Flask, address: str = "192.168.1.20") -> None:
        self.client: FlaskClient = app.test_client()
        self.environ = {"REMOTE_ADDR": address}

    def get(self, path: str, **more: Any) -> TestResponse:  # noqa: ANN401 (what the client takes)
        return self.client.get(path, environ_overrides=self.environ, **more)

    def token(self) -> str:
        page = self.get("/settings").get_data(as_text=True)
        found = re.search(r'name="form_token" value="([^"]+)"', page)
        assert found is not None
        return found[1]

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> TestResponse:  # noqa: ANN401
        sent = {"form_token": self.token(), **(data or {})}
        return self.client.post(path, data=sent, environ_overrides=self.environ, **more)

    def device(self, app: Flask) -> int:
        """Write the phone down and tell its number."""
        self.token()
        cookie = self.client.get_cookie(access.COOKIE)
        assert cookie is not None
        with app.test_request_context(headers={"Cookie": f"{access.COOKIE}={cookie.value}"}):
            return access.known_device().id
