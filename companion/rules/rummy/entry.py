"""Entering a hand: cards form melds as they are tapped in, and can be regrouped.

Only cards entered one after the other are joined, and which of them is decided again with each card. Looking further
would show layouts that nobody laid, and what was laid is what scores (R.14): cards that lie apart are asked about
instead (`offers.py`). What a player grouped or moved by hand stays.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.rules.cards import ALL_CARDS, Card, rank_of, suit_of
from companion.rules.rummy.melds import Meld, MeldContext, MeldKind, classify
from companion.rules.rummy.partition import Group, Stretch, read_in_order

Owners = Mapping[Card, str]


class Next(StrEnum):
    """Where the next card goes: wherever it fits, into a new meld, or to the deadwood with all after it."""

    AUTO = "falls"
    NEW_MELD = "new-meld"
    DEADWOOD = "deadwood"


class MovedTo(StrEnum):
    NEW_MELD = "new-meld"
    DEADWOOD = "deadwood"


class NotLaid(StrEnum):
    HELD_BY_ANOTHER = "held-by-another"
    LAID_ALREADY = "laid-already"
    NO_START = "no-start"
    TWO_SUITS = "two-suits"
    NONE_LEFT = "none-left"


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: NotLaid
    cards: Group = ()
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class UnsureCard:
    first: Card
    second: Card | None = None
    beside: Card | None = None
    """A card of the same group that was read."""

    @property
    def guesses(self) -> Group:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Offer:
    """A question about deadwood that the app placed: whether it is a meld, or lies in one."""

    cards: Group
    kind: MeldKind
    extends: bool = False
    """The cards fit a meld of this kind; else they would be one."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    melds: tuple[Group, ...] = ()
    deadwood: Group = ()
    stretches: tuple[Stretch, ...] = ()
    """The cards that the app placed, as they were tapped. The next card goes on with the last stretch."""
    next: Next = Next.AUTO
    last: Card | None = None
    unsure: tuple[UnsureCard, ...] = ()
    declined: tuple[Offer, ...] = ()
    fallen: Group = ()
    """Cards that are deadwood only because nothing lay with them when they came."""

    @property
    def placed(self) -> Group:
        return tuple(card for stretch in self.stretches for card in stretch.cards)

    @property
    def open(self) -> Stretch:
        return self.stretches[-1] if self.stretches else Stretch()

    @property
    def cards(self) -> Group:
        return tuple(card for group in self.melds for card in group) + self.deadwood


EMPTY = HandEntry()


def lay(entry: HandEntry, card: Card, context: MeldContext) -> HandEntry:
    """Lay the next card. One already in the hand stays where it is, so that a double tap does nothing."""
    return entry if card in entry.cards else replace(_placed(entry, card, context), last=card)


def _placed(entry: HandEntry, card: Card, context: MeldContext) -> HandEntry:
    if entry.next == Next.DEADWOOD:
        return replace(entry, deadwood=(*entry.deadwood, card))
    *earlier, last = entry.stretches or (Stretch(),)
    longer = replace(last, cards=(*last.cards, card))
    return _read(replace(entry, stretches=(*earlier, longer), next=Next.AUTO), longer, context)


def _read(entry: HandEntry, stretch: Stretch, context: MeldContext) -> HandEntry:
    again = set(stretch.cards)
    shown = [group for group in entry.melds if again.intersection(group)]
    first = entry.melds.index(shown[0]) if shown else len(entry.melds)
    reading = read_in_order(stretch, context, shown)
    melds = [tuple(card for card in group if card not in again) for group in entry.melds]
    deadwood = tuple(card for card in entry.deadwood if card not in again) + reading.deadwood
    placed = replace(entry, melds=(*melds[:first], *reading.melds, *melds[first:]), deadwood=deadwood)
    return without_lone_cards(placed)


def closed(entry: HandEntry) -> HandEntry:
    return replace(entry, stretches=(*entry.stretches, Stretch())) if entry.open.cards else entry


def lay_in_order(entry: HandEntry, cards: Group, context: MeldContext) -> HandEntry:
    rest = by_hand(entry, cards)
    stretch = Stretch(cards)
    return closed(_read(replace(rest, stretches=(*rest.stretches[:-1], stretch)), stretch, context))


def lay_beside_in_order(entry: HandEntry, card: Card, mate: Card, context: MeldContext) -> HandEntry:
    stretches = []
    for stretch in entry.stretches:
        end = stretch.cards.index(mate) + 1 if mate in stretch.cards else 0
        cards = (*stretch.cards[:end], card, *stretch.cards[end:]) if end else stretch.cards
        stretches.append(replace(stretch, cards=cards))
    longer = next(stretch for stretch in stretches if card in stretch.cards)
    return _read(replace(entry, stretches=tuple(stretches)), longer, context)


def by_hand(entry: HandEntry, cards: Collection[Card]) -> HandEntry:
    """Return the hand with some cards no longer placed by the app, and everything laid so far where it is."""
    stretches = _without_empty(stretch.without(cards) for stretch in entry.stretches)
    return closed(replace(entry, stretches=stretches))


def is_meld(cards: Group, context: MeldContext) -> bool:
    return isinstance(classify(cards, context), Meld)


