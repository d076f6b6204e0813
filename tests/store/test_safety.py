"""Nothing lost: races, kills, a full disk, a locked file, backups, older databases, and the check of it all."""

import multiprocessing
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from companion.journal.events.game import GameNoted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.backup import backups, checks
from companion.store.database import Store
from companion.store.engines.sqlite import SqliteStore
from companion.store.errors import Conflict, StoreBroken, StoreBusy, StoreFull
from companion.store.opening import DatabasePlace, open_store
from companion.store.schema import migration_names
from companion.wording.store_errors import store_sentence
from tests.support.documents import hand_of, won_hand
from tests.support.next_version import next_version
from tests.support.refusals import refused
from tests.support.store import ON_A_FILE, Running, change, everything


def test_a_double_tap_in_many_threads_records_one_hand(game: Running) -> None:
    hand = HandRecorded(hand_of(won_hand(20)))
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: game.say(hand, record_id="one-tap-1", seen=1), range(16)))
    assert {answer.seq for answer in answers} == {2}
    assert sum(not answer.repeated for answer in answers) == 1
    assert game.totals == {"Ann": 20, "Bob": 0}


def test_many_writers_of_one_game_all_succeed(store: Store, game: Running) -> None:
    def write(number: int) -> int:
        event = HandRecorded(hand_of({"drawn": True})) if number == 0 else GameNoted(f"note {number}")
        while True:
            with suppress(Conflict):
                return game.say(event, record_id=f"writer-{number}").seq

    with ThreadPoolExecutor(6) as threads:
        seqs = list(threads.map(write, range(24)))
    assert sorted(seqs) == list(range(2, 26))
    assert checks.check(store).findings == []


def first_start(place: DatabasePlace) -> bytes:
    store = open_store(place)
    key = store.keyed_hash("test", "x")
    store.close()
    return key


def test_processes_that_start_at_once_share_one_database_and_one_secret(empty_place: DatabasePlace) -> None:
    with multiprocessing.get_context("fork").Pool(4) as pool:
        keys = pool.map(first_start, [empty_place] * 4)
    assert len(set(keys)) == 1
    store = open_store(empty_place)
    assert len(store.rows("SELECT name FROM companion_migrations")) == len(migration_names())
    store.close()


def with_file(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir()
    (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (lambda folder: with_file(folder, "secret", b"short"), "isn't the secret"),
        (lambda folder: with_file(folder, "companion.db", b"this isn't a database" * 100), "can't be read"),
        (lambda folder: with_file(folder, "companion.db", b"SQLite format 3\x00" + b"\x07" * 4000), "can't be read"),
        (lambda folder: folder.write_text("a file where the folder should be"), "can't be"),
    ],
    ids=["short secret", "no database", "broken head", "no folder"],
)
def test_a_place_that_cannot_be_used_is_reported(
    folder: Path, prepare: Callable[[Path], object], sentence: str
) -> None:
    prepare(folder)
    with refused(StoreBroken, sentence):
        open_store(folder)


@ON_A_FILE
def test_a_full_disk_is_reported_and_nothing_is_half_written(store: Store, game: Running) -> None:
    assert isinstance(store, SqliteStore)
    game.win(20)
    before = everything(store)
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count={pages}")
    filling = HandRecorded(hand_of({"drawn": True, "note": "x" * 2000}))

    def fill() -> None:
        nonlocal before
        for number in range(200):
            game.say(filling, record_id=f"filling-{number}")
            before = everything(store)

    with refused(StoreFull, "No space is left"):
        fill()
    assert everything(store) == before
    store.db.execute("PRAGMA max_page_count=1000000")
    game.win(20)
    assert checks.check(store).findings == []


