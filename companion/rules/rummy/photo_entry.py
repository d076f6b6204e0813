"""Add the cards of a photo to a hand being entered, and name those that it left open.

Cards that lie together stay together, meld or not: what was laid is what scores (R.14). Where the picture shows no
groups, or melds that touch, its cards are read in their order as if they had been tapped. Nothing leaves the hand, and
nothing that a player moved is moved back.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.rules.cards import Card, suit_of
from companion.rules.rummy.entry import (
    HandEntry,
    Next,
    Owners,
    UnsureCard,
    by_hand,
    closed,
    is_meld,
    lay_beside_in_order,
    lay_in_order,
    without_lone_cards,
)
from companion.rules.rummy.melds import MeldContext
from companion.rules.rummy.partition import Group, Stretch

LEAST_GROUP = 3
"""Cards that are taken for a meld because they lie together."""
LONG_ROW = 2 * LEAST_GROUP
"""From this many cards on, a row that isn't a meld may be several that touch."""
MOST_DOUBTS = 8


@dataclass(frozen=True, slots=True)
class Seen:
    card: Card
    second: Card | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Added:
    entry: HandEntry
    held: Group
    nameless: int
    in_order: bool = False


def add_photo(
    before: HandEntry, groups: Sequence[Sequence[Seen]], context: MeldContext, others: Owners, *, loose: bool = False
) -> Added:
    """Return a hand with the cards of a photo, given in groups as they lie, as one step.

    Cards that lie alone or in twos are deadwood, unless the two are a meld. A card of a group of which others are in
    the hand already goes where they lie. `loose` lays all cards as deadwood.
    """
    sure = dict.fromkeys(seen.card for group in groups for seen in group if seen.sure)
    entry = replace(closed(before), last=None, next=_next(before))
    shows_groups = any(len(group) >= LEAST_GROUP for group in groups)
    if not shows_groups:
        groups = [[seen for group in groups for seen in group]]
    in_order = False
    for group in groups:
        cards = tuple(dict.fromkeys(seen.card for seen in group if seen.sure and seen.card not in others))
        if loose:
            entry = replace(entry, deadwood=entry.deadwood + _new(entry, cards))
        elif not shows_groups or (len(group) >= LONG_ROW and not is_meld(cards, context)):
            in_order = in_order or bool(_new(entry, cards))
            entry = _add_in_order(entry, cards, context)
        else:
            entry = _add_group(entry, cards, context, size=len(group))
    doubts, nameless = _doubts(before, groups, sure, others)
    asked = {guess for doubt in doubts for guess in doubt.guesses}
    kept = [doubt for doubt in before.unsure if asked.isdisjoint(doubt.guesses) and not _is_named(doubt, entry)]
    entry = without_lone_cards(replace(entry, unsure=(*kept, *doubts)[-MOST_DOUBTS:]))
    is_same = (entry.melds, entry.deadwood, entry.unsure) == (before.melds, before.deadwood, before.unsure)
    held = tuple(card for card in sure if card in others)
    return Added(before, held, nameless) if is_same else Added(entry, held, nameless, in_order)


def _add_in_order(entry: HandEntry, cards: Group, context: MeldContext) -> HandEntry:
    lying = tuple(card for card in cards if card not in entry.cards or card in entry.placed)
    return lay_in_order(entry, lying, context) if _new(entry, cards) else entry


def _next(entry: HandEntry) -> Next:
    return Next.DEADWOOD if entry.next == Next.DEADWOOD else Next.NEW_MELD


def _new(entry: HandEntry, cards: Group) -> Group:
    return tuple(card for card in cards if card not in entry.cards)


def _add_group(entry: HandEntry, cards: Group, context: MeldContext, *, size: int) -> HandEntry:
    new = _new(entry, cards)
    known = [card for card in cards if card not in new]
    if not new:
        return entry
    lies_together = size >= LEAST_GROUP or is_meld(cards, context)
    if lies_together and all(card in entry.deadwood and card in entry.fallen for card in known):
        deadwood = tuple(card for card in entry.deadwood if card not in known)
        together = replace(by_hand(entry, cards), melds=(*entry.melds, cards), deadwood=deadwood)
        return without_lone_cards(together)
    for card in new:
        mate = _nearest(cards.index(card), cards, entry)
        entry = _lay_beside(entry, card, mate)
    if size >= LEAST_GROUP:
        return entry
    apart = Stretch(tuple(card for card in new if card in entry.deadwood))
    return closed(replace(entry, stretches=(*entry.stretches[:-1], apart)))


