"""Recording what a form says: once by its idempotency key, and on the journal position that its page had seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, g, request
from werkzeug.datastructures import MultiDict

from companion.journal.events import Event
from companion.store import games
from companion.store.games import Appended, NewRecord, new_id
from companion.store.people.members import Member
from companion.web.current_store import current_store
from companion.web.security.membership import author_of

_MADE = "once_made"


def init_app(app: Flask) -> None:
    """Let the forms of all pages carry both."""
    app.jinja_env.globals["new_idempotency_key"] = new_idempotency_key
    app.jinja_env.globals["seen"] = lambda: g.get("seen", NOTHING_SEEN)


@dataclass(frozen=True, slots=True)
class SeenToken:
    """What a page was made from: the token against staleness that each of its forms carries, `12` or `12.3`."""

    position: int = 0
    """Records of the journal."""
    version: int = 0
    """Of the draft that the form changes; 0 where nothing is drafted yet, or the form changes none."""

    def __str__(self) -> str:
        return f"{self.position}.{self.version}" if self.version else str(self.position)


NOTHING_SEEN = SeenToken()


def note_seen(position: int | None = None, version: int | None = None) -> None:
    """Note from what the page of this answer is made, as far as that is given."""
    before: SeenToken = g.get("seen", NOTHING_SEEN)
    g.seen = SeenToken(
        before.position if position is None else position,
        before.version if version is None else version,
    )


def seen_of(form: MultiDict[str, str]) -> SeenToken:
    """Return what the page of a form was made from; nothing where the form doesn't say it."""
    return read_seen(form.get("seen", ""))


def read_seen(text: str) -> SeenToken:
    """Read what a page was made from; nothing where it can't be read."""
    position, _, version = text.partition(".")
    return SeenToken(*(int(part[:9]) if part.isascii() and part.isdecimal() else 0 for part in (position, version)))


def is_outdated(version: int) -> bool:
    """Return whether a draft has changed since the page of this form was made; false where the form doesn't say it."""
    return "seen" in request.form and seen_of(request.form).version != version


def new_idempotency_key() -> str:
    """Make an idempotency key; the phone may replace it with its own."""
    made = new_id()
    g.setdefault(_MADE, []).append(made)
    return made


def keys_of_this_page() -> tuple[str, ...]:
    """Return the keys made for the page being rendered: only these differ from the same page before."""
    return tuple(g.get(_MADE, ()))


def idempotency_key_of(form: MultiDict[str, str]) -> str:
    """Return the idempotency key of a form; the store refuses a malformed one."""
    return form.get("idempotency_key", "")


def recorded_before(game: str) -> Appended | None:
    """Return what this form recorded when it was sent before; None where it comes for the first time."""
    return games.recorded(current_store(), game, idempotency_key_of(request.form))


def record_event(
    member: Member, players: tuple[str, ...], event: Event, also_write: Callable[[], object] | None = None
) -> Appended:
    """Record the event of a form; `also_write` writes elsewhere in the store within the same transaction."""
    return _record(member, players, [("", event)], also_write)


def record_events(member: Member, players: tuple[str, ...], events: Sequence[tuple[str, Event]]) -> None:
    """Record several events of one form, all or none; each adds a suffix to the form's key."""
    if events:
        _record(member, players, events, None)


def _record(
    member: Member,
    players: tuple[str, ...],
    events: Sequence[tuple[str, Event]],
    also_write: Callable[[], object] | None,
) -> Appended:
    appended = games.append_all(
        current_store(),
        member.game,
        [NewRecord(idempotency_key_of(request.form) + suffix, event) for suffix, event in events],
        seen=seen_of(request.form).position,
        author=author_of(member, players),
        also_write=also_write,
    )
    note_seen(appended.seq)
    return appended
