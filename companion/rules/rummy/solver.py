"""Find the least deadwood of a hand, and the layouts that leave it, exactly.

Runs need no search: once the cards of sets, stashes and Queen's Diamonds are fixed, every remaining sequence of three
or more is melded whole, and a few shifts find all of them in all four suits at once. What is left to search are
demands, "at least so many of these cards" (3 of a rank, 4 of a gem). Cards that no other meld could use always go in,
and a demand that competes with no other is met without branching.

The least deadwood comes first, and the layouts are then read off: a branch that cannot come to the least is never
entered. The number of steps is bounded, so no hand can take long: one that would raises `TooManyLayoutsError`. All
searches of a ruling spend from one budget, so no hands can take long together.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import combinations
from typing import NamedTuple, ParamSpec, TypeVar

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
from companion.rules.facts import fact
from companion.rules.gems import GEMS, Gem, Print

IN_ALL_SUITS = 1 | 1 << 16 | 1 << 32 | 1 << 48
LEAST_SET = 3
LEAST_RUN = 3
LEAST_STASH = 4
MORE_THAN_A_DECK = 1 << 16
MOST_STEPS = 9_000
"""How many steps the searches of a ruling may take together: choices of sets, some six millionths of a second each.

The worst hands of any game by its book take half of that (`bench/hostile/worst_hands.py`).
"""
STEPS_OF_EQUALS = 3000
"""After so many steps no more layouts of equal deadwood are looked for; a hand of eleven cards takes some hundred."""
MANY_RANKS = 2
"""From so many ranks on whose sets compete with runs, the search remembers what it has searched."""
LEFT_BY_RUNS = tuple(SUIT_VALUES[held & ~cards_in_runs(held)] for held in range(SUIT_BITS + 1))
"""The points of each of the 8192 holdings in one suit, without what its runs meld."""
KINGS = IN_ALL_SUITS << 12
QUEENS = tuple(card_of(Rank.QUEEN, suit) for suit in SUITS)


P = ParamSpec("P")
T = TypeVar("T")


class TooManyLayoutsError(Exception):
    """Hands can be laid out in so many ways that the search for the best was given up."""


class Budget:
    __slots__ = ("steps_left",)

    def __init__(self) -> None:
        self.steps_left = MOST_STEPS


_SHARED: ContextVar[Budget | None] = ContextVar("shared_budget", default=None)


def one_budget(search: Callable[P, T]) -> Callable[P, T]:
    """Let all searches of a function spend from one budget, that of the outermost such function."""

    @wraps(search)
    def within_budget(*args: P.args, **kwargs: P.kwargs) -> T:
        if _SHARED.get() is not None:
            return search(*args, **kwargs)
        token = _SHARED.set(Budget())
        try:
            return search(*args, **kwargs)
        finally:
            _SHARED.reset(token)

    return within_budget


class Demand(NamedTuple):
    """A meld made by any `least` or more of some cards: those of a rank, or of a gem."""

    cards: int
    least: int
    gem: Gem | None


SETS = tuple(Demand(IN_ALL_SUITS << rank, LEAST_SET, None) for rank in range(13))


@dataclass(frozen=True, slots=True, eq=False)
class MeldRules:
    """What may be melded besides runs. They compare by identity, so that what is searched can be kept."""

    stashes: tuple[int, ...] = ()
    demands: tuple[Demand, ...] = SETS
    """Stashes, then sets."""
    diamond: Card | None = None

    def demands_met_by(self, hand: int) -> list[Demand]:
        stashes = self.demands[: len(self.stashes)]
        met = [stash for stash in stashes if (hand & stash.cards).bit_count() >= LEAST_STASH]
        triples = _triples(hand)
        return [*met, *(SETS[rank] for rank in cards_in(triples))] if triples else met


PLAIN_RULES = MeldRules()


@lru_cache(maxsize=256)
def meld_rules(gems: Print | None, diamond: Card | None) -> MeldRules:
    """Return the melds of Gem Rummy for a print and a roll; with neither, those of the plain rummies."""
    if gems is None and diamond is None:
        return PLAIN_RULES
    stashes = () if gems is None else tuple(Demand(gems.bearing[gem].bits, LEAST_STASH, gem) for gem in GEMS)
    return MeldRules(tuple(stash.cards for stash in stashes), stashes + SETS, diamond)


class Taken(NamedTuple):
    demand: Demand | None
    cards: int


@fact
class Layout:
    """A layout of a hand: sets, stashes and Queen's Diamonds, and the cards left for runs and deadwood."""

    taken: tuple[Taken, ...]
    left: int
    points: int

    @property
    def deadwood(self) -> Hand:
        return Hand(self.left & ~cards_in_runs(self.left))


