"""What is wrong with an answer about the gems on the cards."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import assert_never

from companion.rules.cards import Card
from companion.rules.gems import Gem
from companion.wording.cards import card_words, gem_words


class GemProblem(Enum):
    """What can be wrong with an answer."""

    NO_LETTER = auto()
    NO_CARD = auto()
    NO_CARD_LEFT = auto()
    LETTERS_MISSING = auto()
    GEMS_MISSING = auto()


def gem_problem_sentence(problem: GemProblem, cards: Sequence[Card] = (), gems: Sequence[Gem] = ()) -> str:
    """Return what to correct in an answer."""
    match problem:
        case GemProblem.NO_LETTER:
            return "Choose the gem printed on the cards."
        case GemProblem.NO_CARD:
            return "Tap the cards that show it, or answer that none of them does."
        case GemProblem.NO_CARD_LEFT:
            return "By the gems entered so far, one of these cards must show it. Check the cards or the gems."
        case GemProblem.LETTERS_MISSING:
            return f"Enter the gems still missing on {card_words(cards)}."
        case GemProblem.GEMS_MISSING:
            return f"Gem Parts still needs {gem_words(gems)}. Enter which cards show them."
    assert_never(problem)
