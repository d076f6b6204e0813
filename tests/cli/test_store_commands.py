"""The store by the command line: whether all is as it was recorded, owners, games as files, the records of people."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.commands import transfer
from companion.journal.events.game import GameStarted
from companion.journal.events.hands import HandRecorded, HandStruckOut
from companion.journal.exchange import write_journal
from companion.schemas.catalog import schema_of
from companion.store import games
from companion.store.opening import open_store
from companion.store.people import devices, invitations, members
from companion.store.people.members import Role
from tests.support.command import printed
from tests.support.documents import HEAD, counted_hand, hand_of, won_hand
from tests.support.schema_files import STRICT, keys_of_answers
from tests.support.store import Running, change, imported
from tests.support.whole_games import whole_game


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def game(instance: Path) -> str:
    store = open_store(instance)
    author = games.Author(devices.find_or_create(store, "a phone").id, "Ann")
    game = Running(store, games.start(store, author, GameStarted(HEAD), record_id="the-start"), author)
    game.win(20)
    store.close()
    return game.id


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


WHOLE = whole_game(*[HandRecorded(hand_of(won_hand(20)))] * 3)


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
    assert printed("import", file, "--instance", instance)[1] == f"Game {game} has all of this already.\n"
    checked = printed("check", "--instance", instance)
    assert checked == (0, "Everything is as it was recorded: 1 game, 4 records, 3 rulings.\n", "")


@pytest.mark.parametrize(("typed", "status"), [("y\n", 0), ("Yes\n", 0), ("n\n", 2), ("\n", 2), ("", 2)])
def test_before_a_file_adds_something_it_is_shown_and_asked_about(
    instance: Path, file: Path, typed: str, status: int
) -> None:
    done, output, errors = add_more(instance, file, text=typed)
    assert (done, "Hand 3 recorded." in output) == (status, True)
    assert ("nothing was added" in errors) == bool(status)
    records = len(WHOLE) if status == 0 else 2
    assert f"{records} records" in printed("check", "--instance", instance)[1]


def add_more(instance: Path, file: Path, *options: str, text: str = "") -> tuple[int, str, str]:
    """Import a game of one hand, and then the file in which it goes on."""
    whole = file.read_text()
    file.write_text(write_journal(WHOLE[:2]))
    bring(file, instance)
    file.write_text(whole)
    return printed("import", file, *options, "--instance", instance, text=text)


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
    change(store, "DELETE FROM standings")
    store.close()
    unreadable = f"{game}  can't be read; `companion check` says why\n"
    assert printed("games", "--instance", instance) == (0, unreadable, "")
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
        (["owner", "nowhere"], "There is no game nowhere. `companion games` lists all games."),
        (["owner", game, "--public-address", "cards.example"], "cards.example isn't a public address"),
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
    for command in (["export", "a-game"], ["check"], ["backup", "copy.db"]):
        status, _, errors = printed(*command, "--instance", tmp_path / "empty")
        assert (status, "there are no games in" in errors) == (2, True)
    assert not (tmp_path / "empty").exists()


Print = Callable[..., tuple[int, str, str]]


def won_by(winner: str, loser: str, points: int) -> dict[str, Any]:
    return counted_hand(winner, **{winner: 2, loser: 2 + points})


HOME, CLUB = {"at": "2026-03-01", "place": "Home"}, {"at": "2025-12-30", "place": "Club"}
ANN_WINS = {**HEAD, **HOME, "hands": [won_by("Bob", "Ann", 20), won_by("Ann", "Bob", 40), won_by("Ann", "Bob", 70)]}
CID_WINS = {**HEAD, **CLUB, "players": ["Ann", "Cid"], "hands": [won_by("Cid", "Ann", 98), won_by("Cid", "Ann", 2)]}


@pytest.fixture
def played(tmp_path: Path) -> Print:
    """Have two phones with a game each, and give what runs a command on all of them."""
    store = open_store(tmp_path / "instance")
    for number, document in enumerate((ANN_WINS, CID_WINS)):
        phone = devices.find_or_create(store, f"phone {number}").id
        imported(store, games.Author(phone, "Ann"), document)
    # As after an update: the command counts all games again.
    change(store, "UPDATE tallies SET rules = 'those of last week'")
    store.close()
    return lambda *arguments: printed(*arguments, "--instance", tmp_path / "instance")


def answered(printed: tuple[int, str, str], name: str) -> dict[str, Any]:
    """Return what was printed, which is of its schema."""
    status, output, errors = printed
    assert (status, errors) == (0, "")
    answer: dict[str, Any] = json.loads(output)
    STRICT(keys_of_answers(schema_of(name))).validate(answer)
    return answer


# The range of 1 of 1 is 20.7 to 100 % (Wilson), of 0 of 1 it is 0 to 79.3 %, and of 1 of 2 it is 9.5 to 90.5 %.
PEOPLE = """\
Name  Games  Won       Range  Hands  Points a hand  Against  Gins  Undercuts
Cid       1    1  21 to 100%      2           50.0      0.0     0          0
Ann       2    1    9 to 91%      5           22.0     24.0     0          0
Bob       1    0    0 to 79%      3            6.7     36.7     0          0
"""
PAIRS = """\

