"""Everything that can happen in a game. An event is a class: what it does, when it is impossible, what it changes.

A new kind is a name in `Kind`, a class in hands.py or game.py with its place in the union at the end, what it leaves in
the game in companion/journal/state.py, and its words in companion/wording/history.py, where mypy names what is missing.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeAlias, get_args

from companion.documents.texts import clean_text
from companion.journal.codec import from_json, to_json
from companion.journal.events.base import Kind
from companion.journal.events.game import EventOfGame
from companion.journal.events.hands import EventOfHand
from companion.journal.state import JournalError

Event: TypeAlias = EventOfGame | EventOfHand

CLASS_OF: Mapping[Kind, type[Event]] = {event_class.kind: event_class for event_class in get_args(Event)}


def cleaned(event: Event) -> Event:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    texts: dict[str, Any] = {name: clean_text(text) for name, text in values.items() if isinstance(text, str)}
    return replace(event, **texts)


def encode(event: Event) -> tuple[Kind, str]:
    return event.kind, to_json(event)


def decode(kind: str, body: str) -> Event:
    """Return a stored event; raise JournalError with its kind if it can't be read."""
    try:
        return from_json(CLASS_OF[Kind(kind)], body)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise JournalError(kind, error) from error
