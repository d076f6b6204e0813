"""Entering a hand: cards form melds as they are tapped in, and can be regrouped.

Only cards entered one after the other are joined. Looking further would show layouts that nobody laid, and what was
laid is what scores (ruling 14).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from companion.rules.cards import ALL_CARDS, Card, rank_of, suit_of
from companion.rules.rummy.melds import Meld, MeldContext, classify

Group = tuple[Card, ...]
Owners = Mapping[Card, str]
"""Which cards other players hold, and who."""


class Next(StrEnum):
    """Where the next card goes: wherever it fits, into a new meld, or to the deadwood with all after it."""

    AUTO = "falls"
    NEW_MELD = "new-meld"
    DEADWOOD = "deadwood"


class Place(StrEnum):
    """Where cards can be moved, besides onto one of the melds."""

    NEW_MELD = "new-meld"
    DEADWOOD = "deadwood"
    OUT = "out"


class Reason(StrEnum):
    """Why nothing was laid."""

    HELD_BY_ANOTHER = "held-by-another"
    LAID_ALREADY = "laid-already"
    NO_START = "no-start"
    TWO_SUITS = "two-suits"
    NONE_LEFT = "none-left"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing was laid: why, because of which cards, and in whose hand those are."""

    reason: Reason
    cards: Group = ()
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card on the table that could not be read for sure, and what it may be."""

    first: Card
    second: Card | None = None
    """The second guess; None where it is ruled out."""
    beside: Card | None = None
    """A card of the same group that was read."""

    @property
    def guesses(self) -> Group:
        """Return what the card may be, the likelier guess first."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand as far as it has been entered."""

    melds: tuple[Group, ...] = ()
    deadwood: Group = ()
    unsettled: int = 0
    """How many of the last deadwood cards may still form a meld with the next card."""
    next: Next = Next.AUTO
    last: Card | None = None
    """The card laid last, from which a run or a rank can be laid."""
    before: "HandEntry | None" = field(default=None, compare=False, repr=False)
    """What undo returns to."""
    unsure: tuple[Doubt, ...] = ()
    """The cards of a photo that the player has still to name."""

    @property
    def cards(self) -> Group:
        """Return all cards of the hand, melds first."""
        return tuple(card for group in self.melds for card in group) + self.deadwood


EMPTY = HandEntry()


def lay(entry: HandEntry, card: Card, context: MeldContext, others: Owners) -> HandEntry | Refusal:
    """Lay the next card: onto the last meld, in a meld with the cards just before it, or to the deadwood.

    A card already in the hand stays where it is, so that a double tap does nothing.
    """
    if card in others:
        return Refusal(Reason.HELD_BY_ANOTHER, (card,), others[card])
    if card in entry.cards:
        return entry
    return replace(_placed(entry, card, context), last=card, before=entry)


def _placed(entry: HandEntry, card: Card, context: MeldContext) -> HandEntry:
    if entry.next == Next.DEADWOOD:
        return replace(entry, deadwood=(*entry.deadwood, card), unsettled=0)
    if entry.next == Next.AUTO and not entry.unsettled and entry.melds:
        longer = (*entry.melds[-1], card)
        if is_meld(longer, context):
            return replace(entry, melds=(*entry.melds[:-1], longer))
    settled = len(entry.deadwood) - entry.unsettled
    for start in range(settled, len(entry.deadwood)):
        group = (*entry.deadwood[start:], card)
        if is_meld(group, context):
            return replace(entry, melds=(*entry.melds, group), deadwood=entry.deadwood[:start], unsettled=0)
    return replace(entry, deadwood=(*entry.deadwood, card), unsettled=entry.unsettled + 1, next=Next.AUTO)


def is_meld(cards: Group, context: MeldContext) -> bool:
    """Return whether a group is a meld as far as the gems are known."""
    return isinstance(classify(cards, context), Meld)


def lay_run(entry: HandEntry, end: Card, others: Owners) -> HandEntry | Refusal:
    """Lay a whole run from the card laid last to this one, up or down."""
    start = entry.last
    if start is None:
        return Refusal(Reason.NO_START)
    if suit_of(start) != suit_of(end):
        return Refusal(Reason.TWO_SUITS, (start, end))
    step = 1 if end >= start else -1
    run = tuple(Card(card) for card in range(start, end + step, step))
    return _lay_together(entry, start, run[1:], others, {card for card in ALL_CARDS if suit_of(card) == suit_of(start)})


