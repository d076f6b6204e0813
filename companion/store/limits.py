"""Limits, so that nobody can fill up the store, keep the other phones waiting, or guess codes.

The journal itself limits the hands in a game and the length of names, notes and reasons.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from companion.store.database import Store, retried
from companion.store.errors import NotPossible, Problem

GAMES_OF_A_DEVICE = 1000
OPEN_TABLES = 5000
"""Games with a join code at the same time. When there are as many, the next one closes another."""
OPEN_TABLES_OF_A_DEVICE = 20
MEMBERS_OF_A_GAME = 60
LINKS_OF_A_GAME = 40
DECKS_OF_A_DEVICE = 40
LOOKS_OF_A_CARD = 4
"""Looks of a card that a deck is taught by photos: both corners, twice."""
NAMES_OF_A_DEVICE = 60
PERSONS_OF_A_DEVICE = 400
"""Names of which a phone says whose they are, a nickname or a color."""
LEARNED_BY_A_DEVICE = 400
"""Questions that a phone remembers, and lessons that it has passed: all lessons have 200 questions."""
DRAFT_BYTES = 16_000
HAND_BYTES = 16_000
LABEL_LENGTH = 40
RECORDS_OF_A_GAME = 60_000
RECORDS_OF_A_DEVICE = 300_000
"""In all games that it started, when it starts another one."""
IMPORTED_HANDS = 2000
"""All of them are judged while the phone waits."""

_ATTEMPTS_KEPT = 86_400
_CLOCKS_DIFFER = 600
"""Seconds by which the clocks of several servers may differ, or one may be set back, without a new interval."""

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Limit the time of what is done inside, as far as it calls `check_time`."""
    token = _DEADLINE.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def check_time() -> None:
    deadline = _DEADLINE.get()
    if deadline is not None and time.monotonic() > deadline:
        raise NotPossible(Problem.TOOK_TOO_LONG)


def has_limit() -> bool:
    """Return whether this is done within a time limit, as all requests are."""
    return _DEADLINE.get() is not None


@retried
def count_attempts(store: Store, what: str, who: str, *, seconds: int, amount: int = 1) -> int:
    """Add to a count across all server processes; return its total in the current interval.

    Who it was is stored only as a keyed hash, for a day. An interval that another server, whose clock is ahead, has
    begun is the current one. Setting the clock further back starts a new interval.
    """
    moment = int(time.time())
    since = moment - moment % seconds
    key = store.keyed_hash("attempt", who)
    with store.noting() as conn:
        outdated = [moment - _ATTEMPTS_KEPT, moment + _ATTEMPTS_KEPT]
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
