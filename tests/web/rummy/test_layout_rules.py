"""What a hand's page says of layouts: those that score, and those that would have been better."""

from typing import Any

from flask.testing import FlaskClient

from tests.support.showdown_table import Table

HAND: dict[str, Any] = {
    "knocker": "Ann",
    "dice": [6, 6],
    "lay_offs": [],
    "players": [
        {
            "name": "Ann",
            "melds": [["5S", "6S", "7S"], ["JH", "QH", "KH"], ["4C", "4D", "4H"]],
            "deadwood": ["2C", "3D"],
            "gem_parts": False,
        },
        {
            "name": "Bob",
            "melds": [["KC", "KD", "KS"], ["10C", "10D", "10H"]],
            "deadwood": ["8S", "9S", "AH", "9C", "9D"],
            "gem_parts": False,
        },
    ],
}
"""Bob laid 36; with a set of 9s it is 9, and 1 if the 8 of spades goes on Ann's run."""


def test_a_hand_that_scores_as_laid_out_says_so(client: FlaskClient) -> None:
    said = Table(client, "Ann", "Bob", hands=[HAND]).phone.words("/hands/1")
    assert "Bob could have had 1 instead of 36" in said
    assert "Hands score as they were laid out, so this doesn't change the score." in said


def test_a_hand_that_scores_at_its_best_says_how_it_lay_and_why(client: FlaskClient) -> None:
    said = Table(client, "Ann", "Bob", hands=[HAND], house_rules={"layout": "best"}).phone.words("/hands/1")
    assert "9 left Laid out with 36 left; this table scores the best layout (house rule)." in said
    assert "Bob could have had 1 instead of 9" in said
    assert "Lay-offs score as they were played, so this doesn't change the score." in said


def test_a_knock_with_a_group_that_is_no_meld_shows_the_legal_layout(client: FlaskClient) -> None:
    """With 8♣ 8♠ 8♦ as a set 9♥ and 2♣ are left: 11 of the 12 allowed (R.4)."""
    table = Table(client, "Ann", "Bob")
    table.roll(6, 6)
    table.submit(knock="0:knock")
    assert table.write(0, "567c 8c8s8d9h TsThTd / 2c") == "/seat/1"
    table.write(1, "KKK-c 4d5d6d / 2h 4s 9s Jc Qh")
    said = table.words("/ruling")
    assert "Laid out differently, Ann's cards leave 11, and 12 are allowed." in said
    assert "2 left besides what isn't a meld" in said
    assert "Ann could have had 11 " in said
    assert "Laid out like this, a knock would have been legal." in said
