"""A store in trouble: damaged, empty, read-only, full, newer or older than the program; and its own files named."""

import importlib
import os
import random
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, closing, contextmanager
from pathlib import Path

import pytest

from companion.journal.events.game import GameNoted
from companion.store import games
from companion.store.backup import backups, checks
from companion.store.backup.copies import remove_abandoned, unfinished_file
from companion.store.database import Store
from companion.store.engines import sqlite
from companion.store.engines.sqlite import COPIES_BEFORE_UPDATES, SqliteStore
from companion.store.errors import StoreBroken, StoreFull
from companion.store.opening import DatabasePlace, open_store
from companion.store.people import devices, polling
from companion.wording.store_errors import store_sentence
from tests.support.command import printed
from tests.support.next_version import next_version
from tests.support.places import SECRET
from tests.support.refusals import refused
from tests.support.store import ON_A_FILE, Running

pytestmark = ON_A_FILE
OWN_FILES = ("companion.db", "companion.db-wal", "companion.db-shm", "companion.db-journal", "secret")
NOBODY = 65534
PAGE = 4096


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def spellings(folder: Path, name: str) -> Iterator[Path]:
    """Name one of the store's own files in every way that leads to it."""
    (folder / "below").mkdir(exist_ok=True)
    yield folder / name
    yield folder / "below" / ".." / name
    beside = folder.parent / "beside"
    beside.mkdir(exist_ok=True)
    soft = beside / f"soft-{name}"
    soft.symlink_to(folder / name)
    yield soft
    linked = beside / "linked"
    linked.unlink(missing_ok=True)
    linked.symlink_to(folder, target_is_directory=True)
    yield linked / name
    if (folder / name).exists():
        hard = beside / f"hard-{name}"
        hard.hardlink_to(folder / name)
        yield hard


@pytest.mark.parametrize("name", OWN_FILES)
def test_no_backup_overwrites_a_file_of_the_store(store: Store, folder: Path, game: Running, name: str) -> None:
    game.win(20)
    for target in spellings(folder, name):
        before = contents(folder)
        for act in (backups.backup, backups.restore):
            with refused(StoreBroken, "a file of the running app"):
                act(store, target)
        assert contents(folder) == before
    with chdir(folder):
        assert printed("backup", name, "--instance", ".")[0] == 2
    assert game.totals["Ann"] == 20


def test_no_backup_overwrites_the_store_of_another_folder(store: Store, tmp_path: Path, game: Running) -> None:
    open_store(tmp_path / "another").close()
    for name in OWN_FILES:
        with refused(StoreBroken, "a file of the running app"):
            backups.backup(store, tmp_path / "another" / name)
    # One whose servers share a secret has none in its folder.
    shared = open_store(DatabasePlace(tmp_path / "shared", secret=SECRET))
    devices.find_or_create(shared, "a phone that is there")
    with refused(StoreBroken, "a file of the running app"):
        backups.backup(store, tmp_path / "shared" / "companion.db")
    shared.close()
    # A folder of backups may call its files as it likes.
    (tmp_path / "copies").mkdir()
    backups.backup(store, tmp_path / "copies" / "companion.db")
    assert games.table_summary(open_store(tmp_path / "copies"), game.id).seq == 1


def test_a_backup_is_an_ordinary_file(store: Store, tmp_path: Path, folder: Path) -> None:
    pipe, circle = tmp_path / "pipe", tmp_path / "circle.db"
    os.mkfifo(pipe)
    circle.symlink_to(circle)
    with refused(StoreBroken, "isn't an ordinary file"):
        backups.backup(store, pipe)
    assert pipe.is_fifo()
    for file, reason in ((circle, "leads back to itself"), (pipe, "isn't an ordinary file")):
        status, _, errors = printed("restore", file, "--instance", folder)
        assert (status, f"{file}" in errors, reason in errors, errors.count("\n")) == (2, True, True, 1)


def test_a_file_without_games_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "companion.db").touch()
    status, output, _ = printed("check", "--instance", folder)
    assert (status, output.startswith("companion.db is empty: it holds no games.\n1 finding")) == (1, True)
    for command in (["games"], ["backup", str(tmp_path / "copy.db")]):
        status, _, errors = printed(*command, "--instance", folder)
        assert (status, "is empty: it holds no games" in errors) == (2, True)
    assert (folder / "companion.db").stat().st_size == 0
    assert not (tmp_path / "copy.db").exists()
    (tmp_path / "text.db").write_text("no database, " * 100)
    status, output, _ = printed("check", tmp_path / "text.db")
    assert (status, "not a database" in output) == (1, True)
    status, _, errors = printed("check", tmp_path / "nothing.db")
    assert (status, errors.count("\n")) == (2, 1)


