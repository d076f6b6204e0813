"""Log who joined a game, took a seat, left or was removed, for its history. It is never exported.

It isn't part of the journal: it changes no score, and mustn't interfere with undo or conflict with other phones.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.store import games
from companion.store.database import Connection, Store, now

OF_A_PHONE = 20
"""How many entries are kept of one phone in one game: the latest."""
OF_A_GAME = 1000


class AttendanceKind(StrEnum):
    """What happened to a phone. Stored names: they never change."""

    JOINED = "came"
    TOOK_SEAT = "sat"
    LEFT = "left"
    REMOVED = "put-out"
    BECAME_OWNER = "owns"


class JoinedBy(StrEnum):
    """How a phone joined. Stored names: they never change."""

    CODE = "code"
    TABLE_LINK = "table-link"
    SEAT_LINK = "seat-link"
    SCORER_LINK = "scorer-link"
    VIEWER_LINK = "viewer-link"
    RECOVERY_LINK = "key"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Attendance:
    """An entry of the log."""

    at: str
    kind: AttendanceKind
    name: str
    """The player on the phone's seat, else the name of the phone; may be empty."""
    by: str
    """How the phone joined, whose seat it took, or who removed it."""


def note(conn: Connection, game: str, device: int, kind: AttendanceKind, name: str, by: str = "") -> None:
    """Add an entry, within the transaction that makes it true."""
    conn.execute(
        "INSERT INTO comings (game, number, at, what, device, name, by) "
        "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM comings WHERE game = ?",
        [game, now(), kind, device, name, by, game],
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
    """List the entries of a game, the latest first."""
    rows = store.rows("SELECT at, what, name, by FROM comings WHERE game = ? ORDER BY number DESC", [game])
    return [Attendance(row["at"], AttendanceKind(row["what"]), row["name"], row["by"]) for row in rows]


def name_of(store: Store, game: str, device: int, seat: int | None = None) -> str:
    """Return the name of a phone: the player on its seat, else its own name."""
    row = store.row(
        "SELECT label, seat FROM devices LEFT JOIN members "
        "ON members.device = devices.id AND game = ? AND revoked_at IS NULL WHERE devices.id = ?",
        [game, device],
    )
    if row is None:
        return ""
    players = games.table_summary(store, game).players
    seat = row["seat"] if seat is None else seat
    return players[seat] if seat is not None and seat < len(players) else str(row["label"])
