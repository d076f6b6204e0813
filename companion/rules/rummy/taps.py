"""What a player does to a hand being entered, one tap after the other, and how the cards lie then.

A hand is kept as the list of its taps. It is laid again with the dice that are known by now, so cards that fell while
other dice were entered lie as if the right ones had been there from the beginning. What a player grouped or moved
stays, but for Queen's Diamonds that are none any more.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from companion.rules.cards import Card
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    Offer,
    closed,
    entered,
    is_meld,
    lay,
    lay_in_order,
    lay_next,
    lay_together,
    regroup,
    take_out,
)
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.offers import accept, choose, decline
from companion.rules.rummy.partition import Group, Reading
from companion.rules.rummy.photo_entry import Seen, add_photo, dismiss_doubt, name_doubt

TAPS_KEPT = 60
"""How many taps can be undone: more than the longest hand has cards. What older ones laid is kept as one."""


@dataclass(frozen=True, slots=True)
class Laid:
    card: Card

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        return lay(entry, self.card, context)


@dataclass(frozen=True, slots=True)
class LaidTogether:
    start: Card
    more: Group

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        return lay_together(entry, self.start, self.more)


@dataclass(frozen=True, slots=True)
class Aimed:
    next: Next

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        return lay_next(entry, self.next)


@dataclass(frozen=True, slots=True)
class TakenOut:
    cards: Group

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        return take_out(entry, self.cards, context)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByHand:
    """Cards that a player grouped, while the dice named this diamond."""

    diamond: Card | None = None


@dataclass(frozen=True, slots=True)
class Moved(_ByHand):
    cards: Group
    to: MovedTo | None
    onto: Card | None = None

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        onto = self.onto if self.to is None else self.to
        return entry if onto is None else regroup(entry, self.cards, onto)


@dataclass(frozen=True, slots=True)
class Answered:
    offer: Offer
    yes: bool

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        return accept(entry, self.offer, context) if self.yes else decline(entry, self.offer)


@dataclass(frozen=True, slots=True)
class Chosen(_ByHand):
    reading: Reading

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        return choose(entry, self.reading)


@dataclass(frozen=True, slots=True)
class Photographed:
    groups: tuple[tuple[Seen, ...], ...]
    held: Group = ()
    instead: bool = False

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        return add_photo(EMPTY if self.instead else entry, self.groups, context, dict.fromkeys(self.held, "")).entry


@dataclass(frozen=True, slots=True)
class Named:
    card: Card
    other: Card | None

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        return name_doubt(entry, self.card, self.other, context)


@dataclass(frozen=True, slots=True)
class Dismissed:
    card: Card
    other: Card | None

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        return dismiss_doubt(entry, self.card, self.other)


@dataclass(frozen=True, slots=True)
class Written(_ByHand):
    """The whole hand, typed or laid out by the app; in the order of its cards where it has no groups."""

    melds: tuple[Group, ...]
    deadwood: Group
    put_down: Group = ()
    """Deadwood that isn't asked about."""
    in_order: bool = False

    def on(self, entry: HandEntry, context: MeldContext) -> HandEntry:
        if self.in_order:
            return lay_in_order(entry, self.deadwood, context)
        return entered(self.melds, self.deadwood, entry, put_down=self.put_down)


@dataclass(frozen=True, slots=True)
class Settled:
    """The cards stay as they lie: the hand is in, or goes on another way. Undo goes on to the tap before."""

    next: Next | None = None

    def on(self, entry: HandEntry, _context: MeldContext) -> HandEntry:
        if self.next is None:
            return replace(entry, unsure=())
        return replace(closed(entry), next=self.next)


@dataclass(frozen=True, slots=True)
class Begun(_ByHand):
    entry: HandEntry

    def on(self, _entry: HandEntry, context: MeldContext) -> HandEntry:
        return self.entry if self.diamond == context.diamond else _joined(self.entry, self.diamond, context)


Tap: TypeAlias = (
    Laid
    | LaidTogether
    | Aimed
    | TakenOut
    | Moved
    | Answered
    | Chosen
    | Photographed
    | Named
    | Dismissed
    | Written
    | Settled
    | Begun
)


@lru_cache(maxsize=1024)
def laid_by(taps: tuple[Tap, ...], context: MeldContext) -> HandEntry:
    return after(laid_by(taps[:-1], context), taps[-1], context) if taps else EMPTY


def after(entry: HandEntry, tap: Tap, context: MeldContext) -> HandEntry:
    laid = tap.on(entry, context)
    if isinstance(tap, Begun):
        return laid
    if isinstance(tap, _ByHand) and tap.diamond != context.diamond:
        laid = _without_former_melds(laid, tap.diamond, context)
    came = () if entry.next == Next.DEADWOOD else tuple(card for card in laid.deadwood if card not in entry.cards)
    return replace(laid, fallen=(*(card for card in entry.fallen if card in laid.deadwood), *came))


def with_tap(taps: tuple[Tap, ...], tap: Tap, context: MeldContext) -> tuple[Tap, ...]:
    if len(taps) < TAPS_KEPT:
        return (*taps, tap)
    return (Begun(laid_by(taps[:2], context), diamond=context.diamond), *taps[2:], tap)


def without_last(taps: tuple[Tap, ...]) -> tuple[Tap, ...]:
    while taps and isinstance(taps[-1], Settled):
        taps = taps[:-1]
    return taps if not taps or isinstance(taps[-1], Begun) else taps[:-1]


def _without_former_melds(entry: HandEntry, diamond: Card | None, context: MeldContext) -> HandEntry:
    """Return the hand with what was a meld by another diamond, and is none now, as deadwood."""
    earlier = replace(context, diamond=diamond)
    former = [group for group in entry.melds if is_meld(group, earlier) and not is_meld(group, context)]
    if not former:
        return entry
    melds = tuple(group for group in entry.melds if group not in former)
    return replace(entry, melds=melds, deadwood=(*entry.deadwood, *(card for group in former for card in group)))


def _joined(entry: HandEntry, diamond: Card | None, context: MeldContext) -> HandEntry:
    """Return a hand of which the taps aren't known, its Queen's Diamonds parted or joined as the dice are now."""
    parted = _without_former_melds(entry, diamond, context)
    melds, deadwood, place = parted.melds, parted.deadwood, 0
    earlier = replace(context, diamond=diamond)
    while place < len(deadwood) - 1:
        pair = deadwood[place : place + 2]
        if is_meld(pair, context) and not is_meld(pair, earlier):
            melds, deadwood = (*melds, pair), deadwood[:place] + deadwood[place + 2 :]
        else:
            place += 1
    if melds == entry.melds:
        return entry
    fallen = tuple(card for card in parted.fallen if card in deadwood)
    return replace(parted, melds=melds, deadwood=deadwood, stretches=(), fallen=fallen)
