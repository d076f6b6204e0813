"""Changing the house rules of a running game, from the next hand on or for the whole game."""

import json
from typing import Any

from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import form_with, says, values_of, words_of
from tests.support.phones import Phone, import_game

UNDERCUT = counted_hand("Ann", Ann=7, Bob=7)
TEN = {"rule-undercut_bonus": "10", "idempotency_key": "rule-once", "seen": "2"}


def gin(client: FlaskClient, *hands: dict[str, Any]) -> Phone:
    return import_game(client, game_document("gin-rummy", hands=list(hands)))


def test_both_choices_are_shown_before_anything_is_saved(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    asked = words_of(table.post("/rules", {**TEN, "act": "look"}))
    assert "From hand 2 on The hands before it keep their rules and their points. For the whole game" in asked
    assert "For the whole game Hand 1 : Bob +25" in asked
    assert "Bob +10" in asked
    assert table.exported().get("house_rules") is None


def test_from_the_next_hand_on_earlier_hands_keep_their_points_and_corrections_their_rules(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    table.submit("/rules", TEN, act="since")
    says(table.get(), "Bob 25")
    out = table.exported()
    assert (out["house_rules"], out["hands"][0]["house_rules"]) == ({"undercut_bonus": 10}, {})
    assert import_game(client, out).exported() == out
    says(table.get("/history"), "House rules changed from the next hand on: undercut 10.")
    says(table.get("/sheet"), "Undo: new house rules", but=["next hands"])
    table.submit("/undo", {"from": "sheet"}, act="undo:3", idempotency_key="undo-once", seen="3")
    assert "house_rules" not in table.exported()["hands"][0]
    says(table.get("/sheet"), "Redo: new house rules")
    table.submit("/undo", {"from": "sheet"}, act="redo:3", idempotency_key="redo-once", seen="4")
    table.submit("/hand/1/numbers", {"points-0": "9", "points-1": "8"}, knocker="0")
    ruling = table.get("/hand/1/ruling")
    says(ruling, "Bob undercuts Ann: 26")
    table.submit("/hand/1/ruling", values_of(form_with(ruling, 'id="record"')))
    says(table.get(), "Bob 26")


def test_sheet_print_spreadsheet_and_hand_say_which_hands_were_played_by_which_rules(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT, UNDERCUT)
    assert "From hand" not in table.words("/sheet")
    assert "house rules" not in table.get("/export.csv").text
    table.post("/rules", {**TEN, "act": "since", "seen": "3"})
    for page in ("/sheet", "/print"):
        assert "Hands 1 to 2: by the book From hand 3: undercut 10" in table.words(page)
    assert "house rules of this hand: by the book" in table.words("/hands/1")
    heading, first, *_ = table.get("/export.csv").text.splitlines()
    assert heading.endswith(",note,house rules")
    assert first.endswith(",by the book")


def test_one_choice_where_nothing_was_played_or_only_the_whole_game_changes(client: FlaskClient) -> None:
    empty = gin(client)
    says(empty.post("/rules", {**TEN, "act": "look", "seen": "1"}), "Play by these rules", but=["From hand"])
    target = words_of(gin(client, UNDERCUT).post("/rules", {"rule-target": "20", "act": "look", "seen": "2"}))
    assert "From hand" not in target
    assert "The game would be over." in target


def test_a_hand_recorded_meanwhile_shows_both_choices_again(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    sent = {"hand_json": json.dumps({"hand": UNDERCUT, "gems": {}}), "hand": "new"}
    table.post("/hand/2/ruling", {**sent, "idempotency_key": "second-1", "seen": "2"})
    again = table.post("/rules", {**TEN, "act": "since"})
    assert again.status_code == 409
    assert "From hand 3 on" in words_of(again)
    assert table.exported().get("house_rules") is None


def test_rules_changed_meanwhile_never_rule_a_hand_unseen(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    table.submit("/rules", TEN, act="since")
    sent = {"hand_json": json.dumps({"hand": UNDERCUT, "gems": {}}), "hand": "new"}
    answer = table.post("/hand/2/ruling", {**sent, "idempotency_key": "second-1", "seen": "2"})
    assert answer.status_code == 409
    says(answer, "House rules changed from the next hand on")
    assert len(table.exported()["hands"]) == 1
