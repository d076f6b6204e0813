"""The table of the rummies: dice, drawn hands, undo, house rules, names, import and export, the end and a rematch."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import says, value_of
from tests.support.phones import import_game, start_game

BY_18 = counted_hand("Ann", [3, 4], Ann=2, Bob=20)


def test_dice_are_taken_changed_or_kept_and_say_the_knock_number_and_the_diamond(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    says(table.get(), but=["Keep the dice"])
    for half in ({}, {"first": "3"}, {"first": "7", "second": "1"}, {"first": "x", "second": "1"}):
        assert table.post("/dice", {"act": "set", **half}).status_code == 422
    table.submit("/dice", first="3", second="4", act="set", seen="0")
    page = table.get()
    says(page, "Knock with at most 7", "Hand 1: Bob rolled and starts")
    assert 'aria-label="Any Queen"' in page.text
    assert "7 of diamonds" in page.text
    change = re.search(r'href="[^"]*(\?dice=[^"]*)"', page.text)
    assert change
    says(table.get(change[1]), "Tap the dice you rolled", "Keep the dice")
    says(table.get(), "Knock with at most 7")
    table.submit("/dice", act="roll", seen=value_of(table.get(change[1]), "seen"))
    assert table.words() == says(table.get(), "Knock with at most")


def test_players_are_renamed_but_not_to_what_looks_like_another(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[BY_18]))
    form = {"act": "names", "names-1": "Bob", "seen": "2"}
    refused = table.post("/about", form | {"names-0": "Bob\N{LEFT-TO-RIGHT MARK}"})
    assert refused.status_code == 422
    assert re.search(r"<details[^>]* open>\s*<summary>Names</summary>", refused.text)
    (field,) = re.findall(r'<input[^>]*id="names-1"[^>]*>', refused.text)
    assert 'aria-invalid="true"' in field
    assert " autofocus" in field
    says(refused, "both be “Bob”")
    table.submit("/about", form | {"names-0": "Zoe\N{COMBINING DIAERESIS} ", "idempotency_key": "call-zoe"})
    says(table.get(), "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} 18")


@pytest.mark.parametrize(
    ("document", "sentences"),
    [
        ("{", ["This isn't a whole game file.", "For the author of the file: line 1 column 2: this isn't JSON"]),
        (" ", ["Choose a game file, or paste its text."]),
        ("PK\x03\x04", ["This is a backup of a whole phone, not one game."]),
        ({"hands": [{"knocker": "Ann"}]}, ["Hand 1: players are missing.", "the key players is missing"]),
        (
            {"hands": [{**BY_18, "dice": [3, 9]}]},
            ["Hand 1, dice: expected a whole number", "hands[0].dice[1]: expected"],
        ),
        ({"hands": [BY_18, 5]}, ["Hand 2: this isn't written as the app writes it."]),
        ({"weather": "fine"}, ["The file: this app doesn't know “weather”."]),
        ({"": 1}, ["The file: this app doesn't know “”."]),
        ({"players": ["Ann"]}, ["Players: gem-rummy is for 2 to 3 players, not 1."]),
        ({"hands": [{**BY_18, "call": "gin"}]}, ["Ann called Gin"]),
    ],
    ids=lambda given: "" if isinstance(given, list) else json.dumps(given)[:20],
)
def test_a_document_that_cannot_be_read_is_refused_with_the_place_in_words_and_exactly(
    client: FlaskClient, document: str | dict[str, Any], sentences: list[str]
) -> None:
    text = document if isinstance(document, str) else json.dumps(game_document() | document)
    answer = client.post("/import", data={"text": text, "idempotency_key": "12345678"})
    assert answer.status_code == 422
    says(answer, *sentences)


def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    answer = table.post("/rules", {"rule-target": "0", "act": "look", "idempotency_key": "rule-once", "seen": "1"})
    assert answer.status_code == 422
    assert value_of(answer, "rule-target") == "0"
    assert re.search(
        r'aria-describedby="rule-target-error".*id="rule-target-error">“The game goes to”', answer.text, re.DOTALL
    )


def test_the_end_says_who_won_and_the_same_table_plays_again(client: FlaskClient) -> None:
    for bob in (90, 98):
        hands = [counted_hand("Ann", [6, 6], Ann=0, Bob=bob), counted_hand("Ann", [6, 6], Ann=2, Bob=30)]
        table = import_game(client, game_document(hands=hands))
    assert table.get().location.endswith("/end")
    end = table.get("/end")
    says(end, "Ann wins, 126 to 0", "Games won 2 0", "Hands won 4 0")
    again = table.post("/rematch", {"idempotency_key": value_of(end, "idempotency_key") + "-again"})
    says(client.get(again.location), "was picked at random to deal first")


def test_a_cleared_table_is_laid_again(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    table.submit("/about", act="close", idempotency_key="close-once", seen="1")
    says(client.get("/"), "Closed before the end")
    table.submit("/reopen", idempotency_key="reopen-1", seen="2")
    assert table.get().status_code == 200


def test_a_game_that_is_played_on_says_who_is_level(client: FlaskClient) -> None:
    hands = [counted_hand("Cid", [5, 5], Ann=2, Bob=2, Cid=8) for _ in range(5)]
    game = game_document(players=["Ann", "Bob", "Cid"], hands=hands, house_rules={"tie_break": "play-on"})
    says(import_game(client, game).get(), "Ann and Bob are tied at 155: this hand decides.")


def test_the_look_is_kept_by_the_phone(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "dark", "colors": "four"})
    page = client.get("/").text
    assert 'data-theme="dark"' in page
    assert 'data-colors="four"' in page
    assert client.post("/settings", data={"theme": "pink"}).status_code == 422
