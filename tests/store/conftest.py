"""A store of its own for each test, with a phone and a running game in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.events.game import GameStarted
from companion.store import games
from companion.store.database import Store
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices
from tests.support import postgres
from tests.support.documents import HEAD
from tests.support.places import ENGINES, SECRET
from tests.support.store import Running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "instance"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of the store on both engines, unless it is marked as one of a file, or of a server."""
    if "engine" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("engine")
        metafunc.parametrize("engine", marked.args if marked else ENGINES, indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def tables(server: postgres.Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Name a database with tables, to be copied: that is faster than creating them."""
    address = server.create_database()
    open_store(DatabasePlace(tmp_path_factory.mktemp("tables"), address, SECRET)).close()
    return address.rpartition("/")[2]


@pytest.fixture
def empty_place(engine: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[DatabasePlace]:
    """Name a place where nothing is yet."""
    if engine == "sqlite":
        yield DatabasePlace(folder)
    else:
        address = request.getfixturevalue("server").create_database()
        yield DatabasePlace(folder, address)
        postgres.drop_database(address)


@pytest.fixture
def place(engine: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[DatabasePlace]:
    if engine == "sqlite":
        yield DatabasePlace(folder)
    else:
        server = request.getfixturevalue("server")
        address = server.create_database(request.getfixturevalue("tables"))
        yield DatabasePlace(folder, address, SECRET)
        postgres.drop_database(address)


@pytest.fixture
def store(place: DatabasePlace) -> Iterator[Store]:
    opened = open_store(place, busy_seconds=5)
    yield opened
    opened.close()


@pytest.fixture
def phone(store: Store) -> int:
    return devices.find_or_create(store, "Ann's phone").id


@pytest.fixture
def game(store: Store, phone: int) -> Running:
    author = games.Author(phone, "Ann")
    return Running(store, games.start(store, author, GameStarted(HEAD), record_id="the-start"), author)
