"""Which hands lie face down for a phone, what it may know of them, and which cards lie in two hands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.documents.showdown_draft import NOT_BEGUN, EnteredHand, HandDraft
from companion.rules.cards import Card
from companion.store import drafts
from companion.store.drafts import Draft
from companion.store.people.members import Member


def face_down_seats(stored: Mapping[int, Draft], seats: int, member: Member) -> frozenset[int]:
    """Return the hands that a phone may not see: entered on another phone, as long as not all are in.

    Its own player's hand is among them as soon as another phone has taken it over.
    """
    visible = drafts.visible_to(stored, member.device, seats)
    hidden = {seat: draft for seat, draft in stored.items() if seat not in visible and seat in range(seats)}
    return frozenset(seat for seat, draft in hidden.items() if draft.ready or seat == member.seat or _is_touched(draft))


def on_other_phones(stored: Mapping[int, Draft], seats: int, device: int) -> frozenset[int]:
    return frozenset(seat for seat in range(seats) if drafts.is_on_another_phone(stored[seat], device))


def hidden_hand(draft: Draft) -> EnteredHand:
    """Return a hand that lies face down, without its taps: laying them would tell other phones how many there were."""
    if not draft.ready:
        return NOT_BEGUN
    content = draft.read(HandDraft)
    return replace(content.hand, taps=(content.lies,)) if content.lies else content.hand


def _is_touched(draft: Draft) -> bool:
    # A hand whose cards were all taken out again still has the taps that lead back to them.
    return draft.read(HandDraft).hand != NOT_BEGUN


def doubled_cards(players: Sequence[str], hands: Sequence[EnteredHand]) -> dict[int, tuple[Card, str]]:
    """Return by seat a card of a hand that lies in another one too, and whose that is."""
    held_by: dict[Card, list[int]] = {}
    for seat, hand in enumerate(hands):
        for card in dict.fromkeys(hand.cards):
            held_by.setdefault(card, []).append(seat)
    doubled: dict[int, tuple[Card, str]] = {}
    for card, seats in held_by.items():
        for seat in seats if len(seats) > 1 else ():
            doubled.setdefault(seat, (card, next(players[other] for other in seats if other != seat)))
    return doubled
