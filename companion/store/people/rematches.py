"""Rematches: the next game at the same table, with everyone who is in. A game has one rematch."""

from collections.abc import Sequence
from dataclasses import replace

from companion.journal.events.game import GameStarted
from companion.store import games
from companion.store.database import Store, count_change, retried
from companion.store.errors import NotPossible, Problem
from companion.store.games import Author
from companion.store.people import members
from companion.store.people.members import JoinedBy, Member, Role, phones_on_seats


def next_game(store: Store, game: str) -> str | None:
    row = store.row("SELECT begun FROM rematches WHERE game = ?", [game])
    return None if row is None else str(row["begun"])


@retried
def begin(
    store: Store,
    member: Member,
    author: Author,
    started: GameStarted,
    *,
    record_id: str,
    seats: Sequence[int] | None = None,
) -> str:
    """Start the rematch with everyone who is in, or join the one that another phone started; return its id.

    `seats` holds for each seat where the same player sits in the rematch; None where everybody keeps their seat.
    It is one transaction: of two phones, the second finds what the first did, and a killed process leaves nothing
    behind. A phone that left the rematch or was removed from it stays out. A viewer who finds no rematch starts an
    unrelated game alone.
    """
    with store.writing() as conn:
        begun = next_game(store, member.game)
        if begun is not None:
            was_in = store.row("SELECT revoked_at FROM members WHERE game = ? AND device = ?", [begun, member.device])
            if was_in is None:
                _copy_member(store, _seated(member, seats), begun)
            elif was_in["revoked_at"] is not None:
                raise NotPossible(Problem.NOT_IN_REMATCH)
            return begun
        begun = games.start(store, author, started, record_id=record_id)
        if member.role.may(Role.SEAT):
            for taken_along in members.members(store, member.game):
                _copy_member(store, _seated(taken_along, seats), begun)
            conn.execute("INSERT INTO rematches (game, begun) VALUES (?, ?)", [member.game, begun])
            count_change(conn, member.game)
    return begun


def _seated(member: Member, seats: Sequence[int] | None) -> Member:
    return member if seats is None or member.seat is None else replace(member, seat=seats[member.seat])


def _copy_member(store: Store, member: Member, begun: str) -> None:
    role = Role.SCORER if member.role == Role.OWNER else member.role
    seat = member.seat if member.role.may(Role.SEAT) and member.seat not in phones_on_seats(store, begun) else None
    members.join(store, begun, member.device, role, seat=seat, how=JoinedBy.REMATCH)
