"""What phones poll for live updates: the change counter of their game, and a digest of what its pages show."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from companion.store.database import Store, marks
from companion.store.drafts import SHARED
from companion.store.people.devices import Device, hash_token
from companion.store.people.members import Member, Role

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class PollState:
    device: Device
    member: Member
    changes: int
    seq: int


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


def changes_of(store: Store, games: Sequence[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for first in range(0, len(games), _CHUNK):
        chunk = games[first : first + _CHUNK]
        rows = store.rows(f"SELECT id, pulse FROM games WHERE id IN ({marks(chunk)})", chunk)  # noqa: S608 (only marks)
        counts.update((row["id"], row["pulse"]) for row in rows)
    return counts


def changes_in_all(store: Store) -> int:
    """Return a number that differs after something changed in any game."""
    (row,) = store.rows("SELECT CAST(coalesce(sum(pulse), 0) AS BIGINT) + count(*) AS changes FROM games")
    changes: int = row["changes"]
    return changes


def visible_digest(store: Store, game: str) -> str:
    """Return a short digest of everything that a game's pages could show differently.

    Of a hand that is still being entered it includes only who is entering it. Other phones can't see the cards, so a
    tap on one phone doesn't make the others reload.
    """
    rows = store.rows(
        "SELECT 'game' AS part, seq AS hand, NULL AS seat, NULL AS ready, NULL AS device, NULL AS version, "
        # After a restore another record may have the same number.
        "(SELECT id FROM journal WHERE journal.game = games.id AND journal.seq = games.seq) AS text "
        "FROM games WHERE id = :game UNION ALL "
        "SELECT 'draft', hand, seat, ready, device, CASE WHEN ready = 1 OR seat = :shared THEN version END, NULL "
        "FROM drafts WHERE game = :game UNION ALL "
        "SELECT 'member', NULL, seat, NULL, device, NULL, role || ' ' || label "
        "FROM members JOIN devices ON devices.id = device WHERE game = :game AND revoked_at IS NULL UNION ALL "
        "SELECT 'rematch', NULL, NULL, NULL, NULL, NULL, begun FROM rematches WHERE game = :game "
        "ORDER BY part, hand, seat, device",
        {"game": game, "shared": SHARED},
    )
    # Keyed, so that no phone can try what others would lead to.
    return store.keyed_hash("visible", json.dumps(rows))[:6].hex()