def lay_run_between(entry: HandEntry, start: Card, end: Card, others: Owners) -> HandEntry | Refusal:
    """Lay a whole new run at once, from its first card to its last."""
    if start in others:
        return Refusal(Reason.HELD_BY_ANOTHER, (start,), others[start])
    if start in entry.cards:
        return Refusal(Reason.LAID_ALREADY, (start,))
    laid = lay_run(replace(entry, last=start), end, others)
    return replace(laid, before=entry) if isinstance(laid, HandEntry) else laid


def lay_rank(entry: HandEntry, others: Owners) -> HandEntry | Refusal:
    """Lay all cards of the rank laid last that are in no hand yet."""
    start = entry.last
    if start is None:
        return Refusal(Reason.NO_START)
    of_rank = {card for card in ALL_CARDS if rank_of(card) == rank_of(start)}
    left = tuple(card for card in ALL_CARDS if card in of_rank and card not in others and card not in entry.cards)
    if not left:
        return Refusal(Reason.NONE_LEFT, (start,))
    return _lay_together(entry, start, left, others, of_rank)


def _lay_together(
    entry: HandEntry, start: Card, more: Group, others: Owners, of_kind: Collection[Card]
) -> HandEntry | Refusal:
    """Lay cards as one meld with the start card, and with its meld if that is of the same suit or rank."""
    held = tuple(card for card in more if card in others)
    if held:
        return Refusal(Reason.HELD_BY_ANOTHER, held, others[held[0]])
    laid = tuple(card for card in more if card in entry.cards)
    if laid:
        return Refusal(Reason.LAID_ALREADY, laid)
    group = next(
        (group for group in entry.melds if start in group and all(card in of_kind for card in group)), (start,)
    )
    without = _without(entry, group)
    together = replace(without, melds=(*without.melds, (*group, *more)), unsettled=0, next=Next.AUTO)
    return replace(together, last=together.melds[-1][-1], before=entry)


def new_meld(entry: HandEntry) -> HandEntry:
    """Make the next card start a new meld."""
    return replace(entry, unsettled=0, next=Next.NEW_MELD, last=None, before=entry)


def rest_is_deadwood(entry: HandEntry) -> HandEntry:
    """Make every card from now on deadwood."""
    return replace(entry, unsettled=0, next=Next.DEADWOOD, last=None, before=entry)


def meld_unsettled(entry: HandEntry) -> HandEntry:
    """Meld the unsettled cards: a stash whose gems the app doesn't know."""
    return regroup(entry, entry.deadwood[len(entry.deadwood) - entry.unsettled :], Place.NEW_MELD)


def regroup(entry: HandEntry, cards: Iterable[Card], onto: Place | int) -> HandEntry:
    """Move cards of this hand: into a new meld, onto another meld, to the deadwood, or out of the hand.

    If a meld is left with one card, that card becomes deadwood.
    """
    moved = tuple(card for card in cards if card in entry.cards)
    if not moved or (isinstance(onto, int) and not 0 <= onto < len(entry.melds)):
        return entry
    if onto == Place.OUT:
        return replace(_without(entry, moved), last=None, before=entry)
    next_place = Next.DEADWOOD if entry.next == Next.DEADWOOD else Next.NEW_MELD
    settled = replace(entry, unsettled=0, next=next_place, last=None, before=entry)
    if isinstance(onto, int):
        moved = tuple(card for card in moved if card not in entry.melds[onto])
        melds = tuple(tuple(card for card in group if card not in moved) for group in entry.melds)
        melds = (*melds[:onto], melds[onto] + moved, *melds[onto + 1 :])
        deadwood = tuple(card for card in entry.deadwood if card not in moved)
        return without_lone_cards(replace(settled, melds=melds, deadwood=deadwood))
    left = _without(settled, moved)
    if onto == Place.DEADWOOD:
        return replace(left, deadwood=left.deadwood + moved)
    return without_lone_cards(replace(left, melds=(*left.melds, moved)))


def _without(entry: HandEntry, cards: Collection[Card]) -> HandEntry:
    melds = tuple(tuple(card for card in group if card not in cards) for group in entry.melds)
    settled = len(entry.deadwood) - entry.unsettled
    unsettled = sum(card not in cards for card in entry.deadwood[settled:])
    deadwood = tuple(card for card in entry.deadwood if card not in cards)
    last_meld_is_gone = bool(melds) and len(melds[-1]) <= 1
    next_place = Next.NEW_MELD if last_meld_is_gone and entry.next == Next.AUTO else entry.next
    return without_lone_cards(replace(entry, melds=melds, deadwood=deadwood, unsettled=unsettled, next=next_place))


