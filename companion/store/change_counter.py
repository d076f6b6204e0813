"""The change counter of a game (column `games.pulse`): grows with every change that other phones should see."""

from companion.store.database import Connection


def count_change(conn: Connection, game: str) -> None:
    """Count a change, within the transaction that makes it."""
    conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])
