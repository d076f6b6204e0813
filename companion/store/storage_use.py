"""How much a request has added to the store for good: what one address may add in a day is bounded.

What is written over something, such as a tap in a hand that was begun, adds nothing.
"""

import threading

_here = threading.local()


def add_use(size: int) -> None:
    """Note that this thread has added so many bytes."""
    _here.size = getattr(_here, "size", 0) + size


def take_use() -> int:
    """Give what this thread has added since it was asked last."""
    size: int = getattr(_here, "size", 0)
    _here.size = 0
    return size
