"""Saving what is entered in a showdown, over what other phones do meanwhile; and who changed what was turned up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import abort

from companion.documents.hand_draft import NOT_BEGUN, EnteredHand, read_entered, write_entered
from companion.store import drafts
from companion.store.drafts import SHARED, Draft, DraftConflict
from companion.web.security import access
from companion.web.showdown.state.draft import DICE, TURNED_UP, cards_of, hand_in, load_draft, lying_face_down
from companion.web.showdown.state.shared import read_shared, write_shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.web.showdown.state.draft import ShowdownDraft

BATCHES = "batches"
"""Where the draft of a hand notes the ids of the batches of taps that it has taken."""
BATCHES_KEPT = 8
TRIES = 20
"""How often a draft is saved anew over what other phones have entered meanwhile."""


def save_hand(
    at: ShowdownDraft,
    seat: int,
    change: Callable[[EnteredHand], EnteredHand],
    *,
    ready: bool | None = None,
    batch: str = "",
) -> EnteredHand:
    """Change a hand, over whatever other phones have done to it meanwhile, and give it; never one that is face down.

    Unless it is said, a hand that is in stays in as long as it is complete. When all are turned up it stays in anyhow,
    and it is noted who changed it. A batch of taps with an id changes a hand once, however often it is sent.
    """
    for _ in range(TRIES):
        kept = drafts.drafts(access.store(), at.game, at.number)
        if not at.correcting and seat in lying_face_down(kept, at.base, at.member.device):
            abort(409, f"{at.players[seat]}'s hand is entered on another phone. It is turned up when all are in.")
        found = kept.get(seat)
        before = hand_in(seat, found, at.base, (at.rules, at.gems), at.shared.dice)
        taken = found.body.get(BATCHES) if found else None
        batches = taken if isinstance(taken, list) else []
        if batch and batch in batches:
            return before
        hand = change(before)
        if cards_of(hand) != cards_of(before):
            hand = replace(hand, as_it_is=False)
        is_in = {other: kept[other].ready if other in kept else one.begun for other, one in enumerate(at.base.hands)}
        turned_up = all(is_in.values())
        body = write_entered(hand) | {BATCHES: [*batches, *([batch] if batch else [])][-BATCHES_KEPT:]}
        if at.shared.dice:
            body[DICE] = list(at.shared.dice)
        if not at.correcting and _turned_up(kept, is_in.values(), at.member.device):
            body |= _noted(at, found, cards_of(before), cards_of(hand))
        stays_in = (is_in[seat] if ready is None else ready) and (turned_up or hand.as_it_is or at.complete(seat, hand))
        try:
            drafts.save(
                access.store(),
                at.game,
                at.number,
                seat,
                body,
                seen=found.version if found else 0,
                ready=stays_in,
                device=at.member.device,
            )
        except DraftConflict:
            continue
        return hand
    raise DraftConflict(None)


def _turned_up(kept: Mapping[int, Draft], is_in: Iterable[bool], device: int) -> bool:
    """Say whether hands that lay face down for this phone were turned up: at a table with one phone none ever are."""
    hands = [draft for seat, draft in kept.items() if seat != SHARED]
    if any(TURNED_UP in draft.body for draft in hands):
        return True
    return all(is_in) and any(draft.device != device for draft in hands)


def begin_anew(at: ShowdownDraft) -> None:
    """Throw away what was entered but the dice; how hands lay that were turned up is kept, and who did this."""
    with access.store().writing():
        kept = drafts.drafts(access.store(), at.game, at.number)
        hands = [kept.get(seat) for seat in range(len(at.players))]
        is_in = [draft is not None and draft.ready for draft in hands]
        notes = {}
        if not at.correcting and _turned_up(kept, is_in, at.member.device):
            lying = [cards_of(read_entered(draft.body)) if draft else {} for draft in hands]
            notes = {seat: _noted(at, hands[seat], cards, {}) for seat, cards in enumerate(lying) if hands[seat]}
        drafts.discard(access.store(), at.game, at.number)
        for seat, note in notes.items():
            drafts.save(access.store(), at.game, at.number, seat, write_entered(NOT_BEGUN) | note, seen=0)
        _keep_dice(at)


def take_back(at: ShowdownDraft) -> None:
    """Throw away what was entered but the dice: the knock was not legal, and the hand goes on with other cards."""
    with access.store().writing():
        drafts.discard(access.store(), at.game, at.number)
        _keep_dice(at)


def _keep_dice(at: ShowdownDraft) -> None:
    if not at.correcting and at.shared.dice:
        save_shared(load_draft(at.member, at.number), dice=at.shared.dice)


def _noted(
    at: ShowdownDraft, found: Draft | None, before: Mapping[str, object], now: Mapping[str, object]
) -> dict[str, object]:
    """Note what lay there when the hands were turned up, and everybody who has changed it since."""
    note = found.body.get(TURNED_UP) if found else None
    if before == now:
        return {TURNED_UP: note} if note else {}
    first, earlier = (note["before"], note["by"]) if isinstance(note, dict) else (before, [])
    name = access.author(at.member, at.players).name
    return {TURNED_UP: {"by": [*(one for one in earlier if one != name), name], "before": first}}


def take_over(at: ShowdownDraft, seat: int) -> None:
    """Enter a hand on this phone that lies face down on another one: from the beginning, for it is not shown."""
    found = drafts.drafts(access.store(), at.game, at.number).get(seat)
    if found is not None and seat in at.face_down:
        body, device = write_entered(NOT_BEGUN), at.member.device
        drafts.save(access.store(), at.game, at.number, seat, body, seen=found.version, device=device)


def save_shared(at: ShowdownDraft, *, only_if: Mapping[str, object] | None = None, **changes: object) -> bool:
    """Change what is shared, over whatever else other phones have done to it meanwhile.

    Where something that the change rests on is not as it was, nothing is changed, and the answer is no.
    """
    for _ in range(TRIES):
        found = drafts.drafts(access.store(), at.game, at.number).get(SHARED)
        known = read_shared(found.body, len(at.players)) if found else at.base.shared
        if any(getattr(known, name) != value for name, value in (only_if or {}).items()):
            return False
        shared = replace(known, **changes)  # type: ignore[arg-type]
        body = {**(found.body if found else {}), **write_shared(shared)}
        try:
            drafts.save(
                access.store(),
                at.game,
                at.number,
                SHARED,
                body,
                seen=found.version if found else 0,
                device=at.member.device,
            )
        except DraftConflict:
            continue
        return True
    raise DraftConflict(None)