def without_lone_cards(entry: HandEntry) -> HandEntry:
    """Return a hand in which a meld of one card is deadwood."""
    lone = tuple(group[0] for group in entry.melds if len(group) == 1)
    settled = len(entry.deadwood) - entry.unsettled
    deadwood = entry.deadwood[:settled] + lone + entry.deadwood[settled:]
    return replace(entry, melds=tuple(group for group in entry.melds if len(group) > 1), deadwood=deadwood)


def lay_again(entry: HandEntry, earlier: MeldContext, context: MeldContext) -> HandEntry:
    """Return the hand as the same steps lay it with other dice, corrected after cards had been laid.

    Cards that were placed automatically are placed again. What a player grouped or moved stays, except that cards that
    are no longer Queen's Diamonds become deadwood. How the oldest known step came about isn't known: there a pair that
    has become Queen's Diamonds is joined.
    """
    steps = [entry]
    while steps[-1].before is not None:
        steps.append(steps[-1].before)
    steps.reverse()
    again = _start_again(steps[0], earlier, context)
    for before, step in pairwise(steps):
        again = _repeat_step(again, before, step, earlier, context)
        if again.next != step.next:
            again = replace(again, next=step.next, unsettled=0)
        if again.unsure != step.unsure:
            again = replace(again, unsure=step.unsure)
    return again


def _start_again(entry: HandEntry, earlier: MeldContext, context: MeldContext) -> HandEntry:
    melds, dissolved = _still_melds(entry.melds, earlier, context)
    deadwood = entry.deadwood + dissolved
    place = 0
    while place < len(deadwood) - 1:
        pair = deadwood[place : place + 2]
        if is_meld(pair, context) and not is_meld(pair, earlier):
            melds, deadwood = (*melds, pair), deadwood[:place] + deadwood[place + 2 :]
        else:
            place += 1
    return entry if melds == entry.melds else replace(entry, melds=melds, deadwood=deadwood, unsettled=0)


def _still_melds(
    groups: tuple[Group, ...], earlier: MeldContext, context: MeldContext
) -> tuple[tuple[Group, ...], Group]:
    """Return the groups that didn't stop being melds, and the cards of those that did."""
    dissolved = tuple(group for group in groups if is_meld(group, earlier) and not is_meld(group, context))
    return tuple(group for group in groups if group not in dissolved), tuple(
        card for group in dissolved for card in group
    )


def _repeat_step(
    again: HandEntry, before: HandEntry, step: HandEntry, earlier: MeldContext, context: MeldContext
) -> HandEntry:
    card = step.last
    if card is not None and card not in before.cards and _is_same_layout(_placed(before, card, earlier), step):
        return replace(_placed(again, card, context), last=card, before=again)
    put, dissolved = _still_melds(tuple(group for group in step.melds if group not in before.melds), earlier, context)
    if not dissolved and _is_same_layout(again, before):
        return replace(step, before=again)
    down = tuple(card for card in step.deadwood if card not in before.deadwood) + dissolved
    out = tuple(card for card in before.cards if card not in step.cards)
    touched = {card for group in (*put, down, out) for card in group}
    melds = tuple(tuple(card for card in group if card not in touched) for group in again.melds)
    deadwood = tuple(card for card in again.deadwood if card not in touched)
    moved = HandEntry((*(group for group in melds if group), *put), deadwood + down, 0, step.next, step.last, again)
    return without_lone_cards(moved)


def _is_same_layout(entry: HandEntry, other: HandEntry) -> bool:
    return (entry.melds, entry.deadwood) == (other.melds, other.deadwood)


def undo(entry: HandEntry) -> HandEntry:
    """Return the entry before the last step."""
    return entry.before or entry


def entered(melds: Iterable[Group], deadwood: Iterable[Card], before: HandEntry | None = None) -> HandEntry:
    """Return a hand that was given as a whole; a meld of one card is deadwood."""
    unsure = before.unsure if before else ()
    written = HandEntry(tuple(melds), tuple(deadwood), next=Next.NEW_MELD, before=before, unsure=unsure)
    return without_lone_cards(written)
