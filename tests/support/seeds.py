"""Random hands that can be asked for again: each has a seed of its own, and a failing one names it."""

import os
import random
from collections.abc import Iterator

SEED = "COMPANION_SEED"
"""The variable that says where the seeds begin; without it they are the same in every run."""


def random_sources(count: int) -> Iterator[tuple[int, random.Random]]:
    first = int(os.environ.get(SEED, "1"))
    for seed in range(first, first + count):
        yield seed, random.Random(seed)
