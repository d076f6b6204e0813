"""The 52 cards, and hands as bit sets.

A card is a small number: each suit has sixteen places, thirteen of them used. The three empty places after each King
keep runs from continuing into the next suit when a whole hand is shifted at once.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NewType

Card = NewType("Card", int)
Hand = NewType("Hand", int)
"""A set of cards: bit `card` is set for each card held."""

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
    """The four suits, in the order in which cards are listed."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANKS = tuple(Rank)
SUITS = tuple(Suit)
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
GLYPHS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

ALL_CARDS = tuple(Card(STRIDE * suit + place) for place in range(13) for suit in range(4))
"""In listing order: by rank, then by suit."""


def card_of(rank: int, suit: Suit) -> Card:
    """Return the card of a rank and suit."""
    return Card(STRIDE * SUITS.index(suit) + rank - 1)


def rank_of(card: Card) -> Rank:
    """Return a card's rank."""
    return RANKS[card % STRIDE]


def suit_of(card: Card) -> Suit:
    """Return a card's suit."""
    return SUITS[card // STRIDE]


def name_of(card: Card) -> str:
    """Write a card as the documents do: `10C`."""
    return _NAMES[card]


_NAMES = {card: RANK_NAMES[card % STRIDE] + SUITS[card // STRIDE] for card in ALL_CARDS}
CARDS_BY_NAME = {name: card for card, name in _NAMES.items()}
_SPELLINGS = {
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


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return cards as a bit set."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return Hand(hand)


def cards_in(hand: int) -> Iterator[Card]:
    """Yield a hand's cards suit by suit."""
    while hand:
        lowest = hand & -hand
        yield Card(lowest.bit_length() - 1)
        hand ^= lowest


def listing_order(card: Card) -> int:
    """Return the key that sorts cards by rank, then by suit."""
    return card % STRIDE * STRIDE + card // STRIDE


@lru_cache(maxsize=4096)
def listed(hand: int) -> tuple[Card, ...]:
    """Return a hand's cards by rank, then by suit; cached because a verdict lists the same cards several times."""
    return tuple(sorted(cards_in(hand), key=listing_order))


def _values_of_a_suit() -> tuple[int, ...]:
    values = [0]
    for places in range(1, SUIT_BITS + 1):
        rest = places & places - 1
        values.append(values[rest] + min((places ^ rest).bit_length(), 10))
    return tuple(values)


SUIT_VALUES = _values_of_a_suit()
"""The points of each of the 8192 holdings in one suit."""


def points_in(hand: int) -> int:
    """Add up a hand's cards: Ace 1, face cards 10, the others as printed (P.card-values)."""
    return (
        SUIT_VALUES[hand & SUIT_BITS]
        + SUIT_VALUES[hand >> 16 & SUIT_BITS]
        + SUIT_VALUES[hand >> 32 & SUIT_BITS]
        + SUIT_VALUES[hand >> 48]
    )


def cards_in_runs(hand: int) -> Hand:
    """Return the cards in a sequence of three or more of their suit.

    As runs have no upper length and every card counts something, all of these are melded unless another meld uses
    one of them.
    """
    starts = hand & hand >> 1 & hand >> 2
    return Hand(starts | starts << 1 | starts << 2)
