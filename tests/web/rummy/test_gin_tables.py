"""Gin Rummy as real tables score it: the upcard, three games on one sheet, bonuses at the end, named sets of rules."""

import csv
import re
from typing import Any

from flask.testing import FlaskClient

from tests.support.documents import game_document
from tests.support.pages import says, sheet_rows, value_of, words_of
from tests.support.phones import Phone, import_game

OKLAHOMA = {"knock_limit": "upcard", "spades_double": True}
FULL_SCORING = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}
HOLLYWOOD = {"target": 50, "columns": 3, **FULL_SCORING}


def hand(knocker: str, ann: int, bob: int, **more: object) -> dict[str, Any]:
    players = [{"name": "Ann", "deadwood_points": ann}, {"name": "Bob", "deadwood_points": bob}]
    return {"knocker": knocker, "players": players, **more}


def game(rules: dict[str, Any], *hands: dict[str, Any]) -> dict[str, Any]:
    return game_document("gin-rummy", house_rules=rules, hands=list(hands))


ANN_30, ANN_25, BOB_20, BOB_40 = hand("Ann", 5, 35), hand("Ann", 5, 30), hand("Bob", 25, 5), hand("Bob", 45, 5)
TO_THE_END = (ANN_30, ANN_25, BOB_20, ANN_30, BOB_40, ANN_25)


def oklahoma(client: FlaskClient) -> Phone:
    return import_game(client, game(OKLAHOMA))


def turn_up(table: Phone, rank: str, suit: str) -> None:
    seen = re.search(r'name="seen"\s+value="(\d+)"', table.get().text)
    table.submit("/upcard", rank=rank, suit=suit, act="set", seen=seen[1] if seen else "0")


def test_hands_are_ruled_by_their_upcards_and_recorded_with_them(client: FlaskClient) -> None:
    table = oklahoma(client)
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
    assert table.exported()["hands"] == [hand("Ann", 6, 20, upcard="7S"), {"drawn": True, "upcard": "KH"}]


def test_without_a_network_the_upcard_is_entered_with_the_hand(client: FlaskClient) -> None:
    table = oklahoma(client)
    form = {**table.form("/offline", "hand-0"), "knocker": "0", "hand-0": "5", "hand-1": "22"}
    form.pop("rank", None)
    assert "Which card was the upcard?" in words_of(table.post("/offline", form))
    assert table.post("/offline", {**form, "rank": "5", "suit": "C"}).status_code == 303
    assert table.exported()["hands"][0]["upcard"] == "5C"


def test_three_games_are_drawn_side_by_side(client: FlaskClient) -> None:
    table = import_game(client, game(HOLLYWOOD, *TO_THE_END[:5]))
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
    table = import_game(client, game({"target": 50, "stake_per_point": 5}, ANN_30, BOB_20, ANN_25))
    owed = "Bob owes Ann 1.75: 35 points at 0.05"
    for page in ("/end", "/sheet", "/print"):
        says(table.get(page), owed)
    assert value_of(table.get("/rules"), "rule-stake_per_point") == "0.05"
    for typed, then in (
        ("0,1", "Bob owes Ann 3.50: 35 points at 0.10"),
        ("2", "Bob owes Ann 70.00: 35 points at 2.00"),
    ):
        seen = value_of(table.get("/rules"), "seen")
        changed = {
            "rule-target": "50",
            "rule-stake_per_point": typed,
            "seen": seen,
            "idempotency_key": f"rule-once-{seen}",
        }
        table.submit("/rules", changed, act="change")
        says(table.get("/end"), then)
    wrong = table.post("/rules", {"rule-stake_per_point": "0.055", "act": "look", "seen": seen})
    says(wrong, "Stake for each point: enter an amount from 0.00 to 1000.00, such as 0.05, not “0.055”.")
    level = import_game(client, game({"target": 25, "stake_per_box": 100}, BOB_20, ANN_25))
    says(level.get("/end"), "Nobody owes anything.", but=["owes Ann"])
    says(import_game(client, game({"stake_per_point": 5}, ANN_30)).get("/sheet"), but=["owes"])
