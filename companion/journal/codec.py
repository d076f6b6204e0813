"""Events to and from the JSON objects in which they are stored."""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields

from companion.journal.events import CLASS_OF, DeckUsed, Event, JournalError, Kind, kind_of


def encode(event: Event) -> tuple[Kind, str]:
    """Return an event's stored kind, and its body as JSON."""
    body = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    # Most records have none of these.
    for name, nothing in (("changed", ()), ("not_gems", {})):
        if body.get(name) == nothing:
            del body[name]
    return kind_of(event), json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def decode(kind: str, body: str) -> Event:
    """Return a stored event; raise JournalError with its kind if this version can't read it."""
    try:
        event_class: Callable[..., Event] = CLASS_OF[Kind(kind)]
        values = json.loads(body)
        return event_class(**{name: _read(name, value) for name, value in values.items()})
    except (ValueError, TypeError, AttributeError) as error:
        raise JournalError(f"a record of the kind {kind!r} cannot be read: {error}") from error


def _plain(value: object) -> object:
    if isinstance(value, DeckUsed):
        return {"id": value.id, "name": value.name, "made_up": value.made_up}
    return dict(value) if isinstance(value, Mapping) else value


def _read(name: str, value: object) -> object:
    if name == "deck" and isinstance(value, dict):
        return DeckUsed(**value)
    return tuple(value) if name == "changed" and isinstance(value, list) else value
