"""A store of its own for each test, with a phone and a running game in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.events import GameStarted
from companion.store import games
from companion.store.database import Store, open_store
from companion.store.people import devices
from tests.support.documents import HEAD
from tests.support.store import Running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    opened = open_store(folder, busy_seconds=5)
    yield opened
    opened.close()


@pytest.fixture
def phone(store: Store) -> int:
    return devices.find_or_create(store, "Ann's phone").id


@pytest.fixture
def game(store: Store, phone: int) -> Running:
    author = games.Author(phone, "Ann")
    return Running(store, games.start(store, author, GameStarted(HEAD), record_id="the-start"), author)
