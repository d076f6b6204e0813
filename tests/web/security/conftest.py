"""The app without a helpful client, phones that join games, and the world that hostile requests attack."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from bench.hostile.world import World
from companion.store.database import Store
from companion.store.people import members
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.security import guard
from companion.web.security.membership import author_of, require_member
from companion.web.security.phone import saved_phone
from tests.support.phones import GuardedPhone, store_of

LARGE = 1_000_000


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Make the app of the tests in this folder, with views that do one thing each."""
    made = create_app(Settings(tmp_path_factory.mktemp("empty")))
    store_of(made).close()

    @made.post("/said")
    def said() -> str:
        return "heard " + request.form.get("what", "")

    @made.post("/file")
    @guard.body_up_to(LARGE)
    def file() -> str:
        return str(len(request.files["file"].read()))

    @made.get("/trouble")
    def trouble() -> str:
        raise made.config["TROUBLE"]

    @made.get("/asked/<game>/<role>")
    def asked(game: str, role: str) -> str:
        return author_of(require_member(game, members.Role(role)), ("Ann", "Bob")).name

    @made.get("/deed")
    def deed() -> str:
        return str(saved_phone().id)

    return made


@pytest.fixture
def app(app: Flask) -> Flask:
    app.test_client_class = FlaskClient
    return app


@pytest.fixture
def store(app: Flask) -> Store:
    return store_of(app)


@pytest.fixture
def new_phone(app: Flask) -> Callable[..., GuardedPhone]:
    return lambda ip="192.168.1.20": GuardedPhone(app.test_client(), ip=ip)


@pytest.fixture
def joined(app: Flask, new_phone: Callable[..., GuardedPhone]) -> Callable[[str, members.Role], GuardedPhone]:
    """Let a new phone join a game with a role."""

    def join(game: str, role: members.Role) -> GuardedPhone:
        phone = new_phone()
        members.join(store_of(app), game, phone.device, role)
        return phone

    return join


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "instance")
    yield made
    made.store.close()
