"""An app whose every page is linted; a client, a table played by forms, and tables with two and three phones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.config import Settings
from tests.support.phones import Party, begun, linted_app, store_of
from tests.support.showdown_table import Table


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = linted_app(Settings(tmp_path / "instance"))
    yield made
    store_of(made).close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    made = Table(client, "Ann", "Bob")
    made.roll(3, 4)
    return made


@pytest.fixture
def two(app: Flask) -> Party:
    """Give Ann, who owns the game, and Bob, each on a phone."""
    party = begun(app, "Ann", "Bob")
    party.owner.submit("/people", act="sit", seat="0")
    party.join("1")
    return party


@pytest.fixture
def three(app: Flask) -> Party:
    """Give Ann, who owns the game, Bob and Cid, each on a phone."""
    party = begun(app, "Ann", "Bob", "Cid")
    party.owner.submit("/people", act="sit", seat="0")
    party.join("1")
    party.join("2")
    return party
