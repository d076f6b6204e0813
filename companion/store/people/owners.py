"""Game ownership: handing over, recovery, leaving, deleting.

The phone that started a game owns it until it hands it over. The journal knows nothing of this.
"""

from companion.store.change_counter import count_change
from companion.store.database import Store, now, retried
from companion.store.errors import NoSuchGame, NotPossible, Problem
from companion.store.people import attendance, devices, invitations, members
from companion.store.people.attendance import AttendanceKind
from companion.store.people.invitations import Link
from companion.store.people.members import Role


@retried
def hand_over(store: Store, game: str, device: int) -> None:
    """Make another phone of the game its owner. The old owner becomes a scorekeeper."""
    with store.writing() as conn:
        member = members.member(store, game, device)
        if member is None:
            raise NotPossible(Problem.NEW_OWNER_NOT_IN_GAME)
        if member.role == Role.OWNER:
            return
        devices.check_game_limit(store, device)
        conn.execute("UPDATE members SET role = 'scorer' WHERE game = ? AND role = 'owner'", [game])
        conn.execute("UPDATE members SET role = 'owner' WHERE game = ? AND device = ?", [game, device])
        attendance.note(conn, game, device, AttendanceKind.BECAME_OWNER, attendance.name_of(store, game, device))
        count_change(conn, game)


@retried
def make_recovery_link(store: Store, game: str) -> Link:
    """Make a link that transfers a game to the first phone that opens it, for an hour, if the owner's phone is lost.

    Only the command line offers this: those who can read the server's secret have the games anyway.
    """
    with store.writing() as conn:
        row = conn.execute("SELECT device FROM games WHERE id = ?", [game]).fetchone()
        if row is None:
            raise NoSuchGame(Problem.NO_GAME_WITH_ID, game=game)
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND role = 'owner' AND revoked_at IS NULL", [now(), game]
        )
        return invitations.make_link(store, game, row[0], Role.OWNER)


@retried
def leave(store: Store, game: str, device: int) -> None:
    """Leave a game: it is gone from this phone, and stays on the others. The owner can't leave."""
    with store.writing() as conn:
        member = members.member(store, game, device)
        if member is not None and member.role == Role.OWNER:
            raise NotPossible(Problem.OWNER_CANNOT_LEAVE)
        if member is not None:
            attendance.note(conn, game, device, AttendanceKind.LEFT, attendance.name_of(store, game, device))
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ? AND revoked_at IS NULL",
            [now(), game, device],
        )
        count_change(conn, game)


@retried
def delete(store: Store, game: str, *, seen: int) -> bool:
    """Delete a game for good, unless something was recorded after `seen`; return whether it is gone."""
    with store.writing() as conn:
        if conn.execute("SELECT 1 FROM games WHERE id = ? AND seq <> ?", [game, seen]).fetchone():
            return False
        for table in ("codes", "comings", "drafts", "rulings", "standings", "tallies", "members", "links", "journal"):
            conn.execute(f"DELETE FROM {table} WHERE game = ?", [game])  # noqa: S608 (no input)
        for (before,) in conn.execute("SELECT game FROM rematches WHERE begun = ?", [game]).fetchall():
            count_change(conn, before)
        conn.execute("DELETE FROM rematches WHERE ? IN (game, begun)", [game])
        conn.execute("DELETE FROM games WHERE id = ?", [game])
    return True
