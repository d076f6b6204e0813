"""How much may be searched: all searches of a ruling spend from one budget, so no hands can take long together."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST_STEPS = 9_000
"""How many steps the searches of a ruling may take together: choices of sets, some six millionths of a second each.

The worst hands of any game by its book take half of that (`bench/hostile/worst_hands.py`).
"""


class TooManyLayoutsError(Exception):
    """Hands can be laid out in so many ways that the search for the best was given up."""


class Budget:
    """The steps that are left."""

    __slots__ = ("steps_left",)

    def __init__(self) -> None:
        self.steps_left = MOST_STEPS


_SHARED: ContextVar[Budget | None] = ContextVar("shared_budget", default=None)


@contextmanager
def one_budget() -> Iterator[None]:
    """Let all searches within spend from one budget. Within another one they spend from that."""
    if _SHARED.get() is not None:
        yield
        return
    token = _SHARED.set(Budget())
    try:
        yield
    finally:
        _SHARED.reset(token)


def budget() -> Budget:
    """Return the budget of a search: that of its ruling, or one of its own."""
    return _SHARED.get() or Budget()
