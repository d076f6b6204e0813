"""The table of the rummies: dice, drawn hands, undo, house rules, names, import and export, the end and a rematch."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document, knocked
from tests.support.pages import value_of, words_of
from tests.support.phones import import_game, start_game
from tests.support.showdown_table import Table


def test_dice_are_taken_and_say_the_knock_number_and_the_diamond(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    form = {"first": "3", "second": "4", "act": "set", "seen": "0"}
    assert table.post("/dice", form).status_code == 303
    page = table.get()
    assert "Knock with at most 7" in words_of(page)
    assert 'aria-label="Any Queen"' in page.text
    assert "7 of diamonds" in page.text
    assert "Hand 1: Bob rolled and starts" in words_of(page)


def test_whoever_taps_change_by_mistake_keeps_the_dice(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    assert "Keep the dice" not in table.words(), "there are none yet"
    table.post("/dice", {"first": "3", "second": "4", "act": "set", "seen": "0"})
    change = re.search(r'href="[^"]*(\?dice=[^"]*)"', table.get().text)
    assert change
    changing = table.words(change[1])
    assert "Tap the dice you rolled" in changing
    assert "Keep the dice" in changing
    assert "Knock with at most 7" in table.words()


def test_the_dealer_is_marked_and_the_last_hand_has_short_names(client: FlaskClient) -> None:
    names = ("Maximiliane-Theodora von Wald", "Bob", "Cid")
    hand = counted_hand("Bob", (3, 4), **dict(zip(names, (20, 2, 31), strict=True)))
    table = import_game(client, game_document(players=list(names), hands=[hand]))
    said = table.words()
    assert "Maximiliane-Theodora von Wald 0 140 to go Bob 47 93 to go dealer Cid" in said
    hand = counted_hand(names[0], (3, 4), **dict(zip(names, (2, 20, 31), strict=True)))
    table = import_game(client, game_document(players=list(names), hands=[hand]))
    assert "Hand 1: Maximilia… +47." in table.words()


@pytest.mark.parametrize("form", [{}, {"first": "3"}, {"first": "7", "second": "1"}, {"first": "x", "second": "1"}])
def test_half_the_dice_are_no_dice(client: FlaskClient, form: dict[str, str]) -> None:
    table = start_game(client, "Ann", "Bob")
    assert table.post("/dice", {"act": "set", **form}).status_code == 422


def test_dice_rolled_by_the_app_are_kept(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    table.post("/dice", {"act": "roll", "seen": "0"})
    first = table.words()
    assert "Knock with at most" in first
    assert first == re.sub("", "", table.words())


def test_a_drawn_hand_scores_nothing_and_the_same_dealer_deals(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    assert "Record a drawn hand" not in table.words(), "no hand is drawn before it has begun"
    table.post("/dice", {"first": "1", "second": "2", "act": "set", "seen": "0"})
    page = table.get()
    form = {"idempotency_key": value_of(page, "idempotency_key"), "seen": value_of(page, "seen")}
    seen = re.search(r'/drawn".*?name="seen"\s+value="([\d.]+)"', page.text, re.DOTALL)
    assert seen
    form["seen"] = seen[1]
    for _ in range(2):
        assert table.post("/drawn", form).status_code == 303
    said = table.words()
    assert "Hand 1 was drawn" in said
    assert "Hand 2: Ann deals" in said


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
    assert "Someone else just saved this hand" in words_of(answer)
    assert "Drawn: nobody scores." in words_of(answer)
    assert "Ann wins 18: Bob 20 − Ann 2." in words_of(answer)


def test_a_player_is_not_renamed_to_what_looks_like_another(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    refused = table.post(
        "/about", {"act": "names", "names-0": "Bob\N{LEFT-TO-RIGHT MARK}", "names-1": "Bob", "seen": "1"}
    )
    assert refused.status_code == 422
    assert re.search(r"<details[^>]* open>\s*<summary>Names</summary>", refused.text)
    marked = re.search(r'<input[^>]*id="names-1"[^>]*>', refused.text)
    assert marked
    assert 'aria-invalid="true"' in marked[0]
    assert " autofocus" in marked[0]
    assert "both be “Bob”" in words_of(refused)
    zoe = {
        "act": "names",
        "names-0": "Zoe\N{COMBINING DIAERESIS} ",
        "names-1": "Bob",
        "seen": "1",
        "idempotency_key": "call-zoe",
    }
    table.post("/about", zoe)
    assert "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}" in table.words()


def test_undo_says_what_it_takes_back(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    for number, idempotency_key in ((1, "first-one"), (2, "other-one")):
        table.post("/drawn", {"idempotency_key": idempotency_key, "seen": str(number)})
    assert "Hand 3:" in table.words()
    assert "Hand 2 was drawn; nobody scores. Undo House rules Score sheet" in table.words()
    assert 'aria-label="Undo: recording of hand 2"' in table.get().text
    table.post("/hands/1/strike", {"idempotency_key": "strike-one", "seen": "3"})
    assert "Hand 2 was drawn; nobody scores. Undo: striking out hand 1" in table.words()
    table.post("/undo", {"act": "undo:4", "idempotency_key": "undo-one", "seen": "4"})
    assert "Undo: recording of hand 2" in table.words("/sheet")
    assert "Redo: striking out hand 1" in table.words("/sheet")


def test_undo_and_redo(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    table.post("/drawn", {"idempotency_key": "first-one", "seen": "1"})
    undo = {"act": "undo:2", "idempotency_key": "undo-once", "seen": "2"}
    assert table.post("/undo", undo).status_code == 303
    assert "Hand 1: Ann deals" in table.words()
    redo = {"act": "redo:2", "idempotency_key": "redo-once", "seen": "3", "from": "sheet"}
    assert table.post("/undo", redo).headers["Location"].endswith("/sheet")
    assert "Hand 2: Ann deals" in table.words()


def test_a_game_goes_out_and_in_and_out_the_same(client: FlaskClient) -> None:
    document = game_document(
        hands=[knocked(2, 20, dice=[3, 4], call="knock"), {"dice": [6, 6], "drawn": True}],
        house_rules={"gin_bonus": 20},
        note="=1",
    )
    table = import_game(client, document)
    out = table.exported()
    again = import_game(client, out).exported()
    assert out == again
    assert {key: out[key] for key in document} == document


def test_a_document_that_cannot_be_read_is_refused_with_the_place_in_words_and_exactly(client: FlaskClient) -> None:
    hand = counted_hand("Ann", [3, 4], Ann=2, Bob=20)
    for text, sentence in [
        ("{", "This isn't a whole game file."),
        ("PK\x03\x04", "This is a backup of a whole phone, not one game."),
        ("{", "For the author of the file: line 1 column 2: this isn't JSON"),
        (json.dumps(game_document(hands=[{"knocker": "Ann"}])), "Hand 1: players are missing."),
        (json.dumps(game_document(hands=[{"knocker": "Ann"}])), "the key players is missing"),
        (json.dumps(game_document(hands=[hand, {**hand, "dice": [3, 9]}])), "Hand 2, dice: expected a whole number"),
        (json.dumps(game_document(hands=[hand, {**hand, "dice": [3, 9]}])), "hands[1].dice[1]: expected"),
        (json.dumps(game_document(hands=[hand, 5])), "Hand 2: this isn't written as the app writes it."),
        (json.dumps(game_document(hands=[], weather="fine")), "The file: this app doesn't know “weather”."),
        (json.dumps({**game_document(hands=[]), "": 1}), "The file: this app doesn't know “”."),
        (json.dumps(game_document(players=["Ann"], hands=[])), "Players: gem-rummy is for 2 to 3 players, not 1."),
        (
            json.dumps(game_document(hands=[{**counted_hand("Ann", [1, 1], Ann=1, Bob=2), "call": "gin"}])),
            "Ann called Gin",
        ),
    ]:
        answer = client.post("/import", data={"text": text, "idempotency_key": "12345678"})
        assert answer.status_code == 422
        assert sentence in words_of(answer)


def test_a_house_rule_changed_later_says_what_it_changes_asks_and_is_kept(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=7, Bob=7)]))
    assert "Bob 25" in table.get().text
    form = {"rule-undercut_on_tie": "no", "act": "look", "idempotency_key": "rule-once", "seen": "2"}
    asked = table.post("/rules", form)
    assert "Bob +25" in words_of(asked)
    assert "Ann +11" in words_of(asked)
    assert "Bob 25" in table.get().text
    assert table.post("/rules", {**form, "act": "change"}).status_code == 303
    assert "Ann 11" in table.get().text
    assert "House rules changed" in table.words("/history")


def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    answer = table.post("/rules", {"rule-target": "0", "act": "look", "idempotency_key": "rule-once", "seen": "1"})
    assert answer.status_code == 422
    assert value_of(answer, "rule-target") == "0"
    assert re.search(
        r'aria-describedby="rule-target-error".*id="rule-target-error">“The game goes to”', answer.text, re.DOTALL
    )


def test_players_are_renamed_everywhere(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", [3, 4], Ann=2, Bob=20)]))
    form = {"act": "names", "names-0": "Anna", "names-1": "Bob", "idempotency_key": "name-once", "seen": "2"}
    assert table.post("/about", form).status_code == 303
    assert "Anna 18" in table.get().text
    again = table.post(
        "/about", {**form, "names-0": "Bob", "names-1": "Bob", "idempotency_key": "name-more", "seen": "3"}
    )
    assert again.status_code == 422


def test_the_end_says_who_won_and_why_and_the_same_table_plays_again(client: FlaskClient) -> None:
    table = import_game(
        client,
        game_document(hands=[counted_hand("Ann", [6, 6], Ann=0, Bob=98), counted_hand("Bob", [6, 6], Ann=33, Bob=1)]),
    )
    table = import_game(
        client,
        game_document(hands=[counted_hand("Ann", [6, 6], Ann=0, Bob=98), counted_hand("Ann", [6, 6], Ann=2, Bob=30)]),
    )
    assert table.get().headers["Location"].endswith("/end")
    end = table.get("/end")
    assert "Ann wins, 126 to 0" in words_of(end)
    assert "Games won 1 0" in words_of(end)
    assert "Hands won 3 1" in words_of(end)
    again = table.post("/rematch", {"idempotency_key": value_of(end, "idempotency_key") + "-again"})
    assert "was picked at random to deal first" in words_of(client.get(again.headers["Location"]))


def test_a_cleared_table_is_laid_again(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob")
    table.post("/about", {"act": "close", "idempotency_key": "close-once", "seen": "1"})
    assert "Closed before the end" in words_of(client.get("/"))
    table.post("/reopen", {"idempotency_key": "reopen-1", "seen": "2"})
    assert table.get().status_code == 200


def test_a_game_that_is_played_on_says_who_is_level(client: FlaskClient) -> None:
    hands = [counted_hand("Cid", [5, 5], Ann=2, Bob=2, Cid=8) for _ in range(5)]
    game = {**game_document(hands=hands), "players": ["Ann", "Bob", "Cid"], "house_rules": {"tie_break": "play-on"}}
    assert "Ann and Bob are tied at 155: this hand decides." in import_game(client, game).words()
    game["hands"] = hands[:4]
    assert "level at" not in import_game(client, game).words()


def test_the_look_is_kept_by_the_phone(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "dark", "colors": "four"})
    page = client.get("/").text
    assert 'data-theme="dark"' in page
    assert 'data-colors="four"' in page
    assert client.post("/settings", data={"theme": "pink"}).status_code == 422


@pytest.mark.parametrize("path", ["/nowhere", "/g/abcdefgh2345", "/g/abcdefgh2345/sheet", "/g/x/export.json"])
def test_missing_games_and_games_of_others_look_the_same(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There's nothing here" in words_of(answer)


def test_an_import_of_nothing_says_what_to_do_and_a_long_text_that_is_refused_stays(client: FlaskClient) -> None:
    nothing = client.post("/import", data={"text": " ", "idempotency_key": "import-nothing"})
    assert nothing.status_code == 422
    assert "Choose a game file, or paste its text." in words_of(nothing)
    long = "[" + "1, " * 20_000
    assert long.strip() in client.post("/import", data={"text": long, "idempotency_key": "import-long"}).get_data(
        as_text=True
    )


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