def runs_of(in_runs: int) -> Iterator[int]:
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
        return left & self.cards | self.taking_on_runs(left)

    def taking_on_runs(self, left: int) -> int:
        """Two in a row are enough to check, as three would be a run of their own."""
        up, down = left & self.above, left & self.below
        return left & (up | up << 1 | down | down >> 1)


NO_OPENINGS = Openings()


def least_deadwood(hand: int, rules: MeldRules = PLAIN_RULES, openings: Openings = NO_OPENINGS) -> int:
    """Return the least deadwood of a hand, not counting cards that can be laid off.

    >>> from companion.rules.cards import parse_card
    >>> least_deadwood(Hand.of(map(parse_card, ["AC", "2C", "3C", "3D", "3H", "KS"])).bits)  # three 3s, not the run
    13
    """
    if rules is PLAIN_RULES and openings is NO_OPENINGS:
        clubs, diamonds, hearts, spades = hand & SUIT_BITS, hand >> 16 & SUIT_BITS, hand >> 32 & SUIT_BITS, hand >> 48
        triples = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        contested = 0
        if triples:
            starts = hand & hand >> 1 & hand >> 2
            in_runs = starts | starts << 1 | starts << 2
            contested = triples & (in_runs | in_runs >> 16 | in_runs >> 32 | in_runs >> 48)
        if not contested & contested - 1:
            sets = triples ^ contested
            without = ~(sets | contested)
            points = (
                LEFT_BY_RUNS[clubs & without]
                + LEFT_BY_RUNS[diamonds & without]
                + LEFT_BY_RUNS[hearts & without]
                + LEFT_BY_RUNS[spades & without]
            )
            return min(points, _without_a_set(hand, sets, contested)) if contested else points
    return _Search(rules, openings).least(_queens_diamonds(hand, rules.diamond))


def _without_a_set(hand: int, sets: int, contested: int) -> int:
    """Return the least deadwood where one card of the only contested set, or all of them, are kept for runs."""
    hand &= ~_of_ranks(sets)
    of_rank = hand & _of_ranks(contested)
    ways = [hand]
    if of_rank.bit_count() > LEAST_SET:
        without = hand ^ of_rank
        ways += [without | contested, without | contested << 16, without | contested << 32, without | contested << 48]
    return min(
        [
            LEFT_BY_RUNS[way & SUIT_BITS]
            + LEFT_BY_RUNS[way >> 16 & SUIT_BITS]
            + LEFT_BY_RUNS[way >> 32 & SUIT_BITS]
            + LEFT_BY_RUNS[way >> 48]
            for way in ways
        ]
    )


@lru_cache(maxsize=64)
def best_layouts(hand: int, rules: MeldRules, openings: Openings = NO_OPENINGS, most: int = 1) -> tuple[Layout, ...]:
    """Return up to `most` layouts of the least deadwood, not counting cards that can be laid off.

    The first one is always the same for the same cards. More are needed where the choice between equals matters to
    another player. A ruling asks for the same hand several times, and a page for several rulings.
    """
    search = _Search(rules, openings)
    starts = _queens_diamonds(hand, rules.diamond)
    points = None if len(starts) == 1 else search.least(starts)
    enough = search.budget.steps_left - STEPS_OF_EQUALS
    found: list[Layout] = []
    for taken, left in starts:
        if points is None or search.can_come_to(left, 0, points):
            for layout in search.layouts(left, rules.demands_met_by(left), taken, points):
                found.append(layout)
                if len(found) == most or search.budget.steps_left < enough:
                    return tuple(found)
    return tuple(found)


def _queens_diamonds(hand: int, diamond: Card | None) -> list[tuple[tuple[Taken, ...], int]]:
    """Return each choice of Queen's Diamonds, none being the last, and the cards left by it."""
    choices: list[tuple[tuple[Taken, ...], int]] = []
    if diamond is not None and hand >> diamond & 1:
        for queen in QUEENS:
            pair = 1 << queen | 1 << diamond
            if hand & pair == pair and queen != diamond:
                choices.append(((Taken(None, pair),), hand ^ pair))
    choices.append(((), hand))
    return choices


