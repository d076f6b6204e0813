"""Faults as a player reads them: each names the nearest thing that would be right."""

from typing import Any

import pytest

from companion.documents.answers import judge_document
from companion.register.cases import MADE_UP_PRINT

BOB = {"name": "Bob", "deadwood_points": 30}


def messages(ann: dict[str, Any], **changes: object) -> list[str]:
    """Judge a showdown in which Ann knocks, and give what is wrong with it."""
    document: dict[str, object] = {
        "game": "gem-rummy",
        "print": MADE_UP_PRINT,
        "dice": [3, 4],
        "knocker": "Ann",
        "players": [{"name": "Ann", **ann}, BOB],
        **changes,
    }
    faults: Any = judge_document(document)["faults"]
    return [fault["message"] for fault in faults]


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("5C 6C 8C", "5♣ 6♣ 8♣ is no run: 7♣ is missing."),
        ("2C 3C 9C", "2♣ 3♣ 9♣ is no run: 9♣ does not follow and a run needs 3 cards."),
        ("5C 6C 7D", "5♣ 6♣ 7♦ is no run: 7♦ is no club and a run needs 3 cards."),
        ("5C 6C 7C 8D", "5♣ 6♣ 7♣ 8♦ is no run: 8♦ is no club."),
        ("QS KS AS", "Q♠ K♠ A♠ is no run: the Ace is low and does not follow the King."),
        ("8C 8D", "8♣ 8♦ is no set: a set needs 3 of a rank."),
        ("8C 8D 9H", "8♣ 8♦ 9♥ is no set: 9♥ is no 8 and a set needs 3 of a rank."),
        ("8C 8D 8H 9S", "8♣ 8♦ 8♥ 9♠ is no set: 9♠ is no 8."),
        ("9S 3S 5S 6S", "9♠ 3♠ 5♠ 6♠ is no run: 4♠ is missing and 9♠ does not follow."),
        ("2C 7S KD", "2♣ 7♠ K♦ is no meld: these cards have neither rank nor sequence in common."),
        ("QH 8D", "Q♥ 8♦ is no Queen's Diamonds: the dice name the 7♦, this is the 8♦."),
        ("QH 7D QC", "Q♥ 7♦ Q♣ is no meld: Queen's Diamonds is two cards and takes no more, so Q♣ cannot lie there."),
        ("2S 4H 8C", "2♠ 4♥ 8♣ is no stash: 3 sapphires: a stash needs 4."),
    ],
)
def test_the_nearest_meld_is_named(group: str, message: str) -> None:
    assert message in messages({"melds": [group.split()], "deadwood": []})


def test_without_a_print_a_stash_asks_for_the_letters() -> None:
    group = {"melds": [["2S", "4C", "6H", "8D"]], "deadwood": []}
    document: dict[str, object] = {
        "game": "gem-rummy",
        "dice": [3, 4],
        "knocker": "Ann",
        "players": [{"name": "Ann", **group}, BOB],
    }
    faults: Any = judge_document(document)["faults"]
    expected = (
        "2♠ 4♣ 6♥ 8♦ may be a stash, but the gems of these cards are not known: enter the letters printed on them."
    )
    assert expected in [fault["message"] for fault in faults]


@pytest.mark.parametrize(
    ("ann", "changes", "message"),
    [
        (
            {"deadwood_points": 9},
            {},
            "Ann cannot knock with 9: the knock number is 7, that is 2 too many. The hand goes on.",
        ),
        ({"deadwood_points": 3}, {"call": "gin"}, "Ann calls Gin, but 3 of deadwood is left."),
        ({"deadwood_points": 3}, {"call": "big-gin"}, "Ann calls Big Gin, but 3 of deadwood is left."),
        (
            {"deadwood_points": 0},
            {"call": "big-gin", "house_rules": {"big_gin_bonus": None}},
            "Ann calls Big Gin, but this table does not play it.",
        ),
        ({"melds": [], "deadwood": ["2C"]}, {}, "Ann has 1 card, but it must be 11."),
        ({"melds": [], "deadwood": ["2C", "2C"]}, {}, "2♣ is on the table twice; the second time with Ann."),
        (
            {"deadwood_points": 2},
            {"print": {**MADE_UP_PRINT, "AC": "E"}},
            "The print is not possible: in the group A+2, where each gem stands once, Emerald stands twice.",
        ),
    ],
)
def test_what_else_can_be_wrong(ann: dict[str, Any], changes: dict[str, Any], message: str) -> None:
    assert message in messages(ann, **changes)


def test_a_knock_that_another_layout_would_allow_says_so() -> None:
    cards = {"melds": [["5C", "6C", "7C"], ["7D", "QH"]], "deadwood": ["AC", "AD", "AH", "3C", "3D", "3H"]}
    assert messages(cards) == [
        (
            "Ann cannot knock with 12: the knock number is 7, that is 5 too many. "
            "Laid out otherwise the same cards leave 0, which would do."
        )
    ]


def test_lay_offs() -> None:
    ann = {"name": "Ann", "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"]], "deadwood": ["2D", "3S", "AC", "AD"]}
    bob = {"name": "Bob", "melds": [["4D", "5D", "6D"], ["KC", "KD", "KH"]], "deadwood": ["8C", "2H", "JD", "QS"]}
    onto_ann, onto_bob = {"player": "Ann", "meld": 0}, {"player": "Bob", "meld": 0}
    document = {
        "game": "gin-rummy",
        "knocker": "Ann",
        "players": [ann, bob],
        "lay_offs": [
            {"player": "Bob", "card": "JD", "onto": onto_ann},
            {"player": "Bob", "card": "3H", "onto": onto_ann},
            {"player": "Bob", "card": "8C", "onto": onto_bob},
            {"player": "Ann", "card": "3S", "onto": onto_bob},
        ],
    }
    faults: Any = judge_document(document)["faults"]
    assert [fault["message"] for fault in faults] == [
        "J♦ does not fit onto Ann's 5♣ 6♣ 7♣ as it lies.",
        "3♥ is not in Bob's deadwood.",
        "Bob cannot lay 8♣ off onto a meld of the own hand.",
        "Ann knocked, and the Knocker never lays off.",
    ]
