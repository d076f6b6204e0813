"""A round of hands for two: each pair enters its own, and all are recorded when the last pair is done."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.pages import says
from tests.support.phones import Party, Phone, import_game

NAMES = ("Ann", "Bob", "Cid", "Dee")
PARTNERS = {
    "game": "gin-rummy",
    "form": "partners",
    "players": list(NAMES),
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
    "first_dealer": "Ann",
    "hands": [],
}
CUTTHROAT = {"game": "gin-rummy", "form": "cutthroat", "players": list(NAMES[:3]), "first_dealer": "Ann", "hands": []}


@pytest.fixture
def table(client: FlaskClient) -> Phone:
    return import_game(client, PARTNERS)


def play(phone: Phone, hand: int, knocker: int, *points: int) -> str:
    """Enter a hand in numbers, and return where that leads."""
    left = {f"points-{seat}": str(number) for seat, number in enumerate(points)}
    return phone.submit(f"/hand/{hand}/numbers", left, knocker=knocker)


def opened(table: Phone) -> Party:
    table.submit("/people/open")
    return Party(table)


def finish(phone: Phone, hand: int) -> str:
    """Tap what ends the hand of one pair, as its ruling has it."""
    return phone.submit(f"/hand/{hand}/done", phone.form(f"/hand/{hand}/ruling", "hand_json"))


def play_out(phone: Phone, hand: int, knocker: int, *points: int) -> None:
    play(phone, hand, knocker, *points)
    finish(phone, hand)


def test_a_round_is_recorded_when_the_last_pair_is_done(table: Phone) -> None:
    """The second pair is done first; the first one's opponents see its score, and the sheet nothing yet."""
    assert play(table, 2, 0, 3, 15) == "/hand/2/ruling"
    assert finish(table, 2) == ""
    assert "12 for Cid" in table.words()
    assert table.exported()["hands"] == []
    play_out(table, 1, 0, 4, 20)
    hands = table.exported()["hands"]
    assert [[player["name"] for player in hand["players"]] for hand in hands] == [["Ann", "Bob"], ["Cid", "Dee"]]
    assert "Ann – Dee" in table.words()


def test_a_hand_that_is_done_is_changed_again_before_the_round_is_recorded(table: Phone) -> None:
    play_out(table, 2, 0, 3, 15)
    assert play(table, 2, 0, 3, 20) == "/hand/2/ruling", "nothing changes"
    table.submit("/hand/2/reopen")
    play(table, 2, 0, 3, 25)
    play_out(table, 1, 0, 4, 20)
    assert table.exported()["hands"] == []
    finish(table, 2)
    assert [hand["players"][1]["deadwood_points"] for hand in table.exported()["hands"]] == [20, 25]


def test_a_round_that_was_left_when_all_were_done_is_recorded_from_the_table(table: Phone) -> None:
    """A player's phone is led to its own pair's hand, may leave it done, and can't record the round."""
    dee = opened(table).join("3")
    assert dee.led("/showdown") == "/hand/2"
    play_out(table, 1, 0, 4, 20)
    play_out(dee, 2, 1, 20, 4)
    assert table.exported()["hands"] == []
    assert "Record the round" in table.words()
    assert "Record the round" not in dee.words()
    table.submit("/round", table.form("", "Record the round"))
    assert len(table.exported()["hands"]) == 2


def test_a_phone_without_a_network_enters_only_a_hand_that_is_played_alone(client: FlaskClient, table: Phone) -> None:
    assert "can't enter a hand here without a network" in table.words("/offline")
    alone = import_game(client, {**CUTTHROAT, "house_rules": {"target": 40}})
    sent = {**alone.form("/offline", "hand-0"), "knocker": "0", "hand-0": "4", "hand-1": "20"}
    alone.submit("/offline", sent)
    assert alone.exported()["hands"][0]["knocker"] == "Ann"


def test_somebody_else_of_a_side_plays_a_hand(table: Phone, client: FlaskClient) -> None:
    """Dee plays for Bob: her name stands on the hand, and it counts for their side."""
    table.submit("/hand/1/players", {"player-0": "Ann", "player-1": "Dee"})
    assert "Ann – Dee" in table.words()
    assert table.post("/hand/1/players", {"player-0": "Ann", "player-1": "Cid"}).status_code == 400
    for hand in (1, 2):
        play_out(table, hand, 1, 20, 4)
    first, _ = table.exported()["hands"]
    assert [player["name"] for player in first["players"]] == ["Ann", "Dee"]
    alone = import_game(client, CUTTHROAT)
    alone.submit("/hand/1/players", {"player-0": "Bob"})
    assert "Ann – Cid. Bob sits out." in alone.words()


def test_a_player_says_that_nobody_knocked_in_their_own_hand(table: Phone) -> None:
    dee = opened(table).join("3")
    form = dee.form("", "/drawn")
    assert dee.post("/drawn", form, number=2).status_code == 303
    assert "Nobody knocked" in table.words()
    assert "Waiting for Ann – Bob" in dee.words()


def test_a_hand_that_was_undone_is_open_beside_those_of_its_round(table: Phone) -> None:
    for hand in (1, 2):
        play_out(table, hand, 0, 4, 20)
    (undo,) = re.findall(r'value="(undo:[0-9]+)"', table.get().text)
    table.submit("/undo", table.form("", "undo:"), act=undo)
    said = table.words()
    assert "Round 1" in said
    assert "16 for Ann" in said
    assert "Cid knocked" in said


def test_who_sits_out_watches(client: FlaskClient) -> None:
    party = opened(import_game(client, CUTTHROAT))
    party.owner.submit("/people/sit", seat="0")
    cid = party.join("2")
    assert "Showdown" in cid.words(), "Bob has no phone yet, so anybody may enter his hand"
    party.join("1")
    says(cid.get(), "Ann – Bob. You sit this hand out.", "Watch")
    assert cid.led("/hand/1") == "/hand/1/wait"
