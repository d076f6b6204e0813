"""How people sit down to a rummy, in words too: the forms that a game offers, who sits with whom, and the next game."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import says, value_of, words_of
from tests.support.phones import Phone, start_game

FOUR = ["Ann", "Bob", "Cid", "Dee"]
KNOCK: dict[str, Any] = {"game": "knock-rummy", "form": "partners", "player": FOUR}


def pressed(client: FlaskClient, form: dict[str, Any], act: str, address: str = "/new") -> TestResponse:
    return client.post(address, data={**form, "act": act})


def names_in(answer: TestResponse) -> list[str]:
    return re.findall(r'name="player"\s+value="([^"]*)"', answer.text)


def form_in(answer: TestResponse) -> str:
    return value_of(answer, "form")


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


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_says_on_which_side_it_is(client: FlaskClient, seat: int) -> None:
    side = ("One side", "The other side")[seat % 2]
    assert f"Player {seat + 1}, {side}" in words_of(client.get("/new?game=knock-rummy&form=partners"))


GIN = {"game": "gin-rummy", "dealer": "0"}
PEOPLE = [*FOUR, "Eve", "Fay", "Gus", "Hal"]


@pytest.mark.parametrize(
    ("game", "form", "players", "sides"),
    [
        ("knock-rummy", "partners", 4, [["Ann", "Cid"], ["Bob", "Dee"]]),
        ("knock-rummy", "", 4, None),
        ("gin-rummy", "", 2, None),
        ("gin-rummy", "partners", 4, [["Ann", "Cid"], ["Bob", "Dee"]]),
        ("gin-rummy", "partners", 8, [["Ann", "Cid", "Eve", "Gus"], ["Bob", "Dee", "Fay", "Hal"]]),
        ("gin-rummy", "captain", 3, [["Ann"], ["Bob", "Cid"]]),
        ("gin-rummy", "captain", 5, [["Ann", "Cid"], ["Bob", "Dee", "Eve"]]),
        ("gin-rummy", "cutthroat", 3, None),
    ],
)
def test_who_sits_with_whom_is_as_the_form_says_and_offered_for_the_next_new_game(
    client: FlaskClient, game: str, form: str, players: int, sides: list[list[str]] | None
) -> None:
    document = start_game(client, *PEOPLE[:players], game=game, form=form).exported()
    assert (document["players"], document.get("sides")) == (PEOPLE[:players], sides)
    assert document.get("form", "") == (form if game == "gin-rummy" else "")
    page = client.get("/new")
    assert (names_in(page), form_in(page)) == (PEOPLE[:players], form)


@pytest.mark.parametrize(("form", "dealer"), [("partners", "Ann"), ("captain", "Bob"), ("cutthroat", "Bob")])
def test_a_form_has_its_usual_first_dealer(client: FlaskClient, form: str, dealer: str) -> None:
    people = FOUR if form == "partners" else FOUR[:3]
    page = pressed(client, {"game": "gin-rummy", "player": people}, f"form:{form}")
    (chosen,) = re.findall(r'id="dealer-(\w+)"[^>]*checked', page.text)
    assert people[int(chosen)] == dealer


@pytest.mark.parametrize(
    ("form", "people", "sentence"),
    [
        ("partners", ["Ann", "Bob", "Cid"], "Gin Rummy with partners needs at least 4 players. Enter a name."),
        ("partners", [*FOUR, "Eve"], "Player 6 has no name. Enter one, or tap “2 fewer”."),
        ("captain", ["Ann", "Bob"], "Gin Rummy with a captain needs at least 3 players. Enter a name."),
        ("captain", ["Bob & Cid", "Bob", "Cid"], "Both sides would have the same name."),
        ("captain", ["Ann", "Bob", "Ann"], "Two players can't both be “Ann”."),
        ("cutthroat", ["Ann", "Bob"], "Cutthroat Gin Rummy needs at least 3 players. Enter a name."),
    ],
)
def test_a_form_with_too_few_names_keeps_them(client: FlaskClient, form: str, people: list[str], sentence: str) -> None:
    answer = client.post("/new", data={**GIN, "form": form, "player": people, "idempotency_key": "12345678"})
    assert answer.status_code == 422
    assert words_of(answer).count(sentence) == 1
    assert [unescape(name) for name in names_in(answer) if name] == people


@pytest.mark.parametrize(
    ("people", "form"), [(2, ""), (3, "captain"), (4, "partners"), (5, "captain"), (6, "partners"), (7, "captain")]
)
def test_so_many_people_find_a_form_of_gin_for_all_of_them(client: FlaskClient, people: int, form: str) -> None:
    answer = pressed(client, {"game": "knock-rummy", "player": PEOPLE[:people]}, "game:gin-rummy")
    assert (form_in(answer), names_in(answer)) == (form, PEOPLE[:people])


def test_captains_of_five_move_on_as_in_the_next_game(client: FlaskClient) -> None:
    form = {**GIN, "form": "captain", "player": PEOPLE[:5]}
    assert names_in(pressed(client, form, "turn")) == ["Cid", "Dee", "Bob", "Eve", "Ann"]


def test_a_name_kept_without_a_seat_and_entered_again_is_there_once(client: FlaskClient) -> None:
    form = {**GIN, "player": ["Ann", "Cid"], "spare": ["Cid", "Dee"]}
    assert names_in(pressed(client, form, "form:captain")) == ["Ann", "Cid", "Dee"]


@pytest.mark.parametrize(
    ("form", "asked", "words"),
    [
        ("partners", {"opponents", "next_dealer"}, "Gin Rummy with partners to 125, by the book"),
        ("captain", {"next_dealer"}, "Gin Rummy with a captain to 100, by the book"),
        ("cutthroat", set(), "Cutthroat Gin Rummy to 100, by the book"),
    ],
)
def test_a_form_has_its_target_and_its_rules_and_who_plays_first_deals(
    client: FlaskClient, form: str, asked: set[str], words: str
) -> None:
    answer = client.get(f"/new?game=gin-rummy&form={form}")
    says(answer, words)
    assert {rule for rule in ("opponents", "next_dealer") if f'name="rule-{rule}"' in answer.text} == asked
    assert set(re.findall(r'name="dealer"\s+value="(\w+)"', answer.text)) == {"draw", "0", "1"}


@pytest.mark.parametrize(
    ("form", "rule", "sentence"),
    [
        ("captain", {"rule-opponents": "stay"}, "only partners change opponents after a round"),
        ("cutthroat", {"rule-next_dealer": "winner"}, "in cutthroat whoever comes in deals"),
    ],
)
def test_a_house_rule_that_a_form_refuses_is_named(
    client: FlaskClient, form: str, rule: dict[str, str], sentence: str
) -> None:
    sent = {**GIN, "form": form, "player": FOUR[:3], "idempotency_key": "12345678", **rule}
    answer = client.post("/new", data=sent)
    assert answer.status_code == 422
    assert words_of(answer).count(sentence) == 1


def test_a_rule_of_partners_goes_with_them(client: FlaskClient) -> None:
    form = {**GIN, "form": "partners", "player": FOUR, "rule-opponents": "stay"}
    says(pressed(client, form, "form:captain"), "Gin Rummy with a captain to 100, by the book")


def test_partners_play_a_named_set_by_rounds(client: FlaskClient) -> None:
    table = start_game(client, *FOUR, game="gin-rummy", form="partners", named_set="full-scoring")
    says(table.get("/about"), "Gin Rummy with partners to 125, Full scoring")
    says(client.get("/new"), "To 125, with 25 for Gin", "25 for each round won")


def test_house_rules_of_partners_are_changed_while_they_play(client: FlaskClient) -> None:
    table = start_game(client, *FOUR, game="gin-rummy", form="partners")
    says(table.get("/rules"), "Opponents in the next round")
    table.submit("/rules", {"rule-opponents": "stay"}, act="change", seen="1", idempotency_key="change-it")
    assert table.exported()["house_rules"] == {"opponents": "stay"}


FIVE = ["Ann", "Bob", "Cid", "Dee", "Eve"]
FORMS = [
    ("gin-rummy", "partners", 4, "Ann and Cid play against Bob and Dee."),
    ("gin-rummy", "captain", 3, "Ann is captain, against Bob and Cid."),
    ("gin-rummy", "captain", 5, "Ann and Cid are captains, against Bob, Dee and Eve."),
    ("gin-rummy", "cutthroat", 3, "Ann, Bob and Cid play by turns, two at a time."),
    ("knock-rummy", "partners", 4, "Ann and Cid play against Bob and Dee."),
]


@pytest.mark.parametrize(("game", "form", "players", "words"), FORMS)
def test_a_game_says_who_plays_with_whom(client: FlaskClient, game: str, form: str, players: int, words: str) -> None:
    table = start_game(client, *FIVE[:players], game=game, form=form)
    for page in ("/about", "/help"):
        says(table.get(page), words)


def test_a_renamed_player_stays_on_the_same_side(client: FlaskClient) -> None:
    table = start_game(client, *FIVE[:3], game="gin-rummy", form="captain")
    names = {"names-0": "Ann", "names-1": "Bert", "names-2": "Cid"}
    table.submit("/about", names, act="names", seen="1", idempotency_key="rename-bob")
    says(table.get("/about"), "Ann is captain, against Bert and Cid.")


@pytest.mark.parametrize(
    ("form", "players", "words"),
    [
        ("partners", 4, "Gin Rummy Round 1, to 125 Ann & Cid 0 Bob & Dee 0"),
        ("captain", 3, "Gin Rummy Hand 1, to 100 Ann 0 Bob & Cid 0"),
        ("cutthroat", 3, "Gin Rummy Hand 1, to 100 Ann 0 Bob 0 Cid 0"),
    ],
)
def test_a_list_of_games_has_the_sides_and_the_round(client: FlaskClient, form: str, players: int, words: str) -> None:
    start_game(client, *FIVE[:players], game="gin-rummy", form=form)
    says(client.get("/"), words)


def test_a_list_of_games_names_every_partner(client: FlaskClient) -> None:
    long = ("Maximiliane-Theodora", "Bartholomew Featherstone", "Christabella", "Dee")
    start_game(client, *long, game="gin-rummy", form="partners")
    says(client.get("/"), "Maximiliane… & Christabella 0 Bartholomew & Dee 0")


def test_the_rules_of_partners_have_their_target_as_the_book_has_it(client: FlaskClient) -> None:
    table = start_game(client, *FIVE[:4], game="gin-rummy", form="partners")
    says(table.get("/help"), "Game to 125", but=["book: 125"])


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