@ON_A_FILE
def test_a_locked_database_is_reported(folder: Path, game: Running) -> None:
    hasty = Running(open_store(folder, busy_seconds=0.05), game.id, game.author)
    with closing(sqlite3.connect(folder / "companion.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(StoreBusy, "Nothing was saved"):
            hasty.say(GameNoted("x"), record_id="record-1")
        assert hasty.table.seq == 1
        other.execute("ROLLBACK")
    assert not hasty.say(GameNoted("x"), record_id="record-1").repeated
    hasty.store.close()


def test_an_error_in_the_middle_undoes_the_whole_write(store: Store, game: Running) -> None:
    def half() -> None:
        with store.writing() as conn:
            conn.execute("UPDATE games SET seq = 99")
            conn.execute("UPDATE no_such_table SET seq = 99")

    with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        store.run(half)
    assert game.table.seq == 1


def test_reads_in_one_transaction_are_consistent(store: Store, place: DatabasePlace, game: Running) -> None:
    other = open_store(place)
    with store.reading():
        before = game.records
        Running(other, game.id, game.author).say(GameNoted("x"))
        with store.reading():
            assert game.records == before
    assert len(game.records) == 2
    other.close()


def test_a_backup_restores_the_games_as_they_were(store: Store, place: DatabasePlace, game: Running) -> None:
    folder = place.folder
    game.win(20)
    copy = folder / "copy.db"
    backups.backup(store, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    game.win(30)
    other = open_store(place)
    assert games.table_summary(other, game.id).totals["Ann"] == 50
    before = backups.restore(store, copy)
    for opened in (store, other):
        assert games.table_summary(opened, game.id).totals["Ann"] == 20
    assert checks.check(other).findings == []
    game.say(GameNoted("goes on"), record_id="after-the-restore")
    backups.restore(store, before)
    assert games.table_summary(other, game.id).totals["Ann"] == 50
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []
    other.close()


def test_a_backup_is_made_while_others_write(store: Store, place: DatabasePlace, game: Running) -> None:
    other, folder = open_store(place), place.folder

    def write() -> None:
        with other.writing() as conn:
            conn.execute("UPDATE devices SET label = 'half way'")
            backups.backup(store, folder / "copy.db")

    other.run(write)
    copied = sqlite3.connect(folder / "copy.db")
    assert copied.execute("SELECT label FROM devices").fetchall() == [("",)]
    copied.close()
    other.close()
    assert game.table.seq == 1


@ON_A_FILE
def test_what_is_no_backup_of_this_app_is_not_restored(store: Store, folder: Path, game: Running) -> None:
    game.win(20)
    with closing(sqlite3.connect(folder / "plain.db")) as plain:
        plain.execute("CREATE TABLE other (x)")
        plain.commit()
    with next_version():
        open_store(folder / "newer").close()
    for sentence, content in (
        ("isn't a database", b"nothing of the kind" * 300),
        ("not one of this app", (folder / "plain.db").read_bytes()),
        ("newer version", (folder / "newer" / "companion.db").read_bytes()),
    ):
        (folder / "broken.db").write_bytes(content)
        with refused(StoreBroken, sentence):
            backups.restore(store, folder / "broken.db")
    with refused(StoreBroken, "can't be read"):
        backups.restore(store, folder / "not there.db")
    with refused(StoreBroken, "can't be written"):
        backups.backup(store, folder / "no such folder" / "copy.db")
    assert game.totals["Ann"] == 20


SPOILED: list[tuple[str, str]] = [
    ("UPDATE journal SET verdict = replace(verdict, '[20,0]', '[25,0]')", "was ruled"),
    ("UPDATE journal SET body = '{' WHERE seq = 2", "can't be read"),
    ("UPDATE journal SET verdict = '{' WHERE seq = 2", ""),
    ("UPDATE journal SET kind = 'hand-forgotten' WHERE seq = 2", "hand-forgotten"),
    ("UPDATE journal SET kind = 'game-closed', body = '{}' WHERE seq = 1", "begins with the start"),
    ("UPDATE journal SET seq = 9 WHERE seq = 3", "gaps"),
    ("UPDATE games SET seq = 9", "doesn't end"),
    ("DELETE FROM journal", "begins with the start"),
    ("UPDATE standings SET body = replace(body, '\"hands\":1', '\"hands\":2')", "cached summary"),
    ("DELETE FROM devices", "refers to one that doesn't exist"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "sentence"), SPOILED)
def test_check_finds_spoiled_data(store: Store, game: Running, spoil: str, sentence: str) -> None:
    game.win(20)
    game.say(GameNoted("x"))
    change(store, spoil, breaking_references=True)
    checked = checks.check(store)
    assert [finding for finding in checked.findings if sentence in store_sentence(finding)]
    assert checked.games == 1
