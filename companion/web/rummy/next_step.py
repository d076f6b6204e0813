"""What the player of a phone does next while another phone is ahead: the phone goes there by itself."""

from collections.abc import Mapping
from enum import Enum

from companion.documents.showdown_draft import SharedState
from companion.store import drafts
from companion.store.drafts import Draft
from companion.store.people import members
from companion.store.people.members import Member, Role
from companion.web.current_store import current_store


class NextStep(Enum):
    """What a phone is led to."""

    ENTER_OWN_HAND = "enter own hand"
    WATCH = "watch"


def next_step(member: Member, stored: Mapping[int, Draft]) -> NextStep | None:
    """Return what a phone is led to once somebody knocked, given the next hand's drafts."""
    if drafts.shared(stored, SharedState).knocker is None:
        return None
    if not member.role.may(Role.SEAT):
        return NextStep.WATCH
    if member.seat is None:
        return None
    phones = members.phones_on_seats(current_store(), member.game)
    if all(device == member.device for device in phones.values()):
        return None
    own = stored.get(member.seat)
    return NextStep.ENTER_OWN_HAND if own is None or not own.ready else None
