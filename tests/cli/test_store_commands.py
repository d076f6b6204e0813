"""The store by the command line: a copy while it runs, the way back, and whether all is as it was recorded."""

import re
import sqlite3
from pathlib import Path

import pytest

from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.database import Store
from companion.store.opening import open_store
from companion.store.people import devices, invitations, members
from companion.store.people.members import Role
from tests.support.command import printed
from tests.support.documents import HEAD, hand_of, knocked
from tests.support.store import change

HAND = knocked(2, 22)


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def game(instance: Path) -> str:
    store = open_store(instance)
    started = play(store)
    store.close()
    return started


def play(store: Store) -> str:
    author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
    started = games.start(store, author, GameStarted(HEAD), record_id="the-start")
    games.append(store, started, HandRecorded(hand_of(HAND)), record_id="the-hand", seen=1, author=author)
    return started


def totals(instance: Path, game: str) -> dict[str, int]:
    store = open_store(instance)
    try:
        return dict(games.table_summary(store, game).totals)
    finally:
        store.close()


def test_a_restore_keeps_a_copy_of_the_replaced_games(instance: Path, game: str, tmp_path: Path) -> None:
    copy = tmp_path / "games.db"
    status, output, _ = printed("backup", copy, "--instance", instance)
    assert (status, output) == (0, f"All games of {instance} are in {copy}.\n")
    store = open_store(instance)
    author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
    games.append(store, game, HandRecorded(hand_of(HAND)), record_id="a-later-hand", seen=2, author=author)
    store.close()
    assert totals(instance, game) == {"Ann": 40, "Bob": 0}
    status, output, _ = printed("restore", copy, "--instance", instance)
    assert status == 0
    assert totals(instance, game) == {"Ann": 20, "Bob": 0}
    (before,) = instance.glob("before-restore-*.db")
    assert str(before) in output
    assert printed("restore", before, "--instance", instance)[0] == 0
    assert totals(instance, game) == {"Ann": 40, "Bob": 0}
    assert printed("restore", copy, "--instance", tmp_path / "another")[0] == 0
    assert totals(tmp_path / "another", game) == {"Ann": 20, "Bob": 0}


def test_an_invalid_backup_is_refused_in_one_sentence(instance: Path, game: str, tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database, " * 100)
    with sqlite3.connect(tmp_path / "foreign.db") as foreign:
        foreign.execute("CREATE TABLE journal (x)")
    foreign.close()
    for name, sentence in (
        ("text.db", "isn't a database"),
        ("foreign.db", "not one of this app"),
        ("nothing.db", "can't be read"),
    ):
        status, output, errors = printed("restore", tmp_path / name, "--instance", instance)
        assert (status, output) == (2, "")
        assert sentence in errors
        assert errors.count("\n") == 1
    assert totals(instance, game) == {"Ann": 20, "Bob": 0}
    status, _, errors = printed("backup", tmp_path / "no" / "such" / "folder.db", "--instance", instance)
    assert (status, errors.count("\n")) == (2, 1)
    assert "can't be written" in errors


@pytest.mark.parametrize("command", [["check"], ["backup", "copy.db"]])
def test_commands_create_no_store_where_none_is(command: list[str], tmp_path: Path) -> None:
    status, _, errors = printed(*command, "--instance", tmp_path / "empty")
    assert status == 2
    assert "there are no games in" in errors
    assert not (tmp_path / "empty").exists()


def test_a_check_reports_that_all_is_well_or_what_is_wrong(instance: Path, game: str) -> None:
    status, output, _ = printed("check", "--instance", instance)
    assert (status, output) == (0, "Everything is as it was recorded: 1 game, 2 records, 1 ruling.\n")
    store = open_store(instance)
    change(store, "UPDATE journal SET verdict = replace(verdict, '20', '21')")
    store.close()
    status, output, _ = printed("check", "--instance", instance)
    assert status == 1
    assert output.startswith(f"game {game}: Hand 1 was ruled")
    assert output.endswith("1 finding: 1 game, 2 records, 1 ruling.\n")


def test_the_games_are_listed_and_one_is_given_to_another_phone(instance: Path, game: str) -> None:
    status, output, _ = printed("games", "--instance", instance)
    assert status == 0
    (line,) = output.splitlines()
    assert line.startswith(f"{game}  20")
    assert line.endswith("gin-rummy  Ann, Bob  1 played, running  1 phone")
    status, output, _ = printed("owner", game, "--instance", instance, "--public-address", "https://cards.example/")
    assert status == 0
    assert "within an hour" in output
    found = re.findall(r"https://cards\.example/j/([A-Za-z0-9_-]+)\n", output)
    store = open_store(instance)
    new = devices.find_or_create(store, "a new phone").id
    assert invitations.follow_link(store, new, found[0]) == game
    assert [(one.device, one.role) for one in members.members(store, game)] == [(new, Role.OWNER)]
    store.close()


def test_a_missing_game_cannot_be_given_away(instance: Path, game: str) -> None:
    status, output, errors = printed("owner", f"{game}x", "--instance", instance)
    assert (status, output) == (2, "")
    assert errors == f"companion: There is no game {game}x. `companion games` lists all games.\n"
    status, _, errors = printed("owner", game, "--instance", instance, "--public-address", "cards.example")
    assert (status, "cards.example isn't a public address" in errors) == (2, True)


def test_an_unreadable_game_is_still_listed(instance: Path, game: str) -> None:
    store = open_store(instance)
    change(store, "UPDATE journal SET body = '{'")
    change(store, "DELETE FROM standings")
    store.close()
    status, output, _ = printed("games", "--instance", instance)
    assert (status, output) == (0, f"{game}  can't be read; `companion check` says why\n")
