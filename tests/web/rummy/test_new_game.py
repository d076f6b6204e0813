"""A new game of the rummies: names, seats, rules, who sits with whom, the next game; what cannot be stays typed."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import says, value_of, words_of
from tests.support.phones import Phone, start_game

FOUR = ["Ann", "Bob", "Cid", "Dee"]
PEOPLE = [*FOUR, "Eve", "Fay", "Gus", "Hal"]
PAIRS = [["Ann", "Cid"], ["Bob", "Dee"]]
GIN = {"game": "gin-rummy", "dealer": "0"}


def test_a_new_game_is_started_once_shows_its_table_and_is_on_the_home_page(client: FlaskClient) -> None:
    says(client.get("/"), "New game", but=["In progress"])
    form = {"game": "gem-rummy", "player": FOUR[:2], "dealer": "0"}
    form["idempotency_key"] = value_of(client.get("/new"), "idempotency_key")
    first, second = (client.post("/new", data=form).location for _ in range(2))
    assert first == second
    says(client.get(first), "Ann deals", "Bob rolls and starts", "110 to go")
    assert first.split("?")[0] in client.get("/").text
    partners = start_game(client, "Ann", "Bob", "Cid", "Dee", game="knock-rummy", form="partners")
    says(partners.get(), "Ann & Cid 0 100 to go Ann deals Ann 0, Cid 0")


def test_the_form_is_sent_below_the_folder_that_the_app_is_in(client: FlaskClient) -> None:
    for address in ("/new", "/new/gem-ii"):
        page = client.get(address, environ_overrides={"SCRIPT_NAME": "/cards"}).text
        sent_to = re.findall(r'(?:action|hx-post)="([^"]*)"', page)
        assert sent_to
        assert [there for there in sent_to if not there.startswith("/cards/")] == []


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"player": ["Ann", ""]}, "at least 2 players"),
    ({"player": ["Ann", "Bob", ""]}, "Player 3 has no name. Enter one, or tap “Remove the last player”."),
    ({"player": ["Ann", "Ann\N{ZERO WIDTH SPACE} "]}, "Two players can't both be “Ann”."),
    ({"player": ["Ann", "\N{RIGHT-TO-LEFT OVERRIDE}live"]}, "characters that change the direction of writing."),
    ({"rule-target": "lots"}, "a whole number from 1 to 100000"),
    ({"rule-gin_bonus": "30", "rule-big_gin_bonus": "5"}, "contradict each other"),
    ({"rule-layout": "sideways"}, "has to be one of as-laid, best"),
    ({**GIN, "rule-ace_allows_one": "yes"}, "an Ace decides nothing where the upcard doesn't set the knock"),
    ({**GIN, "rule-gin_boxes": "2"}, "extra boxes are worth nothing where a hand won brings neither a bonus nor"),
    ({**GIN, "rule-big_gin_boxes": "0"}, "at this table Big Gin isn't played"),
    ({**GIN, "rule-shutout": "difference", "rule-shutout_bonus": "9"}, "counts twice or brings a bonus, not both"),
    (
        {**GIN, "rule-stake_per_point": "0.05", "rule-stake_per_box": "1"},
        "for its points or for its boxes, not both",
    ),
    ({**GIN, "form": "captain", "player": FOUR[:3], "rule-opponents": "stay"}, "only partners change opponents"),
    ({**GIN, "form": "partners", "player": FOUR[:3]}, "Gin Rummy with partners needs at least 4 players."),
    ({**GIN, "form": "partners", "player": [*FOUR, "Eve"]}, "Player 6 has no name. Enter one, or tap “2 fewer”."),
    ({**GIN, "form": "captain", "player": ["Bob & Ann", "Bob", "Ann"]}, "Both sides would have the same name."),
    ({**GIN, "form": "cutthroat"}, "Cutthroat Gin Rummy needs at least 3 players. Enter a name."),
]


def test_a_form_that_makes_no_game_stays_typed(client: FlaskClient) -> None:
    for form, sentence in REFUSED:
        sent = {"idempotency_key": "12345678", "player": FOUR[:2], **form}
        answer = client.post("/new", data=sent)
        assert answer.status_code == 422, form
        assert words_of(answer).count(sentence) == 1, "once, beside its field"
        assert [name for name in map(unescape, names_in(answer)) if name][:1] == sent["player"][:1]


def test_names_are_remembered_on_this_device_only_until_they_are_forgotten(client: FlaskClient) -> None:
    start_game(client, "Ann", "Bob")
    for game, address in (("gin-rummy", "/new"), ("gem-ii", "/new/gem-ii"), ("gem-ii-solo", "/new/gem-ii-solo")):
        for before, after in (("", "Ann"), ("Ann", "")):
            page = client.post(address, data={"game": game, "player": [before], "act": "name:Ann"}).text
            assert value_of(page, "player") == after, "a second tap takes it out"
    assert "Ann" not in client.application.test_client().get("/new").text
    client.post("/settings/forget", data={"name": "Ann"})
    for page in ("/new", "/new?game=gem-rummy"):
        says(client.get(page), "Bob", but=["Ann"])


def test_a_new_rummy_takes_over_the_names_of_another_kind_of_game(client: FlaskClient) -> None:
    form = {"player": ["Ann", "Bob", "Cid", "Dee"], "level": "2", "timer": "2", "dealer": "0"}
    client.post("/new/gem-ii", data={**form, "idempotency_key": "four-in-teams"})
    assert re.findall(r'name="player"\s+value="([^"]*)"', client.get("/new").text) == ["Ann", "Bob", "Cid"]
    again = client.get("/new/gem-ii").text
    assert re.findall(r'name="player"\s+value="([^"]*)"', again) == ["Ann", "Bob", "Cid", "Dee"]
    assert re.search(r'id="level-2"[^>]*checked.*id="timer-2"[^>]*checked', again, re.DOTALL)
    assert 'href="/new/gem-ii"' in client.get("/").text


def pressed(client: FlaskClient, form: dict[str, Any], act: str) -> TestResponse:
    return client.post("/new", data={**form, "act": act})


def names_in(answer: TestResponse) -> list[str]:
    return re.findall(r'name="player"\s+value="([^"]*)"', answer.text)


def test_four_find_each_of_their_partnerships(client: FlaskClient) -> None:
    partners: list[str] = []
    form: dict[str, Any] = {"game": "knock-rummy", "form": "partners", "player": FOUR}
    for _ in range(3):
        form["player"] = names_in(pressed(client, form, "turn"))
        partners.append(form["player"][2])
    assert (form["player"], sorted(partners)) == (FOUR, ["Bob", "Cid", "Dee"])


@pytest.mark.parametrize(
    ("game", "form", "players", "sides", "words"),
    [
        ("knock-rummy", "partners", 4, PAIRS, "Ann and Cid play against Bob and Dee."),
        ("knock-rummy", "", 4, None, ""),
        ("gin-rummy", "partners", 4, PAIRS, "Ann and Cid play against Bob and Dee."),
        ("gin-rummy", "partners", 8, [PEOPLE[::2], PEOPLE[1::2]], ""),
        ("gin-rummy", "captain", 3, [["Ann"], ["Bob", "Cid"]], "Ann is captain, against Bob and Cid."),
        ("gin-rummy", "captain", 5, [["Ann", "Cid"], ["Bob", "Dee", "Eve"]], "captains, against Bob, Dee and Eve."),
        ("gin-rummy", "cutthroat", 3, None, "Ann, Bob and Cid play by turns, two at a time."),
    ],
)
def test_who_sits_with_whom_is_as_the_form_says_and_offered_for_the_next_new_game(
    client: FlaskClient, game: str, form: str, players: int, sides: list[list[str]] | None, words: str
) -> None:
    table = start_game(client, *PEOPLE[:players], game=game, form=form)
    document = table.exported()
    assert (document["players"], document.get("sides")) == (PEOPLE[:players], sides)
    assert document.get("form", "") == (form if game == "gin-rummy" else "")
    for place in ("/about", "/help"):
        says(table.get(place), words)
    page = client.get("/new")
    assert (names_in(page), value_of(page, "form")) == (PEOPLE[:players], form)


@pytest.mark.parametrize(("form", "dealer"), [("partners", "Ann"), ("captain", "Bob"), ("cutthroat", "Bob")])
def test_a_form_has_its_usual_first_dealer(client: FlaskClient, form: str, dealer: str) -> None:
    people = FOUR if form == "partners" else FOUR[:3]
    page = pressed(client, {"game": "gin-rummy", "player": people}, f"form:{form}")
    (chosen,) = re.findall(r'id="dealer-(\w+)"[^>]*checked', page.text)
    assert people[int(chosen)] == dealer


@pytest.mark.parametrize(
    ("people", "form"), [(2, ""), (3, "captain"), (4, "partners"), (5, "captain"), (6, "partners"), (7, "captain")]
)
def test_so_many_people_find_a_form_of_gin_for_all_of_them(client: FlaskClient, people: int, form: str) -> None:
    answer = pressed(client, {"game": "knock-rummy", "player": PEOPLE[:people]}, "game:gin-rummy")
    assert (value_of(answer, "form"), names_in(answer)) == (form, PEOPLE[:people])


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
    table = start_game(client, *PEOPLE[:players], game="gin-rummy", form=form)
    before = table.exported()
    assert rematch_of(table).exported() == {**before, **changed}


def test_a_phone_keeps_its_player_where_the_seats_move_on(client: FlaskClient) -> None:
    table = start_game(client, *PEOPLE[:3], game="gin-rummy", form="cutthroat")
    table.submit("/people/open", seat="0")
    again = rematch_of(table)
    assert (again.exported()["players"][2], again.member.seat) == ("Ann", 2)
