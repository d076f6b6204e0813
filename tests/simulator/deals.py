"""What is dealt: hands of cards with melds, of which the knocker's may knock."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
MELDS = tuple(
    frozenset(meld)
    for meld in (
        *(
            tuple(rank + suit for rank in RANKS[low : low + length])
            for suit in SUITS
            for length in (3, 4)
            for low in range(14 - length)
        ),
        *(tuple(rank + suit for suit in suits) for rank in RANKS for suits in combinations(SUITS, 3)),
    )
)
GEM_II = {"gem-ii", "gem-ii-solo"}


@dataclass(frozen=True)
class DealtHand:
    melds: tuple[tuple[str, ...], ...]
    deadwood: tuple[str, ...]

    @property
    def cards(self) -> frozenset[str]:
        return frozenset(self.deadwood).union(*self.melds)

    @property
    def typed(self) -> str:
        melds = " ".join("".join(meld) for meld in self.melds)
        return f"{melds} / {' '.join(self.deadwood)}".replace("10", "T")


@dataclass(frozen=True)
class Deal:
    number: int
    knocker: int
    dice: tuple[int, int]
    upcard: str
    hands: tuple[DealtHand, ...]
    drawn: bool = False
    """Nobody knocks: only two cards are left to draw."""

    counts: ClassVar[tuple[int, ...]] = ()
    """Those of Gem II."""

    def is_right(self, played: Mapping[str, object]) -> bool:
        turned_up = played.get("dice", [*self.dice]), played.get("upcard", self.upcard)
        # What was turned up of a drawn hand can't be corrected, and decides nothing.
        return self.drawn if "drawn" in played else turned_up == ([*self.dice], self.upcard)

    def is_whole(self, _played: Mapping[str, object]) -> bool:
        return True


def dealt(chance: random.Random, number: int, game: str, seats: int) -> Deal:
    """Deal to everybody, the knocker first."""
    size = 7 if game == "knock-rummy" and seats > 2 else 11 if game == "gem-rummy" else 10
    knocker = chance.randrange(seats)
    left = set(DECK)
    hands = []
    for place in range(seats):
        least = size - 1 if place == 0 else chance.choice((0, 3, 6))
        melds: list[tuple[str, ...]] = []
        held = 0
        for meld in chance.sample(MELDS, len(MELDS)):
            room = least - held
            if room >= len(meld) and room - len(meld) not in {1, 2} and meld <= left:
                melds.append(tuple(sorted(meld, key=DECK.index)))
                held += len(meld)
                left -= meld
            if held == least:
                break
        rest = (
            sorted(left, key=lambda card: (RANKS.index(card[:-1]), card))
            if place == 0
            else chance.sample(sorted(left), len(left))
        )
        dead = tuple(rest[: size - held])
        left -= set(dead)
        hands.append(DealtHand(tuple(melds), dead))
    hands[0], hands[knocker] = hands[knocker], hands[0]
    upcard = chance.choice([card for card in sorted(left) if RANKS.index(card[:-1]) > 3])
    return Deal(number, knocker, (chance.randint(1, 6), chance.randint(3, 6)), upcard, tuple(hands))
