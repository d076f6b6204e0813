"""What is said about letters on the cards that are asked for."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import assert_never

from companion.rules.cards import Card
from companion.rules.gems import Gem
from companion.wording.cards import GEM_NAMES, card_words, listed_words


class GemProblem(Enum):
    """What can be wrong with an answer."""

    NO_LETTER = auto()
    NO_CARD = auto()
    NO_CARD_LEFT = auto()
    LETTERS_MISSING = auto()
    GEMS_MISSING = auto()


def gem_problem_sentence(trouble: GemProblem, cards: Sequence[Card] = (), gems: Sequence[Gem] = ()) -> str:
    """Say what is wrong with an answer."""
    match trouble:
        case GemProblem.NO_LETTER:
            return "Choose the letter that is printed on the card."
        case GemProblem.NO_CARD:
            return "Tap the cards that bear it, or say that none of them does."
        case GemProblem.NO_CARD_LEFT:
            return "By the letters entered so far, one of these cards must bear it. Look again, or correct the letters."
        case GemProblem.LETTERS_MISSING:
            return f"Letters are still missing on {card_words(tuple(cards))}."
        case GemProblem.GEMS_MISSING:
            names = listed_words([GEM_NAMES[gem] for gem in gems])
            return f"Still to be shown for Gem Parts: {names}. Say which cards bear them."
    assert_never(trouble)
