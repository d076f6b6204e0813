"""Who takes part in a game: roles, seats, links, join codes, presence.

A link's token is derived from the server's secret and the link's number, so that the owner can be shown it again, and
only its hash is kept: neither a backup nor a stolen database gives access to a game.
"""

import base64
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from companion.store import games
from companion.store.bounds import LABEL_LENGTH, LINKS_OF_A_GAME, MEMBERS_OF_A_GAME, OPEN_TABLES
from companion.store.database import Row, Store, now, written_time
from companion.store.devices import hashed
from companion.store.errors import NotPossible, StoreError

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"
CODE_LENGTH = 6
_LINK_BYTES = 20
_NOTED_EVERY = 20
_HERE = 60
_CODE_HOURS = 24
_KEY_HOURS = 1


class Role(StrEnum):
    """What a device may do in a game; each may what the ones before it may."""

    VIEWER = "viewer"
    """Sees everything, changes nothing."""
    SEAT = "seat"
    """Plays: enters hands, lays off, accepts and disputes rulings."""
    SCORER = "scorer"
    """Records, corrects, strikes out, overrules."""
    OWNER = "owner"
    """Hands out links, sees who is in, puts out, closes, hands over, deletes. A game has one."""

    def may(self, needed: "Role") -> bool:
        """Say whether this role may do what `needed` may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Member:
    """A device in a game."""

    game: str
    device: int
    role: Role
    seat: int | None
    label: str
    """What the phone calls itself."""
    since: str
    seen_at: str


@dataclass(frozen=True, slots=True)
class Link:
    """An invitation: whoever opens it is in, with its role, until it is revoked."""

    id: int
    role: Role
    seat: int | None
    label: str
    made_at: str
    token: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """What an invitation is to."""

    game: str
    role: Role
    seat: int | None


def member(store: Store, game: str, device: int) -> Member | None:
    """Find a device in a game; None for one that was never in or was put out."""
    row = store.row(f"{_MEMBERS} WHERE members.game = ? AND device = ? AND revoked_at IS NULL", [game, device])
    return None if row is None else _member(row)


def members(store: Store, game: str) -> list[Member]:
    """List who is in, the owner first."""
    rows = store.rows(f"{_MEMBERS} WHERE members.game = ? AND revoked_at IS NULL ORDER BY since, device", [game])
    return sorted((_member(row) for row in rows), key=lambda one: one.role != Role.OWNER)


def join(store: Store, game: str, device: int, role: Role, *, link: int | None = None) -> None:
    """Let a device in. One that is in already keeps the better of its roles; one that was put out comes in anew."""
    with store.writing() as conn:
        (many,) = conn.execute(
            "SELECT count(*) FROM members WHERE game = ? AND revoked_at IS NULL AND device <> ?", [game, device]
        ).fetchone()
        if many >= MEMBERS_OF_A_GAME:
            raise NotPossible(f"At most {MEMBERS_OF_A_GAME} phones take part in a game.")
        found = member(store, game, device)
        if found is not None and found.role.may(role):
            return
        conn.execute(
            "INSERT INTO members (game, device, role, link, since, seen_at) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (game, device) DO UPDATE SET role = excluded.role, link = excluded.link, "
            "seen_at = excluded.seen_at, seat = CASE WHEN revoked_at IS NULL THEN seat END, revoked_at = NULL",
            [game, device, role, link, now(), now()],
        )
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def take_seat(store: Store, game: str, device: int, seat: int | None) -> None:
    """Sit down, or with None get up. A seat that another phone has is refused."""
    if seat is not None and not 0 <= seat < len(games.table(store, game).players):
        raise NotPossible("There is no such seat at this table.")
    with store.writing() as conn:
        taken = conn.execute(
            "SELECT 1 FROM members WHERE game = ? AND seat = ? AND device <> ? AND revoked_at IS NULL",
            [game, seat, device],
        ).fetchone()
        if taken:
            raise NotPossible("Another phone has this seat.")
        conn.execute(
            "UPDATE members SET seat = ?, role = CASE role WHEN 'viewer' THEN 'seat' ELSE role END "
            "WHERE game = ? AND device = ? AND revoked_at IS NULL",
            [seat, game, device],
        )
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def put_out(store: Store, game: str, device: int) -> None:
    """Put a device out; its next request finds no game. The owner stays."""
    with store.writing() as conn:
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ? AND role <> 'owner'",
            [now(), game, device],
        )
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def here(store: Store, member: Member) -> None:
    """Note that a device is here; called with every request, written a few times a minute, lost without harm."""
    if _seconds_since(member.seen_at) < _NOTED_EVERY:
        return
    with suppress(StoreError), store.writing(durable=False, patient=False) as conn:
        conn.execute(
            "UPDATE members SET seen_at = ? WHERE game = ? AND device = ?", [now(), member.game, member.device]
        )


def is_here(member: Member) -> bool:
    """Say whether a device has been heard of in the last minute."""
    return _seconds_since(member.seen_at) < _HERE


def _seconds_since(at: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()


def make_link(store: Store, game: str, device: int, role: Role, *, seat: int | None = None, label: str = "") -> Link:
    """Make an invitation."""
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise NotPossible(f"A link's name has at most {LABEL_LENGTH} characters, none of them a control character.")
    with store.writing() as conn:
        (many,) = conn.execute(
            "SELECT count(*) FROM links WHERE game = ? AND revoked_at IS NULL AND role <> 'owner'", [game]
        ).fetchone()
        if many >= LINKS_OF_A_GAME and role != Role.OWNER:
            raise NotPossible(f"A game has at most {LINKS_OF_A_GAME} links; revoke one first.")
        number = conn.execute("SELECT coalesce(max(id), 0) + 1 FROM links").fetchone()[0]
        made = now()
        token = _token(store, number, game, made)
        conn.execute(
            "INSERT INTO links (id, game, role, seat, label, token_hash, made_by, made_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [number, game, role, seat, label.strip(), hashed(token), device, made],
        )
    return Link(number, role, seat, label.strip(), made, token)


def links(store: Store, game: str) -> list[Link]:
    """List the invitations that still hold, with their tokens: for the owner's eyes. A key to the game is none."""
    rows = store.rows(
        "SELECT * FROM links WHERE game = ? AND revoked_at IS NULL AND role <> 'owner' ORDER BY id", [game]
    )
    known = [(row, _token(store, row["id"], game, row["made_at"])) for row in rows]
    return [
        Link(row["id"], Role(row["role"]), row["seat"], row["label"], row["made_at"], token)
        for row, token in known
        if hashed(token) == row["token_hash"]
    ]