Who              Ahead  Behind  Level  Games  Hands  Points  Against
Ann against Bob      1       0      0      1      3     110       20
Cid against Ann      1       0      0      1      2     100        0
"""


def test_everybody_is_printed_with_what_they_have_won(played: Print) -> None:
    assert played("people") == (0, PEOPLE, "")
    assert played("season") == (0, PEOPLE + PAIRS, "")
    at_club = played("season", "--place", "Club", "--until", "20251231")[1]
    assert [line.split()[0] for line in at_club.splitlines() if line] == ["Name", "Cid", "Ann", "Who", "Cid"]
    for never in (["--since", "2027-01-01"], ["--place", "Beach"], ["--game", "gem-ii"], ["--against", "Dora"]):
        assert played("season", *never) == (0, "Nobody has played such a game.\n", "")


def test_one_person_is_printed_with_what_is_behind_each_record(played: Print) -> None:
    status, output, errors = played("people", "Ann")
    assert (status, errors) == (0, "")
    told = dict(line.split("  ", 1) for line in output.split("\n\n")[-1].splitlines())
    games = [line.split()[0] for line in played("games")[1].splitlines()]
    assert output.startswith("Ann: won 1 of 2 games (9 to 91%), 5 hands since 2025-12-30\n\nGame")
    assert {words: value.strip() for words, value in told.items()} == {
        "Hands won": "2 of 5",
        "Knocks won": "2 of 2",
        "Deadwood of a knock on average": "2.0",
        # Twice 2, once 22, 100 and 4.
        "Deadwood on average": "26.0",
        "Biggest hand": f"70, 2026-03-01, hand 3 of game {game_of(output)}",
        "Biggest win": f"by 90, 2026-03-01, game {game_of(output)}",
        "Best streak": "1 game, 2026-03-01 to 2026-03-01",
        "Best evening": "+90, 2026-03-01, 3 hands",
        "Worst evening": "−100, 2025-12-30, 2 hands",
    }
    assert game_of(output) in games


def game_of(output: str) -> str:
    return output.partition("Biggest hand")[2].splitlines()[0].rpartition(" ")[2]


def test_the_record_of_a_person_is_a_document(played: Print) -> None:
    answer = answered(played("people", "Ann", "--json"), "person")
    assert [(game["on"], game["game"], game["won"], game["margin"]) for game in answer["games"]] == [
        ("2025-12-30", "gin-rummy", False, -100), ("2026-03-01", "gin-rummy", True, 90),
    ]  # fmt: skip
    assert answer["biggest_hand"] == {
        "id": answer["games"][1]["id"], "game": "gin-rummy", "points": 70, "hand": 3, "on": "2026-03-01",
    }  # fmt: skip
    assert answer["biggest_win"] == answer["games"][1]
    assert answer["best_streak"] == {"games": 1, "first": answer["games"][1], "last": answer["games"][1]}
    assert (answer["best_day"]["margin"], answer["worst_day"]["margin"]) == (90, -100)
    assert answer["figures"]["share"] == {"low": 0.0945, "high": 0.9055, "by_luck": 0.5}
    nothing = answered(played("people", "Bob", "--json", "--game", "gem-ii"), "person")
    assert (nothing["figures"]["share"], nothing["biggest_hand"], nothing["best_day"]) == (None, None, None)
    assert played("people", "Bob", "--game", "gem-ii")[1] == "Bob: won 0 of 0 games, 0 hands\n\nNothing was played.\n"
