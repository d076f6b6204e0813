"""The phones of a game: roles and seats, joining, leaving and the log of it, the owner, and which are here now."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain

from companion.store import games
from companion.store.database import Connection, Row, Store, count_change, now, retried
from companion.store.errors import NotPossible, Problem, StoreError
from companion.store.limits import MEMBERS_OF_A_GAME
from companion.store.people import devices

LOGGED_OF_A_PHONE = 20
"""How many entries of the log are kept of one phone in one game: the latest."""
LOGGED_OF_A_GAME = 1000
SECONDS_BETWEEN_NOTES = 20
_CHUNK = 400
_SECONDS_PRESENT = 60
_MEMBERS = (
    "SELECT game, device, role, seat, label, since, members.seen_at FROM members "
    "JOIN devices ON devices.id = members.device"
)


class Role(StrEnum):
    """What a device may do in a game; each role may do what the ones before it may."""

    VIEWER = "viewer"
    SEAT = "seat"
    SCORER = "scorer"
    OWNER = "owner"
    """Invites and removes phones, closes, hands over or deletes the game. A game has one; at first who started it."""

    def may(self, needed: "Role") -> bool:
        order = list(Role)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Member:
    game: str
    device: int
    role: Role
    seat: int | None
    label: str
    since: str
    seen_at: str

    @property
    def may_play(self) -> bool:
        return self.role.may(Role.SEAT)

    @property
    def may_record(self) -> bool:
        return self.role.may(Role.SCORER)


class AttendanceKind(StrEnum):
    """What happened to a phone: entries of a game's log. Stored names: they never change."""

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
    at: str
    kind: AttendanceKind
    name: str
    """The player on the phone's seat, else the name of the phone; may be empty."""
    by: str
    """How the phone joined, whose seat it took, or who removed it."""


def member(store: Store, game: str, device: int) -> Member | None:
    row = store.row(f"{_MEMBERS} WHERE members.game = ? AND device = ? AND revoked_at IS NULL", [game, device])
    return None if row is None else _member(row)


def members(store: Store, game: str) -> list[Member]:
    rows = store.rows(f"{_MEMBERS} WHERE members.game = ? AND revoked_at IS NULL ORDER BY since, device", [game])
    return sorted((_member(row) for row in rows), key=lambda member: member.role != Role.OWNER)


@retried
def join(  # noqa: PLR0913 (who joins what, as what, and how)
    store: Store,
    game: str,
    device: int,
    role: Role,
    *,
    link: int | None = None,
    seat: int | None = None,
    how: JoinedBy = JoinedBy.CODE,
) -> None:
    """Let a device join, on a seat if one is named, and note how it joined.

    A device that is in the game already keeps the better of its roles. One that was removed may join again.
    """
    with store.writing() as conn:
        known = member(store, game, device)
        if known is not None and known.role.may(role):
            if seat is not None:
                take_seat(store, game, device, seat)
            return
        _add_member(conn, game, device, role, link)
        if seat is not None:
            _set_seat(store, conn, game, device, seat)
        _log(conn, game, device, AttendanceKind.JOINED, name_of(store, game, device), how)
        count_change(conn, game)


@retried
def take_seat(store: Store, game: str, device: int, seat: int | None) -> None:
    with store.writing() as conn:
        known = member(store, game, device)
        before = name_of(store, game, device)
        _set_seat(store, conn, game, device, seat)
        if known is not None and seat not in (None, known.seat):
            _log(conn, game, device, AttendanceKind.TOOK_SEAT, before, name_of(store, game, device))
        count_change(conn, game)


@retried
def remove_phone(store: Store, game: str, device: int, *, by: str = "") -> None:
    """Remove a device from a game: its next request finds no game. The owner can't be removed."""
    with store.writing() as conn:
        known = member(store, game, device)
        if known is None or known.role == Role.OWNER:
            return
        _log(conn, game, device, AttendanceKind.REMOVED, name_of(store, game, device), by)
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ?", [now(), game, device]
        )
        count_change(conn, game)


@retried
def leave(store: Store, game: str, device: int) -> None:
    """Leave a game: it is gone from this phone, and stays on the others. The owner can't leave."""
    with store.writing() as conn:
        known = member(store, game, device)
        if known is not None and known.role == Role.OWNER:
            raise NotPossible(Problem.OWNER_CANNOT_LEAVE)
        if known is not None:
            _log(conn, game, device, AttendanceKind.LEFT, name_of(store, game, device))
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ? AND revoked_at IS NULL",
            [now(), game, device],
        )
        count_change(conn, game)


@retried
def hand_over(store: Store, game: str, device: int) -> None:
    """Make another phone of the game its owner. The old owner becomes a scorekeeper."""
    with store.writing() as conn:
        heir = member(store, game, device)
        if heir is None:
            raise NotPossible(Problem.NEW_OWNER_NOT_IN_GAME)
        if heir.role == Role.OWNER:
            return
        devices.check_game_limit(store, device)
        conn.execute("UPDATE members SET role = 'scorer' WHERE game = ? AND role = 'owner'", [game])
        conn.execute("UPDATE members SET role = 'owner' WHERE game = ? AND device = ?", [game, device])
        _log(conn, game, device, AttendanceKind.BECAME_OWNER, name_of(store, game, device))
        count_change(conn, game)


