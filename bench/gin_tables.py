"""Gin Rummy as real tables score it: thousands of random games against a plain scorer that was written apart.

    python -m bench.gin_tables --games 5000

So many games of each variant, with overruled, drawn and lopsided hands, and as many games of Hollywood in which hands
are corrected, struck out and restored. Prints how many differ.
"""

import argparse
import random
import sys
from collections.abc import Callable

from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.random_gin_games import VARIANTS, random_game, random_rules


def main() -> int:
    """Compare and print; the exit status is 1 if any game differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.games)

    def differing(name: str, play: Callable[[random.Random], None]) -> int:
        different = 0
        for seed in seeds:
            try:
                play(random.Random(seed))
            except AssertionError as error:
                different += 1
                print(f"seed {seed}: {str(error).splitlines()[0] if str(error) else 'differs'}")
        print(f"{name}: {chosen.games} games, {different} differ")
        return different

    def play_of(variant: str) -> Callable[[random.Random], None]:
        return lambda rng: compare(random_game(rng, random_rules(rng, variant)))

    total = sum(differing(variant, play_of(variant)) for variant in VARIANTS)
    total += differing("hollywood, corrected", compare_after_corrections)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
