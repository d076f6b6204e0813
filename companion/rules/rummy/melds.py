"""Classify groups of cards: which meld a group is, or the nearest meld and what it lacks."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import assert_never

from companion.rules.cards import (
    NO_CARDS,
    Card,
    Hand,
    Rank,
    Suit,
    card_of,
    cards_in_runs,
    listed,
    listing_order,
    rank_of,
    suit_of,
)
from companion.rules.facts import fact
from companion.rules.gems import GEMS, NOTHING_KNOWN, Gem, Print, group_of, may_bear
from companion.rules.rummy.solver import (
    LEAST_RUN,
    LEAST_SET,
    LEAST_STASH,
    QUEENS,
    SETS,
    Layout,
    MeldRules,
    meld_rules,
    runs_of,
)


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"
    STASH = "stash"
    QUEENS_DIAMONDS = "queens-diamonds"


@fact
class MeldContext:
    """What decides whether cards are a meld: the deck's gems, if known, and the diamond that the dice name."""

    has_gems: bool
    gems: Print | None
    diamond: Card | None

    @property
    def meld_rules(self) -> MeldRules:
        return meld_rules(self.gems, self.diamond)


PLAIN = MeldContext(has_gems=False, gems=None, diamond=None)


def designated_diamond(dice: tuple[int, int]) -> Card:
    """Return the diamond that melds with any Queen: the dice total, the Jack for 11 and 12 (P.jack-diamond)."""
    return card_of(min(sum(dice), Rank.JACK), Suit.DIAMONDS)


@fact
class Meld:
    kind: MeldKind
    cards: tuple[Card, ...]
    gem: Gem | None = None


@fact
class NoMeld:
    cards: tuple[Card, ...]
    nearest: MeldKind
    missing: tuple[Card, ...] = ()
    strangers: tuple[Card, ...] = ()
    short: int = 0
    gem: Gem | None = None
    gem_unknown: bool = False
    unknown: tuple[Card, ...] = ()
    around: bool = False
    gems_known: bool = False

    @property
    def belonging(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card not in self.strangers)

    @property
    def unlike(self) -> bool:
        return len(self.belonging) == 1 and self.nearest != MeldKind.QUEENS_DIAMONDS

    @property
    def distance(self) -> int:
        return len(self.missing) + len(self.strangers) + self.short + self.around


def goes_around(meld: Meld, card: Card) -> bool:
    return meld.kind == MeldKind.RUN and Rank.KING - Rank.ACE in {
        abs(card - end) for end in (meld.cards[0], meld.cards[-1])
    }


def classify(cards: tuple[Card, ...], context: MeldContext) -> Meld | NoMeld:
    """Return which meld a group is, or which it comes nearest to.

    No group is two kinds at once, as the print puts neighbors of a run, and all cards of a rank, into one group of
    different gems (R.2). A repeated card counts once here; it is a fault of its own.

    >>> from companion.rules.cards import name_of, parse_card
    >>> classify((parse_card("5C"), parse_card("6C"), parse_card("7C")), PLAIN).kind
    <MeldKind.RUN: 'run'>
    >>> attempt = classify((parse_card("5C"), parse_card("6C"), parse_card("8C")), PLAIN)
    >>> attempt.nearest, [name_of(card) for card in attempt.missing]
    (<MeldKind.RUN: 'run'>, ['7C'])
    """
    ordered = Hand.of(cards).listed
    meld = as_meld(ordered, context)
    if meld is not None:
        return meld
    attempts = [
        *_nearly_queens_diamonds(cards, context),
        *_nearly_runs(ordered),
        *_nearly_sets(ordered),
        *_nearly_stashes(ordered, context),
    ]
    gems_known = context.gems is not None and not context.gems.incomplete(cards)
    return replace(min(attempts, key=_how_far), cards=cards, gems_known=gems_known)


def _how_far(attempt: NoMeld) -> tuple[bool, int]:
    has_queen = any(card in QUEENS for card in attempt.belonging)
    is_pair = attempt.nearest == MeldKind.QUEENS_DIAMONDS and len(attempt.cards) == 2 and has_queen
    meant = is_pair and suit_of(attempt.strangers[0]) == Suit.DIAMONDS
    return not meant, attempt.distance


def as_meld(cards: tuple[Card, ...], context: MeldContext) -> Meld | None:
    if len({rank_of(card) for card in cards}) == 1:
        return Meld(MeldKind.SET, cards) if len(cards) >= LEAST_SET else None
    if max(cards) - min(cards) == len(cards) - 1 and len(cards) >= LEAST_RUN:
        return Meld(MeldKind.RUN, cards)
    if context.diamond in cards and len(cards) == 2 and any(card in QUEENS for card in cards):
        return Meld(MeldKind.QUEENS_DIAMONDS, cards)
    if context.gems is not None and len(cards) >= LEAST_STASH:
        for gem in GEMS:
            if all(card in context.gems.bearing[gem] for card in cards):
                return Meld(MeldKind.STASH, cards, gem)
    return None


def may_share_a_meld(cards: tuple[Card, ...], context: MeldContext) -> bool:
    if len(cards) <= 2 or len({rank_of(card) for card in cards}) == 1 or len({suit_of(card) for card in cards}) == 1:
        return True
    hand = Hand.of(cards)
    return context.gems is not None and any(not hand - bearing for bearing in context.gems.bearing.values())


