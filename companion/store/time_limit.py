"""A time limit for work that would keep other phones waiting, such as judging an imported game."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from companion.store.errors import NotPossible, Problem

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
