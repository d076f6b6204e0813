"""Random hands that can be asked for again: each has a seed of its own, and a failing one names it."""

import os
import random
from collections.abc import Iterator


def random_sources(count: int) -> Iterator[tuple[int, random.Random]]:
    """Give so many numbered sources of chance, other ones in every run unless COMPANION_SEED says where to begin."""
    given = os.environ.get("COMPANION_SEED")
    first = int(given) if given else random.SystemRandom().randrange(10**9)
    print(f"seeds from {first}: COMPANION_SEED={first} begins there again")  # noqa: T201
    for seed in range(first, first + count):
        yield seed, random.Random(seed)
