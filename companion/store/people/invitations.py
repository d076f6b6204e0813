"""Invitations: links that let a phone join a game with a role, and recovery links for a lost owner's phone.

A link's token is derived from the server's secret and the link's row, so the owner can be shown it again. Only its
hash is stored: neither a backup nor a stolen database gives access to a game.
"""

import base64
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.store.database import Row, Store, count_change, format_time, now, retried, retried_unless_sent
from companion.store.errors import NoSuchGame, NotPossible, Problem
from companion.store.limits import LINKS_OF_A_GAME
from companion.store.people import join_codes, members
from companion.store.people.devices import hash_token
from companion.store.people.members import JoinedBy, Role

_TOKEN_BYTES = 20
_LINK_LASTS = timedelta(days=7)
"""The table's QR code is the exception: its link works as long as the table is open."""
_RECOVERY_LINK_LASTS = timedelta(hours=1)

_VALID = (
    "revoked_at IS NULL AND made_at > CASE role WHEN 'owner' THEN :recovery ELSE :link END AND made_at <= :latest AND "
    "(role <> 'seat' OR seat IS NOT NULL OR "
    "EXISTS (SELECT 1 FROM codes WHERE codes.game = links.game AND codes.made_at BETWEEN :code AND :latest))"
)


@dataclass(frozen=True, slots=True)
class Link:
    id: int
    role: Role
    seat: int | None
    made_at: str
    token: str

    @property
    def for_all(self) -> bool:
        """Whether it is the link in the table's QR code: everyone who scans it picks a seat."""
        return self.role == Role.SEAT and self.seat is None

    @property
    def until(self) -> str:
        """When the link ends, unless it is the table's."""
        return _later(self.made_at, _LINK_LASTS)


@dataclass(frozen=True, slots=True)
class Invitation:
    game: str
    role: Role
    seat: int | None
    until: str

    def offers(self, seat: int) -> bool:
        return self.role.may(Role.SEAT) and self.seat in (None, seat)


@retried_unless_sent
def make_link(store: Store, game: str, device: int, role: Role, *, seat: int | None = None) -> Link:
    with store.writing() as conn:
        (count,) = conn.execute(
            f"SELECT count(*) FROM links WHERE game = :game AND {_VALID} AND role <> 'owner'",  # noqa: S608 (no input)
            {"game": game, **_valid_since()},
        ).fetchone()
        if count >= LINKS_OF_A_GAME and role != Role.OWNER:
            raise NotPossible(Problem.TOO_MANY_LINKS, most=LINKS_OF_A_GAME)
        number = conn.execute("SELECT coalesce(max(id), 0) + 1 FROM links").fetchone()[0]
        made_at = now()
        token = _token(store, number, game, made_at)
        conn.execute(
            "INSERT INTO links (id, game, role, seat, token_hash, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [number, game, role, seat, hash_token(token), device, made_at],
        )
    return Link(number, role, seat, made_at, token)


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
        return make_link(store, game, row[0], Role.OWNER)


def links(store: Store, game: str) -> list[Link]:
    """List the valid links with their tokens, for the owner only. Recovery links are left out."""
    rows = store.rows(
        f"SELECT * FROM links WHERE game = :game AND {_VALID} AND role <> 'owner' ORDER BY id",  # noqa: S608 (no input)
        {"game": game, **_valid_since()},
    )
    with_tokens = [(row, _token(store, row["id"], game, row["made_at"])) for row in rows]
    return [
        Link(row["id"], Role(row["role"]), row["seat"], row["made_at"], token)
        for row, token in with_tokens
        if hash_token(token) == row["token_hash"]
    ]


def invitation(store: Store, token: str) -> Invitation | None:
    """Return what a link opens; None for a link that is unknown, over or revoked. Asking changes nothing."""
    row = _valid_link(store, token)
    if row is None:
        return None
    if row["role"] == Role.OWNER:
        until = _later(row["made_at"], _RECOVERY_LINK_LASTS)
    elif row["role"] == Role.SEAT and row["seat"] is None:
        until = join_codes.open_until(store, row["game"]) or ""
    else:
        until = _later(row["made_at"], _LINK_LASTS)
    return Invitation(row["game"], Role(row["role"]), row["seat"], until)


