"""How little deadwood a hand could have if its unknown letters turned out well.

A stash made by unknown letters has four or more cards, each from a different group, as no two cards of a group bear the
same gem. A letter matters to a hand if such a stash, or a lay-off, with that letter leaves few enough points. The
search is bounded: if it takes too long, the letter counts as one that matters. It works on bits, as the solver does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.rules.cards import Card, Hand, cards_in, cards_in_runs, points_in, points_of
from companion.rules.gems import GEMS, GROUPS, NOTHING_KNOWN, Gem, Print, possible_bearers
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.solver import LEAST_STASH, NO_OPENINGS, QUEENS, Openings, least_deadwood

LARGEST_SEARCHED = 16
"""In a larger hand every letter that could be in a stash counts as one that matters."""
COST_OF_A_SEARCH = 10
COST_OF_A_LAYOUT = 10
EFFORT = 8000
"""How much may be searched for a ruling before a letter counts as one that matters: looking up a known hand costs 1."""
EFFORT_LOOKING_BACK = 400
"""The same for hindsight, where a wrong guess costs nothing but a sentence."""
ALL_QUEENS = sum(1 << queen for queen in QUEENS)

GROUPS_OF_EIGHT = tuple(Hand.of(group.cards).bits for group in GROUPS)
"""The cards of each group; no two of them bear the same gem."""

GemsByCard = dict[Card, set[Gem]]
"""Cards of unknown letter, and the gems that would make a difference on them."""


@dataclass(frozen=True, slots=True)
class _ReachedStash:
    """Cards of a hand that may share a gem, and which of them have unknown letters."""

    gems: tuple[Gem, ...]
    """The gems that these cards may share."""
    cards: int
    unknown: int

    @property
    def groups(self) -> list[list[Card]]:
        """Return the cards by their groups, those that count most first."""
        held = (self.cards & group for group in GROUPS_OF_EIGHT)
        return [sorted(cards_in(own), key=points_of, reverse=True) for own in held if own]

    def with_card(self, card: Card) -> Iterator[int]:
        """Yield every stash that could include this card, those that count most first."""
        others = [group for group in self.groups if card not in group]
        return _one_of_each(others, LEAST_STASH - 1, 1 << card)

    def ways(self) -> Iterator[int]:
        """Yield every stash that depends on an unknown letter."""
        return (way for way in _one_of_each(self.groups, LEAST_STASH, 0) if way & self.unknown)


def _one_of_each(groups: Sequence[Sequence[Card]], least: int, taken: int) -> Iterator[int]:
    """Yield every choice of one card from each of at least so many groups."""
    for chosen in product(*[[*(1 << card for card in group), 0] for group in groups]):
        way = sum(chosen)
        if way.bit_count() >= least:
            yield taken | way


class Reach:
    """What unknown letters could do for hands in one context; `effort` bounds the whole search."""

    def __init__(self, context: MeldContext, effort: int) -> None:
        self.gems: Print = context.gems or NOTHING_KNOWN
        self.rules = context.meld_rules
        self.diamond = context.diamond
        self.possible = possible_bearers(self.gems)
        self.unknown = 0
        for bearers in self.possible.values():
            self.unknown |= bearers.bits
        self.effort = effort
        self.known: dict[tuple[int, int, Openings], bool] = {}

    def lay_offs(self, hand: Hand, stashes: Sequence[Gem]) -> GemsByCard:
        """Return the cards of unknown letter that might be laid off on stashes of these gems."""
        letters: GemsByCard = {}
        for gem in stashes:
            for card in hand & self.possible[gem]:
                letters.setdefault(card, set()).add(gem)
        return letters

    def in_any_stash(self, hand: Hand) -> GemsByCard:
        letters: GemsByCard = {}
        for stash in self._stashes(hand.bits):
            for card in cards_in(stash.unknown):
                letters.setdefault(card, set()).update(stash.gems)
        return letters

    def letters(
        self, hand: Hand, at_most: int, openings: Openings = NO_OPENINGS, loose: Mapping[Card, set[Gem]] | None = None
    ) -> GemsByCard:
        """Return the letters that could be part of a layout of `at_most` points; `loose` cards may be laid off."""
        loose, bits = loose or {}, hand.bits
        if at_most < 0 or not bits & self.unknown:
            return {}
        openings = openings._replace(cards=openings.cards | Hand.of(loose).bits)
        if not loose and not self._can_come_to(bits, at_most, openings, new=True):
            return {}
        if len(hand) > LARGEST_SEARCHED:
            return _merged(self.in_any_stash(hand), loose)
        letters: GemsByCard = {}
        for stash in self._stashes(bits):
            for card in cards_in(stash.unknown):
                ways = stash.with_card(card)
                if any(self._can_come_to(bits & ~way, at_most, openings) for way in ways):
                    letters.setdefault(card, set()).update(stash.gems)
        for card, gems in loose.items():
            if self._can_come_to(bits & ~(1 << card), at_most, openings):
                letters.setdefault(card, set()).update(gems)
        return letters

    def could_come_to(self, hand: Hand, at_most: int, openings: Openings, loose: Mapping[Card, set[Gem]]) -> bool:
        """Return whether unknown letters could leave so few points, or fewer."""
        if at_most < 0 or not hand.bits & self.unknown:
            return False
        openings = openings._replace(cards=openings.cards | Hand.of(loose).bits)
        return self._can_come_to(hand.bits, at_most, openings)

    def _can_come_to(self, hand: int, at_most: int, openings: Openings, *, new: bool = False) -> bool:
        """Return whether a layout of so few points is possible; with `new`, one that depends on an unknown letter."""
        if self.effort < 0 or hand.bit_count() > LARGEST_SEARCHED:
            return True
        self.effort -= 1
        if new:
            return self._search(hand, at_most, openings, new=True)
        key = hand, at_most, openings
        if key not in self.known:
            self.known[key] = self._search(hand, at_most, openings)
        return self.known[key]

    def _search(self, hand: int, at_most: int, openings: Openings, *, new: bool = False) -> bool:
        self.effort -= COST_OF_A_SEARCH
        stashes = self._stashes(hand)
        if points_in(hand & ~self._meldable(hand, stashes, openings)) > at_most:
            return False
        if not new:
            self.effort -= COST_OF_A_LAYOUT
            if least_deadwood(hand, self.rules, openings) <= at_most:
                return True
        return any(self._can_come_to(hand & ~way, at_most, openings) for stash in stashes for way in stash.ways())

    def _stashes(self, hand: int) -> list[_ReachedStash]:
        """Return the stashes that unknown letters could make of a hand."""
        by_cards: dict[tuple[int, int], list[Gem]] = {}
        for gem in GEMS:
            unknown = hand & self.possible[gem].bits
            cards = unknown | hand & self.gems.bearing[gem].bits
            if unknown and cards.bit_count() >= LEAST_STASH:
                by_cards.setdefault((cards, unknown), []).append(gem)
        return [
            _ReachedStash(tuple(gems), cards, unknown)
            for (cards, unknown), gems in by_cards.items()
            if sum([cards & group > 0 for group in GROUPS_OF_EIGHT]) >= LEAST_STASH
        ]

    def _meldable(self, hand: int, stashes: Sequence[_ReachedStash], openings: Openings) -> int:
        """Return the cards that could be in some meld, or be laid off."""
        cards = cards_in_runs(hand) | openings.taking(hand)
        for demand in self.rules.demands_met_by(hand):
            cards |= hand & demand.cards
        for stash in stashes:
            cards |= stash.cards
        if self.diamond is not None and hand >> self.diamond & 1 and hand & ALL_QUEENS:
            cards |= hand & (ALL_QUEENS | 1 << self.diamond)
        return cards


def _merged(some: GemsByCard, others: Mapping[Card, set[Gem]]) -> GemsByCard:
    return {card: some.get(card, set()) | others.get(card, set()) for card in (*some, *others)}
