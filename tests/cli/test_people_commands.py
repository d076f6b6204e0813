"""The records of people by the command line: everybody, each two, one person, as tables and as JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.schemas.catalog import schema_of
from companion.store import games
from companion.store.opening import open_store
from companion.store.people import devices
from tests.support.command import printed
from tests.support.documents import HEAD, counted_hand
from tests.support.schema_files import STRICT, keys_of_answers
from tests.support.store import change, imported

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
    """Return the id of the game of the biggest hand."""
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


def test_who_never_played_has_no_record(played: Print, tmp_path: Path) -> None:
    status, output, errors = played("people", "Dora")
    assert (status, output) == (2, "")
    assert errors.startswith("companion: nobody called Dora is in the games of ")
    assert "isn't a date, such as 2026-01-31" in played("season", "--since", "yesterday")[2]
    status, _, errors = printed("people", "--instance", tmp_path / "empty")
    assert (status, "there are no games in" in errors) == (2, True)


def test_a_season_has_each_two(played: Print) -> None:
    answer = answered(played("season", "--json"), "season")
    assert [(person["name"], person["figures"]["games"], person["figures"]["won"]) for person in answer["people"]] == [
        ("Ann", 2, 1), ("Bob", 1, 0), ("Cid", 1, 1),
    ]  # fmt: skip
    assert answer["pairs"] == [
        {
            "first": "Ann", "second": "Bob", "games": 1, "ahead": 1, "behind": 0, "hands": 3, "points": 110,
            "against": 20, "unfinished": 0,
        },
        {
            "first": "Ann", "second": "Cid", "games": 1, "ahead": 0, "behind": 1, "hands": 2, "points": 0,
            "against": 100, "unfinished": 0,
        },
    ]  # fmt: skip
    assert answered(played("people", "--json"), "people") == {"people": answer["people"]}
