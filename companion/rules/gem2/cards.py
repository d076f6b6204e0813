"""The forty cards, and the four piles of the board with what counts alone tell about them (II.deck)."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from companion.rules.gem2.faults import EntryFault, Gem2Error

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
    EMERALD = "E"
    MARQUIS = "M"
    RUBY = "R"
    HEART = "H"

    @property
    def color(self) -> Color:
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
    return _BY_NAME.get(text.upper()) if text.isascii() else None


def one_apart(card: Card, other: Card, level: Level) -> bool:
    """Return whether two numerals are neighbors on that level (II.move-3, II.level-1)."""
    gap = abs(card.number - other.number)
    return gap == 1 or (level is Level.ONE and gap == HIGHEST - 1)


PILES = 4

Pile = tuple[Card | None, ...]
"""From the bottom card to the top one; None is a card that was not named."""

Board = tuple[Pile, Pile, Pile, Pile]


def top(pile: Pile) -> Card | None:
    return pile[-1] if pile else None


def size(board: Board) -> int:
    return sum(map(len, board))


def is_known(board: Board) -> bool:
    return all(card is not None for pile in board for card in pile)


def check_board(board: Board) -> None:
    seen: set[Card] = set()
    for place, pile in enumerate(board):
        for height, card in enumerate(pile):
            where = ("piles", place, height)
            if card is not None and card in seen:
                raise Gem2Error(EntryFault.CARD_REPEATED, where, card=str(card))
            if card is None and height == len(pile) - 1:
                raise Gem2Error(EntryFault.TOP_UNKNOWN, where, pile=place + 1)
            if card is not None:
                seen.add(card)
    if size(board) > DECK:
        raise Gem2Error(EntryFault.TOO_MANY_CARDS, ("piles",), cards=size(board), deck=DECK)


def least_left(in_hand: int) -> int:
    """Return how many cards stay: each comes off only against a higher one that stays (II.move-1, R.24)."""
    return 1 if in_hand else SUIT_COUNT


def suits_left(left: int, *, single: bool) -> int:
    """Return how many suits must be on top where a turn left so many cards and missed no move.

    Top cards are then all of different suits. Four cards or more fill four piles; three or fewer may be on one pile,
    where Move 2 need not be made (R.25). `single`: no pile had two cards, so no card could move onto another.

    >>> [suits_left(left, single=False) for left in range(6)]
    [0, 1, 1, 1, 4, 4]
    """
    return min(PILES if single or left >= PILES else 1, left)


def least_by_moves(dealt: int, high: int, suits: int) -> int:
    """Return how many cards of a deck up to `high` must be left if no legal move was missed.

    The highest card of every suit dealt stays. `dealt` cards come from at least `dealt / high` suits, and the `suits`
    that an earlier turn of the round left are among them.

    >>> [least_by_moves(4 * deals, 10, 0) for deals in range(1, 11)]
    [1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
    """
    return max(-(-dealt // high), suits)
