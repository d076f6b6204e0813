"""Ask about a layout what the order of taps leaves open: deadwood that lies apart but belongs together, equal readings.

Only what the app placed is asked about. What a player grouped, or put to the deadwood, lies as the player wants it: to
ask about that would be a hint (R.14).
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.cards import Card, Hand
from companion.rules.rummy.entry import HandEntry, Offer, by_hand, is_meld, without_lone_cards
from companion.rules.rummy.melds import Meld, MeldContext, MeldKind, classify, extends, may_be_stash, melds_of
from companion.rules.rummy.partition import Group, Reading, Stretch, equal_readings
from companion.rules.rummy.solver import LEAST_STASH, TooManyLayoutsError, best_layouts

MOST_DECLINED = 40


def open_offers(entry: HandEntry, context: MeldContext) -> tuple[Offer, ...]:
    """Return what the player is asked; an offer stands until it is answered or a card of it lies elsewhere."""
    return tuple(offer for offer in _offers(entry, context) if offer not in entry.declined)


def _offers(entry: HandEntry, context: MeldContext) -> Iterator[Offer]:
    apart = tuple(card for card in entry.placed if card in entry.deadwood)
    offered: set[Card] = set()
    for meld in _melds_of(apart, context):
        yield Offer(tuple(card for card in apart if card in meld.cards), meld.kind)
        offered.update(meld.cards)
    judged = [classify(group, context) for group in entry.melds]
    lying = [group for group in judged if isinstance(group, Meld)]
    for card in apart:
        fits = next((meld for meld in lying if extends(meld, card, context)), None)
        if fits is not None and card not in offered:
            yield Offer((card,), fits.kind, extends=True)
    for stretch in entry.stretches:
        yield from _possible_stashes(entry, stretch, context)


def _melds_of(apart: Group, context: MeldContext) -> tuple[Meld, ...]:
    """Return what cards that lie apart could meld; nothing of so many that the search would take too long."""
    try:
        return melds_of(best_layouts(Hand.of(apart).bits, context.meld_rules)[0])
    except TooManyLayoutsError:
        return ()


def _possible_stashes(entry: HandEntry, stretch: Stretch, context: MeldContext) -> Iterator[Offer]:
    windows = (stretch.cards[start : start + LEAST_STASH] for start in range(len(stretch.cards)))
    offers = [Offer(cards, MeldKind.STASH) for cards in windows if _is_unknown_stash(entry, cards, context)]
    yield from [offer for offer in offers if offer not in entry.declined][:1]
    before, after = stretch.cards[: stretch.together], stretch.cards[stretch.together : stretch.together + 1]
    lies_beside = before in entry.melds and not is_meld(before, context)
    if lies_beside and set(after) & set(entry.deadwood) and may_be_stash(before + after, context):
        yield Offer(after, MeldKind.STASH, extends=True)


def _is_unknown_stash(entry: HandEntry, cards: Group, context: MeldContext) -> bool:
    return set(cards) <= set(entry.deadwood) and may_be_stash(cards, context)


def stash_that_allows(entry: HandEntry, limit: int, context: MeldContext) -> Offer | None:
    """Return the shortest row of deadwood that may be a stash of unknown gems and leaves no more than a limit.

    If the player said that some cards aren't a stash, a longer row with them isn't one either.
    """
    points = Hand.of(entry.deadwood).points
    rows = (
        stretch.cards[start : start + length]
        for length in range(LEAST_STASH, max((len(stretch.cards) for stretch in entry.stretches), default=0) + 1)
        for stretch in entry.stretches
        for start in range(len(stretch.cards) - length + 1)
    )
    declined = [set(offer.cards) for offer in entry.declined if offer.kind == MeldKind.STASH and not offer.extends]
    possible = (cards for cards in rows if points - Hand.of(cards).points <= limit)
    open_rows = (cards for cards in possible if not any(stash.issubset(cards) for stash in declined))
    cards = next((cards for cards in open_rows if _is_unknown_stash(entry, cards, context)), None)
    return None if cards is None else Offer(cards, MeldKind.STASH)


def may_be_offered(entry: HandEntry, offer: Offer, context: MeldContext) -> bool:
    is_stash = offer.kind == MeldKind.STASH and not offer.extends and set(offer.cards) <= set(entry.placed)
    return is_stash and _is_unknown_stash(entry, offer.cards, context)


def accept(entry: HandEntry, offer: Offer, context: MeldContext) -> HandEntry:
    if not set(offer.cards) <= set(entry.deadwood):
        return entry
    if not offer.extends and not (is_meld(offer.cards, context) or may_be_stash(offer.cards, context)):
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
    )


def _lay_onto(entry: HandEntry, offer: Offer, context: MeldContext) -> HandEntry:
    group = next((group for group in entry.melds if _fits(group, offer, context)), None)
    if group is None:
        return entry
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
    )


def _fits(group: Group, offer: Offer, context: MeldContext) -> bool:
    meld = classify(group, context)
    if isinstance(meld, Meld):
        return meld.kind == offer.kind and extends(meld, offer.cards[0], context)
    return offer.kind == MeldKind.STASH and may_be_stash((*group, *offer.cards), context)


def decline(entry: HandEntry, offer: Offer) -> HandEntry:
    return replace(entry, declined=(*entry.declined, offer)[-MOST_DECLINED:])


def may_lie_better(entry: HandEntry, context: MeldContext) -> bool:
    answered = {card for offer in entry.declined if offer.kind != MeldKind.STASH for card in offer.cards}
    by_app = [card for stretch in entry.stretches for card in stretch.cards[stretch.together :] if card not in answered]
    deadwood = Hand.of(card for card in by_app if card in entry.deadwood)
    return best_layouts(Hand.of(by_app).bits, context.meld_rules)[0].points < deadwood.points


def readings_to_choose(
    entry: HandEntry, context: MeldContext, *, takes_lay_offs: bool, lays_off: bool
) -> tuple[Reading, ...]:
    """Return ways in which cards may lie that have the same deadwood points, but let others lay off other cards."""
    for stretch in entry.stretches:
        melds = tuple(group for group in entry.melds if set(group) <= set(stretch.cards))
        shown = Reading(melds, tuple(card for card in stretch.cards if card in entry.deadwood))
        readings = equal_readings(stretch, shown, context, takes_lay_offs=takes_lay_offs, lays_off=lays_off)
        if len(readings) > 1:
            return readings
    return ()


def choose(entry: HandEntry, reading: Reading) -> HandEntry:
    """Lay cards as a reading has them. Its groups lie apart from then on, whatever is tapped next."""
    cards = {card for group in (*reading.melds, reading.deadwood) for card in group}
    rest = by_hand(entry, cards)
    melds = tuple(tuple(card for card in group if card not in cards) for group in entry.melds)
    deadwood = tuple(card for card in entry.deadwood if card not in cards)
    chosen = replace(rest, melds=(*melds, *reading.melds), deadwood=deadwood + reading.deadwood, last=None)
    return without_lone_cards(chosen)
