"""The gems on the cards, and prints: which gem each card of a deck shows.

No rulebook says which card shows which gem, so a print is what a deck's owner has entered, perhaps only in part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Self

from companion.rules.cards import ALL_CARDS, Card, Hand, Rank, listed, rank_of


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
    """Eight places that show all eight gems once: two ranks of four cards, or the Kings with two gems each."""

    name: str
    cards: tuple[Card, ...]
    gems_a_card: int


_PAIRS = ("A+2", "3+4", "5+6", "7+8", "9+10", "J+Q")
GROUPS = (
    *(PrintGroup(name, ALL_CARDS[8 * place : 8 * place + 8], 1) for place, name in enumerate(_PAIRS)),
    PrintGroup("K", ALL_CARDS[48:], 2),
)
_GROUP_OF = {card: group for group in GROUPS for card in group.cards}


def group_of(card: Card) -> PrintGroup:
    return _GROUP_OF[card]


@dataclass(frozen=True, slots=True)
class RepeatedGem:
    gem: Gem
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PrintFault:
    """A group that doesn't show all eight gems once: gems shown twice, and cards with too few or too many."""

    group: str
    twice: tuple[RepeatedGem, ...]
    miscounted: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Which gems each card is known to bear. Compared by identity, so that what is computed for one can be cached."""

    gems: Mapping[Card, tuple[Gem, ...]]
    bearing: Mapping[Gem, Hand]
    faults: tuple[PrintFault, ...]
    """Groups that break the law of prints; nothing may be ruled from such a print."""
    without: Mapping[Card, frozenset[Gem]] = field(default_factory=dict)
    """Gems that a card of unknown letter is known not to bear."""

    @classmethod
    def of(
        cls,
        letters: Mapping[Card, Iterable[Gem]],
        *,
        whole: bool = False,
        without: Mapping[Card, Iterable[Gem]] | None = None,
    ) -> Self:
        """Return the print that was entered, completed by what follows: a group's last places have its last gems."""
        entered = {card: tuple(gems) for card, gems in letters.items()}
        known = {card: own for card, own in entered.items() if own}
        faults = print_faults(known, whole=whole)
        for group in GROUPS:
            known.update(_inferred(group, known))
        bearing = {gem: Hand.of(card for card, gems in known.items() if gem in gems) for gem in GEMS}
        return cls(known, bearing, faults, {card: frozenset(gems) for card, gems in (without or {}).items()})

    @property
    def complete(self) -> bool:
        return all(self.is_known(card) for card in ALL_CARDS)

    def is_known(self, card: Card) -> bool:
        return len(self.gems.get(card, ())) == _GROUP_OF[card].gems_a_card

    def incomplete(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(card for card in cards if not self.is_known(card))

    def possible(self, card: Card) -> frozenset[Gem]:
        """Return the gems that a card may bear: its own if known, else those that its group has left for it."""
        group = _GROUP_OF[card]
        own = self.gems.get(card, ())
        if self.is_known(card):
            return frozenset(own)
        elsewhere = {gem for other in group.cards if other != card for gem in self.gems.get(other, ())}
        left = frozenset(GEMS) - elsewhere
        if self.without.keys().isdisjoint(group.cards):
            return left
        return frozenset(gem for gem in left if gem in own or self._leaves_a_gem_for_each(group, card, gem))

    @property
    def has_a_completion(self) -> bool:
        return not self.faults and all(self._leaves_a_gem_for_each(group) for group in GROUPS)

    def _leaves_a_gem_for_each(self, group: PrintGroup, bearer: Card | None = None, borne: Gem | None = None) -> bool:
        if bearer is not None and borne in self.without.get(bearer, ()):
            return False
        shown = {borne, *(gem for card in group.cards for gem in self.gems.get(card, ()))}
        open_gems = [gem for gem in GEMS if gem not in shown]
        places = [card for card in group.cards for _ in range(group.gems_a_card - len(self.gems.get(card, ())))]
        if bearer in places:
            places.remove(bearer)
        takers = {
            gem: [place for place, card in enumerate(places) if gem not in self.without.get(card, ())]
            for gem in open_gems
        }
        serving: dict[int, Gem] = {}
        return all(_served(gem, takers, serving, set()) for gem in open_gems)

    def with_gems(self, card: Card, gems: Iterable[Gem]) -> tuple[Gem, ...]:
        return tuple(dict.fromkeys((*self.gems.get(card, ()), *gems)))


def _inferred(group: PrintGroup, known: Mapping[Card, tuple[Gem, ...]]) -> dict[Card, tuple[Gem, ...]]:
    open_cards = [card for card in group.cards if len(known.get(card, ())) < group.gems_a_card]
    if len(open_cards) != 1:
        return {}
    shown = [gem for card in group.cards for gem in known.get(card, ())]
    left = tuple(gem for gem in GEMS if gem not in shown)
    last = open_cards[0]
    own = known.get(last, ())
    if len(own) + len(left) != group.gems_a_card:
        return {}
    return {last: own + left}


def print_faults(letters: Mapping[Card, Iterable[Gem]], *, whole: bool = True) -> tuple[PrintFault, ...]:
    faults = []
    for group in GROUPS:
        shown = {card: tuple(letters.get(card, ())) for card in group.cards}
        bearers = {gem: tuple(card for card, own in shown.items() for one in own if one == gem) for gem in GEMS}
        twice = tuple(RepeatedGem(gem, cards) for gem, cards in bearers.items() if len(cards) > 1)
        miscounted = tuple(
            card
            for card, own in shown.items()
            if len(own) > group.gems_a_card or (whole and len(own) < group.gems_a_card)
        )
        if twice or miscounted:
            faults.append(PrintFault(group.name, twice, miscounted))
    return tuple(faults)


NOTHING_KNOWN = Print.of({})


@lru_cache(maxsize=256)
def possible_bearers(deck_print: Print) -> Mapping[Gem, Hand]:
    possible = {
        card: deck_print.possible(card) - set(deck_print.gems.get(card, ())) for card in unknown_cards(deck_print)
    }
    return {gem: Hand.of(card for card, gems in possible.items() if gem in gems) for gem in GEMS}


@lru_cache(maxsize=256)
def unknown_cards(deck_print: Print) -> Hand:
    return Hand.of(card for card in ALL_CARDS if not deck_print.is_known(card))


def with_all_possible(deck_print: Print) -> Print:
    return Print(deck_print.gems, may_bear(deck_print), ())


@lru_cache(maxsize=256)
def may_bear(deck_print: Print) -> Mapping[Gem, Hand]:
    possible = possible_bearers(deck_print)
    return {gem: bearing | possible[gem] for gem, bearing in deck_print.bearing.items()}


def gem_parts(deck_print: Print, hand: Hand) -> dict[Card, Gem] | None:
    """Return which gem each King serves in a hand that shows all eight gems; None if a gem is missing.

    A King counts as one of its two gems, and no two serve the same one (P.kings-one-gem).
    """
    for bearing in deck_print.bearing.values():
        if not hand.bits & bearing.bits:
            return None
    kings: list[Card] = []
    missing = set(GEMS)
    for card in hand:
        if rank_of(card) == Rank.KING:
            kings.append(card)
        else:
            missing.difference_update(deck_print.gems.get(card, ()))
    for choice in product(*(deck_print.gems.get(card, ()) or (None,) for card in kings)):
        if missing <= set(choice):
            return {king: gem for king, gem in zip(kings, choice, strict=True) if gem and gem in missing}
    return None


@dataclass(frozen=True, slots=True)
class MissingGems:
    absent: tuple[Gem, ...]
    contested: tuple[Gem, ...] = ()
    short: int = 0


def missing_gems(deck_print: Print, hand: Hand) -> MissingGems | None:
    """Return what keeps a hand from Gem Parts whatever its unknown letters are; None if nothing does.

    Each gem needs a card of its own that can bear it. As the unknown cards of a group can bear its remaining gems in
    any order, every such choice of cards is possible on some print.
    """
    bearers = {gem: listed(hand.bits & bearing.bits) for gem, bearing in may_bear(deck_print).items()}
    absent = tuple(gem for gem in GEMS if not bearers[gem])
    if absent:
        return MissingGems(absent)
    if all(count > place for place, count in enumerate(sorted(map(len, bearers.values())))):
        return None  # the gems with the fewest cards first, each finds one that is left
    serving: dict[int, Gem] = {}
    unserved = [gem for gem in GEMS if not _served(gem, bearers, serving, set())]
    if not unserved:
        return None
    tried: set[int] = set()
    for gem in unserved:
        _served(gem, bearers, serving, tried)
    contested = {*unserved, *(serving[card] for card in tried)}
    return MissingGems((), tuple(gem for gem in GEMS if gem in contested), len(unserved))


def _served(gem: Gem, bearers: Mapping[Gem, Sequence[int]], serving: dict[int, Gem], tried: set[int]) -> bool:
    """Find a card for a gem, moving other gems to other cards if need be (bipartite matching)."""
    for card in bearers[gem]:
        if card not in tried:
            tried.add(card)
            if card not in serving or _served(serving[card], bearers, serving, tried):
                serving[card] = gem
                return True
    return False


@lru_cache(maxsize=64)
def letters_for_gem_parts(deck_print: Print, hand: Hand) -> Mapping[Card, frozenset[Gem]]:
    """Return the cards whose unknown letters could complete Gem Parts, and the gems that they could add.

    Cached, as each screen of a showdown asks this of the same hands.
    """
    if gem_parts(deck_print, hand) is not None or missing_gems(deck_print, hand) is not None:
        return {}
    shown = {gem for card in hand if rank_of(card) != Rank.KING for gem in deck_print.gems.get(card, ())}
    lacked = {card: deck_print.possible(card) - shown for card in deck_print.incomplete(hand)}
    return {card: own for card, own in lacked.items() if own}
