"""The next game at the same table: one a game, whoever asks and however many ask at once, with everybody who is in."""

from companion.journal.events import GameStarted
from companion.store import games
from companion.store.change_counter import count_change
from companion.store.database import Store
from companion.store.errors import NotPossible
from companion.store.games import Author
from companion.store.people import members
from companion.store.people.attendance import JoinedBy
from companion.store.people.members import Member, Role
from companion.store.people.presence import phones_on_seats

OUT_OF_IT = "The rematch has begun, and this phone is no longer in it. Its owner can let it in, by the code or a link."


def next_game(store: Store, game: str) -> str | None:
    """Give the game to which the players of a game went on."""
    row = store.row("SELECT begun FROM rematches WHERE game = ?", [game])
    return None if row is None else str(row["begun"])


def begin(store: Store, member: Member, author: Author, started: GameStarted, *, record_id: str) -> str:
    """Begin the next game with everybody who is in, or come along to the one that another phone began; give it.

    All of it is one transaction: of two phones the second finds what the first did, and a process that ends in between
    leaves nothing behind. Whoever only watches and finds none begins a game of the own, which leads nobody anywhere.
    """
    with store.writing() as conn:
        begun = next_game(store, member.game)
        if begun is not None:
            _come_along(store, member, begun)
            return begun
        begun = games.start(store, author, started, record_id=record_id)
        if member.role.may(Role.SEAT):
            _take_along(store, member.game, begun)
            conn.execute("INSERT INTO rematches (game, begun) VALUES (?, ?)", [member.game, begun])
            count_change(conn, member.game)
    return begun


def _take_along(store: Store, game: str, begun: str) -> None:
    for one in members.members(store, game):
        _let_in(store, one, begun)


def _come_along(store: Store, member: Member, begun: str) -> None:
    """Let a phone in that came to the old game late; one that was put out of the new game or left it stays out."""
    was_in = store.row("SELECT revoked_at FROM members WHERE game = ? AND device = ?", [begun, member.device])
    if was_in is None:
        _let_in(store, member, begun)
    elif was_in["revoked_at"] is not None:
        raise NotPossible(OUT_OF_IT)


def _let_in(store: Store, member: Member, begun: str) -> None:
    """Let a phone in with the part and the seat that it has; whose seat is taken by now is in without one."""
    role = Role.SCORER if member.role == Role.OWNER else member.role
    free = member.seat if member.role.may(Role.SEAT) and member.seat not in phones_on_seats(store, begun) else None
    members.join(store, begun, member.device, role, seat=free, how=JoinedBy.REMATCH)
