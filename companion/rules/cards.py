"""The 52 cards, and hands: sets of cards.

A card is a small number: each suit has sixteen places, thirteen of them used. A hand's `bits` have bit `card` set for
each card held. The three empty places after each King keep runs from continuing into the next suit when a whole hand
is shifted at once. The solver works on bits alone; everybody else has the `Hand`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NewType

Card = NewType("Card", int)

STRIDE = 16
SUIT_BITS = 0x1FFF


class Rank(IntEnum):
    """Ace low, King high (P.card-values)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


class Suit(StrEnum):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANKS = tuple(Rank)
SUITS = tuple(Suit)
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
GLYPHS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

ALL_CARDS = tuple(Card(STRIDE * suit + rank) for rank in range(13) for suit in range(4))
"""In listing order: by rank, then by suit."""


def card_of(rank: int, suit: Suit) -> Card:
    return Card(STRIDE * SUITS.index(suit) + rank - 1)


def rank_of(card: Card) -> Rank:
    return RANKS[card % STRIDE]


def suit_of(card: Card) -> Suit:
    return SUITS[card // STRIDE]


def name_of(card: Card) -> str:
    return CARD_NAMES[card]


CARD_NAMES = {card: RANK_NAMES[card % STRIDE] + SUITS[card // STRIDE] for card in ALL_CARDS}
CARDS_BY_NAME = {name: card for card, name in CARD_NAMES.items()}
_SPELLINGS: dict[object, Card] = {
    rank + suit: card
    for card in ALL_CARDS
    for name in ({"10", "T"} if rank_of(card) == Rank.TEN else {RANK_NAMES[rank_of(card) - 1]})
    for rank in {name, name.lower()}
    for suit in (suit_of(card), suit_of(card).lower(), GLYPHS[suit_of(card)])
}


def parse_card(text: str) -> Card | None:
    """Read `10C`, `tc` or `10♣`; None if that is no card.

    >>> name_of(parse_card("t♣"))
    '10C'
    """
    return _SPELLINGS.get(text)


def parse_cards(names: Iterable[object]) -> tuple[Card, ...] | None:
    try:
        return tuple([_SPELLINGS[name] for name in names])
    except (KeyError, TypeError):
        return None


def cards_in(bits: int) -> Iterator[Card]:
    while bits:
        lowest = bits & -bits
        yield Card(lowest.bit_length() - 1)
        bits ^= lowest


def listing_order(card: Card) -> int:
    return card % STRIDE * STRIDE + card // STRIDE


@lru_cache(maxsize=4096)
def listed(bits: int) -> tuple[Card, ...]:
    """Return cards by rank, then by suit; cached because a verdict lists the same cards several times."""
    return tuple(sorted(cards_in(bits), key=listing_order))


def points_of(card: Card) -> int:
    """Ace 1, face cards 10, the others as printed (P.card-values)."""
    return min(card % STRIDE + 1, 10)


def _values_of_a_suit() -> tuple[int, ...]:
    values = [0]
    for places in range(1, SUIT_BITS + 1):
        rest = places & places - 1
        values.append(values[rest] + min((places ^ rest).bit_length(), 10))
    return tuple(values)


SUIT_VALUES = _values_of_a_suit()
"""The points of each of the 8192 holdings in one suit."""


def points_in(bits: int) -> int:
    return (
        SUIT_VALUES[bits & SUIT_BITS]
        + SUIT_VALUES[bits >> 16 & SUIT_BITS]
        + SUIT_VALUES[bits >> 32 & SUIT_BITS]
        + SUIT_VALUES[bits >> 48]
    )


def cards_in_runs(bits: int) -> int:
    """Return the cards in sequences of three or more: all are melded, unless another meld uses one of them."""
    starts = bits & bits >> 1 & bits >> 2
    return starts | starts << 1 | starts << 2


class Hand:
    __slots__ = ("bits",)  # no dataclass: a ruling makes a dozen, and a frozen one takes twice the time

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @staticmethod
    def of(cards: Iterable[Card]) -> "Hand":
        bits = 0
        for card in cards:
            bits |= 1 << card
        return Hand(bits)

    def __contains__(self, card: Card) -> bool:
        return self.bits >> card & 1 == 1

    def __iter__(self) -> Iterator[Card]:
        return cards_in(self.bits)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __sub__(self, other: "Hand") -> "Hand":
        return Hand(self.bits & ~other.bits)

    def __and__(self, other: "Hand") -> "Hand":
        return Hand(self.bits & other.bits)

    def __or__(self, other: "Hand") -> "Hand":
        return Hand(self.bits | other.bits)

    def isdisjoint(self, other: "Hand") -> bool:
        return not self.bits & other.bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    @property
    def listed(self) -> tuple[Card, ...]:
        return listed(self.bits)

    @property
    def points(self) -> int:
        return points_in(self.bits)


NO_CARDS = Hand()
FULL_DECK = Hand.of(ALL_CARDS)
