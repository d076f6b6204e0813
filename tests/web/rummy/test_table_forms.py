"""How people sit down to a rummy: the forms that a game offers, and who sits with whom."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import says, value_of, words_of
from tests.support.phones import start_game

FOUR = ["Ann", "Bob", "Cid", "Dee"]
KNOCK: dict[str, Any] = {"game": "knock-rummy", "form": "partners", "player": FOUR}


def pressed(client: FlaskClient, form: dict[str, Any], act: str, address: str = "/new") -> TestResponse:
    return client.post(address, data={**form, "act": act})


def names_in(answer: TestResponse) -> list[str]:
    return re.findall(r'name="player"\s+value="([^"]*)"', answer.text)


def form_in(answer: TestResponse) -> str:
    return value_of(answer, "form")


def test_partners_are_the_names_below_each_other(client: FlaskClient) -> None:
    table = start_game(client, *FOUR, game="knock-rummy", form="partners")
    document = table.exported()
    assert (document["players"], document["sides"]) == (FOUR, [["Ann", "Cid"], ["Bob", "Dee"]])


def test_a_form_without_partners_has_no_sides(client: FlaskClient) -> None:
    assert "sides" not in start_game(client, *FOUR, game="knock-rummy").exported()


def test_names_without_a_seat_come_back_with_a_form_that_has_one(client: FlaskClient) -> None:
    five = pressed(client, {**KNOCK, "form": "", "player": [*FOUR, "Eve", "Fay", "Gus"]}, "form:partners")
    assert names_in(five) == [*FOUR, "Eve", "Fay"]
    again = pressed(client, {**KNOCK, "player": names_in(five), "spare": value_of(five, "spare")}, "form:")
    assert names_in(again) == [*FOUR, "Eve", "Fay", "Gus"]


def test_four_find_each_of_their_partnerships(client: FlaskClient) -> None:
    partners, form = [], dict(KNOCK)
    for _ in range(3):
        form["player"] = names_in(pressed(client, form, "turn"))
        partners.append(form["player"][2])
    assert (form["player"], sorted(partners)) == (FOUR, ["Bob", "Cid", "Dee"])


def test_partners_are_more_or_fewer_by_twos(client: FlaskClient) -> None:
    six = pressed(client, KNOCK, "more")
    assert names_in(six) == [*FOUR, "", ""]
    assert names_in(pressed(client, {**KNOCK, "player": names_in(six)}, "fewer")) == FOUR


def test_a_form_that_the_game_does_not_have_is_asked_again(client: FlaskClient) -> None:
    answer = client.post("/new", data={**KNOCK, "form": "solitaire", "idempotency_key": "12345678"})
    assert (answer.status_code, names_in(answer), form_in(answer)) == (422, FOUR, "")
    says(answer, "Choose one.")


def test_the_next_new_game_has_the_partners_of_the_last_one(client: FlaskClient) -> None:
    start_game(client, *FOUR, game="knock-rummy", form="partners")
    page = client.get("/new")
    assert (names_in(page), form_in(page)) == (FOUR, "partners")


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_says_on_which_side_it_is(client: FlaskClient, seat: int) -> None:
    side = ("One side", "The other side")[seat % 2]
    assert f"Player {seat + 1}, {side}" in words_of(client.get("/new?game=knock-rummy&form=partners"))
