"""Rummy the slow and obvious way: what every sentence of the books says, tried out card by card.

Nothing here is shared with the product. Cards are their names, a meld is looked up in a list of all melds, and a search
tries everything. A showdown is small enough for that.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
GEM_LETTERS = "GEMPARTS"
GROUPS_OF_EIGHT = (("A", "2"), ("3", "4"), ("5", "6"), ("7", "8"), ("9", "10"), ("J", "Q"))

VALUES = {card: 1 if card[:-1] == "A" else 10 if card[:-1] in ("J", "Q", "K") else int(card[:-1]) for card in DECK}

Cards = frozenset[str]
GemPrint = Mapping[str, str]


@dataclass(frozen=True)
class Melds:
    """All melds that a deck of 52 cards has, by kind, for one print and one roll."""

    sets: frozenset[Cards]
    runs: frozenset[Cards]
    stashes: Mapping[str, Cards]
    pairs: frozenset[Cards]

    def within(self, hand: Cards) -> list[Cards]:
        found = [meld for meld in (*self.sets, *self.runs, *self.pairs) if meld <= hand]
        for bearers in self.stashes.values():
            own = sorted(hand & bearers)
            found += [frozenset(some) for size in range(4, len(own) + 1) for some in combinations(own, size)]
        return found

    def extended_by(self, meld: Cards, card: str) -> Cards | None:
        """Give the meld with a card laid off onto it, if it stays the meld that it was."""
        longer = meld | {card}
        if card in meld or meld in self.pairs:
            return None
        if meld in self.sets:
            return longer if longer in self.sets else None
        if meld in self.runs:
            return longer if longer in self.runs else None
        return longer if any(longer <= bearers for bearers in self.stashes.values()) else None


SETS = frozenset(
    frozenset(rank + suit for suit in some) for rank in RANKS for size in (3, 4) for some in combinations(SUITS, size)
)
RUNS = frozenset(
    frozenset(rank + suit for rank in RANKS[low:high])
    for suit in SUITS
    for low in range(13)
    for high in range(low + 3, 14)
)


def all_melds(gems: GemPrint | None = None, dice: tuple[int, int] | None = None) -> Melds:
    stashes = {gem: frozenset(card for card in DECK if gem in gems[card]) for gem in GEM_LETTERS} if gems else {}
    pairs = []
    if dice is not None:
        diamond = ("J" if sum(dice) > 10 else RANKS[sum(dice) - 1]) + "D"
        pairs = [frozenset({"Q" + suit, diamond}) for suit in SUITS]
    return Melds(SETS, RUNS, stashes, frozenset(pairs))


def least_deadwood(hand: Cards, melds: Melds) -> int:
    """Try every way: each card is deadwood, or in one of the melds that the cards left can make."""
    there = sorted(hand)
    of_card: dict[str, list[Cards]] = {card: [] for card in there}
    for meld in melds.within(hand):
        for card in meld:
            of_card[card].append(meld)

    @cache
    def least(left: Cards) -> int:
        if not left:
            return 0
        first = min(left)
        least_points = VALUES[first] + least(left - {first})
        for meld in of_card[first]:
            if meld <= left:
                least_points = min(least_points, least(left - meld))
        return least_points

    return least(hand)


def least_with_lay_offs(hand: Cards, on_table: tuple[Cards, ...], melds: Melds) -> int:
    """Try every order of laying any fitting cards off, and meld what is left after each."""
    seen: set[tuple[Cards, tuple[Cards, ...]]] = set()
    hands: set[Cards] = set()
    waiting = [(hand, on_table)]
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        hands.add(position[0])
        waiting += [(left, table) for _, _, left, table in lay_offs_from(*position, melds)]
    return min(least_deadwood(left, melds) for left in hands)


def lay_offs_from(
    hand: Cards, on_table: tuple[Cards, ...], melds: Melds
) -> Iterator[tuple[str, int, Cards, tuple[Cards, ...]]]:
    """Give every single lay-off: the card, the meld's place, and how hand and table are afterwards."""
    for card in sorted(hand):
        for place, meld in enumerate(on_table):
            longer = melds.extended_by(meld, card)
            if longer is not None:
                yield card, place, hand - {card}, (*on_table[:place], longer, *on_table[place + 1 :])


def random_print(rng: random.Random) -> dict[str, str]:
    """Make up a print that keeps the law: every group of eight gem places shows the eight gems once."""
    letters: dict[str, str] = {}
    for group in GROUPS_OF_EIGHT:
        shuffled = rng.sample(GEM_LETTERS, 8)
        letters.update(zip((rank + suit for rank in group for suit in SUITS), shuffled, strict=True))
    shuffled = rng.sample(GEM_LETTERS, 8)
    letters.update({"K" + suit: "".join(shuffled[2 * place : 2 * place + 2]) for place, suit in enumerate(SUITS)})
    return letters


def has_all_gems(hand: Cards, gems: GemPrint) -> bool:
    """Say whether a hand shows all eight gems when each King chooses one of its two."""
    kings = [card for card in hand if card[:-1] == "K"]
    plain = {gems[card] for card in hand if card[:-1] != "K"}

    def reached(shown: set[str], left: list[str]) -> bool:
        if not left:
            return len(shown) == 8
        return any(reached(shown | {gem}, left[1:]) for gem in gems[left[0]])

    return reached(plain, kings)
