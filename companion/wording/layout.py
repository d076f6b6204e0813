"""Labels of a hand that lies on the table: its melds, its deadwood, and what was laid off."""

from collections.abc import Mapping, Sequence

from companion.rules.cards import Card
from companion.wording.cards import card_words

NOT_A_MELD = "not a meld"
LAID_OFF = "laid off"
LEGAL_IF_LAID_OUT = "Laid out like this, {call} would have been legal."
RUM_NOT_LAID_OUT = "This would have been rum. {name} didn't lay it out, so there's no missed rum to pay for."


def meld_label(kind: str, laid_off: Mapping[str, Sequence[Card]]) -> str:
    """Return what kind of meld it is, and who laid off which cards onto it.

    >>> meld_label("set", {})
    'set'
    """
    return ", ".join([kind, *(f"{card_words(cards)} from {name}" for name, cards in laid_off.items())])


def laid_off_label(owner: str) -> str:
    """Return on whose melds cards were laid off.

    >>> laid_off_label("Ann")
    "laid off on Ann's melds"
    """
    return f"{LAID_OFF} on {owner}'s melds"


def deadwood_label(points: int) -> str:
    """Return what deadwood counts.

    >>> deadwood_label(5)
    'deadwood 5'
    """
    return f"deadwood {points}"


def laid_again_sentence(points: int) -> str:
    """Return that a hand scores at its best layout.

    >>> laid_again_sentence(36)
    'Laid out with 36 left; this table scores the best layout (house rule).'
    """
    return f"Laid out with {points or 'nothing'} left; this table scores the best layout (house rule)."


def left_words(deadwood: int, limit: int | None, *, counted: bool, besides_groups: bool = False) -> str:
    """Return how much deadwood a player has left, beside the most that a knock allows.

    `besides_groups` if some groups aren't melds, whose cards are deadwood too.

    >>> left_words(5, 7, counted=False)
    '5 left, 7 allowed'
    >>> left_words(17, None, counted=True)
    '17 counted'
    >>> left_words(3, 0, counted=False)
    '3 left, only Gin allowed'
    >>> left_words(10, None, counted=False, besides_groups=True)
    "10 left besides what isn't a meld"
    """
    left = f"{deadwood} counted" if counted else f"{deadwood or 'nothing'} left"
    left += " besides what isn't a meld" if besides_groups else ""
    return left if limit is None else f"{left}, {limit or 'only Gin'} allowed"
