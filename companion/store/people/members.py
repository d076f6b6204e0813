"""Who takes part in a game: roles, seats, links, join codes, presence.

A link's token is derived from the server's secret and the link's number, so that the owner can be shown it again, and
only its hash is kept: neither a backup nor a stolen database gives access to a game.
"""

import base64
import secrets
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from companion.store import games
from companion.store.database import Row, Store, format_time, now
from companion.store.errors import NotPossible, StoreError
from companion.store.limits import LABEL_LENGTH, LINKS_OF_A_GAME, MEMBERS_OF_A_GAME, OPEN_TABLES
from companion.store.people import attendance
from companion.store.people.attendance import AttendanceKind, JoinedBy
from companion.store.people.devices import hash_token

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"
CODE_LENGTH = 6
_LINK_BYTES = 20
_NOTED_EVERY = 20
_HERE = 60
_CODE_HOURS = 24
_AHEAD = timedelta(hours=1)
"""How far a clock may be set back without ending anything."""
_KEY_HOURS = 1
LINK_DAYS = 7
"""How long a link for one part holds. That of the table's QR code holds as long as the table is open."""


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
    """An invitation: whoever opens it is in, with its role, until it ends or is revoked."""

    id: int
    role: Role
    seat: int | None
    label: str
    made_at: str
    token: str

    @property
    def for_all(self) -> bool:
        """Say whether it is the link of the table's QR code: whoever scans it chooses a seat."""
        return self.role == Role.SEAT and self.seat is None

    @property
    def until(self) -> str:
        """Tell when a link for one part ends."""
        return _after(self.made_at, timedelta(days=LINK_DAYS))


@dataclass(frozen=True, slots=True)
class Invitation:
    """What an invitation is to."""

    game: str
    role: Role
    seat: int | None
    until: str
    """When it ends."""


def member(store: Store, game: str, device: int) -> Member | None:
    """Find a device in a game; None for one that was never in or was put out."""
    row = store.row(f"{_MEMBERS} WHERE members.game = ? AND device = ? AND revoked_at IS NULL", [game, device])
    return None if row is None else _member(row)


def members(store: Store, game: str) -> list[Member]:
    """List who is in, the owner first."""
    rows = store.rows(f"{_MEMBERS} WHERE members.game = ? AND revoked_at IS NULL ORDER BY since, device", [game])
    return sorted((_member(row) for row in rows), key=lambda one: one.role != Role.OWNER)


def join(  # noqa: PLR0913 (who comes where, as what, and by what)
    store: Store,
    game: str,
    device: int,
    role: Role,
    *,
    link: int | None = None,
    seat: int | None = None,
    how: JoinedBy = JoinedBy.CODE,
) -> None:
    """Let a device in, onto a seat if one is named, and note how it came.

    One that is in already keeps the better of its roles; one that was put out comes in anew.
    """
    with store.writing() as conn:
        found = member(store, game, device)
        if found is not None and found.role.may(role):
            if seat is not None:
                take_seat(store, game, device, seat)
            return
        _let_in(conn, game, device, role, link)
        if seat is not None:
            _sit(store, conn, game, device, seat)
        attendance.note(conn, game, device, AttendanceKind.CAME, attendance.name_of(store, game, device), how)
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def _let_in(conn: sqlite3.Connection, game: str, device: int, role: Role, link: int | None) -> None:
    (many,) = conn.execute(
        "SELECT count(*) FROM members WHERE game = ? AND revoked_at IS NULL AND device <> ?", [game, device]
    ).fetchone()
    if many >= MEMBERS_OF_A_GAME:
        raise NotPossible(f"At most {MEMBERS_OF_A_GAME} phones take part in a game.")
    conn.execute(
        "INSERT INTO members (game, device, role, link, since, seen_at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (game, device) DO UPDATE SET role = excluded.role, link = excluded.link, "
        "seen_at = excluded.seen_at, seat = CASE WHEN revoked_at IS NULL THEN seat END, revoked_at = NULL",
        [game, device, role, link, now(), now()],
    )


