"""Counts of what happened in this process, for those who run it: recordings, conflicts, errors of the store."""

import threading
from collections import Counter

RECORDED = "recorded"
CONFLICT = "conflict"
_lock = threading.Lock()
_counts: Counter[str] = Counter()


def count(what: str) -> None:
    """Count something that happened."""
    with _lock:
        _counts[what] += 1


def take_counts() -> dict[str, int]:
    """Return the counts since this was last asked."""
    with _lock:
        taken = dict(_counts)
        _counts.clear()
    return taken
