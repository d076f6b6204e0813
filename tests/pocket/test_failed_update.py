"""A new version that updates the database and then doesn't start leaves the games to the version before."""

from pathlib import Path

import pytest

from companion.pocket import failed_update, in_browser
from companion.store.engines.sqlite import DATABASE
from companion.store.errors import StoreBroken
from tests.support import next_version
from tests.support.pocket_page import PocketPage


class Update:
    """A version that has one more migration, and may fail after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def install(self, *, starts: bool) -> None:
        next_version.install()
        if not starts:

            def fails(*_: object) -> None:
                raise RuntimeError

            self.monkeypatch.setattr(in_browser.PocketApp, "answer", fails)

    def remove(self) -> None:
        self.monkeypatch.undo()
        next_version.remove()


@pytest.fixture
def update(monkeypatch: pytest.MonkeyPatch) -> Update:
    return Update(monkeypatch)


@pytest.mark.parametrize("starts", [1, 2])
def test_the_version_before_goes_on_with_its_games(pocket: PocketPage, update: Update, starts: int) -> None:
    pocket.import_game()
    update.install(starts=False)
    for _ in range(starts):
        with pytest.raises(RuntimeError):
            PocketPage(pocket.folder, "two")
    update.remove()
    assert "Hand 3" in PocketPage(pocket.folder, "one").open()
    assert not (pocket.folder / failed_update.STARTING).exists()


def test_without_the_mark_a_newer_database_is_left_alone(pocket: PocketPage, update: Update) -> None:
    pocket.import_game()
    update.install(starts=True)
    PocketPage(pocket.folder, "two")
    update.remove()
    before = (pocket.folder / DATABASE).read_bytes()
    with pytest.raises(StoreBroken):
        PocketPage(pocket.folder, "one")
    assert (pocket.folder / DATABASE).read_bytes() == before


def test_a_version_that_was_stopped_at_its_first_start_tries_again(pocket: PocketPage, update: Update) -> None:
    pocket.import_game()
    update.install(starts=False)
    with pytest.raises(RuntimeError):
        PocketPage(pocket.folder, "two")
    update.monkeypatch.undo()
    assert "Hand 3" in PocketPage(pocket.folder, "two").open()
    next_version.remove()


def test_a_torn_mark_is_no_mark(tmp_path: Path) -> None:
    (tmp_path / failed_update.STARTING).write_text('{"version": "t')
    with failed_update.undone_unless_started(tmp_path, "one"):
        pass
    assert not (tmp_path / failed_update.STARTING).exists()


def test_a_mark_that_outlived_its_start_takes_nothing_back(
    pocket: PocketPage, update: Update, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone died after the version was noted as started, and before its mark was removed."""
    update.install(starts=True)
    unlink = Path.unlink
    with monkeypatch.context() as dying:
        dying.setattr(Path, "unlink", lambda path, **more: path.name == failed_update.STARTING or unlink(path, **more))
        updated = PocketPage(pocket.folder, "two")
    assert (pocket.folder / failed_update.STARTING).exists()
    updated.import_game()
    assert "Hand 3" in PocketPage(pocket.folder, "three").open()
    assert not (pocket.folder / failed_update.STARTING).exists()
    next_version.remove()
