"""What a hand's page says of layouts: those that score, and those that would have been better."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import says
from tests.support.showdown_table import Table


def laid(name: str, deadwood: str, *melds: str) -> dict[str, Any]:
    return {"name": name, "melds": [meld.split() for meld in melds], "deadwood": deadwood.split()}


HAND = {
    "knocker": "Ann",
    "dice": [6, 6],
    "lay_offs": [],
    "players": [
        laid("Ann", "2C 3D", "5S 6S 7S", "JH QH KH", "4C 4D 4H") | {"gem_parts": False},
        laid("Bob", "8S 9S AH 9C 9D", "KC KD KS", "10C 10D 10H") | {"gem_parts": False},
    ],
}
"""Bob laid 36; with a set of 9s it is 9, and 1 if the 8 of spades goes on Ann's run."""


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        (
            {},
            [
                "Bob could have had 1 instead of 36",
                "Hands score as they were laid out, so this doesn't change the score.",
            ],
        ),
        (
            {"layout": "best"},
            [
                "9 left Laid out with 36 left; this table scores the best layout (house rule).",
                "Bob could have had 1 instead of 9",
                "Lay-offs score as they were played, so this doesn't change the score.",
            ],
        ),
    ],
    ids=["as laid", "best"],
)
def test_a_hand_says_how_it_scores_and_what_it_could_have_had(
    client: FlaskClient, rules: dict[str, str], sentences: list[str]
) -> None:
    says(Table(client, "Ann", "Bob", hands=[HAND], house_rules=rules).phone.get("/hands/1"), *sentences)


def test_a_rum_that_was_not_laid_out_costs_nothing_and_the_hand_says_so(client: FlaskClient) -> None:
    """Ann laid 6 and Bob 12, though his ten cards are all melds: a hand counts as it lies (R.14)."""
    ann = laid("Ann", "2D 2S AS AD", "3C 4C 5C", "9C 9D 9H")
    bob = laid("Bob", "5S 4S 3S", "KC KD KH KS", "6S 7S 8S")
    hand = {"knocker": "Ann", "players": [ann, bob]}
    says(
        Table(client, "Ann", "Bob", game="knock-rummy", hands=[hand]).phone.get("/hands/1"),
        "Bob could have had 0 instead of 12",
        "This would have been rum. Bob didn't lay it out, so there's no missed rum to pay for.",
    )