def test_any_damaged_page_is_reported_and_not_restored(store: Store, folder: Path, game: Running) -> None:
    for _ in range(3):
        game.win(20)
    copy = folder / "copy.db"
    backups.backup(store, copy)
    whole = copy.read_bytes()
    for page in range(0, len(whole), PAGE):
        for damage in (bytes(PAGE), b"\xff" * PAGE):
            copy.write_bytes(whole[:page] + damage + whole[page + PAGE :])
            status, output, _ = printed("check", copy)
            assert (status, output.strip() != "") == (1, True), f"page at {page}"
            status, _, errors = printed("restore", copy, "--instance", folder)
            assert (status, errors.count("\n")) == (2, 1), f"page at {page}"
    assert game.table.hands == 3


def test_a_damaged_store_is_replaced_by_a_backup(store: Store, folder: Path, game: Running) -> None:
    game.win(20)
    copy = folder.parent / "copy.db"
    backups.backup(store, copy)
    seen = polling.changes_of(store, [game.id])[game.id]
    game.win(30)
    store.close()
    damaged = b"SQLite format 3\x00" + b"\x07" * 9000
    (folder / "companion.db").write_bytes(damaged)
    status, output, errors = printed("restore", copy, "--instance", folder)
    assert (status, errors) == (0, "")
    assert "restart it now" in output
    (before,) = folder.glob("before-restore-*.db")
    assert before.read_bytes() == damaged
    assert polling.changes_of(open_store(folder), [game.id])[game.id] > seen + 1, "sleeping phones are told"
    assert printed("restore", copy, "--instance", folder.parent / "new")[0] == 0
    for place in (folder, folder.parent / "new"):
        again = open_store(place)
        assert games.table_summary(again, game.id).totals["Ann"] == 20
        assert checks.check(again).findings == []
        again.close()


def test_a_restore_that_fails_leaves_nothing_on_a_full_disk(
    store: Store, folder: Path, game: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = folder.parent / "copy.db"
    backups.backup(store, copy)
    game.win(20)
    before = set(folder.iterdir())

    def full(_: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(sqlite, "_replace_tables", full)
    with pytest.raises(StoreFull):
        backups.restore(store, copy)
    assert set(folder.iterdir()) == before
    assert game.totals["Ann"] == 20


@pytest.mark.parametrize("command", ["check", "games"])
def test_checking_an_older_database_does_not_change_it(command: str, store: Store, folder: Path, game: Running) -> None:
    game.win(20)
    store.close()
    before = contents(folder)
    with next_version():
        status, output, errors = printed(command, "--instance", folder)
    assert (status, errors) == (0, "")
    assert output.endswith("1 game, 2 records, 1 ruling.\n" if command == "check" else "1 phone\n")
    assert contents(folder) == before


def test_a_database_of_another_program_gets_no_tables(folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "companion.db")) as conn:
        conn.execute("CREATE TABLE other (x)")
        conn.commit()
        with refused(StoreBroken, "not one of this app"):
            open_store(folder)
        assert conn.execute("SELECT name FROM sqlite_schema").fetchall() == [("other",)]


def test_only_the_latest_copies_before_updates_are_kept(folder: Path) -> None:
    open_store(folder).close()
    assert contents(folder).keys() == {"companion.db", "secret"}, "a new store is copied from nothing"
    older = (folder / "companion.db").read_bytes()
    with next_version():
        for _ in range(COPIES_BEFORE_UPDATES + 3):
            (folder / "companion.db").write_bytes(older)
            open_store(folder).close()
    assert len(list(folder.glob("before-update-*.db"))) == COPIES_BEFORE_UPDATES


def test_a_write_error_is_reported_as_one(store: Store, game: Running) -> None:
    game.win(20)
    assert isinstance(store, SqliteStore)
    size = store.path.with_name("companion.db-wal").stat().st_size

    def fill() -> None:
        for number in range(50):
            game.say(GameNoted(f"{number}" * 900))

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, hard))
    try:
        with refused(StoreBroken, r"can't be written: .*Nothing was saved"):
            fill()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    game.win(20)
    assert checks.check(store).findings == []


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """Yield a copy of a folder in which nothing can be written, also by the superuser, who runs some of the tests."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "instance"
        shutil.copytree(folder, place)
        Path(name).chmod(0o755)
        superuser = os.geteuid() == 0
        for path in (*place.iterdir(), place):
            if superuser:
                os.chown(path, NOBODY, NOBODY)
            path.chmod(0o500 if path.is_dir() else 0o400)
        if superuser:
            os.seteuid(NOBODY)
        try:
            yield place
        finally:
            if superuser:
                os.seteuid(0)
            place.chmod(0o700)


def test_a_file_that_disappears_is_missed_and_used_again_when_it_is_back(
    store: Store, folder: Path, game: Running
) -> None:
    def everywhere(ask: Callable[[], object]) -> list[object]:
        """Ask in a thread that is connected and in one that isn't."""
        with ThreadPoolExecutor(1) as other:
            return [answer_of(ask), other.submit(answer_of, ask).result()]

    def answer_of(ask: Callable[[], object]) -> object:
        try:
            return ask()
        except StoreBroken as error:
            return store_sentence(error)

    path = folder / "companion.db"
    aside = folder.parent / "aside"
    aside.mkdir()
    missing = [
        "The database can't be opened: it isn't there, its folder is read-only, or this user may not read it."
    ] * 2
    for file in folder.glob("companion.db*"):
        file.rename(aside / file.name)
    assert everywhere(lambda: store.rows("SELECT id FROM games")) == missing
    assert everywhere(game.win) == missing
    assert not path.exists()
    for file in aside.iterdir():
        file.rename(folder / file.name)
    assert everywhere(lambda: store.rows("SELECT id FROM games")) == [[{"id": game.id}]] * 2
    # A file that takes its place is another one.
    backups.backup(store, aside / "companion.db")
    for file in folder.glob("companion.db*"):
        file.unlink()
    (aside / "companion.db").rename(path)
    game.win()
    assert everywhere(lambda: games.table_summary(store, game.id).hands) == [1, 1]


