"""Which phone does what at a showdown: each player the own hand; whoever has no phone is helped by any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.store.people.members import Role

if TYPE_CHECKING:
    from companion.web.showdown.state.draft import ShowdownDraft


def acts_for(at: ShowdownDraft, seat: int) -> bool:
    """Say whether this phone plays for a seat: its own, or one without a phone."""
    may_play = at.member.role.may(Role.SEAT)
    return may_play and at.phones.get(seat, at.member.device) == at.member.device


def may_act_for(at: ShowdownDraft, seat: int) -> bool:
    """Say whether this phone could play for a seat: whoever keeps the score may where a phone is away."""
    return acts_for(at, seat) or at.member.role.may(Role.SCORER)


def hands_to_enter(at: ShowdownDraft) -> tuple[int, ...]:
    """List the hands that are still to be entered on this phone, its own first."""
    open_seats = [seat for seat in at.order if seat not in at.ready | at.face_down and acts_for(at, seat)]
    return tuple(sorted(open_seats, key=lambda seat: seat != at.member.seat))


def all_in(at: ShowdownDraft) -> bool:
    """Say whether all hands are in, so that they are turned up."""
    return len(at.ready) == len(at.players)


def has_phone_each(at: ShowdownDraft) -> bool:
    """Say whether more than one phone is at the table: one sits on a seat that is not this phone's."""
    return any(device != at.member.device for device in at.phones.values())
