"""House rules of a running game, and Gin Rummy as real tables score it: upcards, three games on a sheet, stakes."""

import csv
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import Document, counted_hand, game_document, knocked
from tests.support.pages import form_with, listed, says, sheet_rows, value_of, values_of, words_of
from tests.support.phones import Phone, import_game, start_game
from tests.support.showdown_table import ANN, BOB, Table

UNDERCUT = counted_hand("Ann", Ann=7, Bob=7)
TEN = {"rule-undercut_bonus": "10", "idempotency_key": "rule-once", "seen": "2"}
WITHOUT_GEM_PARTS = {"gem_parts_knocker": 0, "gem_parts_other": 0}


def gin(client: FlaskClient, *hands: Document, **rules: object) -> Phone:
    told: dict[str, Any] = {"house_rules": rules} if rules else {}
    return import_game(client, game_document("gin-rummy", hands=list(hands), **told))


def record_second(table: Phone) -> int:
    """Record a second hand by the state that the page of the first one showed; return the status of the answer."""
    sent = {"hand_json": json.dumps({"hand": UNDERCUT, "gems": {}}), "idempotency_key": "second-1", "seen": "2"}
    return table.post("/hand/2/ruling", sent, hand="new").status_code


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


OKLAHOMA = {"knock_limit": "upcard", "spades_double": True}
HOLLYWOOD = {"target": 50, "columns": 3, "game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}


ANN_30, ANN_25 = knocked(5, 35), knocked(5, 30)
BOB_20, BOB_40 = knocked(25, 5, knocker="Bob"), knocked(45, 5, knocker="Bob")


def turn_up(table: Phone, rank: str, suit: str) -> None:
    seen = re.search(r'name="seen"\s+value="(\d+)"', table.get().text)
    table.submit("/upcard", rank=rank, suit=suit, act="set", seen=seen[1] if seen else "0")


def test_hands_are_ruled_by_their_upcards_and_recorded_with_them(client: FlaskClient) -> None:
    table = gin(client, **OKLAHOMA)
    turn_up(table, "A", "S")
    says(table.get(), "The hand ends with Gin Upcard: the hand counts double")
    table.submit("/hand/1/upcard", rank="4", suit="D")
    table.submit("/hand/1/numbers", {"points-0": "6", "points-1": "20"}, knocker="0", call="")
    over = "Ann can't knock with 6: that's 2 over the limit of 4, which the upcard 4♦ sets"
    says(table.get("/hand/1/ruling"), over)
    table.submit("/hand/1/upcard", rank="7", suit="S")
    says(table.get("/hand/1/ruling"), "2 × (Bob 20 − Ann 6): a spade doubles")
    table.submit("/hand/1/ruling", table.form("/hand/1/ruling", "hand_json"))
    says(table.get(), "Tap the upcard")
    says(table.get("/hands/1"), "Upcard 7♠")
    turn_up(table, "K", "H")
    table.submit("/drawn", table.form("", "Record a drawn hand"))
    assert table.exported()["hands"] == [knocked(6, 20, upcard="7S"), {"drawn": True, "upcard": "KH"}]


def test_without_a_network_the_upcard_is_entered_with_the_hand(client: FlaskClient) -> None:
    table = gin(client, **OKLAHOMA)
    form = {**table.form("/offline", "hand-0"), "knocker": "0", "hand-0": "5", "hand-1": "22"}
    form.pop("rank", None)
    assert "Which card was the upcard?" in words_of(table.post("/offline", form))
    assert table.post("/offline", {**form, "rank": "5", "suit": "C"}).status_code == 303
    assert table.exported()["hands"][0]["upcard"] == "5C"


def test_three_games_are_drawn_side_by_side(client: FlaskClient) -> None:
    table = gin(client, ANN_30, ANN_25, BOB_20, ANN_30, BOB_40, **HOLLYWOOD)
    assert sheet_rows(table.get("/sheet")) == [
        ["D Ann dealt +30 30", "", "", "", "", ""],
        ["+25 55", "D Bob dealt", "+25 25", "", "", ""],
        ["D Ann dealt", "", "", "+20 20", "", ""],
        ["", "D Bob dealt", "+30 55", "", "+30 30", ""],
        ["D Ann dealt", "", "", "", "", "+40 40"],
    ]
    rows = list(csv.reader(table.get("/export.csv").text.lstrip("\ufeff").splitlines()))
    assert rows[0][-7:-1] == [f"{name}, game {number}" for number in (1, 2, 3) for name in ("Ann", "Bob")]
    assert [row[-7:-1] for row in rows[1:3]] == [["30", "", "", "", "", ""], ["25", "", "25", "", "", ""]]
    page = table.get()
    says(page, "Bob Game 1 over : 0 Game 2 over : 45 Game 3 : 40 each to 50")
    in_sight = re.sub(r'<span class="unseen">.*?</span>', "", page.text)
    assert re.search(r"Ann Game 1 .*260 Game 2 .*205 Game 3 30 each to 50", words_of(in_sight))
    assert table.words("/aloud?of=score").count("205 in game 2") == 1
    table.submit("/about", table.form("/about", "close"), act="close")
    says(table.get("/end"), "The game was closed Ann 495 Bob 85")


def test_a_stake_is_entered_as_an_amount_and_settled_at_the_end(client: FlaskClient) -> None:
    table = gin(client, ANN_30, BOB_20, ANN_25, target=50, stake_per_point=5)
    owed = "Bob owes Ann 1.75: 35 points at 0.05"
    for page in ("/end", "/sheet", "/print"):
        says(table.get(page), owed)
    assert value_of(table.get("/rules"), "rule-stake_per_point") == "0.05"
    for typed, then in (("0,1", "3.50: 35 points at 0.10"), ("2", "70.00: 35 points at 2.00")):
        seen = value_of(table.get("/rules"), "seen")
        changed = {"rule-target": "50", "rule-stake_per_point": typed, "idempotency_key": f"rule-once-{seen}"}
        table.submit("/rules", changed, act="change", seen=seen)
        says(table.get("/end"), f"Bob owes Ann {then}")
    wrong = table.post("/rules", {"rule-stake_per_point": "0.055", "act": "look", "seen": seen})
    says(wrong, "Stake for each point: enter an amount from 0.00 to 1000.00, such as 0.05, not “0.055”.")
    level = gin(client, BOB_20, ANN_25, target=25, stake_per_box=100)
    says(level.get("/end"), "Nobody owes anything.", but=["owes Ann"])
    says(gin(client, ANN_30, stake_per_point=5).get("/sheet"), but=["owes"])
