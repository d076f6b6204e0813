"""A verdict is kept for the very same showdown, and never told of another one."""

from typing import Any

import pytest

from companion.documents.showdown import read_showdown
from companion.register.cases import MADE_UP_PRINT
from companion.rules.rummy.showdown import judge

ANN = {"name": "Ann", "melds": [["5C", "6C", "7C"], ["QH", "7D"], ["4H", "6D", "10S", "JH"]], "deadwood": ["AS", "2D"]}
BOB = {"name": "Bob", "melds": [["9C", "9D", "9H"], ["KC", "KD", "KH"]], "deadwood": ["8C", "4C", "3H", "8H", "AH"]}
DOCUMENT: dict[str, Any] = {
    "game": "gem-rummy",
    "gems": MADE_UP_PRINT,
    "dice": [3, 4],
    "knocker": "Ann",
    "call": "knock",
    "players": [ANN, BOB],
    "lay_offs": [],
}


def test_the_same_showdown_is_judged_once() -> None:
    assert judge(read_showdown(DOCUMENT)) is judge(read_showdown(dict(DOCUMENT)))


@pytest.mark.parametrize(
    "change",
    [
        {"house_rules": {"minimum_score": 30}},
        {"gems": {card: letters for card, letters in MADE_UP_PRINT.items() if card not in {"JH", "JC"}}},
        {"gems": {}, "not_gems": {"JH": MADE_UP_PRINT["JH"]}},
        {"dice": [4, 4]},
        {"knocker": "Bob"},
        {"call": "gin"},
        {"players": [{**ANN, "name": "Cid"}, BOB], "knocker": "Cid"},
        {"players": [ANN, {**BOB, "gem_parts": False}]},
        {"players": [ANN, {"name": "Bob", "deadwood_points": 24}]},
        {"lay_offs": [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}]},
    ],
)
def test_another_showdown_gets_its_own_verdict(change: dict[str, Any]) -> None:
    other = read_showdown({**DOCUMENT, **change})
    before = judge(read_showdown(DOCUMENT))
    assert judge(other) == judge.__wrapped__(other) != before
