"""Who joined a game and left it, for its history."""

from dataclasses import dataclass

from companion.store.people import members
from companion.web.current_store import current_store
from companion.wording.game import attendance_sentence


@dataclass(frozen=True, slots=True)
class AttendanceEntry:
    """One line of who joined and left."""

    recorded_at: str
    sentence: str


def attendance_entries(game: str) -> tuple[AttendanceEntry, ...]:
    """Return who joined, took a seat, left or was removed, the latest first."""
    return tuple(
        AttendanceEntry(entry.at, attendance_sentence(entry.kind, entry.name, entry.by))
        for entry in members.attendance_of(current_store(), game)
    )
