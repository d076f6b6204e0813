"""A new game of the rummies: names, seats, rules, partners, the deck; what cannot be is refused and stays typed."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import listed, says, value_of, words_of
from tests.support.phones import start_game

ANN_AND_BOB = ["Ann", "Bob"]


def test_a_new_game_is_started_once_shows_its_table_and_is_on_the_home_page(client: FlaskClient) -> None:
    says(client.get("/"), "New game", but=["In progress"])
    form = {"game": "gem-rummy", "player": ANN_AND_BOB, "dealer": "0"}
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


GIN = {"game": "gin-rummy"}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"player": ["Ann", ""]}, "at least 2 players"),
        ({"player": ["Ann", "Bob", ""]}, "Player 3 has no name. Enter one, or tap “Remove the last player”."),
        ({"player": ["Ann", "Ann\N{ZERO WIDTH SPACE} "]}, "Two players can't both be “Ann”."),
        ({"player": ["Ann", "B" * 41]}, "at most 40 characters"),
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
    ],
)
def test_a_form_that_makes_no_game_stays_typed(client: FlaskClient, form: dict[str, Any], sentence: str) -> None:
    answer = client.post("/new", data={"idempotency_key": "12345678", "player": ANN_AND_BOB, **form})
    assert answer.status_code == 422
    assert words_of(answer).count(sentence) == 1, "once, beside its field"
    assert 'value="Ann"' in answer.text


def test_the_seats_are_put_in_order_by_buttons_and_the_dealer_goes_along(client: FlaskClient) -> None:
    page = client.post("/new", data={"player": ANN_AND_BOB, "dealer": "0", "act": "down:0"}).text
    assert page.index('value="Bob"') < page.index('value="Ann"')
    assert re.search(r'id="dealer-1"[^>]*checked', page)


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


@pytest.mark.parametrize(("more", "target", "end"), [({}, 110, "G.end"), ({"rule-target": "140"}, 140, "P3.end")])
def test_three_play_by_the_gamerules(client: FlaskClient, more: dict[str, str], target: int, end: str) -> None:
    named = {"game": "gem-rummy", "act": "show", "named_set": "gamerules", "player": ["Ann", "Bob", "Cid"]}
    says(client.post("/new", data=named), "Gem Rummy to 110, only a lower count", "Three players play to 110 too.")
    table = start_game(client, "Ann", "Bob", "Cid", named_set="gamerules", **more)
    assert table.exported()["house_rules"]["target"] == target
    assert {"G.end", "P3.end"} & listed(table.get("/help")) == {end}
    page = client.get("/new")
    assert re.search(r'id="set-gamerules"[^>]*checked', page.text)
    says(page, f"Gem Rummy to {target}, only a lower count undercuts")


def test_a_new_rummy_takes_over_the_names_of_another_kind_of_game(client: FlaskClient) -> None:
    form = {"player": ["Ann", "Bob", "Cid", "Dee"], "level": "2", "timer": "2", "dealer": "0"}
    client.post("/new/gem-ii", data={**form, "idempotency_key": "four-in-teams"})
    assert re.findall(r'name="player"\s+value="([^"]*)"', client.get("/new").text) == ["Ann", "Bob", "Cid"]
    again = client.get("/new/gem-ii").text
    assert re.findall(r'name="player"\s+value="([^"]*)"', again) == ["Ann", "Bob", "Cid", "Dee"]
    assert re.search(r'id="level-2"[^>]*checked.*id="timer-2"[^>]*checked', again, re.DOTALL)
    assert 'href="/new/gem-ii"' in client.get("/").text


def test_names_may_hold_joiners(client: FlaskClient) -> None:
    family, ali_reza = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
    says(start_game(client, family, ali_reza).get(), family, ali_reza)


def test_the_target_and_the_cards_follow_the_number_of_seats_at_once(client: FlaskClient) -> None:
    for game, names, said, field in (
        ("gem-rummy", ANN_AND_BOB, "to 140", 'name="rule-target" placeholder="140"'),
        ("knock-rummy", [*ANN_AND_BOB, ""], "Knock Rummy to 100", 'name="rule-hand_size" placeholder="7"'),
    ):
        answer = client.post("/new", data={"game": game, "player": names, "act": "more"})
        says(answer, said)
        assert field in re.sub(r"\s+", " ", answer.text)


def test_a_deck_that_is_to_be_played_with_is_chosen_in_the_form(client: FlaskClient) -> None:
    for name in ("The old one", "The new one"):
        client.post("/decks/made-up", data={"name": name})
    for number in (1, 2):
        (link,) = re.findall(r'href="(/new[^"]*)">Play with this deck', client.get(f"/decks/{number}").text)
        chosen = client.get(html.unescape(link)).text
        assert re.findall(r'id="deck-(\d+)"[^>]*checked', chosen) == [str(number)]