@retried
def follow_link(store: Store, device: int, token: str, *, watch: bool = False, seat: int | None = None) -> str | None:
    """Let a device join by a link: on the link's seat, else on the chosen one, or only to watch.

    Return the game, or None for a link that is unknown, over or revoked, even a moment ago.
    """
    with store.writing():
        row = _valid_link(store, token)
        if row is None:
            return _taken_over_by(store, device, token)
        game, role = str(row["game"]), Role(row["role"])
        if row["seat"] is not None:
            seat = row["seat"]
        if not role.may(Role.SEAT) or watch:
            seat = None
        if role == Role.OWNER:
            _take_over(store, game, device, row["id"])
            if seat is not None:
                members.take_seat(store, game, device, seat)
            return game
        how = JoinedBy.TABLE_LINK if role == Role.SEAT and row["seat"] is None else JoinedBy(f"{role}-link")
        members.join(store, game, device, Role.VIEWER if watch else role, link=row["id"], seat=seat, how=how)
    return game


@retried
def revoke_link(store: Store, game: str, link: int, *, remove_phones: bool = True, by: str = "") -> None:
    with store.writing() as conn:
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND id = ?", [now(), game, link])
        if remove_phones:
            joined = conn.execute(
                "SELECT device FROM members WHERE game = ? AND link = ? AND revoked_at IS NULL", [game, link]
            )
            for (device,) in joined.fetchall():
                members.remove_phone(store, game, device, by=by)
        count_change(conn, game)


def link_used_by(store: Store, game: str, device: int) -> int | None:
    """Return the link that a device joined by; None if it used a join code or started the game."""
    row = store.row("SELECT link FROM members WHERE game = ? AND device = ?", [game, device])
    return None if row is None else row["link"]


@retried
def _take_over(store: Store, game: str, device: int, link: int) -> None:
    """Make a device the owner by a recovery link, which works once.

    The phone that owned the game is lost: remove it, free its seat, and revoke every link that it knew.
    """
    with store.writing() as conn:
        for member in members.members(store, game):
            if member.role == Role.OWNER and member.device != device:
                conn.execute("UPDATE members SET role = 'scorer' WHERE game = ? AND device = ?", [game, member.device])
                members.remove_phone(store, game, member.device)
        members.join(store, game, device, Role.OWNER, link=link, how=JoinedBy.RECOVERY_LINK)
        conn.execute("UPDATE links SET revoked_at = ? WHERE game = ? AND revoked_at IS NULL", [now(), game])
        join_codes.close_table(store, game)


def _taken_over_by(store: Store, device: int, token: str) -> str | None:
    """Return the game that a device has taken over by a recovery link: a moment ago, if the answer got lost."""
    row = store.row(
        "SELECT links.game FROM links JOIN members ON members.game = links.game AND members.link = links.id "
        "WHERE token_hash = ? AND links.role = 'owner' AND members.device = ? AND members.role = 'owner' "
        "AND members.revoked_at IS NULL",
        [hash_token(token), device],
    )
    return None if row is None else str(row["game"])


def _valid_link(store: Store, token: str) -> Row | None:
    values = {"hash": hash_token(token), **_valid_since()}
    return store.row(f"SELECT * FROM links WHERE token_hash = :hash AND {_VALID}", values)  # noqa: S608 (no input)


def _valid_since() -> dict[str, str]:
    """Return the oldest time of each kind of link that is still valid, as the values of `_VALID`."""
    moment = datetime.now(UTC)
    code, latest = join_codes.validity()
    return {
        "recovery": format_time(moment - _RECOVERY_LINK_LASTS),
        "link": format_time(moment - _LINK_LASTS),
        "code": code,
        "latest": latest,
    }


def _later(at: str, duration: timedelta) -> str:
    return format_time(datetime.fromisoformat(at) + duration)


def _token(store: Store, number: int, game: str, made_at: str) -> str:
    # A number alone would be reused after an older backup was restored, and with it the token of a revoked link.
    digest = store.keyed_hash("link", f"{number} {game} {made_at}")
    return base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")
