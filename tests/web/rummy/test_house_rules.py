"""House rules of a running game: changed from the next hand on or for the whole game, Gem Parts that isn't played."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import form_with, listed, says, value_of, values_of
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


def test_one_choice_where_nothing_was_played_or_only_the_whole_game_changes(client: FlaskClient) -> None:
    empty = gin(client)
    says(empty.post("/rules", {**TEN, "act": "look", "seen": "1"}), "Play by these rules", but=["From hand"])
    target = gin(client, UNDERCUT).post("/rules", {"rule-target": "20", "act": "look", "seen": "2"})
    says(target, "The game would be over.", but=["From hand"])


def test_a_hand_recorded_meanwhile_shows_both_choices_again(client: FlaskClient) -> None:
    table = gin(client, UNDERCUT)
    assert record_second(table) == 303
    says(table.post("/rules", {**TEN, "act": "since"}), "From hand 3 on", status=409)
    assert table.exported().get("house_rules") is None


def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(client: FlaskClient) -> None:
    answer = gin(client).post("/rules", {"rule-target": "0", "act": "look", "seen": "1"})
    assert answer.status_code == 422
    assert value_of(answer, "rule-target") == "0"
    described = r'aria-describedby="rule-target-error".*id="rule-target-error">“The game goes to”'
    assert re.search(described, answer.text, re.DOTALL)


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


def laid(name: str, deadwood: str, *melds: str) -> dict[str, Any]:
    return {"name": name, "melds": [meld.split() for meld in melds], "deadwood": deadwood.split()}


def test_a_hand_says_how_it_scores_and_what_it_could_have_had(client: FlaskClient) -> None:
    """Bob laid 36; with a set of 9s it is 9, and 1 if the 8 of spades goes on Ann's run.

    In the other game he laid 12, though his ten cards are all melds: a hand counts as it lies (R.14).
    """
    ann = laid("Ann", "2C 3D", "5S 6S 7S", "JH QH KH", "4C 4D 4H")
    bob = laid("Bob", "8S 9S AH 9C 9D", "KC KD KS", "10C 10D 10H")
    hand = {"knocker": "Ann", "dice": [6, 6], "lay_offs": [], "players": [ann, bob]}
    says(
        Table(client, "Ann", "Bob", hands=[hand], house_rules={"layout": "best"}).phone.get("/hands/1"),
        "9 left Laid out with 36 left; this table scores the best layout (house rule).",
        "Bob could have had 1 instead of 9",
        but=["rum."],
    )
    ann = laid("Ann", "2D 2S AS AD", "3C 4C 5C", "9C 9D 9H")
    bob = laid("Bob", "5S 4S 3S", "KC KD KH KS", "6S 7S 8S")
    hand = {"knocker": "Ann", "players": [ann, bob]}
    says(
        Table(client, "Ann", "Bob", game="knock-rummy", hands=[hand]).phone.get("/hands/1"),
        "Bob could have had 0 instead of 12",
        "This would have been rum. Bob didn't lay it out, so there's no missed rum to pay for.",
    )
