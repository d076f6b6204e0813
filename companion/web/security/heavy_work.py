"""Heavy work: one piece at a time per process, and never for longer than a time limit.

Without this, a few imports of long games would keep every thread busy. A second one is refused at once, and
everybody else's pages load as usual.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.store.limits import within

TIME_LIMIT = 20.0
"""Seconds; importing a game of 2,000 hands takes three on a small machine."""
_lock = threading.Lock()


class BusyError(Exception):
    """Heavy work is already under way in this process."""


@contextmanager
def heavy_work() -> Iterator[None]:
    """Run the body under the time limit; raise BusyError if this process is already doing heavy work."""
    if not _lock.acquire(blocking=False):
        raise BusyError
    try:
        with within(TIME_LIMIT):
            yield
    finally:
        _lock.release()
