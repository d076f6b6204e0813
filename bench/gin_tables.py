"""Gin Rummy as real tables score it: thousands of random games against a plain scorer that was written apart.

    python -m bench.gin_tables --games 5000

So many games of each variant, with overruled, drawn and lopsided hands, and as many games of Hollywood in which hands
are corrected, struck out and restored. Prints how many differ.
"""

import random
import sys
from collections.abc import Callable

from bench.measurement import Arguments, settings, wrong
from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.random_gin_games import VARIANTS, random_game, random_rules


def main(arguments: Arguments = None) -> int:
    """Compare and print."""
    asked = settings(__doc__)
    asked.add_argument("--games", type=int, default=5_000)
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args(arguments)

    def differing(name: str, play: Callable[[random.Random], None]) -> list[str]:
        different = []
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            try:
                play(random.Random(seed))
            except AssertionError as error:
                first, *_ = (*str(error).splitlines(), "differs")
                different.append(f"{name}, seed {seed}: {first}")
        print(f"{name}: {chosen.games} games, {len(different)} differ")
        return different

    def play_of(variant: str) -> Callable[[random.Random], None]:
        return lambda rng: compare(random_game(rng, random_rules(rng, variant)))

    found = [one for variant in VARIANTS for one in differing(variant, play_of(variant))]
    return wrong([*found, *differing("hollywood, corrected", compare_after_corrections)])


if __name__ == "__main__":
    sys.exit(main())
