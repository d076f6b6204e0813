"""Ask about a layout what the order of taps leaves open: deadwood that lies apart but belongs together, equal readings.

Only what the app placed is asked about. What a player grouped, or put to the deadwood, lies as the player wants it: to
ask about that would be a hint (ruling 14).
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import Card, hand_of
from companion.rules.rummy.entry import HandEntry, Offer, is_meld
from companion.rules.rummy.melds import Meld, MeldContext, MeldKind, classify, extends, may_be_stash, melds_of
from companion.rules.rummy.partition import Group, Stretch
from companion.rules.rummy.solver import LEAST_STASH, best_layouts

MOST_DECLINED = 40


def open_offers(entry: HandEntry, context: MeldContext) -> tuple[Offer, ...]:
    """Return what the player is asked: melds among the deadwood, cards that fit a meld, and possible stashes.

    An offer stands until it is answered or a card of it lies elsewhere.
    """
    return tuple(offer for offer in _offers(entry, context) if offer not in entry.declined)


def _offers(entry: HandEntry, context: MeldContext) -> Iterator[Offer]:
    apart = tuple(card for card in entry.placed if card in entry.deadwood)
    offered: set[Card] = set()
    for meld in melds_of(best_layouts(hand_of(apart), context.meld_rules)[0]):
        yield Offer(tuple(card for card in apart if card in meld.cards), meld.kind)
        offered.update(meld.cards)
    for card in apart:
        fits = _meld_to_extend(entry, card, context)
        if fits is not None and card not in offered:
            yield Offer((card,), fits.kind, extends=True)
    for stretch in entry.stretches:
        yield from _possible_stashes(entry, stretch, context)


def _meld_to_extend(entry: HandEntry, card: Card, context: MeldContext) -> Meld | None:
    melds = [meld for group in entry.melds if isinstance(meld := classify(group, context), Meld)]
    return next((meld for meld in melds if extends(meld, card, context)), None)


def _possible_stashes(entry: HandEntry, stretch: Stretch, context: MeldContext) -> Iterator[Offer]:
    """Yield the first cards of a row of deadwood that may be a stash of unknown gems, and what may lengthen one."""
    windows = (stretch.cards[start : start + LEAST_STASH] for start in range(len(stretch.cards)))
    offers = [Offer(cards, MeldKind.STASH) for cards in windows if _is_unknown_stash(entry, cards, context)]
    yield from [offer for offer in offers if offer not in entry.declined][:1]
    before, after = stretch.cards[: stretch.together], stretch.cards[stretch.together : stretch.together + 1]
    lies_beside = before in entry.melds and not is_meld(before, context)
    if lies_beside and set(after) & set(entry.deadwood) and may_be_stash(before + after, context):
        yield Offer(after, MeldKind.STASH, extends=True)


def _is_unknown_stash(entry: HandEntry, cards: Group, context: MeldContext) -> bool:
    return set(cards) <= set(entry.deadwood) and may_be_stash(cards, context)


def accept(entry: HandEntry, offer: Offer, context: MeldContext) -> HandEntry:
    """Lay the cards of an offer as they were offered. What is tapped next goes on from the cards tapped last."""
    if not set(offer.cards) <= set(entry.deadwood):
        return entry
    if offer.extends:
        return _lay_onto(entry, offer, context)
    stretches: list[Stretch] = []
    for stretch in entry.stretches:
        if offer.cards[-1] not in stretch.cards:
            stretches.append(stretch.without(offer.cards))
            continue
        end = stretch.cards.index(offer.cards[-1])
        before = Stretch(stretch.cards[:end], stretch.together).without(offer.cards)
        tail = stretch.cards[end + 1 :]
        stretches += [before, Stretch((*offer.cards, *tail), len(offer.cards))]
    return replace(
        entry,
        melds=(*entry.melds, offer.cards),
        deadwood=tuple(card for card in entry.deadwood if card not in offer.cards),
        stretches=tuple(stretches),
        last=None,
        before=entry,
    )


def _lay_onto(entry: HandEntry, offer: Offer, context: MeldContext) -> HandEntry:
    groups = [group for group in entry.melds if _fits(group, offer, context)]
    if not groups:
        return entry
    group = groups[0]
    place = entry.melds.index(group)
    longer = (*group, *offer.cards)
    is_unknown = not is_meld(longer, context)
    return replace(
        entry,
        melds=(*entry.melds[:place], longer, *entry.melds[place + 1 :]),
        deadwood=tuple(card for card in entry.deadwood if card not in offer.cards),
        stretches=tuple(
            replace(stretch, together=len(longer))
            if is_unknown and stretch.cards[: len(longer)] == longer
            else stretch.without(longer)
            for stretch in entry.stretches
        ),
        last=None,
        before=entry,
    )


def _fits(group: Group, offer: Offer, context: MeldContext) -> bool:
    meld = classify(group, context)
    if isinstance(meld, Meld):
        return meld.kind == offer.kind and extends(meld, offer.cards[0], context)
    return offer.kind == MeldKind.STASH and may_be_stash((*group, *offer.cards), context)


def decline(entry: HandEntry, offer: Offer) -> HandEntry:
    """Note that cards don't lie as they were offered."""
    return replace(entry, declined=(*entry.declined, offer)[-MOST_DECLINED:], before=entry)
