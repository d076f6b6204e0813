"""A phone's membership in a game, its role, and the author of what it records."""

from flask import abort, g, request

from companion.store.games import Author
from companion.store.people import members, polling
from companion.store.people.members import Member, Role
from companion.store.people.polling import PollState
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone, has_token, phone_token, remember_phone
from companion.wording import web as errors
from companion.wording.game import UNNAMED

HELD = "held"
"""In the address of a question that may be held; whoever holds it notes that the phone is here."""


def require_member(game: str, role: Role = Role.VIEWER) -> Member:
    """Return the phone's membership in a game, or answer 403 if its role is too small.

    A game that the phone was never in answers the same 404 as one that does not exist.
    """
    member = member_of(game)
    if member is None:
        phone = current_phone()
        was_in_it = phone is not None and members.was_member(current_store(), game, phone.id)
        abort(404, errors.NOT_IN_GAME_ANY_MORE if was_in_it else None)
    if not member.role.may(role):
        abort(403, _ROLE_ERRORS[role])
    return member


_ROLE_ERRORS = {
    Role.VIEWER: "",
    Role.SEAT: errors.WATCHING_ONLY,
    Role.SCORER: errors.NOT_SCOREKEEPER,
    Role.OWNER: errors.NOT_OWNER,
}


def member_of(game: str) -> Member | None:
    state = poll_state(game)
    return None if state is None else state.member


def poll_state(game: str) -> PollState | None:
    """Return the phone's membership and the game's change counters, read once per request."""
    states: dict[str, PollState | None] = g.setdefault("poll_states", {})
    if game not in states:
        state = states[game] = polling.poll_state(current_store(), game, phone_token()) if has_token() else None
        if state is not None:
            remember_phone(state.device)
            if HELD not in request.args:
                members.note_presence(current_store(), state.member)
    return states[game]


def author_of(member: Member, players: tuple[str, ...] = ()) -> Author:
    """Return the author of a record: the player on the phone's seat, else the phone's label."""
    if member.seat is not None and member.seat < len(players):
        return Author(member.device, players[member.seat])
    return Author(member.device, member.label or UNNAMED[member.role])
