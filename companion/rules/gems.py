"""The gems on the cards, and the print of a deck: which gem each card bears.

No text says which card bears which gem, so a print is what the owner of a deck has entered; it may be known in part.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Self

from companion.rules.cards import ALL_CARDS, Card, Rank, cards_in, rank_of


class Gem(StrEnum):
    """The eight gems; their letters, as printed on the cards, spell GEM PARTS."""

    GOLD = "G"
    EMERALD = "E"
    MOONSTONE = "M"
    PEARL = "P"
    AMETHYST = "A"
    RUBY = "R"
    TOPAZ = "T"
    SAPPHIRE = "S"


GEMS = tuple(Gem)


@dataclass(frozen=True, slots=True)
class PrintGroup:
    """Eight gem places that show all eight gems once: two ranks of four cards, or the Kings with two gems each."""

    name: str
    cards: tuple[Card, ...]
    gems_a_card: int


def _groups() -> tuple[PrintGroup, ...]:
    names = ("A+2", "3+4", "5+6", "7+8", "9+10", "J+Q")
    pairs = tuple(PrintGroup(name, ALL_CARDS[8 * place : 8 * place + 8], 1) for place, name in enumerate(names))
    return (*pairs, PrintGroup("K", ALL_CARDS[48:], 2))


GROUPS = _groups()
_GROUP_OF = {one: group for group in GROUPS for one in group.cards}


def group_of(one: Card) -> PrintGroup:
    """Tell in which group of eight gem places a card stands."""
    return _GROUP_OF[one]


@dataclass(frozen=True, slots=True)
class PrintFault:
    """A group that does not show all eight gems once: the gems shown twice, and the cards that show too few or many."""

    group: str
    twice: tuple[Gem, ...]
    miscounted: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Which gems each card is known to bear; a card of which nothing is known is left out.

    One print is itself only, however alike another: so that what is worked out for a deck can be kept.
    """

    gems: Mapping[Card, tuple[Gem, ...]]
    bearing: Mapping[Gem, int]
    """For each gem the set of cards known to bear it."""
    faults: tuple[PrintFault, ...]
    """Where what was entered breaks the law; nothing may rest on such a print."""

    @classmethod
    def of(cls, letters: Mapping[Card, Iterable[Gem]], *, whole: bool = False) -> Self:
        """Take what was entered, and add what follows from it: the last places of a group have the last gems."""
        known = {one: own for one, gems in letters.items() if (own := tuple(gems))}
        faults = print_faults(known, whole=whole)
        for group in GROUPS:
            known.update(_inferred(group, known))
        bearing = dict.fromkeys(GEMS, 0)
        for one, gems in known.items():
            for gem in gems:
                bearing[gem] |= 1 << one
        return cls(known, bearing, faults)

    @property
    def complete(self) -> bool:
        """Say whether every gem place of the deck is known."""
        return all(len(self.gems.get(one, ())) == _GROUP_OF[one].gems_a_card for one in ALL_CARDS)

    def incomplete(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return those of the cards whose letters are not all known."""
        return tuple(one for one in cards if len(self.gems.get(one, ())) < _GROUP_OF[one].gems_a_card)

    def possible(self, one: Card) -> frozenset[Gem]:
        """Tell which gems a card may bear: its own once they are known, else those nobody else in its group has."""
        group = _GROUP_OF[one]
        own = self.gems.get(one, ())
        if len(own) == group.gems_a_card:
            return frozenset(own)
        elsewhere = {gem for other in group.cards if other != one for gem in self.gems.get(other, ())}
        return frozenset(GEMS) - elsewhere

    def with_gem(self, one: Card, gem: Gem) -> tuple[Gem, ...]:
        """Return the gems of a card as they are known once it is known to bear this one; a King may bear another."""
        return tuple(dict.fromkeys((*self.gems.get(one, ()), gem)))


def _inferred(group: PrintGroup, known: Mapping[Card, tuple[Gem, ...]]) -> dict[Card, tuple[Gem, ...]]:
    open_cards = [one for one in group.cards if len(known.get(one, ())) < group.gems_a_card]
    if len(open_cards) != 1:
        return {}
    shown = [gem for one in group.cards for gem in known.get(one, ())]
    left = tuple(gem for gem in GEMS if gem not in shown)
    last = open_cards[0]
    own = known.get(last, ())
    if len(own) + len(left) != group.gems_a_card:
        return {}
    return {last: own + left}


def print_faults(letters: Mapping[Card, Iterable[Gem]], *, whole: bool = True) -> tuple[PrintFault, ...]:
    """Name every group that breaks the print's law; with `whole` a card without its gems breaks it too."""
    faults = []
    for group in GROUPS:
        shown = {one: tuple(letters.get(one, ())) for one in group.cards}
        gems = [gem for own in shown.values() for gem in own]
        twice = tuple(gem for gem in GEMS if gems.count(gem) > 1)
        miscounted = tuple(
            one
            for one, own in shown.items()
            if len(own) > group.gems_a_card or (whole and len(own) < group.gems_a_card)
        )
        if twice or miscounted:
            faults.append(PrintFault(group.name, twice, miscounted))
    return tuple(faults)


NOTHING_KNOWN = Print.of({})


def gem_parts(gems: Print, hand: int) -> dict[Card, Gem] | None:
    """Say whether a hand shows all eight gems, each King one of its two, and which gem each King then serves.

    A King whose gem is not needed serves none, and no two serve the same one, as the four Kings bear each gem once
    (P: Gem Parts). None if a gem is missing.
    """
    kings = [one for one in cards_in(hand) if rank_of(one) == Rank.KING]
    plain = {gem for one in cards_in(hand) if rank_of(one) != Rank.KING for gem in gems.gems.get(one, ())}
    missing = frozenset(GEMS) - plain
    for choice in product(*(gems.gems.get(one, ()) or (None,) for one in kings)):
        if missing <= set(choice):
            return {king: gem for king, gem in zip(kings, choice, strict=True) if gem and gem in missing}
    return None


@dataclass(frozen=True, slots=True)
class MissingGems:
    """Why a hand cannot have Gem Parts: gems that no card of it can bear, or else gems with too few cards for all.

    `contested` are borne by `short` fewer cards than there are of them, a King counting as one gem only.
    """

    absent: tuple[Gem, ...]
    contested: tuple[Gem, ...] = ()
    short: int = 0


def missing_gems(gems: Print, hand: int) -> MissingGems | None:
    """Return what keeps a hand from Gem Parts whatever its unknown letters are; None while it can have them.

    Each gem needs a card of its own that can bear it. As the unknown cards of a group of eight gems can bear all that
    are left there, in any order, every such choice of cards is possible on some print.
    """
    bearers = {gem: [one for one in cards_in(hand) if gem in gems.possible(one)] for gem in GEMS}
    absent = tuple(gem for gem in GEMS if not bearers[gem])
    if absent:
        return MissingGems(absent)
    serving: dict[Card, Gem] = {}
    unserved = [gem for gem in GEMS if not _served(gem, bearers, serving, set())]
    if not unserved:
        return None
    tried: set[Card] = set()
    for gem in unserved:
        _served(gem, bearers, serving, tried)
    contested = {*unserved, *(serving[one] for one in tried)}
    return MissingGems((), tuple(gem for gem in GEMS if gem in contested), len(unserved))


def _served(gem: Gem, bearers: Mapping[Gem, list[Card]], serving: dict[Card, Gem], tried: set[Card]) -> bool:
    """Find a card to serve a gem; a card that serves another one is free where that gem finds another card."""
    for one in bearers[gem]:
        if one not in tried:
            tried.add(one)
            if one not in serving or _served(serving[one], bearers, serving, tried):
                serving[one] = gem
                return True
    return False
