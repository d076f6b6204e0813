"""Sums over numbers: products, lengths, means, medians. Python's `statistics` is slow, and not everywhere."""

import math
from collections.abc import Iterable, Sequence
from operator import mul


def product(one: Sequence[float], other: Sequence[float]) -> float:
    result: float = sum(map(mul, one, other))
    return result


def length(numbers: Sequence[float]) -> float:
    return math.hypot(*numbers)


def mean(numbers: Iterable[float]) -> float:
    every = list(numbers)
    return sum(every) / len(every)


def median(numbers: Iterable[float]) -> float:
    """Return the middle number, or the mean of the two in the middle."""
    every = sorted(numbers)
    middle = len(every) // 2
    return every[middle] if len(every) % 2 else (every[middle - 1] + every[middle]) / 2
