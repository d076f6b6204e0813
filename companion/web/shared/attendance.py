"""Who came to a game and left it, as its history tells it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.store.people import attendance
from companion.web.security import access
from companion.wording.attendance import attendance_sentence


@dataclass(frozen=True, slots=True)
class CameView:
    """A line of who came and went."""

    at: str
    said: str


def attendance_log(game: str) -> tuple[CameView, ...]:
    """Say who came, took a seat, left or was put out, the latest first."""
    return tuple(
        CameView(one.at, attendance_sentence(one.kind, one.name, one.by))
        for one in attendance.attendance_of(access.store(), game)
    )
