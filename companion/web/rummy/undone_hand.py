"""A recorded hand that is undone becomes the draft of the next hand, as it was entered; redone, that draft goes."""

from collections.abc import Mapping
from typing import Any

from werkzeug.exceptions import UnprocessableEntity

from companion.documents.hand_draft import NOT_BEGUN
from companion.documents.showdown_draft import (
    ChangedHand,
    HandDraft,
    entered_again,
    read_hand_draft,
    write_hand_draft,
    write_shared,
)
from companion.journal.events import HandRecorded
from companion.journal.state import GameState, PlayedHand
from companion.store import drafts
from companion.store.drafts import SHARED, Draft
from companion.store.people import members
from companion.store.people.members import Member
from companion.web.security import access
from companion.wording.showdown import NEXT_HAND_BEGUN

_RESTORED = "restored"
"""Key of the shared draft of a hand that was undone."""


def may_replace(stored: Mapping[int, Draft]) -> bool:
    """Return whether undo and redo may replace these drafts: they hold no cards yet, or nothing but what was undone."""
    shared = stored.get(SHARED)
    if shared is not None and shared.body.get(_RESTORED) and all(draft.version == 1 for draft in stored.values()):
        return True
    hands = (read_hand_draft(draft.body).hand for seat, draft in stored.items() if seat != SHARED)
    return (shared is None or shared.body.get("knocker") is None) and all(hand == NOT_BEGUN for hand in hands)


def replace_draft(member: Member, state: GameState, undone: PlayedHand | None) -> None:
    """Make an undone hand the draft of the next one, or discard that draft where the hand was redone.

    Called in the transaction that undoes or redoes the recording. It is refused if somebody has begun the next hand.
    """
    store, game, number = access.store(), member.game, state.next_hand
    if not may_replace(drafts.drafts(store, game, number)):
        raise UnprocessableEntity(NEXT_HAND_BEGUN)
    drafts.discard(store, game, number)
    if undone is None:
        return
    shared, hands = entered_again(undone.document, state.players)
    body = {**write_shared(shared), _RESTORED: True}
    drafts.save(store, game, number, SHARED, body, seen=0, device=member.device)
    # Each hand is its player's phone's again: the others' changes to it are named, as after it was turned up.
    phones, notes = members.phones_on_seats(store, game), _changed_hands(state, undone)
    for seat, hand in enumerate(hands if shared.knocker is not None else ()):
        draft = write_hand_draft(HandDraft(hand, shared.dice, changed=notes.get(seat)))
        device = phones.get(seat, member.device)
        drafts.save(store, game, number, seat, draft, seen=0, ready=True, device=device)


def _changed_hands(state: GameState, undone: PlayedHand) -> dict[int, ChangedHand]:
    """Return by seat which hands had been changed after they were turned up, although players were renamed since."""
    recorded = next(change.event for change in undone.history if isinstance(change.event, HandRecorded))
    before: Any = recorded.document.get("players", ())
    now: Any = undone.document.get("players", ())
    seats = {was["name"]: state.players.index(player["name"]) for was, player in zip(before, now, strict=True)}
    changes: tuple[Mapping[str, Any], ...] = recorded.changed
    return {seats[change["player"]]: ChangedHand(change["before"], tuple(change["by"])) for change in changes}
