"""What every recording form carries, an id that makes it happen once and what its page had seen; and recording it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import g, request

from companion.store import games
from companion.store.games import Entry, new_id
from companion.web.security import access

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import MultiDict

    from companion.journal.events import Event
    from companion.store.people.members import Member


_MADE = "once_made"


def new_once() -> str:
    """Make an id for one recording; the phone may put one of its own in its place."""
    made = new_id()
    g.setdefault(_MADE, []).append(made)
    return made


def made_for_this_page() -> tuple[str, ...]:
    """Return the ids that were made for the page being rendered: by these it differs from the same page before."""
    return tuple(g.get(_MADE, ()))


def once_of(form: MultiDict[str, str]) -> str:
    """Take the id that came with a form; the store refuses one that is none."""
    return form.get("once", "")


def seen_of(form: MultiDict[str, str]) -> int:
    """Take how much of the game's journal the form's page had seen."""
    return form.get("seen", 0, type=int)


def say(member: Member, players: tuple[str, ...], event: Event) -> None:
    """Have the journal record what the form says."""
    say_together(member, players, [("", event)])


def say_together(member: Member, players: tuple[str, ...], events: Sequence[tuple[str, Event]]) -> None:
    """Record the several things that one form says, each with a suffix of its own for its id: all of them or none."""
    if not events:
        return
    games.append_together(
        access.store(),
        member.game,
        [Entry(once_of(request.form) + suffix, event) for suffix, event in events],
        seen=seen_of(request.form),
        speaker=access.speaker(member, players),
    )