def _nearest(place: int, cards: Group, entry: HandEntry) -> Card | None:
    laid = [card for card in (*reversed(cards[:place]), *cards[place + 1 :]) if card in entry.cards]
    return min(laid, key=lambda card: abs(cards.index(card) - place), default=None)


def _lay_beside(entry: HandEntry, card: Card, mate: Card | None) -> HandEntry:
    for place, group in enumerate(entry.melds):
        if mate in group:
            melds = (*entry.melds[:place], _inserted(group, card, group.index(mate)), *entry.melds[place + 1 :])
            return replace(by_hand(entry, group), melds=melds)
    return replace(entry, deadwood=(*entry.deadwood, card))


def _inserted(group: Group, card: Card, place: int) -> Group:
    downward = group[0] > group[-1]
    if suit_of(card) != suit_of(group[place]) or (card > group[place]) != downward:
        place += 1
    return (*group[:place], card, *group[place:])


def _doubts(
    before: HandEntry, groups: Sequence[Sequence[Seen]], sure: Collection[Card], others: Owners
) -> tuple[tuple[UnsureCard, ...], int]:
    """Return what the player is asked, and of how many cards not even that is known.

    What lies elsewhere in the photo or with another player is no guess. A card whose first guess is in the hand already
    is that one. One whose second guess is there may be either, and counts as not read.
    """
    doubts: dict[Card, UnsureCard] = {}
    nameless = 0
    for group in groups:
        cards = tuple(seen.card for seen in group)
        known = HandEntry(deadwood=tuple(seen.card for seen in group if seen.sure and seen.card not in others))
        for place, seen in enumerate(group):
            guesses = [guess for guess in (seen.card, seen.second) if guess is not None]
            left = [guess for guess in dict.fromkeys(guesses) if guess not in sure and guess not in others]
            if seen.sure or (left and left[0] in before.cards):
                continue
            in_hand = any(guess in before.cards for guess in left)
            if in_hand or not left or left[0] in doubts or len(doubts) == MOST_DOUBTS:
                nameless += 1
                continue
            doubts[left[0]] = UnsureCard(left[0], left[1] if len(left) > 1 else None, _nearest(place, cards, known))
    return tuple(doubts.values()), nameless


def _is_named(doubt: UnsureCard, entry: HandEntry) -> bool:
    return any(guess in entry.cards for guess in doubt.guesses)


def open_doubts(entry: HandEntry, others: Owners) -> tuple[UnsureCard, ...]:
    doubts = []
    for doubt in entry.unsure:
        left = tuple(guess for guess in doubt.guesses if guess not in others)
        if left and not _is_named(doubt, entry):
            doubts.append(replace(doubt, first=left[0], second=left[1] if len(left) > 1 else None))
    return tuple(doubts)


def name_doubt(entry: HandEntry, card: Card, other: Card | None, context: MeldContext) -> HandEntry:
    doubt = _find(entry, card, other)
    if doubt is None or card in entry.cards:
        return entry
    left = tuple(_without_guess(rest, card) for rest in entry.unsure if rest != doubt)
    named = replace(closed(entry), last=None, next=_next(entry), unsure=left)
    mate = doubt.beside
    if mate in entry.placed:
        return lay_beside_in_order(named, card, mate, context)
    has_more = any(rest.beside == mate for rest in left)
    if mate is not None and mate in entry.fallen and (has_more or is_meld((mate, card), context)):
        deadwood = tuple(rest for rest in named.deadwood if rest != mate)
        return replace(named, melds=(*named.melds, (mate, card)), deadwood=deadwood)
    return _lay_beside(named, card, mate)


def _without_guess(doubt: UnsureCard, card: Card) -> UnsureCard:
    other = [guess for guess in doubt.guesses if guess != card]
    return replace(doubt, first=other[0], second=None) if len(other) == 1 else doubt


def dismiss_doubt(entry: HandEntry, card: Card, other: Card | None) -> HandEntry:
    doubt = _find(entry, card, other)
    return replace(entry, unsure=tuple(rest for rest in entry.unsure if rest != doubt)) if doubt else entry


def _find(entry: HandEntry, card: Card, other: Card | None) -> UnsureCard | None:
    """Return the doubt between two cards; one of them may be with another player by now."""
    among = [doubt for doubt in entry.unsure if card in doubt.guesses]
    return next((doubt for doubt in among if other in doubt.guesses), among[0] if among else None)
