"""What this process counts: happenings, for those who run it, and the bytes that a request adds to the store."""

import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

RECORDED = "recorded"
CONFLICT = "conflict"
_lock = threading.Lock()
_happenings: Counter[str] = Counter()


def count_happening(what: str) -> None:
    with _lock:
        _happenings[what] += 1


def take_happenings() -> dict[str, int]:
    """Return the counts since this was last asked."""
    with _lock:
        taken = dict(_happenings)
        _happenings.clear()
    return taken


class _Use(threading.local):
    size = 0
    """Bytes that this thread has added."""


_use = _Use()


def add_use(size: int) -> None:
    """Count bytes added, for the daily limit of an address. What replaces something adds what it is larger by."""
    _use.size += size


def take_use() -> int:
    """Return the bytes that this thread has added since the last call."""
    size, _use.size = _use.size, 0
    return size


@contextmanager
def kept_use() -> Generator[None]:
    """Count nothing of what fails."""
    before = _use.size
    try:
        yield
    except BaseException:
        _use.size = before
        raise
