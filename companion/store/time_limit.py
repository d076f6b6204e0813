"""How long a piece of work may take that somebody else's phone waits beside: judging an imported game, for instance."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from companion.store.errors import NotPossible

_UNTIL: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Let what is done in here take so long at the most, as far as it asks."""
    token = _UNTIL.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _UNTIL.reset(token)


def check_time() -> None:
    """Give up if the time is over."""
    until = _UNTIL.get()
    if until is not None and time.monotonic() > until:
        raise NotPossible("This takes longer than anything may here. Nothing was changed.")
