"""Points given away by a layout or a lay-off, each worked out by hand, and what a hand by numbers leaves out."""

from typing import Any

import pytest

from companion.documents.showdown import read_showdown
from companion.rules.rummy.figures import HandFigures, hand_figures
from companion.rules.rummy.showdown import judge

# Ann's melds of nine cards, onto which a 3♠ or 7♠ and a 9♠ fit.
MELDS = [["4S", "5S", "6S"], ["9C", "9D", "9H"], ["QC", "QD", "QH"]]
BOB = [["2C", "3C", "4C"], ["JH", "JD", "JS"]]


def figures(game: str, *players: dict[str, Any], **more: object) -> HandFigures:
    """Judge a hand that Ann, the first player, knocks, and return its figures."""
    showdown = read_showdown({"game": game, "knocker": players[0]["name"], "players": list(players), **more})
    verdict = judge(showdown)
    assert verdict.legal, verdict.faults
    return hand_figures(showdown, verdict)


def hand(name: str, melds: list[list[str]], deadwood: str) -> dict[str, Any]:
    return {"name": name, "melds": melds, "deadwood": deadwood.split()}


def lay_off(card: str, meld: int) -> dict[str, Any]:
    return {"player": "Bob", "card": card, "onto": {"player": "Ann", "meld": meld}}


NINE_AND_SEVEN = [lay_off("9S", 1), lay_off("7S", 0)]


@pytest.mark.parametrize(
    ("lay_offs", "left", "given_away"),
    [
        ([], 27, 16),  # 27 − 1 = 26 for Ann; without 9♠ and 7♠ it would have been 11 − 1 = 10
        (NINE_AND_SEVEN[:1], 18, 7),  # 17 for Ann instead of 10
        (NINE_AND_SEVEN, 11, 0),
    ],
)
def test_a_lay_off_that_was_missed(lay_offs: list[dict[str, Any]], left: int, given_away: int) -> None:
    ann, bob = hand("Ann", MELDS, "AC"), hand("Bob", BOB, "9S 7S KD AH")
    expected = HandFigures(0, (1, left), (0, given_away))
    assert figures("gin-rummy", ann, bob, lay_offs=lay_offs) == expected


JACKS = ["JC", "JD", "JH", "JS"]
KNOCKER = hand("Ann", [["AC", "2C", "3C"], JACKS], "3D 3H 2D")
"""Deadwood 8; with three 3s it would have been 1 + 2 + 2 = 5."""


def test_other_melds_of_the_knocker_take_other_cards() -> None:
    """As laid 4♣ fits, and Bob has 23 left: 15 for Ann. On three 3s only 3♠ fits, and Bob has 24: 24 − 5 = 19."""
    bob = hand("Bob", [["6D", "7D", "8D"], ["6H", "7H", "8H"]], "4C 3S KS QH")
    played = figures("gin-rummy", KNOCKER, bob, lay_offs=[lay_off("4C", 0)])
    assert played == HandFigures(0, (8, 23), (4, 0))


def test_among_three_the_points_of_both_others_count() -> None:
    """Ann has (27 − 2) + (12 − 2) = 35; without 8♣, which fits 5♣ 6♣ 7♣, (19 − 2) + (12 − 2) = 27."""
    ann = hand("Ann", [["5C", "6C", "7C"], ["9C", "9D", "9H"], ["JC", "JD", "JH"]], "AS AD")
    bob = hand("Bob", [["2C", "3C", "4C"], ["KC", "KD", "KH"]], "8C QS 6S 2H AH")
    cid = {"name": "Cid", "deadwood_points": 12}
    played = figures("gem-rummy", ann, bob, cid, call="knock", dice=[3, 4], lay_offs=[])
    assert played == HandFigures(0, (2, 27, 12), (0, 8, None))


def test_a_better_layout_that_would_have_cost_points_gave_nothing_away() -> None:
    """Knock Rummy: who finds rum after the knock pays 25 (R.30), more than the 5 + 10 for being lowest."""
    ann = {"name": "Ann", "deadwood_points": 5}
    laid = [["2C", "3C", "4C"], ["9C", "9D", "9H", "9S"]]
    bob = hand("Bob", laid, "AC 4D 4H")
    assert figures("knock-rummy", ann, bob) == HandFigures(0, (5, 9), (None, 0))


def test_gem_parts_checked_by_eye_count_with_the_best_layout_too() -> None:
    """Ann leaves 1 + 2 + 3 + 2 + 3 = 11, and has 30 − 11 = 19 and 16; with A♣ 2♣ 3♣ as a run 30 − 5 = 25 and 16."""
    ann = hand("Ann", [["9C", "9D", "9S"], ["QC", "QD", "QH"]], "AC 2C 3C 2D 3H") | {"gem_parts": "checked"}
    found = figures("gem-rummy", ann, {"name": "Bob", "deadwood_points": 30}, dice=[6, 5])
    assert found == HandFigures(0, (11, 30), (6, None))
