"""Whose a game is: handed over, taken over where the owner's phone is lost, let go of, deleted for good.

A game belongs to the phone that started it, until that phone hands it over. The journal knows nothing of this.
"""

from companion.store.change_counter import count_change
from companion.store.database import Store, now
from companion.store.errors import NoSuchGame, NotPossible
from companion.store.people import attendance, devices, invitations, members
from companion.store.people.attendance import AttendanceKind
from companion.store.people.invitations import Link
from companion.store.people.members import Role


def hand_over(store: Store, game: str, device: int) -> None:
    """Make another phone that is in the owner of a game; the one that was keeps the score."""
    with store.writing() as conn:
        if members.member(store, game, device) is None:
            raise NotPossible("This phone is not in: let it in first, then hand the game over.")
        devices.check_game_limit(store, device)
        conn.execute("UPDATE members SET role = 'scorer' WHERE game = ? AND role = 'owner'", [game])
        conn.execute("UPDATE members SET role = 'owner' WHERE game = ? AND device = ?", [game, device])
        attendance.note(conn, game, device, AttendanceKind.OWNS, attendance.name_of(store, game, device))
        count_change(conn, game)


def make_recovery_link(store: Store, game: str) -> Link:
    """Make a link that gives a game to whoever opens it first, for an hour: the way back to a game of a lost phone.

    Whoever can read the server's secret has the games anyway; so the command line offers this, and no screen does.
    """
    with store.writing() as conn:
        found = conn.execute("SELECT device FROM games WHERE id = ?", [game]).fetchone()
        if found is None:
            raise NoSuchGame(f"There is no game {game}; `companion games` lists them all.")
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND role = 'owner' AND revoked_at IS NULL", [now(), game]
        )
        return invitations.make_link(store, game, found[0], Role.OWNER)


def leave(store: Store, game: str, device: int) -> None:
    """Let go of a game: it is gone from this phone, and stays with the others. Its owner cannot."""
    with store.writing() as conn:
        found = members.member(store, game, device)
        if found is not None and found.role == Role.OWNER:
            raise NotPossible("The game belongs to this phone: hand it over first, or delete it.")
        if found is not None:
            attendance.note(conn, game, device, AttendanceKind.LEFT, attendance.name_of(store, game, device))
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ? AND revoked_at IS NULL",
            [now(), game, device],
        )
        count_change(conn, game)


def delete(store: Store, game: str, *, seen: int) -> bool:
    """Delete a game with all that belongs to it, unless more was said in it than was seen; say whether it is gone.

    Only a backup could bring it back.
    """
    with store.writing() as conn:
        if conn.execute("SELECT 1 FROM games WHERE id = ? AND seq <> ?", [game, seen]).fetchone():
            return False
        for table in ("codes", "comings", "drafts", "rulings", "standings", "tallies", "members", "links", "journal"):
            conn.execute(f"DELETE FROM {table} WHERE game = ?", [game])  # noqa: S608 (names of ours)
        conn.execute("DELETE FROM rematches WHERE ? IN (game, begun)", [game])
        conn.execute("DELETE FROM games WHERE id = ?", [game])
    return True
