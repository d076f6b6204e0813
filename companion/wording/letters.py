"""What is wrong with an answer about the gems on the cards."""

from enum import Enum, auto
from typing import assert_never

from companion.rules.cards import Card
from companion.wording.cards import card_word

RULED_OUT = "ruled out"
NOT_LEFT = "not left"


class GemProblem(Enum):
    """What can be wrong with an answer."""

    NO_GEM = auto()
    NO_CARD = auto()
    NO_CARD_LEFT = auto()


def gem_problem_sentence(problem: GemProblem) -> str:
    """Return what to correct in an answer."""
    match problem:
        case GemProblem.NO_GEM:
            return "Choose the gem that is printed there."
        case GemProblem.NO_CARD:
            return "Tap the cards that show it, or answer that none of them does."
        case GemProblem.NO_CARD_LEFT:
            return "By the gems entered so far, one of these cards must show it. Check the cards or the gems."
    assert_never(problem)


def borne_words(bearer: Card) -> str:
    """Return why a gem can't be chosen: another card of its group shows it."""
    return f"on {card_word(bearer)}"


def not_borne_words(card: Card) -> str:
    """Return why the cards of a stash can't share a gem: one of them shows another."""
    return f"not on {card_word(card)}"
