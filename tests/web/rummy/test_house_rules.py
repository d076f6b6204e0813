"""House rules of a running game: changed from the next hand on or for the whole game, Gem Parts that isn't played."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import form_with, listed, says, values_of
from tests.support.phones import Phone, import_game, start_game
from tests.support.showdown_table import ANN, BOB, Table

UNDERCUT = counted_hand("Ann", Ann=7, Bob=7)
TEN = {"rule-undercut_bonus": "10", "idempotency_key": "rule-once", "seen": "2"}
WITHOUT_GEM_PARTS = {"gem_parts_knocker": 0, "gem_parts_other": 0}


def gin(client: FlaskClient, *hands: dict[str, Any]) -> Phone:
    return import_game(client, game_document("gin-rummy", hands=list(hands)))


def record_second(table: Phone) -> int:
    """Record a second hand by the state that the page of the first one showed; return the status of the answer."""
    sent = {"hand_json": json.dumps({"hand": UNDERCUT, "gems": {}}), "hand": "new"}
    return table.post("/hand/2/ruling", {**sent, "idempotency_key": "second-1", "seen": "2"}).status_code


def test_from_the_next_hand_on_earlier_hands_keep_their_points_and_corrections_their_rules(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    before = table.exported()
    both = "The hands before it keep their rules and their points. For the whole game Hand 1 : Bob +25"
    says(table.post("/rules", {**TEN, "act": "look"}), f"From hand 2 on {both}", "Bob +10")
    assert table.exported() == before
    table.submit("/rules", TEN, act="since")
    says(table.get(), "Bob 25")
    out = table.exported()
    assert (out["house_rules"], out["hands"][0]["house_rules"]) == ({"undercut_bonus": 10}, {})
    assert import_game(client, out).exported() == out
    assert record_second(table) == 409, "no hand is ruled unseen by other rules"
    says(table.get("/sheet"), "Undo: new house rules", but=["next hands"])
    table.submit("/undo", {"from": "sheet"}, act="undo:3", idempotency_key="undo-once", seen="3")
    assert table.exported() == before
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
        says(table.get(page), "Hands 1 to 2: by the book From hand 3: undercut 10")
    says(table.get("/hands/1"), "house rules of this hand: by the book")
    heading, first, *_ = table.get("/export.csv").text.splitlines()
    assert heading.endswith(",note,house rules")
    assert first.endswith(",by the book")


def test_a_hand_recorded_meanwhile_shows_both_choices_again(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    assert record_second(table) == 303
    says(table.post("/rules", {**TEN, "act": "since"}), "From hand 3 on", status=409)
    assert table.exported().get("house_rules") is None


def test_a_new_game_without_gem_parts_gives_it_no_points(client: FlaskClient) -> None:
    table = start_game(client, "Ann", "Bob", **{"rule-gem_parts": "no", "rule-gem_parts_other": "12"})
    assert table.exported()["house_rules"] == WITHOUT_GEM_PARTS, "a number left in a hidden field doesn't count"
    for page in (table.get("/rules"), client.get("/new")):
        assert re.search(r'name="rule-gem_parts"[^>]*value="no"[^>]*checked', page.text)


@pytest.mark.parametrize(("rules", "asks"), [({}, True), (WITHOUT_GEM_PARTS, False)], ids=["played", "not played"])
def test_gem_parts_is_asked_for_where_it_is_played(client: FlaskClient, rules: dict[str, int], *, asks: bool) -> None:
    table = Table(client, "Ann", "Bob", house_rules=rules)
    table.roll(3, 4)
    table.submit(knock="0:knock")
    for path in ("/hand/1/seat/0", "/hand/1/seat/0?points=", "/hand/1/numbers", "/offline"):
        assert ("Gem Parts" in table.phone.words(path)) is asks, path
    assert ({"P.gem-parts", "R.8"} & listed(table.phone.get("/help")) != set()) is asks
    # A claim from before the rules changed asks for no letters.
    table.write(0, ANN)
    table.submit("/seat/0", act="claims")
    assert table.write(1, BOB) == ("/letters" if asks else "/lay-offs")
