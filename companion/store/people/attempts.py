"""Rate limits: how often something was tried, counted across all server processes."""

import time

from companion.store.database import Store, retried

_KEPT_SECONDS = 86_400
_CLOCKS_DIFFER = 600
"""Seconds by which the clocks of several servers may differ, or one may be set back, without a new interval."""


def too_many_attempts(store: Store, what: str, who: str, *, most: int, seconds: int) -> bool:
    """Count an attempt; return whether there were more than `most` in the current interval."""
    return count_attempts(store, what, who, seconds=seconds) > most


@retried
def count_attempts(store: Store, what: str, who: str, *, seconds: int, amount: int = 1) -> int:
    """Add to a count; return its total in the current interval.

    Who it was is stored only as a keyed hash, for a day. An interval that another server, whose clock is ahead, has
    begun is the current one. Setting the clock further back starts a new interval.
    """
    moment = int(time.time())
    since = moment - moment % seconds
    key = store.keyed_hash("attempt", who)
    with store.noting() as conn:
        outdated = [moment - _KEPT_SECONDS, moment + _KEPT_SECONDS]
        conn.execute("DELETE FROM attempts WHERE since < ? OR since > ?", outdated)
        (total,) = conn.execute(
            "INSERT INTO attempts (what, who, since, count) VALUES (:what, :who, :since, :amount) "
            "ON CONFLICT (what, who) DO UPDATE SET "
            "count = excluded.count + CASE WHEN attempts.since BETWEEN :since AND :latest THEN attempts.count ELSE 0 "
            "END, since = CASE WHEN attempts.since BETWEEN :since AND :latest THEN attempts.since ELSE :since END "
            "RETURNING count",
            {
                "what": what,
                "who": key,
                "since": since,
                "latest": since + max(seconds, _CLOCKS_DIFFER),
                "amount": amount,
            },
        ).fetchone()
    return int(total)


@retried
def forget_attempts(store: Store, what: str, who: str) -> None:
    """Take back a successful attempt: a whole club behind one address may join at once."""
    with store.noting() as conn:
        conn.execute(
            "UPDATE attempts SET count = count - 1 WHERE what = ? AND who = ?", [what, store.keyed_hash("attempt", who)]
        )