def invitation(store: Store, token: str) -> Invitation | None:
    """Tell what a link opens; None for one that is none or was revoked. Nothing changes by asking."""
    row = store.row(_HOLDING, [hashed(token), _key_since()])
    return None if row is None else Invitation(row["game"], Role(row["role"]), row["seat"])


def follow_link(store: Store, device: int, token: str, *, watch: bool = False) -> str | None:
    """Let a device in by a link, on its seat if it is for one, or only to watch; give the game.

    None for a link that is none or was revoked, even a moment ago.
    """
    with store.writing():
        row = store.row(_HOLDING, [hashed(token), _key_since()])
        if row is None:
            return None
        game = str(row["game"])
        if row["role"] == Role.OWNER:
            _take_over(store, game, device, row["id"])
            return game
        join(store, game, device, Role.VIEWER if watch else Role(row["role"]), link=row["id"])
        if row["seat"] is not None and not watch:
            take_seat(store, game, device, row["seat"])
    return game


_HOLDING = "SELECT * FROM links WHERE token_hash = ? AND revoked_at IS NULL AND (role <> 'owner' OR made_at > ?)"


def _key_since() -> str:
    return written_time(datetime.now(UTC) - timedelta(hours=_KEY_HOURS))


def _take_over(store: Store, game: str, device: int, link: int) -> None:
    """Give a game to whoever opens its key, once.

    The phone that had it is lost: it is out, its seat is free, and no link that it knew opens anything.
    """
    with store.writing() as conn:
        conn.execute(
            "UPDATE members SET role = 'scorer', seat = NULL, revoked_at = ? "
            "WHERE game = ? AND role = 'owner' AND device <> ?",
            [now(), game, device],
        )
        join(store, game, device, Role.OWNER, link=link)
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND revoked_at IS NULL", [now(), game])
        close_table(store, game)


