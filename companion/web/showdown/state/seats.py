"""Which phone plays for whom at a showdown: each for its own player, and any phone for players without one."""

from companion.store.people.members import Role
from companion.web.showdown.state.draft import ShowdownDraft


def acts_for(draft: ShowdownDraft, seat: int) -> bool:
    """Return whether this phone plays for a seat: its own, or one without a phone.

    The scorekeeper who corrects a recorded hand does so for everybody: the other phones aren't led there.
    """
    if draft.correcting and draft.member.role.may(Role.SCORER):
        return True
    may_play = draft.member.role.may(Role.SEAT)
    return may_play and draft.phones.get(seat, draft.member.device) == draft.member.device


def may_act_for(draft: ShowdownDraft, seat: int) -> bool:
    """Return whether this phone could play for a seat: the scorekeeper may for anyone, in case a phone is away."""
    return acts_for(draft, seat) or draft.member.role.may(Role.SCORER)


def hands_to_enter(draft: ShowdownDraft) -> tuple[int, ...]:
    """Return the seats whose hands are still to be entered on this phone, its own first."""
    open_seats = [seat for seat in draft.order if seat not in draft.ready | draft.face_down and acts_for(draft, seat)]
    return tuple(sorted(open_seats, key=lambda seat: seat != draft.member.seat))


def all_in(draft: ShowdownDraft) -> bool:
    """Return whether all hands are in and turned up."""
    return len(draft.ready) == len(draft.players) and not draft.face_down


def has_other_phones(draft: ShowdownDraft) -> bool:
    """Return whether another phone sits at the table."""
    return any(device != draft.member.device for device in draft.phones.values())
