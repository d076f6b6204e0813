"""Regular backups: checked, dated, the latest kept, and nothing else removed."""

import os
from pathlib import Path

import pytest

from companion.store.backup import regular
from companion.store.backup.checks import check_file
from companion.store.backup.copies import find_copies
from companion.store.errors import StoreError
from companion.store.opening import open_store


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    open_store(tmp_path / "instance").close()
    return tmp_path / "instance"


def test_the_oldest_goes_only_when_a_good_new_one_is_there(instance: Path) -> None:
    folder = instance / "backups"
    first = regular.make(instance, folder, 2)
    os.utime(first, (1, 1))
    own = folder / "regular-notes.db"
    own.write_text("a file of somebody else")
    second = regular.make(instance, folder, 2)
    assert set(find_copies(folder, regular.NAME)) == {first, second}
    (instance / "companion.db").write_text("no database" * 1000)
    with pytest.raises(StoreError):
        regular.make(instance, folder, 1)
    assert set(folder.iterdir()) == {first, second, own}
    assert not check_file(second).findings


def test_the_newest_backup_says_when_the_next_one_is_due(instance: Path, tmp_path: Path) -> None:
    assert regular.seconds_until_due(tmp_path / "none", 60, 1000) == 0
    made = regular.make(instance, tmp_path / "backups", 2)
    os.utime(made, (1000, 1000))
    assert regular.seconds_until_due(made.parent, 60, 1010) == 50
    assert regular.seconds_until_due(made.parent, 60, 5000) == 0
    # The clock was set back by more than a period.
    assert regular.seconds_until_due(made.parent, 60, 900) == 0


def test_dates_from_the_future_say_nothing_and_such_backups_go_first(instance: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    good, future, further = [regular.make(instance, folder, 3) for _ in range(3)]
    for file, time in ((good, 1e9), (future, 1e10), (further, 2e10)):
        os.utime(file, (time, time))
    assert regular.seconds_until_due(folder, 60, 1e9 + 10) == 50
    newer = regular.make(instance, folder, 3)
    assert set(folder.iterdir()) == {good, further, newer}
    newest = regular.make(instance, folder, 3)
    assert set(folder.iterdir()) == {good, newer, newest}
