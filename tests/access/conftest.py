"""The real app, and clients that behave like browsers: they keep cookies and send the token of their forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from companion.store.people import members
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security import access

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from companion.store.database import Store

HEAD = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(instance=tmp_path / "instance"))
    yield made
    store_of(made).close()


def store_of(app: Flask) -> Store:
    with app.app_context():
        return access.store()


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


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


@pytest.fixture
def new_phone(app: Flask) -> Callable[..., Phone]:
    return lambda address="192.168.1.20": Phone(app, address)


@pytest.fixture
def joined(app: Flask, new_phone: Callable[..., Phone]) -> Callable[[str, members.Role], Phone]:
    """Let a new phone join a game with a role."""

    def join(game: str, role: members.Role) -> Phone:
        phone = new_phone()
        members.join(store_of(app), game, phone.device(app), role)
        return phone

    return join
