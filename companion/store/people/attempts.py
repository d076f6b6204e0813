"""How often something may be tried; counted here, so that all server processes count together."""

import time

from companion.store.database import Store

_FORGOTTEN_AFTER = 86_400


def too_many_attempts(store: Store, what: str, who: str, *, most: int, seconds: int) -> bool:
    """Count an attempt, and say whether there were more than `most` in the present stretch of time."""
    return count_attempts(store, what, who, seconds=seconds) > most


def count_attempts(store: Store, what: str, who: str, *, seconds: int, amount: int = 1) -> int:
    """Count something, and tell how much of it there was in the present stretch of time.

    Who did it is kept only as a hash with this server's secret, and for a day. A clock that is set anew begins a new
    stretch, whether it is set forward or back.
    """
    moment = int(time.time())
    since = moment - moment % seconds
    key = store.keyed_hash("attempt", who)
    with store.writing(durable=False) as conn:
        forgotten = [moment - _FORGOTTEN_AFTER, moment + _FORGOTTEN_AFTER]
        conn.execute("DELETE FROM attempts WHERE since < ? OR since > ?", forgotten)
        (counted,) = conn.execute(
            "INSERT INTO attempts (what, who, since, count) VALUES (?, ?, ?, ?) ON CONFLICT (what, who) DO UPDATE "
            "SET count = excluded.count + CASE since WHEN excluded.since THEN count ELSE 0 END, since = excluded.since "
            "RETURNING count",
            [what, key, since, amount],
        ).fetchone()
    return int(counted)


def forget_attempts(store: Store, what: str, who: str) -> None:
    """Take back an attempt that was no guess: a whole club behind one address may come in at once."""
    with store.writing(durable=False) as conn:
        conn.execute(
            "UPDATE attempts SET count = count - 1 WHERE what = ? AND who = ?", [what, store.keyed_hash("attempt", who)]
        )