def was_member(store: Store, game: str, device: int) -> bool:
    return store.row("SELECT 1 FROM members WHERE game = ? AND device = ?", [game, device]) is not None


def note_presence(store: Store, member: Member) -> None:
    """Note that a device is here: called with every request, written a few times a minute, lost without harm."""
    if _seconds_since(member.seen_at) < SECONDS_BETWEEN_NOTES:
        return
    with suppress(StoreError), store.noting(patient=False) as conn:
        conn.execute(
            "UPDATE members SET seen_at = ? WHERE game = ? AND device = ?", [now(), member.game, member.device]
        )


def note_waiting(store: Store, phones: Sequence[tuple[str, int]]) -> None:
    """Note that devices are here that wait for news of a game: all of them together, a few times a minute."""
    for first in range(0, len(phones), _CHUNK):
        chunk = phones[first : first + _CHUNK]
        pairs = ", ".join(["(?, CAST(? AS BIGINT))"] * len(chunk))
        with suppress(StoreError), store.noting() as conn:
            conn.execute(
                f"UPDATE members SET seen_at = ? WHERE (game, device) IN (VALUES {pairs})",  # noqa: S608 (only marks)
                [now(), *chain.from_iterable(chunk)],
            )


def is_present(member: Member) -> bool:
    return _seconds_since(member.seen_at) < _SECONDS_PRESENT


def phones_on_seats(store: Store, game: str) -> dict[int, int]:
    rows = store.rows(
        "SELECT seat, device FROM members WHERE game = ? AND seat IS NOT NULL AND revoked_at IS NULL", [game]
    )
    return {row["seat"]: row["device"] for row in rows}


def attendance_of(store: Store, game: str) -> list[Attendance]:
    rows = store.rows("SELECT at, what, name, by FROM comings WHERE game = ? ORDER BY number DESC", [game])
    return [Attendance(row["at"], AttendanceKind(row["what"]), row["name"], row["by"]) for row in rows]


def name_of(store: Store, game: str, device: int) -> str:
    """Return the name of a phone: the player on its seat, else its own name."""
    row = store.row(
        "SELECT label, seat FROM devices LEFT JOIN members "
        "ON members.device = devices.id AND game = ? AND revoked_at IS NULL WHERE devices.id = ?",
        [game, device],
    )
    if row is None:
        return ""
    players = games.table_summary(store, game).players
    seat = row["seat"]
    return players[seat] if seat is not None and seat < len(players) else str(row["label"])


def _log(conn: Connection, game: str, device: int, kind: AttendanceKind, name: str, by: str = "") -> None:
    """Add an entry to the log of a game, within the transaction that makes it true.

    The log isn't part of the journal: it changes no score, and mustn't interfere with undo or conflict with other
    phones. It is never exported.
    """
    conn.execute(
        "INSERT INTO comings (game, number, at, what, device, name, by) "
        "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM comings WHERE game = ?",
        [game, now(), kind, device, name, by, game],
    )
    conn.execute(
        "DELETE FROM comings WHERE game = :game AND device = :device AND number NOT IN "
        "(SELECT number FROM comings WHERE game = :game AND device = :device ORDER BY number DESC LIMIT :most)",
        {"game": game, "device": device, "most": LOGGED_OF_A_PHONE},
    )
    conn.execute(
        "DELETE FROM comings WHERE game = :game AND number <= "
        "(SELECT number FROM comings WHERE game = :game ORDER BY number DESC LIMIT 1 OFFSET :most)",
        {"game": game, "most": LOGGED_OF_A_GAME},
    )


def _add_member(conn: Connection, game: str, device: int, role: Role, link: int | None) -> None:
    (others,) = conn.execute(
        "SELECT count(*) FROM members WHERE game = ? AND revoked_at IS NULL AND device <> ?", [game, device]
    ).fetchone()
    if others >= MEMBERS_OF_A_GAME:
        raise NotPossible(Problem.TOO_MANY_PHONES, most=MEMBERS_OF_A_GAME)
    conn.execute(
        "INSERT INTO members (game, device, role, link, since, seen_at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (game, device) DO UPDATE SET role = excluded.role, link = excluded.link, "
        "seen_at = excluded.seen_at, revoked_at = NULL, "
        "seat = CASE WHEN members.revoked_at IS NULL THEN members.seat END",
        [game, device, role, link, now(), now()],
    )


def _set_seat(store: Store, conn: Connection, game: str, device: int, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < len(games.table_summary(store, game).players):
        raise NotPossible(Problem.NO_SUCH_SEAT)
    taken = conn.execute(
        "SELECT 1 FROM members WHERE game = ? AND seat = ? AND device <> ? AND revoked_at IS NULL",
        [game, seat, device],
    ).fetchone()
    if taken:
        raise NotPossible(Problem.SEAT_TAKEN)
    conn.execute(
        "UPDATE members SET seat = ?, role = CASE role WHEN 'viewer' THEN 'seat' ELSE role END "
        "WHERE game = ? AND device = ? AND revoked_at IS NULL",
        [seat, game, device],
    )


def _member(row: Row) -> Member:
    return Member(**{**row, "role": Role(row["role"])})


def _seconds_since(at: str) -> float:
    # A time in the future was written before the clock was set back.
    return abs((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds())
