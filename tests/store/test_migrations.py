"""An older database is copied, then updated, and loses nothing; a newer one is left alone."""

import pytest

from companion.store import games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.errors import StoreBroken
from companion.store.opening import DatabasePlace, open_store
from tests.support.next_version import next_version
from tests.support.refusals import refused
from tests.support.store import Running, everything


def test_an_older_database_is_copied_and_updated(place: DatabasePlace, store: Store, game: Running) -> None:
    game.win(20)
    before = everything(store)
    with next_version():
        updated = open_store(place)
        assert updated.rows("SELECT * FROM of_tomorrow") == [{"name": "red", "seen": None}]
        assert games.table_summary(updated, game.id).totals["Ann"] == 20
        assert everything(updated).startswith(before)
        (copy,) = place.folder.glob("before-update-*.db")
        # Nothing is copied where nothing is updated.
        open_store(place).close()
        assert list(place.folder.glob("before-update-*.db")) == [copy]
        updated.close()
    checked = checks.check_file(copy)
    assert (checked.findings, checked.games, checked.records) == ([], 1, 2)


@pytest.mark.usefixtures("store")
def test_a_database_of_a_newer_version_is_refused(place: DatabasePlace) -> None:
    with next_version():
        open_store(place).close()
    with refused(StoreBroken, r"newer version of the app\. Update the app first"):
        open_store(place)
