"""What is said while a hand is being entered: why a card was not laid, and never what would be better."""

from typing import assert_never

from companion.rules.cards import rank_of
from companion.rules.rummy.entry import Reason, Refusal
from companion.wording.cards import card_word, card_words, rank_word


def refusal_sentence(refusal: Refusal) -> str:
    """Say why nothing was laid."""
    match refusal.reason:
        case Reason.HELD_BY_ANOTHER:
            verb = "is" if len(refusal.cards) == 1 else "are"
            return f"{card_words(refusal.cards)} {verb} in {refusal.owner}'s hand."
        case Reason.LAID_ALREADY:
            verb = "lies" if len(refusal.cards) == 1 else "lie"
            return f"{card_words(refusal.cards)} {verb} here already."
        case Reason.NO_START:
            return "First lay the card with which it begins."
        case Reason.TWO_SUITS:
            first, last = refusal.cards
            return f"A run stays in one suit: {card_word(first)} to {card_word(last)} is none."
        case Reason.NONE_LEFT:
            return f"No other {rank_word(rank_of(refusal.cards[0]))} is left."
    assert_never(refusal.reason)
