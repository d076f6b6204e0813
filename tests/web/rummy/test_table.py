"""The table of the rummies: dice, drawn hands, undo, house rules, names, import and export, the end and a rematch."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import says, value_of
from tests.support.phones import import_game, start_game
from tests.support.showdown_table import Table

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


def test_the_dealer_is_marked_and_the_last_hand_has_short_names(client: FlaskClient) -> None:
    names = ["Maximiliane-Theodora von Wald", "Bob", "Cid"]
    for points, said in (
        ((20, 2, 31), "Maximiliane-Theodora von Wald 0 140 to go Bob 47 93 to go dealer Cid"),
        ((2, 20, 31), "Hand 1: Maximilia… +47."),
    ):
        knocker = names[points.index(2)]
        hand = counted_hand(knocker, (3, 4), **dict(zip(names, points, strict=True)))
        says(import_game(client, game_document(players=names, hands=[hand])).get(), said)


def test_a_drawn_hand_scores_nothing_and_is_taken_back_and_put_back(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    says(table.get(), but=["Record a drawn hand"])
    table.submit("/dice", first="1", second="2", act="set", seen="0")
    form = table.form("", "/drawn")
    for _ in range(2):
        table.submit("/drawn", form)
    says(table.get(), "Hand 1 was drawn", "Hand 2: Ann deals")
    table.submit("/undo", act="undo:2", idempotency_key="undo-once", seen="2")
    says(table.get(), "Undone: recording of hand 1. Redo")
    assert table.submit("/undo", {"from": "sheet"}, act="redo:2", idempotency_key="redo-once", seen="3") == "/sheet"
    says(table.get(), "Hand 2: Ann deals")


def test_undo_says_what_it_takes_back(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    for seen in ("1", "2"):
        table.submit("/drawn", idempotency_key=f"a-draw-{seen}", seen=seen)
    says(table.get(), "Hand 3:", "Hand 2 was drawn; nobody scores. Undo House rules Score sheet")
    assert 'aria-label="Undo: recording of hand 2"' in table.get().text
    table.submit("/hands/1/strike", idempotency_key="strike-one", seen="3")
    says(table.get(), "Hand 2 was drawn; nobody scores. Undo: striking out hand 1")
    table.submit("/undo", act="undo:4", idempotency_key="undo-one", seen="4")
    says(table.get("/sheet"), "Undo: recording of hand 2", "Redo: striking out hand 1")


def test_two_phones_that_record_the_same_hand_see_the_conflict(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    assert table.post("/drawn", {"idempotency_key": "first-one", "seen": "1"}).status_code == 303
    answer = table.post("/drawn", {"idempotency_key": "other-one", "seen": "1", "number": "1"})
    assert answer.headers["Location"] == f"{table.address}/hands/1", "both said the same"
    counted = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 20}]
    hand = {"knocker": "Ann", "dice": [3, 4], "players": counted}
    said = json.dumps({"hand": hand, "gems": {}})
    answer = table.post(
        "/hand/1/ruling", {"idempotency_key": "third-one", "seen": "1", "hand_json": said, "hand": "new"}
    )
    assert answer.status_code == 409
    says(answer, "Someone else just saved this hand", "Drawn: nobody scores.", "Ann wins 18: Bob 20 − Ann 2.")


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


def test_a_long_text_that_is_refused_stays(client: FlaskClient) -> None:
    long = "[" + "1, " * 20_000
    assert long.strip() in client.post("/import", data={"text": long, "idempotency_key": "import-long"}).text


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


def test_players_whose_names_begin_alike_are_told_apart_where_names_are_cut(client: FlaskClient) -> None:
    names = ("Bartholomäus-Maximilian", "Bartholomäus-Ferdinand", "Wilhelmina-Josephine")
    table = Table(client, *names)
    assert "B.-Maximilian" in table.phone.words()
    table.roll(3, 4)
    table.submit(knock="0:knock")
    page = table.get("/seat/0").text
    assert '<h1 class="hand-of"><bdi>B.-Maximilian</bdi>' in page
    assert "Next: B.-Ferdinand" in page
    assert "B.-Maximilian knocked" in table.words("/numbers")
    points = {"points-0": "2", "points-1": "20", "points-2": "30"}
    table.submit("/numbers", knocker="0", call="knock", **points)
    page = table.get("/ruling").text
    assert "<span>B.-Maximilian</span>" in page
    assert "<span>Wilhelmina-Josephine</span>" in page