@pytest.mark.parametrize("running", [True, False])
def test_a_read_only_folder_can_be_checked(store: Store, folder: Path, game: Running, *, running: bool) -> None:
    """A store that was copied while the app ran has its last hands in a log beside it."""
    game.win(20)
    if not running:
        store.close()
    (folder / "companion.db-shm").unlink(missing_ok=True)
    assert (folder / "companion.db-wal").exists() == running
    # Loaded before the rights of the user who runs the tests are given up.
    importlib.import_module("companion.web.addresses")
    with read_only(folder) as place:
        status, output, errors = printed("check", "--instance", place)
        assert (status, output, errors) == (0, "Everything is as it was recorded: 1 game, 2 records, 1 ruling.\n", "")
        status, output, errors = printed("games", "--instance", place)
        assert (status, "gin-rummy  Ann, Bob  1 played" in output, errors) == (0, True, "")
        for command in (["owner", game.id], ["restore", str(place / "companion.db")]):
            status, output, errors = printed(*command, "--instance", place)
            assert (status, output) == (2, "")
            assert "companion check" not in errors
        with refused(StoreBroken, "read-only"):
            open_store(place)
        with tempfile.TemporaryDirectory() as target:
            assert printed("backup", Path(target) / "copy.db", "--instance", place)[0] == 0
            assert printed("check", Path(target) / "copy.db")[1].startswith("Everything is as it was recorded")


def test_leftovers_of_a_killed_copy_are_removed(store: Store, folder: Path, game: Running) -> None:
    left = [
        ".companion-unfinished-0123456789abcdef",
        ".companion-unfinished-0123456789abcdef-journal",
        ".companion-unfinished-fedcba9876543210-wal",
    ]
    kept = ["before-restore-20261121-180000.db", ".hidden", ".before-restore-20261121-190000.db.7"]
    for name in (*left, *kept):
        (folder / name).write_bytes(b"x")
    open_store(folder).close()
    names = {path.name for path in folder.iterdir()}
    assert names & set(left) == set()
    assert names >= set(kept)
    # A copy that this process works on is no leftover.
    with unfinished_file(folder) as path:
        path.write_text("whole")
        remove_abandoned(folder)
        assert path.read_text() == "whole"
    elsewhere = folder.parent / "copies"
    elsewhere.mkdir()
    (elsewhere / left[0]).write_bytes(b"x")
    backups.backup(store, elsewhere / "copy.db")
    assert [path.name for path in elsewhere.iterdir()] == ["copy.db"]
    assert game.id


@pytest.mark.slow
def test_no_damage_ends_a_command_with_a_traceback(store: Store, folder: Path, game: Running) -> None:
    for _ in range(3):
        game.win(20)
    place, copy = folder.parent / "damaged", folder / "copy.db"
    backups.backup(store, copy)
    chance = random.Random(8)
    noticed = 0
    for _ in range(15):
        content = bytearray(copy.read_bytes())
        for _ in range(chance.choice([1, 3, 200])):
            content[chance.randrange(len(content))] = chance.randrange(256)
        place.mkdir()
        (place / "companion.db").write_bytes(bytes(content))
        for command in (["check"], ["games"], ["backup", str(place / "another.db")]):
            status, _, errors = printed(*command, "--instance", place)
            noticed += status != 0
            assert errors.count("\n") <= 1
        shutil.rmtree(place)
    assert noticed > 4
