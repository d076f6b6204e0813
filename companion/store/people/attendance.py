"""Who came to a game, took a seat, left it or was put out: told in its history, and never exported.

It is no part of the journal: the table did not say it, it changes no score, and it must not get in the way of undo or
of a phone that has not seen it. What one phone and one game can fill is bounded.
"""

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from companion.store import games
from companion.store.database import Store, now

OF_A_PHONE = 20
"""How many comings and goings of one phone in one game are kept: its latest."""
OF_A_GAME = 1000


class AttendanceKind(StrEnum):
    """What a phone did, or what was done to it. Stored names: they never change."""

    CAME = "came"
    SAT = "sat"
    LEFT = "left"
    PUT_OUT = "put-out"
    OWNS = "owns"


class JoinedBy(StrEnum):
    """By what a phone came in. Stored names: they never change."""

    CODE = "code"
    TABLE_LINK = "table-link"
    SEAT_LINK = "seat-link"
    SCORER_LINK = "scorer-link"
    VIEWER_LINK = "viewer-link"
    KEY = "key"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Attendance:
    """One line: who, and by what it came in, onto whose seat, or by whom it was put out."""

    at: str
    what: AttendanceKind
    name: str
    """The player on whose seat the phone was, or what it calls itself; nothing for one without a name."""
    by: str


def note(conn: sqlite3.Connection, game: str, device: int, what: AttendanceKind, name: str, by: str = "") -> None:
    """Write down what happened, within the transaction that does it."""
    conn.execute(
        "INSERT INTO comings (game, number, at, what, device, name, by) "
        "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM comings WHERE game = ?",
        [game, now(), what, device, name, by, game],
    )
    conn.execute(
        "DELETE FROM comings WHERE game = :game AND device = :device AND number NOT IN "
        "(SELECT number FROM comings WHERE game = :game AND device = :device ORDER BY number DESC LIMIT :most)",
        {"game": game, "device": device, "most": OF_A_PHONE},
    )
    conn.execute(
        "DELETE FROM comings WHERE game = :game AND number <= "
        "(SELECT number FROM comings WHERE game = :game ORDER BY number DESC LIMIT 1 OFFSET :most)",
        {"game": game, "most": OF_A_GAME},
    )


def attendance_of(store: Store, game: str) -> list[Attendance]:
    """List who came and went, the latest first."""
    rows = store.rows("SELECT at, what, name, by FROM comings WHERE game = ? ORDER BY number DESC", [game])
    return [Attendance(row["at"], AttendanceKind(row["what"]), row["name"], row["by"]) for row in rows]


def name_of(store: Store, game: str, device: int, seat: int | None = None) -> str:
    """Name a phone as the table does: by the player on whose seat it is, else by what it calls itself."""
    row = store.row(
        "SELECT label, seat FROM devices LEFT JOIN members "
        "ON members.device = devices.id AND game = ? AND revoked_at IS NULL WHERE devices.id = ?",
        [game, device],
    )
    if row is None:
        return ""
    players = games.table_summary(store, game).players
    place = row["seat"] if seat is None else seat
    return players[place] if place is not None and place < len(players) else str(row["label"])