def take_seat(store: Store, game: str, device: int, seat: int | None) -> None:
    """Sit down, or with None get up. A seat that another phone has is refused."""
    with store.writing() as conn:
        found = member(store, game, device)
        before = attendance.name_of(store, game, device)
        _sit(store, conn, game, device, seat)
        if found is not None and seat not in (None, found.seat):
            attendance.note(conn, game, device, AttendanceKind.SAT, before, attendance.name_of(store, game, device))
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def _sit(store: Store, conn: sqlite3.Connection, game: str, device: int, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < len(games.table_summary(store, game).players):
        raise NotPossible("There is no such seat at this table.")
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


def remove_phone(store: Store, game: str, device: int, *, by: str = "") -> None:
    """Put a device out; its next request finds no game. The owner stays."""
    with store.writing() as conn:
        found = member(store, game, device)
        if found is None or found.role == Role.OWNER:
            return
        attendance.note(conn, game, device, AttendanceKind.PUT_OUT, attendance.name_of(store, game, device), by)
        conn.execute(
            "UPDATE members SET revoked_at = ?, seat = NULL WHERE game = ? AND device = ?", [now(), game, device]
        )
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def note_presence(store: Store, member: Member) -> None:
    """Note that a device is here; called with every request, written a few times a minute, lost without harm."""
    if _seconds_since(member.seen_at) < _NOTED_EVERY:
        return
    with suppress(StoreError), store.writing(durable=False, patient=False) as conn:
        conn.execute(
            "UPDATE members SET seen_at = ? WHERE game = ? AND device = ?", [now(), member.game, member.device]
        )


def is_present(member: Member) -> bool:
    """Say whether a device has been heard of in the last minute."""
    return _seconds_since(member.seen_at) < _HERE


def _seconds_since(at: str) -> float:
    """Tell how far away a moment is; one to come was written before the clock was set back."""
    return abs((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds())


def make_link(store: Store, game: str, device: int, role: Role, *, seat: int | None = None, label: str = "") -> Link:
    """Make an invitation."""
    if len(label) > LABEL_LENGTH or not label.isprintable():
        raise NotPossible(f"A link's name has at most {LABEL_LENGTH} characters, none of them a control character.")
    with store.writing() as conn:
        (many,) = conn.execute(
            f"SELECT count(*) FROM links WHERE game = :game AND {_HOLDS} AND role <> 'owner'",  # noqa: S608
            {"game": game, **_since()},
        ).fetchone()
        if many >= LINKS_OF_A_GAME and role != Role.OWNER:
            raise NotPossible(f"A game has at most {LINKS_OF_A_GAME} links; revoke one first.")
        number = conn.execute("SELECT coalesce(max(id), 0) + 1 FROM links").fetchone()[0]
        made = now()
        token = _token(store, number, game, made)
        conn.execute(
            "INSERT INTO links (id, game, role, seat, label, token_hash, made_by, made_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [number, game, role, seat, label.strip(), hash_token(token), device, made],
        )
    return Link(number, role, seat, label.strip(), made, token)


def links(store: Store, game: str) -> list[Link]:
    """List the invitations that still hold, with their tokens: for the owner's eyes. A key to the game is none."""
    rows = store.rows(
        f"SELECT * FROM links WHERE game = :game AND {_HOLDS} AND role <> 'owner' ORDER BY id",  # noqa: S608
        {"game": game, **_since()},
    )
    known = [(row, _token(store, row["id"], game, row["made_at"])) for row in rows]
    return [
        Link(row["id"], Role(row["role"]), row["seat"], row["label"], row["made_at"], token)
        for row, token in known
        if hash_token(token) == row["token_hash"]
    ]


def invitation(store: Store, token: str) -> Invitation | None:
    """Tell what a link opens; None for one that is none, has ended or was revoked. Nothing changes by asking."""
    row = _holding(store, token)
    if row is None:
        return None
    if row["role"] == Role.OWNER:
        until = _after(row["made_at"], timedelta(hours=_KEY_HOURS))
    elif row["role"] == Role.SEAT and row["seat"] is None:
        until = open_until(store, row["game"]) or ""
    else:
        until = _after(row["made_at"], timedelta(days=LINK_DAYS))
    return Invitation(row["game"], Role(row["role"]), row["seat"], until)


def follow_link(store: Store, device: int, token: str, *, watch: bool = False, seat: int | None = None) -> str | None:
    """Let a device in by a link, on its seat if it is for one, else on the one that was chosen, or only to watch.

    Gives the game, or None for a link that is none, has ended or was revoked, even a moment ago.
    """
    with store.writing():
        row = _holding(store, token)
        if row is None:
            return None
        game, role = str(row["game"]), Role(row["role"])
        place = row["seat"] if row["seat"] is not None else seat
        if not role.may(Role.SEAT) or watch:
            place = None
        if role == Role.OWNER:
            _take_over(store, game, device, row["id"])
            if place is not None:
                take_seat(store, game, device, place)
            return game
        how = JoinedBy.TABLE_LINK if role == Role.SEAT and row["seat"] is None else JoinedBy(f"{role}-link")
        join(store, game, device, Role.VIEWER if watch else role, link=row["id"], seat=place, how=how)
    return game


_HOLDS = (
    "revoked_at IS NULL AND made_at > CASE role WHEN 'owner' THEN :key ELSE :link END AND made_at <= :now AND "
    "(role <> 'seat' OR seat IS NOT NULL OR "
    "EXISTS (SELECT 1 FROM codes WHERE codes.game = links.game AND codes.made_at BETWEEN :code AND :now))"
)
"""Whether a link opens anything: that of the table's QR code as long as its door is open, the others for a time."""


def _holding(store: Store, token: str) -> Row | None:
    values = {"hash": hash_token(token), **_since()}
    return store.row(f"SELECT * FROM links WHERE token_hash = :hash AND {_HOLDS}", values)  # noqa: S608 (words of ours)


def _since() -> dict[str, str]:
    """Tell when the oldest of each kind was made that still holds."""
    moment = datetime.now(UTC)
    return {
        "key": format_time(moment - timedelta(hours=_KEY_HOURS)),
        "link": format_time(moment - timedelta(days=LINK_DAYS)),
        "code": _lately()[0],
        "now": _lately()[1],
    }


def _after(made_at: str, holds: timedelta) -> str:
    return format_time(datetime.fromisoformat(made_at) + holds)


def _take_over(store: Store, game: str, device: int, link: int) -> None:
    """Give a game to whoever opens its key, once.

    The phone that had it is lost: it is out, its seat is free, and no link that it knew opens anything.
    """
    with store.writing() as conn:
        for one in members(store, game):
            if one.role == Role.OWNER and one.device != device:
                conn.execute("UPDATE members SET role = 'scorer' WHERE game = ? AND device = ?", [game, one.device])
                remove_phone(store, game, one.device)
        join(store, game, device, Role.OWNER, link=link, how=JoinedBy.KEY)
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND revoked_at IS NULL", [now(), game])
        close_table(store, game)


def revoke_link(store: Store, game: str, link: int, *, put_out_who_came: bool = True, by: str = "") -> None:
    """Let a link open nothing any more, and put out whoever came by it."""
    with store.writing() as conn:
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND id = ?", [now(), game, link])
        if put_out_who_came:
            came = "SELECT device FROM members WHERE game = ? AND link = ? AND revoked_at IS NULL"
            for (device,) in conn.execute(came, [game, link]).fetchall():
                remove_phone(store, game, device, by=by)
        conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def open_table(store: Store, game: str) -> str:
    """Open the table for joining, and give its short code; an open table keeps the code that it has."""
    row = store.row("SELECT nonce, code_hash FROM codes WHERE game = ? AND made_at BETWEEN ? AND ?", [game, *_lately()])
    if row is not None:
        code = _code(store, game, row["nonce"])
        if _code_hash(store, code) == row["code_hash"]:
            return code
    with store.writing() as conn:
        close_table(store, game)
        conn.execute("DELETE FROM codes WHERE made_at NOT BETWEEN ? AND ?", _lately())
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


def _lately() -> tuple[str, str]:
    """Tell when a code was made that holds: one from the time to come was made before the clock was set back."""
    moment = datetime.now(UTC)
    return format_time(moment - timedelta(hours=_CODE_HOURS)), format_time(moment + _AHEAD)


def close_table(store: Store, game: str) -> None:
    """Let the short code open nothing any more, nor the link that the QR code beside it carried."""
    with store.writing() as conn:
        conn.execute("DELETE FROM codes WHERE game = ?", [game])
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND role = 'seat' AND seat IS NULL AND revoked_at IS NULL",
            [now(), game],
        )


def game_of_code(store: Store, code: str) -> str | None:
    """Find the open table of a code; letters are taken as people type them. A code holds for a day at the most."""
    row = store.row(
        "SELECT game FROM codes WHERE code_hash = ? AND made_at BETWEEN ? AND ?",
        [_code_hash(store, tidy_code(code)), *_lately()],
    )
    return None if row is None else str(row["game"])


def is_open(store: Store, game: str) -> bool:
    """Say whether a table is open for joining by its code."""
    return open_until(store, game) is not None


def open_until(store: Store, game: str) -> str | None:
    """Tell until when a table is open for joining by its code; None for one that is not."""
    row = store.row("SELECT made_at FROM codes WHERE game = ? AND made_at BETWEEN ? AND ?", [game, *_lately()])
    return None if row is None else _after(row["made_at"], timedelta(hours=_CODE_HOURS))


def door_mark(store: Store, game: str) -> bytes | None:
    """Give what tells the open door of a table from every other that it had or will have; None for a closed one."""
    row = store.row("SELECT nonce FROM codes WHERE game = ? AND made_at BETWEEN ? AND ?", [game, *_lately()])
    return None if row is None else bytes(row["nonce"])


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
    return base64.urlsafe_b64encode(store.keyed_hash("link", what)[:_LINK_BYTES]).decode().rstrip("=")


def _code(store: Store, game: str, nonce: bytes) -> str:
    number = int.from_bytes(store.keyed_hash("code", game.encode() + nonce), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[place])
    return "".join(letters)


def _code_hash(store: Store, code: str) -> bytes:
    return store.keyed_hash("code hash", code)
