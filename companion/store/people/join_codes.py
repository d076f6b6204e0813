"""Open tables and their join codes. A code opens the table for a day at most, or until the table is closed.

Codes are derived from the server's secret and a nonce, and stored hashed, like the tokens of links.
"""

import secrets
from datetime import UTC, datetime, timedelta

from companion.store.database import Connection, Row, Store, format_time, now, retried
from companion.store.errors import NotPossible, Problem
from companion.store.limits import OPEN_TABLES, OPEN_TABLES_OF_A_DEVICE

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ2346789"
CODE_LENGTH = 6
_CODE_LASTS = timedelta(hours=24)
_CLOCK_TOLERANCE = timedelta(hours=1)
"""A clock set back by no more than this ends nothing."""


@retried
def open_table(store: Store, game: str) -> str:
    """Open a table for joining and return its code. A table that is open already keeps its code."""
    row = _valid_code(store, game)
    if row is not None:
        code = _code(store, game, row["nonce"])
        if _code_hash(store, code) == row["code_hash"]:
            return code
    with store.writing() as conn:
        close_table(store, game)
        # One from the future was made by a server whose clock is ahead of this one's.
        conn.execute("DELETE FROM codes WHERE made_at < ?", validity()[:1])
        (open_tables,) = conn.execute(
            "SELECT count(*) FROM codes JOIN members ON members.game = codes.game AND members.role = 'owner' "
            "WHERE members.device = (SELECT device FROM members WHERE game = ? AND role = 'owner')",
            [game],
        ).fetchone()
        if open_tables >= OPEN_TABLES_OF_A_DEVICE:
            raise NotPossible(Problem.TOO_MANY_OPEN_TABLES, most=OPEN_TABLES_OF_A_DEVICE)
        if conn.execute("SELECT count(*) FROM codes").fetchone()[0] >= OPEN_TABLES:
            close_table(store, _least_needed(conn))
        while True:
            nonce = secrets.token_bytes(16)
            code = _code(store, game, nonce)
            if conn.execute(
                "INSERT INTO codes (game, code_hash, nonce, made_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [game, _code_hash(store, code), nonce, now()],
            ).rowcount:
                return code


def _least_needed(conn: Connection) -> str:
    """Return the game of the table that was open longest without anybody joining, or longest of all.

    Someone who fills the server with open tables must not keep everybody else from inviting.
    """
    (game,) = conn.execute(
        "SELECT codes.game FROM codes LEFT JOIN members "
        "ON members.game = codes.game AND members.role <> 'owner' AND members.revoked_at IS NULL "
        "GROUP BY codes.game, codes.made_at "
        "ORDER BY CASE WHEN count(members.device) > 0 THEN 1 ELSE 0 END, codes.made_at, codes.game LIMIT 1"
    ).fetchone()
    return str(game)


@retried
def close_table(store: Store, game: str) -> None:
    """Close a table: its join code and the link in the QR code beside it stop working."""
    with store.writing() as conn:
        conn.execute("DELETE FROM codes WHERE game = ?", [game])
        conn.execute(
            "UPDATE links SET revoked_at = ? WHERE game = ? AND role = 'seat' AND seat IS NULL AND revoked_at IS NULL",
            [now(), game],
        )


def game_of_code(store: Store, code: str) -> str | None:
    """Find the open table of a code as people type it: any case, with spaces and dashes."""
    typed = "".join(char for char in code.upper() if char.isalnum())[: 2 * CODE_LENGTH]
    row = store.row(
        "SELECT game FROM codes WHERE code_hash = ? AND made_at BETWEEN ? AND ?",
        [_code_hash(store, typed), *validity()],
    )
    return None if row is None else str(row["game"])


def open_until(store: Store, game: str) -> str | None:
    row = _valid_code(store, game)
    return None if row is None else format_time(datetime.fromisoformat(row["made_at"]) + _CODE_LASTS)


def opening_id(store: Store, game: str) -> bytes | None:
    """Return what identifies this opening of a table among all before and after it; None for a closed table."""
    row = _valid_code(store, game)
    return None if row is None else bytes(row["nonce"])


def _valid_code(store: Store, game: str) -> Row | None:
    return store.row("SELECT * FROM codes WHERE game = ? AND made_at BETWEEN ? AND ?", [game, *validity()])


def validity() -> tuple[str, str]:
    moment = datetime.now(UTC)
    return format_time(moment - _CODE_LASTS), format_time(moment + _CLOCK_TOLERANCE)


def _code(store: Store, game: str, nonce: bytes) -> str:
    number = int.from_bytes(store.keyed_hash("code", game.encode() + nonce), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[place])
    return "".join(letters)


def _code_hash(store: Store, code: str) -> bytes:
    return store.keyed_hash("code hash", code)
