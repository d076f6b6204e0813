"""The hand that comes next: who is led to it, and what undo and redo do with what is entered of it."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from flask import url_for
from werkzeug.exceptions import UnprocessableEntity

from companion.documents.showdown_draft import NOT_BEGUN, HandDraft, SharedState, entered_again, to_store
from companion.journal.events.hands import HandRecorded
from companion.journal.state import GameState, PlayedHand
from companion.store import drafts
from companion.store.derived.table_cache import TableSummary
from companion.store.drafts import SHARED, Draft
from companion.store.people import members
from companion.store.people.members import Member
from companion.web.current_store import current_store
from companion.wording.game import KNOCKED
from companion.wording.showdown import NEXT_HAND_BEGUN


def drafts_of(game: str, table: TableSummary) -> dict[int, Draft]:
    return drafts.drafts(current_store(), game, table.next_hand)


def turned_up_for(game: str, table: TableSummary) -> SharedState:
    """Return the dice, the upcard and the Knocker of the coming hand, as far as they are known."""
    return drafts.shared(drafts_of(game, table), SharedState)


def progress_words(table: TableSummary, knocker: int | None) -> str:
    """Return who knocked in the hand that is being played; empty until it was entered."""
    return "" if knocker is None else KNOCKED.format(name=table.players[knocker])


def goes_on(game: str, table: TableSummary) -> tuple[str, str]:
    """Return the address of the hand half entered, and who knocked in it; the table's where no showdown has begun."""
    words = progress_words(table, turned_up_for(game, table).knocker)
    address = url_for("table.table", game=game)
    return (f"{address}/showdown?on=1", words) if words else (address, "")


class NextStep(Enum):
    """What the player of a phone does next while another phone is ahead: the phone goes there by itself."""

    ENTER_OWN_HAND = "enter own hand"
    WATCH = "watch"


def next_step(member: Member, stored: Mapping[int, Draft]) -> NextStep | None:
    """Return what a phone is led to once somebody knocked, given the next hand's drafts."""
    if drafts.shared(stored, SharedState).knocker is None:
        return None
    if not member.may_play:
        return NextStep.WATCH
    if member.seat is None:
        return None
    phones = members.phones_on_seats(current_store(), member.game)
    if all(device == member.device for device in phones.values()):
        return None
    own = stored.get(member.seat)
    return NextStep.ENTER_OWN_HAND if own is None or not own.ready else None


def may_replace(stored: Mapping[int, Draft]) -> bool:
    """Return whether undo and redo may replace these drafts: they hold no cards yet, or nothing but what was undone."""
    shared = drafts.shared(stored, SharedState)
    if shared.restored and all(draft.version == 1 for draft in stored.values()):
        return True
    hands = (draft.read(HandDraft).hand for seat, draft in stored.items() if seat != SHARED)
    return shared.knocker is None and all(hand == NOT_BEGUN for hand in hands)


def replace_draft(member: Member, state: GameState, undone: PlayedHand | None) -> None:
    """Make an undone hand the draft of the next one as it was entered, or discard that where the hand was redone.

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
    recorded = next(change.event for change in undone.history if isinstance(change.event, HandRecorded))
    # Each hand is its player's phone's again: the others' changes to it are named, as after it was turned up.
    phones, notes = members.phones_on_seats(store, game), {change.seat: change for change in recorded.changed}
    for seat, hand in enumerate(hands if shared.knocker is not None else ()):
        draft = HandDraft(to_store(hand), changed=notes.get(seat))
        device = phones.get(seat, member.device)
        drafts.save(store, game, number, seat, draft, seen=0, ready=True, device=device)
