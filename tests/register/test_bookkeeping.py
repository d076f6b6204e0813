"""Consistency of rules and cases, checked without judging any hand."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

BOOKS = {"P", "G", "N", "T", "K", "R", "II"}
RUMMIES = {"gem-rummy": 11, "gin-rummy": 10, "knock-rummy": 7}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MELD_KINDS = {"set", "run", "stash", "queens-diamonds", "none"}
SHOWN = {"melds", "laid_off", "deadwood", "deadwood_points", "gem_parts", "lines"}
SHEET = {"hands", "target", "totals", "over", "winners"}


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


def rank_and_suit(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), "CDHS".index(card[-1])


def value(card: str) -> int:
    return min(RANKS.index(card[:-1]) + 1, 10)


def number(case: dict[str, Any]) -> str:
    return str(case["id"])


def counted(hand: str) -> bool:
    return hand.startswith("counted:")


def fault_cards(case: dict[str, Any], code: str) -> list[str]:
    faults = [fault.rpartition(" ")[0] for fault in case["expect"]["faults"] if fault.startswith(code + " ")]
    return [card for fault in faults for card in cards(fault)]


def test_every_id_is_unique() -> None:
    assert [name for name, times in Counter(rule["id"] for rule in RULES).items() if times > 1] == []
    assert [name for name, times in Counter(case["id"] for case in CASES).items() if times > 1] == []


def test_every_rule_has_a_book_a_place_and_a_text() -> None:
    assert [rule["id"] for rule in RULES if rule["book"] not in BOOKS or not rule["place"] or not rule["says"]] == []


def test_a_rule_that_is_never_seen_has_a_reason() -> None:
    assert [rule["id"] for rule in RULES if ("why_unseen" in rule) != (not rule.get("seen", True))] == []


def test_a_ruling_settles_sentences_of_the_register() -> None:
    assert [(rule["id"], name) for rule in RULES for name in rule.get("settles", []) if name not in IDS] == []


def test_every_case_shows_known_rules_that_can_be_seen() -> None:
    visible = {rule["id"] for rule in RULES if rule.get("seen", True)}
    assert [(case["id"], name) for case in CASES for name in case["rules"] if name not in visible] == []
    assert [case["id"] for case in CASES if not case["rules"]] == []


def test_every_rule_that_can_be_seen_has_a_case() -> None:
    shown = {name for case in CASES for name in case["rules"]}
    assert [rule["id"] for rule in RULES if rule.get("seen", True) and rule["id"] not in shown] == []


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_an_expectation_is_complete(case: dict[str, Any]) -> None:
    expect = case["expect"]
    assert set(expect["players"]) == set(case["hands"])
    assert case["knocker"] in case["hands"]
    assert expect["legal"] == (not expect["faults"]) == (("winner" in expect) != ("shared_by" in expect))
    assert ("dice" in case) == (case["game"] == "gem-rummy")
    for name, hand in case["hands"].items():
        wanted = SHOWN | ({"points"} if expect["legal"] else set())
        wanted |= set() if counted(hand) else {"best_deadwood_points"}
        assert set(expect["players"][name]) - {"king_gems"} == wanted
    if "lay_offs" in case:
        assert "lay_offs" not in expect
    else:
        laid_off = any(player["laid_off"] for player in expect["players"].values())
        assert laid_off == bool(expect.get("lay_offs"))
    assert {fault.split()[-1] for fault in expect["faults"]} <= IDS


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_no_card_is_repeated_unless_that_is_the_fault(case: dict[str, Any]) -> None:
    times = Counter(card for hand in case["hands"].values() if not counted(hand) for card in cards(hand))
    assert sorted(card for card in times if times[card] > 1) == sorted(fault_cards(case, "card-repeated"))


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_hands_have_the_right_size_unless_that_is_the_fault(case: dict[str, Any]) -> None:
    usual = RUMMIES[case["game"]] + (3 if case["game"] == "knock-rummy" and len(case["hands"]) == 2 else 0)
    usual = case.get("house_rules", {}).get("hand_size", usual)
    may_grow = case["game"] == "gem-rummy" and len(case["hands"]) > 2
    for name, hand in case["hands"].items():
        if counted(hand):
            continue
        lines = " ".join(case["expect"]["players"][name]["lines"])
        big_gin = name == case["knocker"] and (case.get("call") == "big-gin" or "big-gin-bonus" in lines)
        size, wanted = len(cards(hand)), usual + big_gin
        # With three players, the others' hands, three cards to draw and the discard are not in it.
        most = 52 - 2 * usual - 3 - 1 + big_gin if may_grow else wanted
        right = wanted <= size <= most
        assert right != any(fault.startswith(f"card-count {name} ") for fault in case["expect"]["faults"])


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_every_card_of_a_hand_is_placed_and_deadwood_adds_up(case: dict[str, Any]) -> None:
    for name, hand in case["hands"].items():
        shown = case["expect"]["players"][name]
        melds = [meld.partition(" ") for meld in shown["melds"]]
        assert {kind for kind, _, _ in melds} <= MELD_KINDS
        placed = [card for _, _, group in melds for card in cards(group)] + shown["laid_off"] + shown["deadwood"]
        assert sorted(placed) == ([] if counted(hand) else sorted(cards(hand)))
        assert shown["deadwood"] == sorted(shown["deadwood"], key=rank_and_suit)
        points = int(hand.split()[1]) if counted(hand) else sum(value(card) for card in shown["deadwood"])
        assert shown["deadwood_points"] == points


@pytest.mark.parametrize("case", SHOWDOWNS, ids=number)
def test_lines_add_up_to_the_points_and_name_known_rules(case: dict[str, Any]) -> None:
    players = case["expect"]["players"]
    for name, shown in players.items():
        lines = [line.split() for line in shown["lines"]]
        assert sum(int(points) for _, points, _, _ in lines) == shown.get("points", 0)
        assert {rule for *_, rule in lines} <= IDS
        assert {against for _, _, against, _ in lines} <= (set(players) - {name}) | {"-"}
        for code, points, against, _ in lines:
            if code == "difference":
                apart = abs(players[against]["deadwood_points"] - shown["deadwood_points"])
                assert int(points) == apart


@pytest.mark.parametrize("case", SHEETS, ids=number)
def test_a_sheet_adds_up(case: dict[str, Any]) -> None:
    expect = case["expect"]
    assert set(expect) >= SHEET
    assert ("next_dealer" in expect) != expect["over"]
    totals = dict.fromkeys(expect["totals"], 0)
    for hand in expect["hands"]:
        totals = {name: total + hand["points"][name] for name, total in totals.items()}
        assert hand["totals"] == totals
        assert (("winner" in hand) != ("shared_by" in hand)) != hand["drawn"]
    assert expect["totals"] == totals
    assert bool(expect["winners"]) == expect["over"]