class _Stash(NamedTuple):
    """A stash being searched: the cards that it may still get, and how many it has for sure."""

    cards: int
    laid: int

    @property
    def short(self) -> bool:
        return self.cards.bit_count() + self.laid < LEAST_STASH


class _Search:
    def __init__(self, rules: MeldRules, openings: Openings) -> None:
        self.demands = rules.demands
        self.stashes = rules.stashes
        self.openings = openings
        self.known: dict[tuple[int, int], tuple[int, bool]] = {}
        self.known_sets: dict[tuple[int, int, int], tuple[int, int, bool]] = {}
        self.budget = _SHARED.get() or Budget()

    def least(self, starts: Iterable[tuple[tuple[Taken, ...], int]]) -> int:
        points = MORE_THAN_A_DECK
        for _, left in starts:
            points = min(points, self._least(left, 0, points))
        return points

    def _least(self, hand: int, first: int, limit: int) -> int:
        """Return the least deadwood that the demands from the `first` on can leave, or a number not under the limit."""
        known, is_exact = self.known.get((hand, first), (0, False))
        if is_exact or known >= limit:
            return known
        held = [hand & bearing for bearing in self.stashes[first:]]
        stashes = [_Stash(cards, 0) for cards in held if cards.bit_count() >= LEAST_STASH]
        ranks = SUIT_BITS & -1 << max(0, first - len(self.stashes))
        found = self._with_stashes(hand, ranks, stashes, limit)
        self.known[hand, first] = found, found < limit
        return found

    def _with_stashes(self, hand: int, ranks: int, stashes: Sequence[_Stash], limit: int) -> int:
        """Return the least deadwood that these stashes, runs and sets of some ranks can leave.

        Each stash first takes all its cards, as if the other melds did without; one that then lacks cards is settled.
        """
        free = self.openings.cards
        for stash in stashes:
            free |= stash.cards
        points, sets = self._with_sets(hand, ranks, free, limit)
        if points >= limit or not stashes:
            return points
        spare = hand & ~self._needed(hand, sets, free)
        for number, stash in enumerate(stashes):
            lying = stash.cards & spare
            if not lying and not stash.laid:
                continue
            more = stash.laid + lying.bit_count() - LEAST_STASH
            if more < 0:
                others = (*stashes[:number], *stashes[number + 1 :])
                return self._settled(hand, ranks, stash, others, stash.cards & ~lying, limit)
            kings = tuple(cards_in(lying & KINGS))
            spare &= ~Hand.of(kings[more:]).bits
        return points

    def _settled(self, hand: int, ranks: int, stash: _Stash, others: Sequence[_Stash], missed: int, limit: int) -> int:
        """Return the least if a stash that lacks cards stays out, or gets a missed one; all if it can spare none."""
        if not stash.laid:
            limit = min(limit, self._with_stashes(hand, ranks, others, limit))
        for card in cards_in(missed):
            if stash.short:
                break
            now = 1 << card if stash.cards.bit_count() + stash.laid > LEAST_STASH else stash.cards
            stash = _Stash(stash.cards & ~now, stash.laid)
            left = [_Stash(other.cards & ~now, other.laid) for other in others]
            laid = _Stash(stash.cards, stash.laid + now.bit_count())
            possible = (laid, *(other for other in left if other.laid or not other.short))
            limit = min(limit, self._with_stashes(hand & ~now, ranks, possible, limit))
        return limit

    def _needed(self, hand: int, sets: int, free: int) -> int:
        """Return the cards that sets and runs need, without free cards that they can do without."""
        left = hand & ~sets
        needed = sets
        for rank in cards_in(sets & sets >> 16 & sets >> 32 & sets >> 48):
            released = sets & _of_ranks(1 << rank) & free
            needed ^= released & -released
        for run in runs_of(cards_in_runs(left)):
            kept = run & ~free
            if kept:
                low, high = kept & -kept, 1 << kept.bit_length() - 1
                while high < low << 2 and run & high << 1:
                    high <<= 1
                while high < low << 2:
                    low >>= 1
                needed |= (high << 1) - low
        return needed | self.openings.taking_on_runs(left)

    def _placed(self, hand: int) -> int:
        starts = hand & hand >> 1 & hand >> 2
        in_runs = starts | starts << 1 | starts << 2
        return in_runs if self.openings is NO_OPENINGS else in_runs | self.openings.taking(hand)

    def _with_sets(self, hand: int, ranks: int, free: int, limit: int) -> tuple[int, int]:
        """Return the least deadwood by runs and sets of some ranks, and the cards in sets; free cards count nothing."""
        self.budget.steps_left -= 1
        if self.budget.steps_left < 0:
            raise TooManyLayoutsError
        placed = self._placed(hand)
        dead = hand & ~placed & ~free
        triples = _triples(hand) & ranks
        counting = hand & ~free
        triples &= counting | counting >> 16 | counting >> 32 | counting >> 48
        if not triples:
            return points_in(dead), 0
        contested = triples & (placed | placed >> 16 | placed >> 32 | placed >> 48)
        sets = hand & _of_ranks(triples ^ contested)
        bound = points_in(dead & ~_of_ranks(triples))
        if bound >= limit or not contested:
            return bound, sets
        hand ^= sets
        rank = contested & -contested
        ranks = contested & ~rank
        of_rank = hand & _of_ranks(rank)
        best = limit, 0
        search = self._with_sets if ranks.bit_count() < MANY_RANKS else self._with_many_sets
        for cards in (*_ways(of_rank, of_rank & placed, LEAST_SET), 0):
            found, others = search(hand ^ cards, ranks, free, best[0])
            if found < best[0]:
                best = found, sets | cards | others
                if found == bound:
                    break
        return best

    def _with_many_sets(self, hand: int, ranks: int, free: int, limit: int) -> tuple[int, int]:
        """Return the same, searched once for all hands that differ only in cards far below the ranks of the sets.

        Whether a card is dead depends on the two ranks above and below it. So what is further down is counted at once,
        and of the two ranks between only their place in runs matters.
        """
        lowest = ranks & -ranks
        settled = hand & _of_ranks(max(lowest >> 2, 1) - 1)
        points = points_in(settled & ~self._placed(hand) & ~free)
        next_below = settled & (hand ^ settled) >> 1
        kept = next_below | settled & next_below >> 1
        free = hand & free & ~settled | kept
        hand ^= settled ^ kept
        known, sets, is_exact = self.known_sets.get((hand, ranks, free), (0, 0, False))
        if not is_exact and points + known < limit:
            known, sets = self._with_sets(hand, ranks, free, limit - points)
            self.known_sets[hand, ranks, free] = known, sets, known < limit - points
        return points + known, sets

    def can_come_to(self, hand: int, first: int, points: int) -> bool:
        return self._least(hand, first, points + 1) <= points

    def layouts(
        self, hand: int, demands: Sequence[Demand], taken: tuple[Taken, ...], points: int | None
    ) -> Iterator[Layout]:
        """Yield the layouts; if the least isn't known, it is searched for where demands first compete."""
        while demands := [demand for demand in demands if (hand & demand.cards).bit_count() >= demand.least]:
            demand = demands.pop(0)
            candidates = hand & demand.cards
            contested = self._placed(hand)
            for other in demands:
                contested |= other.cards
            if candidates & contested:
                break
            hand ^= candidates
            taken = (*taken, Taken(demand, candidates))
        else:
            yield Layout(taken, hand, points_in(hand & ~self._placed(hand)))
            return
        number = self.demands.index(demand)
        if points is None:
            points = self._least(hand, number, MORE_THAN_A_DECK)
        for cards in (*_ways(candidates, candidates & contested, demand.least), 0):
            if self.can_come_to(hand ^ cards, number + 1, points):
                melded = (*taken, Taken(demand, cards)) if cards else taken
                yield from self.layouts(hand ^ cards, demands, melded, points)


def _triples(hand: int) -> int:
    clubs, diamonds, hearts, spades = hand & SUIT_BITS, hand >> 16 & SUIT_BITS, hand >> 32 & SUIT_BITS, hand >> 48
    return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)


def _of_ranks(ranks: int) -> int:
    return ranks * IN_ALL_SUITS


def _ways(candidates: int, contested: int, least: int) -> Iterator[int]:
    choice = tuple(cards_in(contested))
    for left_out in range(min(len(choice), candidates.bit_count() - least) + 1):
        for cards in combinations(choice, left_out):
            way = candidates
            for card in cards:
                way ^= 1 << card
            yield way
