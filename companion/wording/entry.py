"""Why a card was not entered; never which card would be better (R.14)."""

from typing import assert_never

from companion.rules.cards import RANK_NAMES, Card, rank_of
from companion.rules.rummy.entry import Reason, Refusal
from companion.wording.cards import card_word, card_words, plural, rank_word


def run_key_label(last: Card | None) -> str:
    """Label the key that lays a whole run from the card laid last."""
    return "run to …" if last is None else f"{card_word(last)} to …"


def rank_key_label(last: Card | None) -> str:
    """Label the key that lays the rest of the rank laid last."""
    return "all of rank" if last is None else f"all {RANK_NAMES[rank_of(last) - 1]}s"


def surplus_sentence(surplus: int, expected: int) -> str:
    """Say that a hand has too many cards."""
    return f"{plural(surplus, 'card')} too many: a hand has {expected}."


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
