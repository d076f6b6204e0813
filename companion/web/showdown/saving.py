"""Saving a showdown draft over what other phones save at the same time, with a note of who changed turned-up hands."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from flask import abort

from companion.documents.game import HandChange
from companion.documents.showdown_draft import BATCHES_KEPT, EnteredHand, HandDraft, SharedState, laid_out, to_store
from companion.rules.rummy.taps import Begun
from companion.store import drafts
from companion.store.drafts import SHARED, Draft, NewDraft
from companion.web.current_store import current_store
from companion.web.security.membership import author_of
from companion.web.showdown.baseline import deck_known
from companion.web.showdown.draft import ShowdownDraft


def save_hand(
    draft: ShowdownDraft,
    seat: int,
    change: Callable[[EnteredHand], EnteredHand],
    *,
    ready: bool | None = None,
    batch: str = "",
) -> ShowdownDraft:
    """Change a hand, over whatever other phones have saved, and return the showdown with it; never a face-down hand.

    By default a hand that is in stays in as long as it is complete, no photo leaves another card open, and no card of
    it lies in another hand. When all are turned up it stays in anyway, and it is noted who changed it. A batch of taps
    with an id changes a hand once, however often it is sent.
    """

    def changed(draft: ShowdownDraft) -> NewDraft | None:
        require_face_up(draft, seat)
        stored = _hand_draft(draft, seat)
        if batch and batch in stored.batches:
            return None
        before = draft.hands[seat]
        hand = change(before)
        has_new_doubt = not {*hand.entry.unsure} <= {*before.entry.unsure}
        if has_new_doubt or hand.as_input() != before.as_input():
            hand = replace(hand, as_it_is=False)
        if set(hand.cards) != set(before.cards):
            hand = replace(hand, checked=False)
        note = stored.changed
        if draft.correcting:
            note = None
        elif _were_turned_up(draft):
            note = _with_author(draft, seat, note, before, hand)
        batches = (*stored.batches, *([batch] if batch else []))
        wanted = seat in draft.ready and seat not in draft.doubled if ready is None else ready
        is_in = wanted and (draft.all_in or hand.as_it_is or (not has_new_doubt and draft.is_complete(seat, hand)))
        lies = Begun(hand.entry, diamond=draft.laying.diamond) if is_in else None
        return NewDraft(HandDraft(to_store(hand), batches[-BATCHES_KEPT:], note, lies), is_in)

    return _save(draft, seat, changed) or draft.reloaded()


def require_face_up(draft: ShowdownDraft, seat: int) -> None:
    """Answer 409 where a hand is hidden from this phone."""
    if seat in draft.face_down:
        abort(409, f"{draft.players[seat]}'s hand is entered on another phone. It is turned up when all are in.")


def _hand_draft(draft: ShowdownDraft, seat: int) -> HandDraft:
    return draft.stored[seat].read(HandDraft) if seat in draft.stored else HandDraft()


def _save(
    draft: ShowdownDraft, seat: int, changed: Callable[[ShowdownDraft], NewDraft | None], *, done: bool = False
) -> ShowdownDraft | None:
    """Save a draft as `changed` says; of a hand that is `done`, only what takes that back."""

    def new(stored: Mapping[int, Draft]) -> NewDraft | None:
        now = draft.with_drafts(stored)
        return changed(now) if now.is_done == done else None

    saved = drafts.change(
        current_store(),
        draft.game,
        draft.number,
        seat,
        draft.stored,
        new,
        device=draft.member.device,
    )
    return None if saved is None else draft.with_drafts(saved)


def _were_turned_up(draft: ShowdownDraft) -> bool:
    """Return whether hands that lay face down for this phone were turned up: never with one phone at the table."""
    hands = [stored for seat, stored in draft.stored.items() if seat != SHARED]
    if any(stored.read(HandDraft).changed for stored in hands):
        return True
    return draft.all_in and any(stored.device != draft.member.device for stored in hands)


def _with_author(
    draft: ShowdownDraft, seat: int, note: HandChange | None, before: EnteredHand, now: EnteredHand | None
) -> HandChange | None:
    """Return what lay there when the hands were turned up, and everyone who has changed it since."""
    if now is not None and before.as_input() == now.as_input():
        return note
    first, authors = (note.before, note.by) if note else (before.as_input(), ())
    name = author_of(draft.member, draft.players).name
    return HandChange(seat, (*(author for author in authors if author != name), name), first)


def start_over(draft: ShowdownDraft) -> None:
    """Discard all but the dice or the upcard. How hands lay that were turned up is kept, and who discarded them."""
    current_store().together(lambda: _start_over(draft.reloaded()))


def _start_over(draft: ShowdownDraft) -> None:
    if draft.is_done:
        return
    notes: dict[int, HandChange | None] = {}
    if not draft.correcting and _were_turned_up(draft):
        for seat in (seat for seat in draft.stored if seat != SHARED):
            stored = _hand_draft(draft, seat)
            notes[seat] = _with_author(draft, seat, stored.changed, laid_out(stored.hand, draft.laying), None)
    _discard(draft)
    for seat, note in notes.items():
        drafts.save(current_store(), draft.game, draft.number, seat, HandDraft(changed=note), seen=0)


def discard_hands(draft: ShowdownDraft) -> None:
    """Discard everything but the dice or the upcard: the knock was not legal, and the hand goes on with other cards."""
    current_store().together(lambda: _discard_hands(draft.reloaded()))


def _discard_hands(draft: ShowdownDraft) -> None:
    if not draft.is_done:
        _discard(draft)


def _discard(draft: ShowdownDraft) -> None:
    drafts.discard(current_store(), draft.game, draft.number)
    turned_up = SharedState(dice=draft.shared.dice, upcard=draft.shared.upcard, pair=draft.shared.pair)
    if not draft.correcting and turned_up != SharedState():
        drafts.save(current_store(), draft.game, draft.number, SHARED, turned_up, seen=0, device=draft.member.device)


def take_over(draft: ShowdownDraft, seat: int) -> None:
    """Enter a hand on this phone that lies face down on another one: from the beginning, because it is not shown."""
    version, device = draft.stored[seat].version, draft.member.device
    drafts.save(current_store(), draft.game, draft.number, seat, HandDraft(), seen=version, device=device)


def save_shared(draft: ShowdownDraft, change: Callable[[SharedState], SharedState]) -> ShowdownDraft:
    """Change the shared state, over whatever other phones have saved, and return the showdown with it."""
    return _save(draft, SHARED, lambda now: _shared(now, change)) or draft.reloaded()


def reopen(draft: ShowdownDraft) -> ShowdownDraft:
    """Take back that a pair is done."""
    opened = partial(replace, done=False, drawn=False)
    return _save(draft, SHARED, lambda now: _shared(now, opened), done=True) or draft.reloaded()


def save_shared_if(
    draft: ShowdownDraft, is_unchanged: Callable[[ShowdownDraft], bool], change: Callable[[SharedState], SharedState]
) -> ShowdownDraft | None:
    """Change the shared state, or return None where another phone has changed what the change rests on."""
    return _save(draft, SHARED, lambda now: _shared(now, change) if is_unchanged(now) else None)


def _shared(draft: ShowdownDraft, change: Callable[[SharedState], SharedState]) -> NewDraft:
    new = change(draft.shared)
    new = replace(new, pair=new.pair or draft.pair)
    return NewDraft(replace(new, deck=deck_known(draft.base.head)) if new.deck is None else new)
