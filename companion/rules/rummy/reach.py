"""How little deadwood a hand could have, if the letters that nobody has entered yet were what they may be.

A stash that only unknown letters could make has four cards or more of four or more groups, as no two cards of a group
bear the same gem. So a letter matters to a hand where such a stash, or a lay-off, with that letter in it leaves few
enough points. The search for that is bounded: where it becomes long it is given up, and the letter counts as one that
matters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cards import Card, cards_in, cards_in_runs, points_in
from companion.rules.gems import GEMS, GROUP_HANDS, NOTHING_KNOWN, Gem, Print, possible_bearers
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.solver import LEAST_STASH, NO_OPENINGS, QUEENS, Openings, best_layouts

LARGEST_SEARCHED = 16
"""Of a larger hand every letter that could be in a stash counts as one that matters."""
COST_OF_A_LAYOUT = 8
ALL_QUEENS = sum(1 << queen for queen in QUEENS)

Gems = dict[Card, set[Gem]]
"""Cards, and the gems that would make a difference if the cards bore them."""


@dataclass(frozen=True, slots=True)
class _Stash:
    """What of a hand may share a gem: in each group the cards that may, and which of all have their letter unknown."""

    gems: tuple[Gem, ...]
    """Gems that the same cards may share."""
    groups: tuple[tuple[Card, ...], ...]
    unknown: int

    def with_card(self, card: Card) -> Iterator[int]:
        """Give every stash that could have this card in it, those that count most first."""
        others = [group for group in self.groups if card not in group]
        return _one_of_each(others, LEAST_STASH - 1, 1 << card)

    def ways(self) -> Iterator[int]:
        """Give every stash that rests on an unknown letter."""
        return (way for way in _one_of_each(self.groups, LEAST_STASH, 0) if way & self.unknown)


def _one_of_each(groups: Sequence[tuple[Card, ...]], least: int, taken: int) -> Iterator[int]:
    """Choose from at least so many groups one card each."""
    if least > len(groups):
        return
    if not groups:
        yield taken
        return
    for card in groups[0]:
        yield from _one_of_each(groups[1:], least - 1, taken | 1 << card)
    yield from _one_of_each(groups[1:], least, taken)


class Reach:
    """What unknown letters could do for hands at one table; `effort` bounds the whole search."""

    def __init__(self, context: MeldContext, effort: int) -> None:
        self.gems: Print = context.gems or NOTHING_KNOWN
        self.rules = context.meld_rules
        self.diamond = context.diamond
        self.possible = possible_bearers(self.gems)
        self.unknown = 0
        for bearers in self.possible.values():
            self.unknown |= bearers
        self.effort = effort

    def lay_offs(self, hand: int, stashes: Sequence[Gem]) -> Gems:
        """Tell which cards of a hand might be laid off onto stashes of these gems, their letters being unknown."""
        found: Gems = {}
        for gem in stashes:
            for card in cards_in(hand & self.possible[gem]):
                found.setdefault(card, set()).add(gem)
        return found

    def in_any_stash(self, hand: int) -> Gems:
        """Tell which letters could make a stash at all."""
        found: Gems = {}
        for stash in self._stashes(hand):
            for card in cards_in(stash.unknown):
                found.setdefault(card, set()).update(stash.gems)
        return found

    def letters(
        self, hand: int, at_most: int, openings: Openings = NO_OPENINGS, loose: Mapping[Card, set[Gem]] | None = None
    ) -> Gems:
        """Tell which letters could be part of a layout of `at_most` points; `loose` cards may be laid off by theirs."""
        loose = loose or {}
        if at_most < 0 or not hand & self.unknown:
            return {}
        openings = openings._replace(cards=openings.cards | sum(1 << card for card in loose))
        if not loose and not self._can_come_to(hand, at_most, openings, new=True):
            return {}
        if hand.bit_count() > LARGEST_SEARCHED:
            return _both(self.in_any_stash(hand), loose)
        found: Gems = {}
        for stash in self._stashes(hand):
            for card in cards_in(stash.unknown):
                ways = stash.with_card(card)
                if any(self._can_come_to(hand & ~way, at_most, openings) for way in ways):
                    found.setdefault(card, set()).update(stash.gems)
        for card, gems in loose.items():
            if self._can_come_to(hand & ~(1 << card), at_most, openings):
                found.setdefault(card, set()).update(gems)
        return found

    def could_come_to(self, hand: int, at_most: int, openings: Openings, loose: Mapping[Card, set[Gem]]) -> bool:
        """Say whether unknown letters could leave so few points, or fewer."""
        if at_most < 0 or not hand & self.unknown:
            return False
        openings = openings._replace(cards=openings.cards | sum(1 << card for card in loose))
        return self._can_come_to(hand, at_most, openings)

    def _can_come_to(self, hand: int, at_most: int, openings: Openings, *, new: bool = False) -> bool:
        """Say whether a layout of so few points is possible; with `new` one that rests on an unknown letter."""
        if self.effort < 0 or hand.bit_count() > LARGEST_SEARCHED:
            return True
        self.effort -= 1
        stashes = self._stashes(hand)
        if points_in(hand & ~self._meldable(hand, stashes, openings)) > at_most:
            return False
        if not new:
            self.effort -= COST_OF_A_LAYOUT
            if best_layouts(hand, self.rules, openings)[0].points <= at_most:
                return True
        return any(self._can_come_to(hand & ~way, at_most, openings) for stash in stashes for way in stash.ways())

    def _stashes(self, hand: int) -> list[_Stash]:
        """Tell which stashes unknown letters could make of a hand."""
        by_cards: dict[tuple[int, int], list[Gem]] = {}
        for gem in GEMS:
            unknown = hand & self.possible[gem]
            if unknown:
                by_cards.setdefault((unknown, hand & self.gems.bearing[gem]), []).append(gem)
        stashes = []
        for (unknown, known), gems in by_cards.items():
            groups = [own for group in GROUP_HANDS if (own := (unknown | known) & group)]
            if len(groups) >= LEAST_STASH:
                choices = tuple(tuple(sorted(cards_in(own), key=_worth, reverse=True)) for own in groups)
                stashes.append(_Stash(tuple(gems), choices, unknown))
        return stashes

    def _meldable(self, hand: int, stashes: Sequence[_Stash], openings: Openings) -> int:
        """Tell which cards could be in any meld, or be laid off, whatever the others are in."""
        cards = cards_in_runs(hand) | openings.taking(hand)
        for demand in self.rules.demands:
            own = hand & demand.cards
            if own.bit_count() >= demand.least:
                cards |= own
        for stash in stashes:
            for group in stash.groups:
                cards |= sum(1 << card for card in group)
        if self.diamond is not None and hand >> self.diamond & 1 and hand & ALL_QUEENS:
            cards |= hand & (ALL_QUEENS | 1 << self.diamond)
        return cards


def _worth(card: Card) -> int:
    return points_in(1 << card)


def _both(some: Gems, others: Mapping[Card, set[Gem]]) -> Gems:
    return {card: some.get(card, set()) | others.get(card, set()) for card in (*some, *others)}
