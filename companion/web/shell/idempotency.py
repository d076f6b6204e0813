"""What every recording form carries, an id that makes it happen once and what its page had seen; and recording it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import g, request

from companion.store import games
from companion.store.games import NewRecord, new_id
from companion.web.security import access

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import MultiDict

    from companion.journal.events import Event
    from companion.store.people.members import Member


_MADE = "once_made"


def new_idempotency_key() -> str:
    """Make an id for one recording; the phone may put one of its own in its place."""
    made = new_id()
    g.setdefault(_MADE, []).append(made)
    return made


def keys_of_this_page() -> tuple[str, ...]:
    """Return the ids that were made for the page being rendered: by these it differs from the same page before."""
    return tuple(g.get(_MADE, ()))


def idempotency_key_of(form: MultiDict[str, str]) -> str:
    """Return the idempotency key of a form; the store refuses a malformed one.

    Forms that a phone queued before the field got its name carry it as `once`.
    """
    return form.get("idempotency_key") or form.get("once", "")


def seen_seq_of(form: MultiDict[str, str]) -> int:
    """Take how much of the game's journal the form's page had seen."""
    return form.get("seen", 0, type=int)


def record_event(member: Member, players: tuple[str, ...], event: Event) -> None:
    """Have the journal record what the form says."""
    record_events(member, players, [("", event)])


def record_events(member: Member, players: tuple[str, ...], events: Sequence[tuple[str, Event]]) -> None:
    """Record the several things that one form says, each with a suffix of its own for its id: all of them or none."""
    if not events:
        return
    games.append_all(
        access.store(),
        member.game,
        [NewRecord(idempotency_key_of(request.form) + suffix, event) for suffix, event in events],
        seen=seen_seq_of(request.form),
        author=access.author(member, players),
    )
