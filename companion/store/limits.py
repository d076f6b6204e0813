"""How often something may be tried; counted here, so that all server processes count together."""

import time

from companion.store.database import Store

_FORGOTTEN_AFTER = 86_400


def tried_too_often(store: Store, what: str, who: str, *, most: int, seconds: int) -> bool:
    """Count an attempt, and say whether there were more than `most` in the present stretch of time.

    Who tried is kept only as a hash with this server's secret, and for a day.
    """
    moment = int(time.time())
    since = moment - moment % seconds
    key = store.keyed("attempt", who)
    with store.writing(durable=False) as conn:
        conn.execute("DELETE FROM attempts WHERE since < ?", [moment - _FORGOTTEN_AFTER])
        (count,) = conn.execute(
            "INSERT INTO attempts (what, who, since, count) VALUES (?, ?, ?, 1) ON CONFLICT (what, who) DO UPDATE "
            "SET count = CASE since WHEN excluded.since THEN count + 1 ELSE 1 END, since = excluded.since "
            "RETURNING count",
            [what, key, since],
        ).fetchone()
    return bool(count > most)


def was_right(store: Store, what: str, who: str) -> None:
    """Take back an attempt that was no guess: a whole club behind one address may come in at once."""
    with store.writing(durable=False) as conn:
        conn.execute(
            "UPDATE attempts SET count = count - 1 WHERE what = ? AND who = ?", [what, store.keyed("attempt", who)]
        )
