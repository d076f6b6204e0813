"""The least deadwood of a hand, exactly, and a layout that leaves it.

Two facts make this quick. Runs need no search: once it is settled which cards go elsewhere, every sequence of three or
more that remains is melded whole, and a few shifts find all of them in all four suits at once. And a meld of another
kind is "at least so many of these cards" (3 of a rank, 4 of a gem), so the search is only over such claims: cards that
nothing else could want always go in, and a claim none of whose cards is wanted elsewhere is taken without a choice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.rules.cards import (
    SUIT_BITS,
    SUIT_VALUES,
    SUITS,
    Card,
    Hand,
    Rank,
    card_of,
    cards_in,
    cards_in_runs,
    points_in,
)
from companion.rules.gems import GEMS, Gem, Print

IN_ALL_SUITS = 1 | 1 << 16 | 1 << 32 | 1 << 48
LEAST_SET = 3
LEAST_RUN = 3
LEAST_STASH = 4
QUEENS = tuple(card_of(Rank.QUEEN, suit) for suit in SUITS)


def least_deadwood(hand: int) -> int:
    """Count the least deadwood of a hand that melds sets and runs only.

    Written out flat, as this is asked a million times where a whole season of hands is judged again.

    >>> from companion.rules.cards import hand_of, parse_card
    >>> least_deadwood(hand_of(map(parse_card, ["AC", "2C", "3C", "3D", "3H", "KS"])))  # three 3s, not the run
    13
    """
    starts = hand & hand >> 1 & hand >> 2
    clubs, diamonds = hand & SUIT_BITS, hand >> 16 & SUIT_BITS
    hearts, spades = hand >> 32 & SUIT_BITS, hand >> 48
    triples = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    in_runs = starts | starts << 1 | starts << 2
    contested = triples & (in_runs | in_runs >> 16 | in_runs >> 32 | in_runs >> 48)
    left = hand & ~((triples ^ contested) * IN_ALL_SUITS)
    if contested:
        return _least_with_contested_sets(left, contested)
    left &= ~in_runs
    return (
        SUIT_VALUES[left & SUIT_BITS]
        + SUIT_VALUES[left >> 16 & SUIT_BITS]
        + SUIT_VALUES[left >> 32 & SUIT_BITS]
        + SUIT_VALUES[left >> 48]
    )


def _least_with_contested_sets(hand: int, contested: int) -> int:
    rank = contested & -contested
    contested ^= rank
    of_rank = hand & rank * IN_ALL_SUITS
    without = hand ^ of_rank
    ways = [without, hand]
    if of_rank.bit_count() > LEAST_SET:
        ways += [without | rank, without | rank << 16, without | rank << 32, without | rank << 48]
    if contested:
        return min([_least_with_contested_sets(way, contested) for way in ways])
    return min([points_in(way & ~cards_in_runs(way)) for way in ways])


class Demand(NamedTuple):
    """A meld that any `least` or more of these cards make: a rank, or a gem."""

    cards: int
    least: int
    gem: Gem | None


SETS = tuple(Demand(IN_ALL_SUITS << place, LEAST_SET, None) for place in range(13))


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What may be melded besides sets and runs: stashes by the print, Queen's Diamonds by the dice."""

    demands: tuple[Demand, ...] = SETS
    diamond: Card | None = None


@lru_cache(maxsize=256)
def meld_rules(gems: Print | None, diamond: Card | None) -> MeldRules:
    """Give the melds of Gem Rummy for this deck and this roll; with neither, those of the plain rummies."""
    stashes = () if gems is None else tuple(Demand(gems.bearing[gem], LEAST_STASH, gem) for gem in GEMS)
    return MeldRules(stashes + SETS, diamond)


class Taken(NamedTuple):
    """Cards that a layout melds together by a claim."""

    demand: Demand | None
    cards: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to lay out a hand: what claims and Queen's Diamonds took, and the runs and deadwood that are left."""

    taken: tuple[Taken, ...]
    left: int
    points: int

    @property
    def deadwood(self) -> Hand:
        """Give the cards that are in no meld."""
        return Hand(self.left & ~cards_in_runs(self.left))


