"""An app whose every page is linted; a client, a table played by forms, and tables with two and three phones."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.web.config import Settings
from tests.support.phones import Party, begun, linted_app, store_of
from tests.support.showdown_table import Table


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Let all apps of a run share what werkzeug compiles for each address, which takes half of an app's start."""
    compiled: dict[object, Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder  # noqa: SLF001 - no public way

    def compile_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (tuple(rule._trace), repr(rule.defaults), append_unknown)  # noqa: SLF001 - no public way either
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compile_once)
        yield


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
    party.owner.submit("/people/sit", seat="0")
    party.join("1")
    return party


@pytest.fixture
def three(app: Flask) -> Party:
    """Give Ann, who owns the game, Bob and Cid, each on a phone."""
    party = begun(app, "Ann", "Bob", "Cid")
    party.owner.submit("/people/sit", seat="0")
    party.join("1")
    party.join("2")
    return party