def run_to(start: Card | None, end: Card) -> Group | Refusal:
    if start is None:
        return Refusal(NotLaid.NO_START)
    if suit_of(start) != suit_of(end):
        return Refusal(NotLaid.TWO_SUITS, (start, end))
    step = 1 if end >= start else -1
    return tuple(Card(card) for card in range(start + step, end + step, step))


def rank_left(entry: HandEntry, others: Owners) -> Group | Refusal:
    if entry.last is None:
        return Refusal(NotLaid.NO_START)
    rank = rank_of(entry.last)
    left = tuple(card for card in ALL_CARDS if rank_of(card) == rank and card not in others and card not in entry.cards)
    return left or Refusal(NotLaid.NONE_LEFT, (entry.last,))


def why_not_laid(entry: HandEntry, cards: Group, others: Owners) -> Refusal | None:
    held = tuple(card for card in cards if card in others)
    if held:
        return Refusal(NotLaid.HELD_BY_ANOTHER, held, others[held[0]])
    laid = tuple(card for card in cards if card in entry.cards)
    return Refusal(NotLaid.LAID_ALREADY, laid) if laid else None


def lay_together(entry: HandEntry, start: Card, more: Group) -> HandEntry:
    """Lay cards as one meld with the start card, and with its meld if that is of the same suit or rank."""
    same = suit_of if suit_of(start) == suit_of(more[0]) else rank_of
    group = next(
        (group for group in entry.melds if start in group and all(same(card) == same(start) for card in group)),
        (start,),
    )
    without = closed(without_lone_cards(_moved_out(entry, group)))
    run = (*group, *more)
    return replace(
        without,
        melds=(*without.melds, run),
        stretches=(*without.stretches[:-1], Stretch(run, len(run))),
        next=Next.AUTO,
        last=run[-1],
    )


def lay_next(entry: HandEntry, next_place: Next) -> HandEntry:
    return replace(closed(entry), next=next_place, last=None)


def take_out(entry: HandEntry, cards: Iterable[Card], context: MeldContext) -> HandEntry:
    out = tuple(card for card in cards if card in entry.cards)
    if not out:
        return entry
    left = _moved_out(entry, out)
    for stretch in left.stretches:
        if stretch not in entry.stretches:
            left = _read(left, stretch, context)
    return replace(without_lone_cards(left), last=None)


def regroup(entry: HandEntry, cards: Iterable[Card], onto: MovedTo | Card) -> HandEntry:
    onto_group: Group = ()
    if not isinstance(onto, MovedTo):
        onto_group = next((group for group in entry.melds if onto in group), (onto,))
    moved = tuple(card for card in cards if card in entry.cards and card not in onto_group)
    if not moved:
        return entry
    next_place = Next.DEADWOOD if entry.next == Next.DEADWOOD else Next.NEW_MELD
    left = replace(by_hand(_moved_out(entry, moved), onto_group), next=next_place, last=None)
    if onto == MovedTo.DEADWOOD:
        left = without_lone_cards(left)
        return replace(left, deadwood=left.deadwood + moved)
    if onto_group not in entry.melds:
        return without_lone_cards(replace(_moved_out(left, onto_group), melds=(*left.melds, onto_group + moved)))
    place = entry.melds.index(onto_group)
    melds = (*left.melds[:place], onto_group + moved, *left.melds[place + 1 :])
    return without_lone_cards(replace(left, melds=melds))


def _moved_out(entry: HandEntry, cards: Collection[Card]) -> HandEntry:
    return replace(
        entry,
        melds=tuple(tuple(card for card in group if card not in cards) for group in entry.melds),
        deadwood=tuple(card for card in entry.deadwood if card not in cards),
        stretches=_without_empty(stretch.without(cards) for stretch in entry.stretches),
    )


def _without_empty(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Return the stretches that have cards, and the last one in any case, as the next card goes on with it."""
    kept = tuple(stretches)
    return (*(stretch for stretch in kept[:-1] if stretch.cards), *kept[-1:])


def without_lone_cards(entry: HandEntry) -> HandEntry:
    """Return a hand in which a meld of one card is deadwood, and one of none is gone."""
    lone = tuple(group[0] for group in entry.melds if len(group) == 1)
    settled = tuple(card for card in entry.deadwood if card not in entry.open.cards)
    unsettled = tuple(card for card in entry.deadwood if card in entry.open.cards)
    melds = tuple(group for group in entry.melds if len(group) > 1)
    return replace(entry, melds=melds, deadwood=settled + lone + unsettled)


def entered(
    melds: Iterable[Group], deadwood: Iterable[Card], before: HandEntry = EMPTY, *, put_down: Collection[Card] = ()
) -> HandEntry:
    """Return a hand that was given as a whole. All deadwood but what was `put_down` on purpose may be asked about."""
    written = HandEntry(
        melds=tuple(melds), deadwood=tuple(deadwood), next=Next.NEW_MELD, unsure=before.unsure, declined=before.declined
    )
    written = without_lone_cards(written)
    single = tuple(card for card in written.deadwood if card not in put_down)
    return closed(replace(written, stretches=(Stretch(single),)))
