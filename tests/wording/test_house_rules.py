"""A number that the table changed says so, as the rule it cites names the book's number."""

from typing import Any

import pytest

from companion.answers.judging import judge_document

GEM: dict[str, Any] = {"game": "gem-rummy", "dice": [3, 4], "knocker": "Ann"}
GIN: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann"}
KNOCK: dict[str, Any] = {"game": "knock-rummy", "knocker": "Ann"}


def counted(ann: dict[str, Any], bob: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "Ann", **ann}, {"name": "Bob", **bob}]


def lines(document: dict[str, Any], house_rules: dict[str, object], *hands: dict[str, Any]) -> dict[str, str]:
    """Rule a showdown of counted hands, and give each line's text by its code."""
    verdict: Any = judge_document({**document, "house_rules": house_rules, "players": counted(*hands)})
    return {line["code"]: line["text"] for player in verdict["players"] for line in player["lines"]}


@pytest.mark.parametrize(
    ("document", "key", "code", "book", "hands"),
    [
        (GEM, "minimum_score", "minimum-score", 11, ({"deadwood_points": 2}, {"deadwood_points": 4})),
        (GEM, "undercut_bonus", "undercut-bonus", 25, ({"deadwood_points": 4}, {"deadwood_points": 4})),
        (GEM, "gin_bonus", "gin-bonus", 25, ({"deadwood_points": 0}, {"deadwood_points": 9})),
        (
            GEM,
            "gem_parts_knocker",
            "gem-parts",
            16,
            ({"deadwood_points": 2, "gem_parts": True}, {"deadwood_points": 9}),
        ),
        (GEM, "gem_parts_other", "gem-parts", 8, ({"deadwood_points": 2}, {"deadwood_points": 9, "gem_parts": True})),
        (GIN, "gin_bonus", "gin-bonus", 25, ({"deadwood_points": 0}, {"deadwood_points": 9})),
        (KNOCK, "undercut_bonus", "undercut-bonus", 10, ({"deadwood_points": 4}, {"deadwood_points": 3})),
        (KNOCK, "rum_bonus", "rum-bonus", 25, ({"deadwood_points": 0}, {"deadwood_points": 3})),
    ],
)
def test_a_line_says_that_its_points_are_a_house_rule(
    document: dict[str, Any], key: str, code: str, book: int, hands: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    assert "house rule" not in lines(document, {key: book}, *hands)[code], "the table chose what the book says"
    mark = " (house rule)" if code == "minimum-score" else f"; {book - 1} by house rule"
    assert lines(document, {key: book - 1}, *hands)[code].endswith(mark)


def test_big_gin_at_another_price_says_so() -> None:
    twelve = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC"]
    hands = ({"melds": [twelve], "deadwood": []}, {"deadwood_points": 9})
    said = lines({**GEM, "call": "big-gin"}, {"big_gin_bonus": 50}, *hands)["big-gin-bonus"]
    assert said.endswith("; 50 by house rule")
    assert lines({**GEM, "call": "big-gin"}, {}, *hands)["big-gin-bonus"] == "Big Gin: every card melded, no discard"


def test_a_fault_says_that_its_number_is_a_house_rule() -> None:
    cards = ["AC", "3C", "5C"]
    hands = counted({"cards": cards}, {"deadwood_points": 30})
    verdict: Any = judge_document({**GIN, "house_rules": {"hand_size": 4, "knock_limit": 5}, "players": hands})
    assert [fault["message"] for fault in verdict["faults"]] == [
        "Ann has 3 cards but should have 4 by house rule.",
        "Ann can't knock with 9: that's 4 over the limit of 5 (house rule). The hand goes on.",
    ]
