"""A recorded hand that is undone becomes the draft of the next hand, as it was entered; redone, that draft goes."""

from collections.abc import Mapping
from dataclasses import replace

from werkzeug.exceptions import UnprocessableEntity

from companion.documents.game import HandChange
from companion.documents.showdown_draft import (
    NOT_BEGUN,
    HandDraft,
    SharedState,
    entered_again,
    to_store,
)
from companion.journal.events.hands import HandRecorded
from companion.journal.state import GameState, PlayedHand
from companion.store import drafts
from companion.store.drafts import SHARED, Draft
from companion.store.people import members
from companion.store.people.members import Member
from companion.web.current_store import current_store
from companion.wording.showdown import NEXT_HAND_BEGUN


def may_replace(stored: Mapping[int, Draft]) -> bool:
    """Return whether undo and redo may replace these drafts: they hold no cards yet, or nothing but what was undone."""
    shared = drafts.shared(stored, SharedState)
    if shared.restored and all(draft.version == 1 for draft in stored.values()):
        return True
    hands = (draft.read(HandDraft).hand for seat, draft in stored.items() if seat != SHARED)
    return shared.knocker is None and all(hand == NOT_BEGUN for hand in hands)


def replace_draft(member: Member, state: GameState, undone: PlayedHand | None) -> None:
    """Make an undone hand the draft of the next one, or discard that draft where the hand was redone.

    Called in the transaction that undoes or redoes the recording. It is refused if somebody has begun the next hand.
    """
    store, game, number = current_store(), member.game, state.next_hand
    if not may_replace(drafts.drafts(store, game, number)):
        raise UnprocessableEntity(NEXT_HAND_BEGUN)
    drafts.discard(store, game, number)
    if undone is None:
        return
    shared, hands = entered_again(undone.recorded, len(state.players))
    drafts.save(store, game, number, SHARED, replace(shared, restored=True), seen=0, device=member.device)
    # Each hand is its player's phone's again: the others' changes to it are named, as after it was turned up.
    phones, notes = members.phones_on_seats(store, game), _changed_hands(undone)
    for seat, hand in enumerate(hands if shared.knocker is not None else ()):
        draft = HandDraft(to_store(hand), changed=notes.get(seat))
        device = phones.get(seat, member.device)
        drafts.save(store, game, number, seat, draft, seen=0, ready=True, device=device)


def _changed_hands(undone: PlayedHand) -> dict[int, HandChange]:
    """Return by seat which hands had been changed after they were turned up."""
    recorded = next(change.event for change in undone.history if isinstance(change.event, HandRecorded))
    return {change.seat: change for change in recorded.changed}
