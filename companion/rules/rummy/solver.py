"""Find the layouts of a hand with the least deadwood, exactly.

Runs need no search: once the cards of sets, stashes and Queen's Diamonds are fixed, every remaining sequence of three
or more is melded whole, and a few shifts find all of them in all four suits at once. What is left to search are
demands, "at least so many of these cards" (3 of a rank, 4 of a gem). Cards that no other meld could use always go in,
and a demand that competes with no other is met without branching.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.rules.cards import SUITS, Card, Hand, Rank, card_of, cards_in, cards_in_runs, points_in
from companion.rules.gems import GEMS, Gem, Print

IN_ALL_SUITS = 1 | 1 << 16 | 1 << 32 | 1 << 48
LEAST_SET = 3
LEAST_RUN = 3
LEAST_STASH = 4
QUEENS = tuple(card_of(Rank.QUEEN, suit) for suit in SUITS)


class Demand(NamedTuple):
    """A meld made by any `least` or more of some cards: those of a rank, or of a gem."""

    cards: int
    least: int
    gem: Gem | None


SETS = tuple(Demand(IN_ALL_SUITS << place, LEAST_SET, None) for place in range(13))


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What may be melded besides runs: sets, stashes by the print, Queen's Diamonds by the dice."""

    demands: tuple[Demand, ...] = SETS
    diamond: Card | None = None


@lru_cache(maxsize=256)
def meld_rules(gems: Print | None, diamond: Card | None) -> MeldRules:
    """Return the melds of Gem Rummy for a print and a roll; with neither, those of the plain rummies."""
    stashes = () if gems is None else tuple(Demand(gems.bearing[gem], LEAST_STASH, gem) for gem in GEMS)
    return MeldRules(stashes + SETS, diamond)


class Taken(NamedTuple):
    """Cards melded together: a set or stash meets a demand, Queen's Diamonds none."""

    demand: Demand | None
    cards: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout of a hand: sets, stashes and Queen's Diamonds, and the cards left for runs and deadwood."""

    taken: tuple[Taken, ...]
    left: int
    points: int

    @property
    def deadwood(self) -> Hand:
        """Return the cards that are in no meld."""
        return Hand(self.left & ~cards_in_runs(self.left))


def runs_of(in_runs: int) -> Iterator[int]:
    """Yield each run of cards that are all in runs."""
    while in_runs:
        first = in_runs & -in_runs
        run = in_runs & ~(in_runs + first)
        yield run
        in_runs ^= run


class Openings(NamedTuple):
    """What others' melds take: cards that fit as they are, and the places next above and next below their runs."""

    cards: int = 0
    above: int = 0
    below: int = 0

    def taking(self, left: int) -> int:
        """Return which of the cards left over can be laid off.

        On a run, two in a row are enough to check, as three would be a run of their own.
        """
        up, down = left & self.above, left & self.below
        return left & (self.cards | up | up << 1 | down | down >> 1)


NO_OPENINGS = Openings()


def best_layouts(hand: int, rules: MeldRules, openings: Openings = NO_OPENINGS, most: int = 1) -> list[Layout]:
    """Return up to `most` layouts of the least deadwood, not counting cards that can be laid off.

    The first one is always the same for the same cards. More are needed where the choice between equals matters to
    another player.

    >>> from companion.rules.cards import hand_of, parse_card
    >>> hand = hand_of(map(parse_card, ["AC", "2C", "3C", "3D", "3H", "KS"]))  # three 3s, not the run
    >>> best_layouts(hand, MeldRules())[0].points
    13
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
    """Depth-first search over the demands, most cards first.

    A branch is cut when the cards that can no longer be melded already count more than the best layout found.
    """

    def __init__(self, rules: MeldRules, openings: Openings, most: int) -> None:
        self.demands = rules.demands
        self.openings = openings
        self.most = most
        self.least = 1 << 16
        self.found: list[Layout] = []

    def go(self, hand: int, place: int, taken: tuple[Taken, ...]) -> None:
        """Try everything from the demand at `place` on."""
        open_demands = [demand for demand in self.demands[place:] if (hand & demand.cards).bit_count() >= demand.least]
        placed = cards_in_runs(hand) | self.openings.taking(hand)
        if not open_demands:
            self._keep(hand, points_in(hand & ~placed), taken)
            return
        demand = open_demands[0]
        place = self.demands.index(demand, place) + 1
        candidates = hand & demand.cards
        contested = placed
        for other in open_demands[1:]:
            contested |= hand & other.cards
        if self._too_much(points_in(hand & ~contested & ~candidates)):
            return
        if not candidates & contested:
            self.go(hand ^ candidates, place, (*taken, Taken(demand, candidates)))
            return
        for cards in _ways(candidates, candidates & contested, demand.least):
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


def _ways(candidates: int, contested: int, least: int) -> Iterator[int]:
    """Yield the ways to meet a demand: with all candidates, then without more and more of the contested ones."""
    choice = tuple(cards_in(contested))
    for left_out in range(min(len(choice), candidates.bit_count() - least) + 1):
        for cards in combinations(choice, left_out):
            way = candidates
            for card in cards:
                way ^= 1 << card
            yield way
