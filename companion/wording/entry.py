"""Why a card was not entered; never which card would be better (R.14)."""

from typing import assert_never

from companion.rules.cards import rank_of
from companion.rules.rummy.entry import Reason, Refusal
from companion.wording.cards import card_word, card_words, rank_word


def refusal_sentence(refusal: Refusal) -> str:
    """Return why nothing was entered."""
    match refusal.reason:
        case Reason.HELD_BY_ANOTHER:
            return f"{card_words(refusal.cards)} {_is(refusal)} in {refusal.owner}'s hand."
        case Reason.LAID_ALREADY:
            return f"{card_words(refusal.cards)} {_is(refusal)} already in this hand."
        case Reason.NO_START:
            return "Tap the card to start from first."
        case Reason.TWO_SUITS:
            start, end = refusal.cards
            return f"{card_word(start)} and {card_word(end)} can't be in one run: a run stays in one suit."
        case Reason.NONE_LEFT:
            return f"There's no other {rank_word(rank_of(refusal.cards[0]))} left."
    assert_never(refusal.reason)


def _is(refusal: Refusal) -> str:
    return "is" if len(refusal.cards) == 1 else "are"
