"""Detect conflicts between events recorded concurrently by two phones.

Each event changes some parts of a game and relies on some parts. An event conflicts with the records that its phone
had not seen and that changed a part it relies on.
"""

from collections.abc import Sequence

from companion.journal import events
from companion.journal.events.base import Parts
from companion.journal.events.game import Redone, Undone
from companion.journal.events.hands import HandAccepted, HandDisputed, HandRecorded
from companion.journal.state import Record


def conflicting(event: events.Event, records: Sequence[Record], seen: int) -> tuple[Record, ...]:
    """Return the records after `seen` that conflict with a new event.

    Two players who accept the same ruling at once don't conflict. Two who correct the same hand do, and so do two who
    both record the next hand.
    """
    if isinstance(event, Undone | Redone):
        # "Undo" means the last change that the phone had seen.
        responses = HandAccepted | HandDisputed
        return tuple(record for record in records if record.seq > seen and not isinstance(record.event, responses))
    changed: dict[int, Parts] = {}
    recorded = 0
    for record in records:
        recorded += isinstance(record.event, HandRecorded)
        changes = record.event.changes(recorded)
        if isinstance(record.event, Undone | Redone):
            changes |= changed.get(record.event.record, frozenset())
        changed[record.seq] = changes
    needed = event.relies_on(event.changes(recorded + 1))
    return tuple(record for record in records if record.seq > seen and needed & changed[record.seq])
