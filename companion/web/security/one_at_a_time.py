"""Work that keeps the processor busy for longer than a page: one piece at a time in a process, and none without end.

Whoever comes while another piece is being worked at is told so at once, and everybody else's pages come as ever.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.store.time_limit import within

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 20.0
"""What one piece of work may take; a game of 2,000 hands takes three on a small machine."""
_free = threading.Lock()


class BusyError(Exception):
    """Another piece of work is under way."""


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Do a piece of work in here, unless another one is under way."""
    if not _free.acquire(blocking=False):
        raise BusyError
    try:
        with within(SECONDS):
            yield
    finally:
        _free.release()