def melds_of(layout: Layout) -> tuple[Meld, ...]:
    melds = [_meld(MeldKind.RUN, run) for run in runs_of(cards_in_runs(layout.left))]
    for demand, cards in layout.taken:
        if demand is None:
            melds.append(_meld(MeldKind.QUEENS_DIAMONDS, cards))
        elif demand.gem is None:
            melds.append(_meld(MeldKind.SET, cards))
        else:
            melds.append(_meld(MeldKind.STASH, cards, demand.gem))
    return tuple(sorted(melds, key=lambda meld: listing_order(meld.cards[0])))


@lru_cache(maxsize=1024)
def _meld(kind: MeldKind, bits: int, gem: Gem | None = None) -> Meld:
    return Meld(kind, listed(bits), gem)


def _split(cards: tuple[Card, ...], belong: set[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple(card for card in cards if card in belong), tuple(card for card in cards if card not in belong)


def _nearly_queens_diamonds(cards: tuple[Card, ...], context: MeldContext) -> Iterator[NoMeld]:
    queens = [card for card in cards if card in QUEENS]
    kind = MeldKind.QUEENS_DIAMONDS
    if context.diamond is None:
        return
    if not queens:
        if context.diamond in cards and len(cards) == 2:
            yield NoMeld(cards, kind, strangers=_split(cards, {context.diamond})[1], short=1)
    elif context.diamond in cards:
        yield NoMeld(cards, kind, strangers=_split(cards, {queens[0], context.diamond})[1])
    elif len(cards) == 2 and len(queens) == 1:
        other = cards[0] if cards[1] == queens[0] else cards[1]
        yield NoMeld(cards, kind, missing=(context.diamond,), strangers=(other,))


def _nearly_runs(cards: tuple[Card, ...]) -> Iterator[NoMeld]:
    """Yield stretches of a suit as intended runs; as the Ace is low, no card completes one around the King."""
    for suit in Suit:
        own = [card for card in cards if suit_of(card) == suit]
        stretches = [[own[first : last + 1]] for first, last in combinations_with_replacement(range(len(own)), 2)]
        if own and {rank_of(own[0]), rank_of(own[-1])} == {Rank.ACE, Rank.KING}:
            stretches += [[own[: low + 1], own[high:]] for low, high in combinations(range(len(own)), 2)]
        for parts in sorted(stretches, key=lambda parts: -sum(map(len, parts))):
            stretch = {card for part in parts for card in part}
            run = {Card(card) for part in parts for card in range(part[0], part[-1] + 1)}
            missing, strangers = tuple(sorted(run - stretch)), _split(cards, stretch)[1]
            short = max(0, LEAST_RUN - len(run))
            yield NoMeld(cards, MeldKind.RUN, missing, strangers, short, around=len(parts) > 1)


def _nearly_sets(cards: tuple[Card, ...]) -> Iterator[NoMeld]:
    for rank in dict.fromkeys(rank_of(card) for card in cards):
        own, strangers = _split(cards, {card for card in cards if rank_of(card) == rank})
        yield NoMeld(cards, MeldKind.SET, (), strangers, max(0, LEAST_SET - len(own)))


def _nearly_stashes(cards: tuple[Card, ...], context: MeldContext) -> Iterator[NoMeld]:
    if not context.has_gems:
        return
    gems = NOTHING_KNOWN if context.gems is None else context.gems
    unknown = gems.incomplete(cards)
    for gem in GEMS:
        own = _may_bear(cards, gem, gems)
        known = any(card in gems.bearing[gem] for card in own)
        if len(own) == len(cards) >= LEAST_STASH:
            yield NoMeld(cards, MeldKind.STASH, gem_unknown=True, unknown=unknown)
        elif known or len(cards) >= LEAST_STASH:
            short = max(0, LEAST_STASH - len(own))
            strangers = _split(cards, own)[1]
            yield NoMeld(cards, MeldKind.STASH, (), strangers, short, gem if known else None, unknown=unknown)


def _may_bear(cards: tuple[Card, ...], gem: Gem, gems: Print) -> set[Card]:
    bearers = may_bear(gems)[gem]
    by_group = {group_of(card).name: card for card in reversed(cards) if card in bearers}
    return set(by_group.values())


def extends(meld: Meld, card: Card, context: MeldContext) -> bool:
    """Return whether a card can be laid off on a meld as it lies (P.laid-off)."""
    return card in extending(meld, context)


def extending(meld: Meld, context: MeldContext) -> Hand:
    match meld.kind:
        case MeldKind.SET:
            return Hand(SETS[rank_of(meld.cards[0]) - 1].cards) - Hand.of(meld.cards)
        case MeldKind.RUN:
            return Hand(1 << max(meld.cards) + 1 | (1 << min(meld.cards)) >> 1)
        case MeldKind.STASH:
            bearing = NO_CARDS if context.gems is None or meld.gem is None else context.gems.bearing[meld.gem]
            return bearing - Hand.of(meld.cards)
        case MeldKind.QUEENS_DIAMONDS:
            return NO_CARDS
    assert_never(meld.kind)


def may_be_stash(cards: tuple[Card, ...], context: MeldContext) -> bool:
    if len(cards) < LEAST_STASH:
        return False
    meld = as_meld(cards, context)
    if meld is not None:
        return meld.kind == MeldKind.STASH
    if not context.has_gems or len({group_of(card).name for card in cards}) < len(cards):
        return False
    hand = Hand.of(cards)
    return any(not hand - bearers for bearers in may_bear(context.gems or NOTHING_KNOWN).values())


def might_extend(meld: Meld, card: Card, context: MeldContext) -> bool:
    if meld.gem is None or context.gems is None or card in meld.cards or extends(meld, card, context):
        return False
    return meld.gem in context.gems.possible(card)


def extended(meld: Meld, card: Card) -> Meld:
    return Meld(meld.kind, tuple(sorted((*meld.cards, card), key=listing_order)), meld.gem)