def revoke_link(store: Store, game: str, link: int, *, put_out_who_came: bool = True) -> None:
    """Let a link open nothing any more, and put out whoever came by it."""
    with store.writing() as conn:
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND id = ?", [now(), game, link])
        if put_out_who_came:
            conn.execute(
                "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND link = ? AND role <> 'owner'",
                [now(), game, link],
            )
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def open_table(store: Store, game: str) -> str:
    """Open the table for joining, and give its short code; an open table keeps the code that it has."""
    row = store.row("SELECT nonce, code_hash FROM codes WHERE game = ? AND made_at > ?", [game, _oldest()])
    if row is not None:
        code = _code(store, game, row["nonce"])
        if _code_hash(store, code) == row["code_hash"]:
            return code
    with store.writing() as conn:
        conn.execute("DELETE FROM codes WHERE game = ? OR made_at <= ?", [game, _oldest()])
        if conn.execute("SELECT count(*) FROM codes").fetchone()[0] >= OPEN_TABLES:
            raise NotPossible("Too many tables are open on this server; try again later, or use a link.")
        while True:
            nonce = secrets.token_bytes(16)
            code = _code(store, game, nonce)
            if conn.execute(
                "INSERT INTO codes (game, code_hash, nonce, made_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [game, _code_hash(store, code), nonce, now()],
            ).rowcount:
                return code


def _oldest() -> str:
    return written_time(datetime.now(UTC) - timedelta(hours=_CODE_HOURS))


def close_table(store: Store, game: str) -> None:
    """Let the short code open nothing any more."""
    with store.writing() as conn:
        conn.execute("DELETE FROM codes WHERE game = ?", [game])


def game_of_code(store: Store, code: str) -> str | None:
    """Find the open table of a code; letters are taken as people type them. A code holds for a day at the most."""
    row = store.row(
        "SELECT game FROM codes WHERE code_hash = ? AND made_at > ?", [_code_hash(store, tidy_code(code)), _oldest()]
    )
    return None if row is None else str(row["game"])


def is_open(store: Store, game: str) -> bool:
    """Say whether a table is open for joining by its code."""
    return store.row("SELECT 1 FROM codes WHERE game = ? AND made_at > ?", [game, _oldest()]) is not None


def tidy_code(code: str) -> str:
    """Take a code as typed: any case, spaces and dashes between."""
    return "".join(one for one in code.upper() if one.isalnum())[: 2 * CODE_LENGTH]


_MEMBERS = (
    "SELECT game, device, role, seat, label, since, members.seen_at FROM members "
    "JOIN devices ON devices.id = members.device"
)


def _member(row: Row) -> Member:
    return Member(
        row["game"], row["device"], Role(row["role"]), row["seat"], row["label"], row["since"], row["seen_at"]
    )


def _token(store: Store, number: int, game: str, made_at: str) -> str:
    # A number alone would come again after an older backup was restored, and with it the token of a revoked link.
    what = f"{number} {game} {made_at}"
    return base64.urlsafe_b64encode(store.keyed("link", what)[:_LINK_BYTES]).decode().rstrip("=")


def _code(store: Store, game: str, nonce: bytes) -> str:
    number = int.from_bytes(store.keyed("code", game.encode() + nonce), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[place])
    return "".join(letters)


def _code_hash(store: Store, code: str) -> bytes:
    return store.keyed("code hash", code)
