"""The change counter of a game (column `games.pulse`): grows with every change that other phones should see."""

import sqlite3


def count_change(conn: sqlite3.Connection, game: str) -> None:
    """Count a change, within the transaction that makes it."""
    conn.execute("UPDATE games SET pulse = pulse + 1 WHERE id = ?", [game])
