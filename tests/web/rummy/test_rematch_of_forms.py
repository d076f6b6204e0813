"""The next game of Gin in a form: who is captain, who deals and who begins follows from the game before."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import says
from tests.support.phones import Phone, start_game

FIVE = ["Ann", "Bob", "Cid", "Dee", "Eve"]


def gin(client: FlaskClient, form: str, players: int) -> Phone:
    return start_game(client, *FIVE[:players], game="gin-rummy", form=form)


def rematch_of(table: Phone) -> Phone:
    there = table.submit("/rematch", idempotency_key=f"after-{table.address.rpartition('/')[2]}").split("?")[0]
    return Phone(table.client, there)


@pytest.mark.parametrize(
    ("form", "players", "changed"),
    [
        ("captain", 3, {"sides": [["Bob"], ["Cid", "Ann"]], "first_dealer": "Cid"}),
        ("captain", 5, {"sides": [["Cid", "Bob"], ["Dee", "Eve", "Ann"]], "first_dealer": "Dee"}),
        ("partners", 4, {"sides": [["Ann", "Cid"], ["Bob", "Dee"]], "first_dealer": "Bob"}),
        ("cutthroat", 3, {"players": ["Bob", "Cid", "Ann"], "first_dealer": "Cid"}),
    ],
)
def test_the_next_game_moves_on_by_one(client: FlaskClient, form: str, players: int, changed: dict[str, Any]) -> None:
    table = gin(client, form, players)
    before = table.exported()
    assert rematch_of(table).exported() == {**before, **changed}


@pytest.mark.parametrize(
    ("form", "players", "words"),
    [
        ("captain", 3, "Bob is captain"),
        ("captain", 5, "Cid and Bob are captains"),
        ("partners", 4, "Bob and Dee deal"),
        ("cutthroat", 3, "Bob and Cid begin"),
    ],
)
def test_the_way_there_says_what_changes(client: FlaskClient, form: str, players: int, words: str) -> None:
    table = gin(client, form, players)
    table.submit("/about", act="close", idempotency_key="close-it", seen="1")
    says(client.get("/"), words, but=["Who deals first?"])
    says(table.get("/end"), f"Play again {words}", but=["Who deals first?"])


def test_a_phone_keeps_its_player_where_the_seats_move_on(client: FlaskClient) -> None:
    table = gin(client, "cutthroat", 3)
    table.submit("/people/open", seat="0")
    again = rematch_of(table)
    member = again.member
    assert again.exported()["players"][member.seat or 0] == "Ann"
    assert member.seat == 2
