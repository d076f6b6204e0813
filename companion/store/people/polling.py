"""What phones poll for live updates: the change counter of their game, and a digest of what its pages show."""

import hashlib
import json
from dataclasses import dataclass

from companion.store.database import Store
from companion.store.drafts import SHARED
from companion.store.people.devices import Device, hash_token
from companion.store.people.members import Member, Role


@dataclass(frozen=True, slots=True)
class PollState:
    """A phone, its membership of a game, and where the game stands."""

    device: Device
    member: Member
    changes: int
    """The change counter."""
    seq: int
    """How many records its journal has."""


def poll_state(store: Store, game: str, token: str) -> PollState | None:
    """Find the phone of a cookie in a game, in one read; None if it is not a member."""
    row = store.row(
        "SELECT devices.id, label, devices.seen_at AS device_seen_at, role, seat, since, members.seen_at, "
        "pulse, seq FROM devices "
        "JOIN members ON members.device = devices.id JOIN games ON games.id = members.game "
        "WHERE token_hash = ? AND members.game = ? AND revoked_at IS NULL",
        [hash_token(token), game],
    )
    if row is None:
        return None
    device = Device(row["id"], row["label"], row["device_seen_at"])
    member = Member(game, row["id"], Role(row["role"]), row["seat"], row["label"], row["since"], row["seen_at"])
    return PollState(device, member, row["pulse"], row["seq"])


def visible_digest(store: Store, game: str) -> str:
    """Return a short digest of everything that a game's pages could show differently.

    Of a hand that is still being entered it includes only who is entering it. Other phones can't see the cards, so a
    tap on one phone doesn't make the others reload.
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
