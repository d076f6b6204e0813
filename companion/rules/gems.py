"""The gems on the cards, and the print of a deck: which gem each card bears.

No text says which card bears which gem, so a print is what the owner of a deck has entered; it may be known in part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Self

from companion.rules.cards import ALL_CARDS, Card, Hand, Rank, cards_in, hand_of, rank_of


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
    without: Mapping[Card, frozenset[Gem]] = field(default_factory=dict)
    """Which gems a card is known not to bear, though its own letter is not known."""

    @classmethod
    def of(
        cls,
        letters: Mapping[Card, Iterable[Gem]],
        *,
        whole: bool = False,
        without: Mapping[Card, Iterable[Gem]] | None = None,
    ) -> Self:
        """Take what was entered, and add what follows from it: the last places of a group have the last gems."""
        known = {one: own for one, gems in letters.items() if (own := tuple(gems))}
        faults = print_faults(known, whole=whole)
        for group in GROUPS:
            known.update(_inferred(group, known))
        bearing = dict.fromkeys(GEMS, 0)
        for one, gems in known.items():
            for gem in gems:
                bearing[gem] |= 1 << one
        return cls(known, bearing, faults, {one: frozenset(gems) for one, gems in (without or {}).items()})

    @property
    def complete(self) -> bool:
        """Say whether every gem place of the deck is known."""
        return all(self.is_known(one) for one in ALL_CARDS)

    def is_known(self, one: Card) -> bool:
        """Say whether every gem of a card is known."""
        return len(self.gems.get(one, ())) == _GROUP_OF[one].gems_a_card

    def incomplete(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return those of the cards whose letters are not all known."""
        return tuple(one for one in cards if not self.is_known(one))

    def possible(self, one: Card) -> frozenset[Gem]:
        """Tell which gems a card may bear: its own once they are known, else those that its group has left for it."""
        group = _GROUP_OF[one]
        own = self.gems.get(one, ())
        if self.is_known(one):
            return frozenset(own)
        elsewhere = {gem for other in group.cards if other != one for gem in self.gems.get(other, ())}
        left = frozenset(GEMS) - elsewhere
        if self.without.keys().isdisjoint(group.cards):
            return left
        return frozenset(gem for gem in left if gem in own or self._leaves_a_gem_for_each(group, one, gem))

    @property
    def has_a_completion(self) -> bool:
        """Say whether the letters that are missing could be such that every group shows all eight gems once."""
        return not self.faults and all(self._leaves_a_gem_for_each(group) for group in GROUPS)

    def _leaves_a_gem_for_each(self, group: PrintGroup, bearer: Card | None = None, borne: Gem | None = None) -> bool:
        """Say whether each gem of a group finds a place, if that card bears that gem."""
        if bearer is not None and borne in self.without.get(bearer, ()):
            return False
        shown = {borne, *(gem for one in group.cards for gem in self.gems.get(one, ()))}
        open_gems = [gem for gem in GEMS if gem not in shown]
        places = [
            one for one in group.cards for _ in range(group.gems_a_card - len(self.gems.get(one, ())) - (one == bearer))
        ]
        takers = {
            gem: [place for place, one in enumerate(places) if gem not in self.without.get(one, ())]
            for gem in open_gems
        }
        serving: dict[int, Gem] = {}
        return all(_served(gem, takers, serving, set()) for gem in open_gems)

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


@lru_cache(maxsize=256)
def possible_bearers(gems: Print) -> Mapping[Gem, int]:
    """Give for each gem the set of cards that may bear it, though their own letters are not all known."""
    bearers = dict.fromkeys(GEMS, 0)
    for one in ALL_CARDS:
        if not gems.is_known(one):
            for gem in gems.possible(one) - set(gems.gems.get(one, ())):
                bearers[gem] |= 1 << one
    return bearers


@lru_cache(maxsize=256)
def unknown_cards(gems: Print) -> Hand:
    """Give the cards whose letters are not all known."""
    return hand_of(one for one in ALL_CARDS if not gems.is_known(one))


def with_all_possible(gems: Print) -> Print:
    """Give a print on which every card bears each gem that it may bear: more than any print can show."""
    possible = possible_bearers(gems)
    return Print(gems.gems, {gem: bearing | possible[gem] for gem, bearing in gems.bearing.items()}, ())


GROUP_HANDS = tuple(hand_of(group.cards) for group in GROUPS)
"""The cards of each group, of which no two bear the same gem."""


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
    serving: dict[int, Gem] = {}
    unserved = [gem for gem in GEMS if not _served(gem, bearers, serving, set())]
    if not unserved:
        return None
    tried: set[int] = set()
    for gem in unserved:
        _served(gem, bearers, serving, tried)
    contested = {*unserved, *(serving[one] for one in tried)}
    return MissingGems((), tuple(gem for gem in GEMS if gem in contested), len(unserved))


def _served(gem: Gem, bearers: Mapping[Gem, Sequence[int]], serving: dict[int, Gem], tried: set[int]) -> bool:
    """Find a card to serve a gem; a card that serves another one is free where that gem finds another card."""
    for one in bearers[gem]:
        if one not in tried:
            tried.add(one)
            if one not in serving or _served(serving[one], bearers, serving, tried):
                serving[one] = gem
                return True
    return False


def letters_for_gem_parts(gems: Print, hand: int) -> dict[Card, frozenset[Gem]]:
    """Tell which unknown letters of a hand could be those that it lacks of all eight gems, and for which gems.

    Nothing where the hand shows all eight already, or cannot show them.
    """
    if gem_parts(gems, hand) is not None or missing_gems(gems, hand) is not None:
        return {}
    cards = tuple(cards_in(hand))
    shown = {gem for one in cards if rank_of(one) != Rank.KING for gem in gems.gems.get(one, ())}
    lacked = {one: gems.possible(one) - shown for one in gems.incomplete(cards)}
    return {one: own for one, own in lacked.items() if own}
