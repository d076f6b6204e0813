"""What is read back: symbols in words, and the score with its target and its dealer."""

import pytest

from companion.wording.rulings import score_words, spoken


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("10♥ doesn't fit on Ann's A♦ 2♦.", "10 of hearts doesn't fit on Ann's Ace of diamonds 2 of diamonds."),
        ("Ann wins 27: 25 undercut + 2 difference.", "Ann wins 27: 25 undercut plus 2 difference."),
        ("Bob 17 − Ann 6 = 11, raised to 25", "Bob 17 minus Ann 6 equals 11, raised to 25"),
        ("Ann and J♣", "Ann and Jack of clubs"),
    ],
)
def test_symbols_are_said_in_words(shown: str, said: str) -> None:
    assert spoken(shown) == said


def test_the_score_says_what_there_is_to_say() -> None:
    totals = [("Ann & Cid", "64"), ("Bob & Dee", "-4")]
    assert score_words(totals, 110, "Bob") == "The score: Ann & Cid 64, Bob & Dee -4, to 110. Bob deals."
    assert score_words(totals, None, "", "A tie.") == "The score: Ann & Cid 64, Bob & Dee -4. A tie."
