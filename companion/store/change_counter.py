"""The change counter of a game (column `games.pulse`): grows with every change that other phones should see."""

import random

from companion.store.database import Connection

_JUMP = 1_000_000_000


def count_change(conn: Connection, game: str) -> None:
    """Count a change, within the transaction that makes it."""
    conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])


def count_change_for(conn: Connection, device: int) -> None:
    """Count a change of every game that a device is in."""
    conn.execute(
        "UPDATE games SET pulse = pulse + 1 WHERE id IN "
        "(SELECT game FROM members WHERE device = ? AND revoked_at IS NULL)",
        [device],
    )


def count_restore(conn: Connection) -> None:
    """Count a change of every game, by so much that no phone has seen the new counts before the restore."""
    conn.execute("UPDATE games SET pulse = pulse + ?", [random.randint(1, _JUMP)])  # noqa: S311 (no secret)
