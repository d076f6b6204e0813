"""Where a game stands, told cheaply: what every phone at a table asks every second or so."""

import hashlib
import json
from dataclasses import dataclass

from companion.store.database import Store
from companion.store.drafts import SHARED
from companion.store.people.devices import hash_token
from companion.store.people.members import Member, Role


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A phone's part in a game, and the number that grows with every change in it."""

    member: Member
    pulse: int
    seq: int
    """How many records its journal has."""


def heartbeat(store: Store, game: str, token: str) -> Heartbeat | None:
    """Find the phone of a cookie in a game, in one read; None if it is not in."""
    row = store.row(
        "SELECT members.device, role, seat, label, since, members.seen_at, pulse, seq FROM devices "
        "JOIN members ON members.device = devices.id JOIN games ON games.id = members.game "
        "WHERE token_hash = ? AND members.game = ? AND revoked_at IS NULL",
        [hash_token(token), game],
    )
    if row is None:
        return None
    member = Member(game, row["device"], Role(row["role"]), row["seat"], row["label"], row["since"], row["seen_at"])
    return Heartbeat(member, int(row["pulse"]), int(row["seq"]))


def signs(store: Store, game: str) -> str:
    """Put in a few letters all that a page of a game could show otherwise than before.

    A hand that is still being entered counts by who is at it only: nobody else sees its cards, so no tap on one phone
    makes the others load anything.
    """
    rows = store.rows("SELECT seq FROM games WHERE id = ?", [game])
    rows += store.rows(
        "SELECT hand, seat, ready, device, CASE WHEN ready OR seat = ? THEN version END AS version FROM drafts "
        "WHERE game = ? ORDER BY hand, seat",
        [SHARED, game],
    )
    rows += store.rows(
        "SELECT device, role, seat FROM members WHERE game = ? AND revoked_at IS NULL ORDER BY device", [game]
    )
    return hashlib.blake2b(json.dumps(rows).encode(), digest_size=6).hexdigest()


def phones_on_seats(store: Store, game: str) -> dict[int, int]:
    """Tell which phone sits on which seat."""
    rows = store.rows(
        "SELECT seat, device FROM members WHERE game = ? AND seat IS NOT NULL AND revoked_at IS NULL", [game]
    )
    return {row["seat"]: row["device"] for row in rows}


def link_of(store: Store, game: str, device: int) -> int | None:
    """Tell by which link a device came in; None for one that came by a code or started the game."""
    row = store.row("SELECT link FROM members WHERE game = ? AND device = ?", [game, device])
    return None if row is None else row["link"]
