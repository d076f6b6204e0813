"""The app without a helpful client, phones that join games, and the world that hostile requests attack."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from bench.hostile.world import World
from companion.store.database import Store
from companion.store.people import members
from companion.web.app import create_app
from companion.web.config import Settings
from tests.support.phones import GuardedPhone, store_of


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(Settings(instance=tmp_path / "instance"))
    yield made
    store_of(made).close()


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
