"""Limits, so that nobody can fill up the store or keep the other phones waiting.

The journal itself limits the hands in a game and the length of names, notes and reasons.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

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
IMPORTED_RENAMINGS = 100_000
"""Times that a hand of an imported game gets other names: every page of the game does that again."""

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
    """Raise NotPossible if the time is up."""
    deadline = _DEADLINE.get()
    if deadline is not None and time.monotonic() > deadline:
        raise NotPossible(Problem.TOOK_TOO_LONG)


def has_limit() -> bool:
    """Return whether this is done within a time limit, as all requests are."""
    return _DEADLINE.get() is not None
