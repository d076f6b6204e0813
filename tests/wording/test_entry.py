"""Every reason why a card was not laid has its sentence."""

import pytest

from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.entry import Reason, Refusal
from companion.wording.entry import refusal_sentence


@pytest.mark.parametrize(
    ("reason", "names", "owner", "sentence"),
    [
        (Reason.HELD_BY_ANOTHER, "8C", "Bob", "8♣ is in Bob's hand."),
        (Reason.HELD_BY_ANOTHER, "8C 9C", "Bob", "8♣ 9♣ are in Bob's hand."),
        (Reason.LAID_ALREADY, "7C", None, "7♣ lies here already."),
        (Reason.LAID_ALREADY, "7C 8C", None, "7♣ 8♣ lie here already."),
        (Reason.NO_START, "", None, "First lay the card with which it begins."),
        (Reason.TWO_SUITS, "5C 9D", None, "A run stays in one suit: 5♣ to 9♦ is none."),
        (Reason.NONE_LEFT, "QD", None, "No other Queen is left."),
    ],
)
def test_a_refusal_is_one_sentence(reason: Reason, names: str, owner: str | None, sentence: str) -> None:
    cards = tuple(CARDS_BY_NAME[name] for name in names.split())
    assert refusal_sentence(Refusal(reason, cards, owner)) == sentence
