"""Every reason why a card was not laid has its sentence."""

import pytest

from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.entry import NotLaid, Refusal
from companion.wording.showdown import refusal_sentence


@pytest.mark.parametrize(
    ("reason", "names", "owner", "sentence"),
    [
        (NotLaid.HELD_BY_ANOTHER, "8C", "Bob", "8♣ is in Bob's hand."),
        (NotLaid.HELD_BY_ANOTHER, "8C 9C", "Bob", "8♣ 9♣ are in Bob's hand."),
        (NotLaid.LAID_ALREADY, "7C", None, "7♣ is already in this hand."),
        (NotLaid.LAID_ALREADY, "7C 8C", None, "7♣ 8♣ are already in this hand."),
        (NotLaid.NO_START, "", None, "Tap the card to start from first."),
        (NotLaid.TWO_SUITS, "5C 9D", None, "5♣ and 9♦ can't be in one run: a run stays in one suit."),
        (NotLaid.NONE_LEFT, "QD", None, "There's no other Queen left."),
    ],
)
def test_a_refusal_is_one_sentence(reason: NotLaid, names: str, owner: str | None, sentence: str) -> None:
    cards = tuple(CARDS_BY_NAME[name] for name in names.split())
    assert refusal_sentence(Refusal(reason, cards, owner)) == sentence
