"""Consistency of rules and cases, checked without judging any hand."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

BOOKS = {"P", "G", "N", "T", "K", "R", "II"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MELD_KINDS = {"set", "run", "stash", "queens-diamonds", "none"}
SHEET = {"hands", "target", "totals", "over", "winners"}
PLAYERS_OF_A_PAIR = 2


def read(folder: str, key: str) -> list[dict[str, Any]]:
    paths = sorted((files("companion.register") / folder).iterdir(), key=lambda path: path.name)
    return [entry for path in paths for entry in tomllib.loads(path.read_text("utf-8"))[key]]


RULES = read("rules", "rule")
CASES = read("cases", "case")
IDS = {rule["id"] for rule in RULES}
SHOWDOWNS = [case for case in CASES if case["kind"] == "showdown"]
SHEETS = [
    case for case in CASES if case["kind"] == "game" and "error" not in case["expect"] and "hands" in case["expect"]
]


def cards(text: str) -> list[str]:
    return re.findall(r"(?:10|[A2-9JQK])[CDHS]", text)


def number(case: dict[str, Any]) -> str:
    return str(case["id"])


def test_rules_and_cases_are_whole_and_name_each_other() -> None:
    visible = {rule["id"] for rule in RULES if rule.get("seen", True)}
    shown = {name for case in CASES for name in case["rules"]}
    assert [name for name, times in Counter(entry["id"] for entry in (*RULES, *CASES)).items() if times > 1] == []
    assert [rule["id"] for rule in RULES if rule["book"] not in BOOKS or not rule["place"] or not rule["says"]] == []
    assert [rule["id"] for rule in RULES if ("why_unseen" in rule) != (rule["id"] not in visible)] == []
    assert [(rule["id"], name) for rule in RULES for name in rule.get("settles", []) if name not in IDS] == []
    assert [case["id"] for case in CASES if not case["rules"]] == []
    assert shown == visible, "each rule that can be seen has a case, and a case shows no other"


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_the_expectation_of_a_showdown_is_whole_and_adds_up(case: dict[str, Any]) -> None:
    expect = case["expect"]
    players = expect["players"]
    assert expect["legal"] == (not expect["faults"]) == (("winner" in expect) != ("shared_by" in expect))
    assert {fault.split()[-1] for fault in expect["faults"]} <= IDS
    for name, hand in case["hands"].items():
        shown = players[name]
        melds = [meld.partition(" ") for meld in shown["melds"]]
        assert {kind for kind, _, _ in melds} <= MELD_KINDS
        placed = [card for _, _, group in melds for card in cards(group)] + shown["laid_off"] + shown["deadwood"]
        counted = hand.startswith("counted:")
        assert sorted(placed) == ([] if counted else sorted(cards(hand)))
        assert shown["deadwood"] == sorted(shown["deadwood"], key=lambda card: (RANKS.index(card[:-1]), card[-1]))
        points = (
            int(hand.split()[1]) if counted else sum(min(RANKS.index(card[:-1]) + 1, 10) for card in shown["deadwood"])
        )
        assert shown["deadwood_points"] == points
        lines = [line.split() for line in shown["lines"]]
        assert sum(int(points) for _, points, _, _ in lines) == shown.get("points", 0)
        assert {rule for *_, rule in lines} <= IDS
        assert {against for _, _, against, _ in lines} <= (set(players) - {name}) | {"-"}
        for code, points_of_line, against, _ in lines:
            if code == "difference":
                apart = abs(players[against]["deadwood_points"] - shown["deadwood_points"])
                assert int(points_of_line) == apart


@pytest.mark.parametrize("case", SHEETS, ids=number)
def test_a_sheet_adds_up(case: dict[str, Any]) -> None:
    expect = case["expect"]
    assert set(expect) >= SHEET
    assert ("next_dealer" in expect) != expect["over"]
    totals = dict.fromkeys(expect["totals"], 0)
    for hand in expect["hands"]:
        totals = {name: total + hand["points"].get(name, 0) for name, total in totals.items()}
        assert hand["totals"] == totals
        assert (("winner" in hand) != ("shared_by" in hand)) != hand["drawn"]
        assert set(hand["points"]) == set(totals) or ("rounds" in expect and len(hand["points"]) == PLAYERS_OF_A_PAIR)
    assert expect["totals"] == totals
    assert bool(expect["winners"]) == expect["over"]
