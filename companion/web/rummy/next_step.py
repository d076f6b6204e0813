"""What the player of a phone does next while another phone is ahead: the phone goes there by itself."""

from collections.abc import Mapping
from enum import Enum

from companion.store.drafts import SHARED, Draft
from companion.store.people.members import Member, Role


class NextStep(Enum):
    """What a phone is led to."""

    ENTER_OWN_HAND = "enter own hand"
    WATCH = "watch"


def next_step(member: Member, stored: Mapping[int, Draft], phones: Mapping[int, int]) -> NextStep | None:
    """Return what a phone is led to once somebody knocked, given the next hand's drafts and the phone on each seat."""
    shared = stored.get(SHARED)
    if shared is None or shared.body.get("knocker") is None:
        return None
    if not member.role.may(Role.SEAT):
        return NextStep.WATCH
    if member.seat is None or all(device == member.device for device in phones.values()):
        return None
    own = stored.get(member.seat)
    return NextStep.ENTER_OWN_HAND if own is None or not own.ready else None
