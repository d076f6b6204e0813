"""Whole games by the command line: out of one folder and into another."""

import json
from pathlib import Path

import pytest

from companion.commands import transfer
from companion.journal.events.hands import HandAccepted, HandRecorded, HandStruckOut
from companion.journal.exchange import write_journal
from companion.store import games
from companion.store.opening import open_store
from companion.store.people import devices, members
from companion.store.people.members import Role
from tests.support.command import printed
from tests.support.documents import hand_of, won_hand
from tests.support.store import change
from tests.support.whole_games import whole_game

WHOLE = whole_game(*[HandRecorded(hand_of(won_hand(20)))] * 3)


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.gem.txt"
    path.write_text(write_journal(WHOLE))
    return path


def bring(file: Path, instance: Path) -> str:
    """Import a file, and return the id of its game."""
    status, output, errors = printed("import", file, "--instance", instance)
    assert (status, errors) == (0, "")
    return output.partition("game ")[2].partition(".")[0].split()[0]


def test_a_file_is_brought_in_and_comes_out_as_it_was(instance: Path, file: Path, tmp_path: Path) -> None:
    game, copy = bring(file, instance), tmp_path / "copy.gem.txt"
    assert printed("export", game, "--instance", instance) == (0, file.read_text(), "")
    assert printed("export", game, copy, "--instance", instance) == (0, "", "")
    assert copy.read_text() == file.read_text()
    assert printed("owner", game, "--instance", instance)[0] == 0
    another = tmp_path / "another"
    status, told, _ = printed("import", "--instance", another, text=file.read_text())
    assert (status, told.split("`companion owner ")[1].split("`")[0]) == (0, told.split("game ")[1].split(".")[0])


@pytest.mark.parametrize("most_shown", [1, 50])
def test_a_file_adds_what_is_new(instance: Path, file: Path, monkeypatch: pytest.MonkeyPatch, most_shown: int) -> None:
    monkeypatch.setattr(transfer, "MOST_SHOWN", most_shown)
    _, output, _ = add_more(instance, file, "--yes")
    assert output.startswith("This adds to game ")
    assert "2026-11-21T20:00:03Z Ann: Hand 2 recorded." in output
    assert ("Hand 3 recorded." in output) != ("… and 1 more" in output) == (most_shown == 1)
    game = output.split("game ")[1][:12]
    assert output.endswith(f"Added what was new to game {game}.\n")


@pytest.mark.parametrize(("typed", "status"), [("y\n", 0), ("Yes\n", 0), ("n\n", 2), ("\n", 2), ("", 2)])
def test_before_a_file_adds_something_it_is_shown_and_asked_about(
    instance: Path,
    file: Path,
    typed: str,
    status: int,
) -> None:
    done, output, errors = add_more(instance, file, text=typed)
    assert (done, "Hand 3 recorded." in output) == (status, True)
    assert ("nothing was added" in errors) == bool(status)
    records = len(WHOLE) if status == 0 else 2
    assert f"{records} records" in printed("check", "--instance", instance)[1]


def test_what_a_file_says_for_a_player_with_a_phone_does_not_count(instance: Path, file: Path) -> None:
    game = bring(file, instance)
    store = open_store(instance)
    members.join(store, game, devices.find_or_create(store, "Bob's phone").id, Role.SEAT, seat=1)
    store.close()
    accepted = whole_game(*[HandRecorded(hand_of(won_hand(20)))] * 3, HandAccepted(1, "Bob", {"Ann": 20, "Bob": 0}))
    file.write_text(write_journal(accepted))
    output = printed("import", file, "--yes", "--instance", instance)[1]
    assert "Bob accepted hand 1.  [doesn't count: a player with a phone in the game says this there]" in output
    store = open_store(instance)
    assert games.state(store, game).hands[0].responses == ()
    store.close()


def add_more(instance: Path, file: Path, *options: str, text: str = "") -> tuple[int, str, str]:
    """Import a game of one hand, and then the file in which it goes on."""
    whole = file.read_text()
    file.write_text(write_journal(WHOLE[:2]))
    bring(file, instance)
    file.write_text(whole)
    return printed("import", file, *options, "--instance", instance, text=text)


def test_a_file_again_adds_nothing(instance: Path, file: Path) -> None:
    whole = file.read_text()
    file.write_text(write_journal(WHOLE[:2]))
    game = bring(file, instance)
    file.write_text(whole)
    assert printed("import", file, "--yes", "--instance", instance)[0] == 0
    assert printed("import", file, "--instance", instance)[1] == f"Game {game} has all of this already.\n"
    assert printed("games", "--instance", instance)[1].count("\n") == 1
    status, output, _ = printed("check", "--instance", instance)
    assert (status, output) == (0, "Everything is as it was recorded: 1 game, 4 records, 3 rulings.\n")


def test_a_game_that_went_on_on_both_sides_is_left_alone(instance: Path, file: Path) -> None:
    game = bring(file, instance)
    file.write_text(file.read_text().replace("record-4", "other-record"))
    status, output, errors = printed("import", file, "--instance", instance)
    assert (status, output) == (2, "")
    assert errors.startswith(f"companion: game {game} went on both here and in the file")
    status, output, _ = printed("import", file, "--separately", "--instance", instance)
    assert (status, output.startswith("Imported as game ")) == (0, True)


def test_all_games_are_written_into_a_folder(instance: Path, file: Path, tmp_path: Path) -> None:
    game = bring(file, instance)
    folder = tmp_path / "all"
    status, output, _ = printed("export", "--all", folder, "--instance", instance)
    assert (status, output) == (0, f"1 game in {folder}.\n")
    assert (folder / f"{game}.gem.txt").read_text() == file.read_text()
    store = open_store(instance)
    change(store, "UPDATE journal SET body = '{'")
    store.close()
    status, output, errors = printed("export", "--all", folder, "--instance", instance)
    assert (status, output) == (2, f"0 games in {folder}.\n")
    assert errors == f"companion: can't be read: {game}; see `companion check`\n"
    status, output, errors = printed("export", game, "--instance", instance)
    assert (status, output, errors.count("\n")) == (2, "", 1)


def test_errors_are_one_sentence(instance: Path, file: Path, tmp_path: Path) -> None:
    game = bring(file, instance)
    game_document = tmp_path / "game.json"
    game_document.write_text(json.dumps({"game": "gin-rummy", "players": ["Ann", "Bob"]}))
    newer = tmp_path / "newer.gem.txt"
    newer.write_text('{"journal": 2}')
    impossible = tmp_path / "impossible.gem.txt"
    impossible.write_text(write_journal(whole_game(HandStruckOut(3))))
    for arguments, sentence in (
        (["export"], "name one game"),
        (["export", "a-game", "--all", tmp_path], "name one game"),
        (["export", "nowhere"], "There is no game nowhere."),
        (["export", game, tmp_path / "no" / "file.txt"], "can't be written"),
        (["export", "--all", file], "can't be created"),
        (["import", tmp_path / "nothing"], "can't be read"),
        (["import", game_document], "journal"),
        (["import", newer], "made by a newer version"),
        (["import", impossible], "Change 2"),
    ):
        status, output, errors = printed(*arguments, "--instance", instance)
        assert (status, output) == (2, ""), arguments
        assert sentence in errors
        assert errors.count("\n") == 1
    status, _, errors = printed("export", "a-game", "--instance", tmp_path / "empty")
    assert (status, "there are no games in" in errors) == (2, True)
    assert not (tmp_path / "empty").exists()
