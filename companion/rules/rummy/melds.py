"""What makes a meld, and, of a group that is none, the nearest meld and what it lacks."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.rules.cards import (
    ALL_CARDS,
    Card,
    Rank,
    Suit,
    card,
    hand_of,
    listing_order,
    rank_of,
    suit_of,
)
from companion.rules.gems import GEMS, Gem, Print, group_of
from companion.rules.rummy.solver import LEAST_RUN, LEAST_SET, LEAST_STASH, MeldRules, meld_rules


class MeldKind(StrEnum):
    """The four melds of Gem Rummy; the plain rummies have the first two."""

    SET = "set"
    RUN = "run"
    STASH = "stash"
    QUEENS_DIAMONDS = "queens-diamonds"


PAIR = 2


@dataclass(frozen=True, slots=True)
class Table:
    """What decides here whether cards are a meld: the deck's gems, if known, and the diamond that the dice name."""

    has_gems: bool
    gems: Print | None
    diamond: Card | None

    @property
    def meld_rules(self) -> MeldRules:
        """Give the same to the solver."""
        return meld_rules(self.gems, self.diamond)


PLAIN = Table(has_gems=False, gems=None, diamond=None)


def designated_diamond(dice: tuple[int, int]) -> Card:
    """Name the diamond that melds with any Queen: the dice added, the Jack for 11 and 12 (P: Queen's Diamonds)."""
    return card(min(sum(dice), Rank.JACK), Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that are a meld, in listing order; a stash names its gem."""

    kind: MeldKind
    cards: tuple[Card, ...]
    gem: Gem | None = None


@dataclass(frozen=True, slots=True)
class NoMeld:
    """Cards that are no meld, as they lie: the nearest kind, and what stands between.

    `missing` are cards that the group lacks, `strangers` cards that do not belong to it, `short` how many more it needs
    besides. `gem_unknown` says that only the deck's print could tell.
    """

    cards: tuple[Card, ...]
    nearest: MeldKind
    missing: tuple[Card, ...] = ()
    strangers: tuple[Card, ...] = ()
    short: int = 0
    gem: Gem | None = None
    gem_unknown: bool = False

    @property
    def distance(self) -> int:
        """Count the cards that would have to come or go."""
        return len(self.missing) + len(self.strangers) + self.short


def classify(cards: tuple[Card, ...], table: Table) -> Meld | NoMeld:
    """Say which meld a group is, or which it comes nearest to.

    No group is two kinds at once: the print puts the neighbours of a run, and the cards of a rank, into one group of
    different gems (ruling 2).
    """
    ordered = tuple(sorted(cards, key=listing_order))
    attempts = [*_as_queens_diamonds(ordered, table), *_as_run(ordered), *_as_set(ordered), *_as_stash(ordered, table)]
    for attempt in attempts:
        if isinstance(attempt, Meld):
            return attempt
    nearest = min((one for one in attempts if isinstance(one, NoMeld)), key=lambda no_meld: no_meld.distance)
    return replace(nearest, cards=cards)


def _split(cards: tuple[Card, ...], belong: set[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return tuple(one for one in cards if one in belong), tuple(one for one in cards if one not in belong)


def _as_queens_diamonds(cards: tuple[Card, ...], table: Table) -> list[Meld | NoMeld]:
    kind = MeldKind.QUEENS_DIAMONDS
    if table.diamond is None:
        return []
    queens = [one for one in cards if rank_of(one) == Rank.QUEEN]
    if queens and table.diamond in cards:
        pair = {queens[0], table.diamond}
        if len(cards) == PAIR:
            return [Meld(kind, cards)]
        return [NoMeld(cards, kind, strangers=tuple(one for one in cards if one not in pair))]
    if len(cards) == PAIR and queens:
        others = tuple(one for one in cards if one != queens[0])
        if suit_of(others[0]) == Suit.DIAMONDS:
            return [NoMeld(cards, kind, missing=(table.diamond,), strangers=others)]
    return []


def _as_run(cards: tuple[Card, ...]) -> list[Meld | NoMeld]:
    attempts: list[Meld | NoMeld] = []
    for suit in Suit:
        own = {one for one in cards if suit_of(one) == suit}
        attempts += [_one_run(cards, own)] if own else []
        ace = card(Rank.ACE, suit)
        if ace in own and card(Rank.KING, suit) in own:
            attempts.append(_one_run(cards, own - {ace}))
    return attempts


def _one_run(cards: tuple[Card, ...], own: set[Card]) -> Meld | NoMeld:
    low, high = min(own), max(own)
    run = {Card(one) for one in range(low, high + 1)}
    missing = tuple(sorted(run - own))
    strangers = _split(cards, own)[1]
    short = max(0, LEAST_RUN - len(run))
    if not missing and not strangers and not short:
        return Meld(MeldKind.RUN, cards)
    return NoMeld(cards, MeldKind.RUN, missing, strangers, short)


def _as_set(cards: tuple[Card, ...]) -> list[Meld | NoMeld]:
    attempts: list[Meld | NoMeld] = []
    for rank in dict.fromkeys(rank_of(one) for one in cards):
        own, strangers = _split(cards, {one for one in cards if rank_of(one) == rank})
        short = max(0, LEAST_SET - len(own))
        if not strangers and not short:
            return [Meld(MeldKind.SET, cards)]
        attempts.append(NoMeld(cards, MeldKind.SET, (), strangers, short))
    return attempts


def _as_stash(cards: tuple[Card, ...], table: Table) -> list[Meld | NoMeld]:
    if not table.has_gems:
        return []
    attempts: list[Meld | NoMeld] = []
    if table.gems is not None:
        hand = hand_of(cards)
        for gem in GEMS:
            own, strangers = _split(cards, {one for one in cards if table.gems.bearing[gem] >> one & 1})
            short = max(0, LEAST_STASH - len(own))
            if own and not strangers and not short:
                return [Meld(MeldKind.STASH, cards, gem)]
            if hand & table.gems.bearing[gem]:
                attempts.append(NoMeld(cards, MeldKind.STASH, (), strangers, short, gem))
    if len(cards) >= LEAST_STASH and _might_share_a_gem(cards, table.gems):
        return [NoMeld(cards, MeldKind.STASH, gem_unknown=True)]
    return attempts


def _might_share_a_gem(cards: tuple[Card, ...], gems: Print | None) -> bool:
    """Say whether unknown letters could make these cards a stash; no two cards of one group of eight gems can."""
    if len({group_of(one).name for one in cards}) < len(cards):
        return False
    shared = set(GEMS)
    if gems is not None:
        for one in cards:
            shared &= gems.possible(one)
    return bool(shared)


def extends(meld: Meld, one: Card, table: Table) -> bool:
    """Say whether a card can be laid off onto a meld as it lies (P: laid-off cards); Queen's Diamonds take none."""
    match meld.kind:
        case MeldKind.SET:
            return rank_of(one) == rank_of(meld.cards[0]) and one not in meld.cards
        case MeldKind.RUN:
            return one in (min(meld.cards) - 1, max(meld.cards) + 1) and one in _CARD_SET
        case MeldKind.STASH:
            bears = table.gems is not None and meld.gem is not None and table.gems.bearing[meld.gem] >> one & 1
            return bool(bears) and one not in meld.cards
        case MeldKind.QUEENS_DIAMONDS:
            return False


_CARD_SET = frozenset(ALL_CARDS)


def extended(meld: Meld, one: Card) -> Meld:
    """Give the meld as it lies after a lay-off."""
    return Meld(meld.kind, tuple(sorted((*meld.cards, one), key=listing_order)), meld.gem)
