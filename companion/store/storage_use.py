"""Count the bytes that a request adds to the store, for the daily limit of its address.

What replaces something, such as a tap in a hand that was begun, adds what it is larger by.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager

_local = threading.local()


def add_use(size: int) -> None:
    """Count bytes added by this thread."""
    _local.size = getattr(_local, "size", 0) + size


def take_use() -> int:
    """Return the bytes that this thread has added since the last call."""
    size: int = getattr(_local, "size", 0)
    _local.size = 0
    return size


@contextmanager
def kept_use() -> Generator[None]:
    """Count nothing of what fails."""
    before = getattr(_local, "size", 0)
    try:
        yield
    except BaseException:
        _local.size = before
        raise
