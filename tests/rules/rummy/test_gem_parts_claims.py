"""Gem Parts as players claim them, checked against their cards and what is known of the print (R.8)."""

import pytest

from companion.register.cases import MADE_UP_PRINT
from tests.support.rummy.random_showdowns import Document, judged

BOB = {"name": "Bob", "deadwood_points": 30}


def codes(verdict: Document) -> list[str]:
    return [fault["code"] for fault in verdict["faults"]]


RAINBOW = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S"]
"""One group of eight shows all eight gems."""


def with_claim(cards: list[str], deck: Document, **claim: object) -> Document:
    players = [{"name": "Ann", "cards": cards, **claim}, BOB]
    rules = {"hand_size": len(cards), "knock_limit": 100}
    return judged(
        {"game": "gem-rummy", "dice": [1, 3], "knocker": "Ann", "players": players, "house_rules": rules, **deck}
    )


def test_gem_parts_claimed_without_a_print_ask_for_the_letters() -> None:
    for deck, asked in ({}, RAINBOW), ({"gems": {name: MADE_UP_PRINT[name] for name in RAINBOW[:6]}}, RAINBOW[6:]):
        verdict = with_claim(RAINBOW, deck, gem_parts=True)
        assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [("gem-unknown", asked)]
        assert with_claim(RAINBOW, deck)["legal"], "nothing is asked where nothing is claimed"


PRINT = MADE_UP_PRINT
ONE_EACH = "a card counts for one gem only, even a King"
GROUP = {name: PRINT[name] for name in RAINBOW}


@pytest.mark.parametrize(
    ("cards", "deck", "missing"),
    [
        ([*RAINBOW[:7], "3C"], {"print": PRINT}, "Sapphire is missing."),
        ([*RAINBOW[:4], *RAINBOW[5:7], "3C"], {"print": PRINT}, "Amethyst and Sapphire are missing."),
        # The S of A+2 is on 2♠ and that of 3+4 on 4♥, so that nothing here bears it, whatever is on 3♣ and 3♦.
        ([*RAINBOW[:7], "3C", "3D"], {"gems": GROUP | {"4H": "S"}}, "Sapphire is missing."),
        (
            [*RAINBOW[2:], "KC", "3C"],
            {"gems": {**GROUP, "KC": GROUP["AC"] + GROUP["AD"], "3C": GROUP["AH"]}},
            f"one of Gold and Emerald is missing: {ONE_EACH}.",
        ),
        (
            ["AC", "3C", "5C", "7C", "9C", "JC"],
            {},
            f"2 of the eight gems are missing: {ONE_EACH}.",
        ),
    ],
)
def test_a_claim_in_vain_names_the_missing_gems(cards: list[str], deck: Document, missing: str) -> None:
    (fault,) = with_claim(cards, deck, gem_parts=True)["faults"]
    assert (fault["code"], fault["player"], fault["rule"]) == ("not-gem-parts", "Ann", "P.gem-parts")
    assert fault["message"] == f"Ann claimed Gem Parts, but {missing}"


def test_beside_a_broken_print_only_letters_that_are_missing_are_asked_for() -> None:
    broken = {"print": {**PRINT, "AC": PRINT["AD"]}}
    for cards in (RAINBOW, [*RAINBOW[:7], "3C"]):
        assert codes(with_claim(cards, broken, gem_parts=True)) == ["print-broken"]
    letters = {name: PRINT[name] for name in RAINBOW[:6]} | {"KC": "G", "KD": "G"}
    verdict = with_claim(RAINBOW, {"gems": letters}, gem_parts=True)
    assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [
        ("print-broken", []),
        ("gem-unknown", ["2H", "2S"]),
    ]
    assert verdict["faults"][1]["message"] == "Ann claimed Gem Parts. To check, enter the gems printed on 2♥ 2♠."