def runs_of(in_runs: int) -> Iterator[int]:
    """Part cards that all stand in runs into those runs."""
    while in_runs:
        first = in_runs & -in_runs
        run = in_runs & ~(in_runs + first)
        yield run
        in_runs ^= run


class Openings(NamedTuple):
    """What others' melds take: cards that fit by themselves, and the places next above and next below their runs."""

    cards: int = 0
    above: int = 0
    below: int = 0

    def taking(self, left: int) -> int:
        """Tell which of the cards left over can be laid off.

        Onto a run two in a row are enough to look at: three would be a run themselves.
        """
        up, down = left & self.above, left & self.below
        return left & (self.cards | up | up << 1 | down | down >> 1)


NO_OPENINGS = Openings()


def best_layouts(hand: int, rules: MeldRules, openings: Openings = NO_OPENINGS, most: int = 1) -> list[Layout]:
    """Find layouts of the least deadwood, up to `most` of them; what can be laid off counts nothing.

    The first one is always the same for the same cards. More than one is asked for where the choice between equals
    matters to somebody else.
    """
    search = _Search(rules, openings, most)
    for taken, left in _queens_diamonds(hand, rules.diamond):
        search.go(left, 0, taken)
    return search.found


def _queens_diamonds(hand: int, diamond: Card | None) -> Iterator[tuple[tuple[Taken, ...], int]]:
    if diamond is not None and hand >> diamond & 1:
        for queen in QUEENS:
            pair = 1 << queen | 1 << diamond
            if hand & pair == pair and queen != diamond:
                yield (Taken(None, pair),), hand ^ pair
    yield (), hand


class _Search:
    """Depth first over the claims, the largest way first; given up where what can be melded no more counts too much."""

    def __init__(self, rules: MeldRules, openings: Openings, most: int) -> None:
        self.demands = rules.demands
        self.openings = openings
        self.most = most
        self.least = 1 << 16
        self.found: list[Layout] = []

    def go(self, hand: int, place: int, taken: tuple[Taken, ...]) -> None:
        """Try everything from the claim at `place` on."""
        open_demands = [demand for demand in self.demands[place:] if (hand & demand.cards).bit_count() >= demand.least]
        in_place = cards_in_runs(hand) | self.openings.taking(hand)
        if not open_demands:
            self._keep(hand, points_in(hand & ~in_place), taken)
            return
        demand = open_demands[0]
        place = self.demands.index(demand, place) + 1
        candidates = hand & demand.cards
        wanted = in_place
        for other in open_demands[1:]:
            wanted |= hand & other.cards
        if self._too_much(points_in(hand & ~wanted & ~candidates)):
            return
        if not candidates & wanted:
            self.go(hand ^ candidates, place, (*taken, Taken(demand, candidates)))
            return
        for cards in _ways(candidates, candidates & wanted, demand.least):
            self.go(hand ^ cards, place, (*taken, Taken(demand, cards)))
            if self.least == 0 and self.most == 1:
                return
        self.go(hand, place, taken)

    def _too_much(self, points: int) -> bool:
        return points > self.least or (points == self.least and len(self.found) >= self.most)

    def _keep(self, hand: int, points: int, taken: tuple[Taken, ...]) -> None:
        if self._too_much(points):
            return
        if points < self.least:
            self.least = points
            self.found.clear()
        self.found.append(Layout(taken, hand, points))


def _ways(candidates: int, wanted: int, least: int) -> Iterator[int]:
    """Give the ways to take a claim: all candidates first, then leaving out ever more that something else wants."""
    choice = tuple(cards_in(wanted))
    for left_out in range(min(len(choice), candidates.bit_count() - least) + 1):
        for cards in combinations(choice, left_out):
            way = candidates
            for card in cards:
                way ^= 1 << card
            yield way
