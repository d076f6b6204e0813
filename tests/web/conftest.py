"""An app whose every page is linted; a client, a table played by forms, and tables with two and three phones."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.web import current_store
from companion.web.config import Settings
from tests.support.html_lint import LintingClient
from tests.support.phones import Party, begun, linted_app, store_of
from tests.support.photo_reader import FakeReader, with_reader
from tests.support.showdown_table import Table

MEMORY = Path("/dev/shm")  # noqa: S108 - each test has a folder of its own in it


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


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Make the app of all tests of this process. Its store stays empty: `app` has a copy in its place."""
    made = linted_app(Settings(tmp_path_factory.mktemp("empty")))
    store_of(made).close()
    return made


@pytest.fixture
def app(shared_app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """Give an app with an empty store. It is made once, because the addresses of a new one take long to add.

    The store is in memory where the system has a folder there: tests don't wait for a disk at every commit.
    """
    settings: Settings = shared_app.config["SETTINGS"]
    config = dict(shared_app.config)
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else tmp_path) as folder:
        instance = Path(folder) / "instance"
        shutil.copytree(settings.instance, instance)
        current_store.reopen(shared_app, instance)
        shared_app.extensions["companion.quota"].usage.clear()
        yield shared_app
        store_of(shared_app).close()
    shared_app.config.clear()
    shared_app.config.update(config)
    shared_app.test_client_class = LintingClient


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    made = Table(client, "Ann", "Bob")
    made.roll(3, 4)
    return made


def sitting(app: Flask, *names: str) -> Party:
    """Give the first of them, who owns the game, and the others, each on a phone."""
    party = begun(app, *names)
    party.owner.submit("/people/sit", seat="0")
    for seat in range(1, len(names)):
        party.join(str(seat))
    return party


@pytest.fixture
def two(app: Flask) -> Party:
    return sitting(app, "Ann", "Bob")


@pytest.fixture
def three(app: Flask) -> Party:
    return sitting(app, "Ann", "Bob", "Cid")


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    fake = FakeReader()
    with_reader(monkeypatch, fake.read)
    return fake
