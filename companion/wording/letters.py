"""What is wrong with an answer about the gems on the cards."""

from enum import Enum, auto
from typing import assert_never


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
