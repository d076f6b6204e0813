"""The forty cards: numerals I to X in four suits, two of them green and two red (II.deck)."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
HIGHEST = len(NUMERALS)
SUIT_COUNT = 4
DECK = HIGHEST * SUIT_COUNT


class Level(IntEnum):
    """On Level 1 the row of numerals closes: X and I are neighbors. On Level 2 it does not (II.level-1, II.level-2)."""

    ONE = 1
    TWO = 2


class Color(StrEnum):
    GREEN = "green"
    RED = "red"


class GemSuit(StrEnum):
    """The four suits by the letter that a card is written with."""

    EMERALD = "E"
    MARQUIS = "M"
    RUBY = "R"
    HEART = "H"

    @property
    def color(self) -> Color:
        """Emerald and Marquis are green, Ruby and Heart red."""
        return Color.GREEN if self in {GemSuit.EMERALD, GemSuit.MARQUIS} else Color.RED


@dataclass(frozen=True, slots=True, order=True)
class Card:
    number: int
    suit: GemSuit

    def __str__(self) -> str:
        return NUMERALS[self.number - 1] + self.suit

    @property
    def color(self) -> Color:
        return self.suit.color


ALL_CARDS = tuple(Card(number, suit) for suit in GemSuit for number in range(1, HIGHEST + 1))
_BY_NAME = {str(card): card for card in ALL_CARDS}


def card_named(text: str) -> Card | None:
    """Return the card of this name, in upper or lower case; None where there is no such card.

    >>> card_named("viiiE")
    Card(number=8, suit=<GemSuit.EMERALD: 'E'>)
    """
    return _BY_NAME.get(text.upper()) if text.isascii() else None


def one_apart(card: Card, other: Card, level: Level) -> bool:
    """Return whether two numerals are neighbors on that level (II.move-3, II.level-1)."""
    gap = abs(card.number - other.number)
    return gap == 1 or (level is Level.ONE and gap == HIGHEST - 1)
