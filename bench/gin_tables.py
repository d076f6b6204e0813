"""Gin Rummy as real tables score it: thousands of random games against a plain scorer that was written apart.

    python -m bench.gin_tables --games 5000

So many games of each variant for two, with overruled, drawn and lopsided hands, and of each form for three to eight,
with substitutes and other dealers. As many games of two and of each form in which hands are corrected, struck out and
restored. Prints how many differ.
"""

import random
import sys
from collections.abc import Callable

from bench.measurement import Arguments, settings, wrong
from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.gin_reference import TWO
from tests.support.rummy.random_gin_games import FORMS, VARIANTS, random_gin_game


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

    def play_of(form: str, variant: str = "") -> Callable[[random.Random], None]:
        return lambda rng: compare(random_gin_game(rng, form, variant))

    def corrected(form: str) -> Callable[[random.Random], None]:
        return lambda rng: compare_after_corrections(rng, form)

    plays = {variant: play_of(TWO, variant) for variant in VARIANTS}
    plays |= {form: play_of(form) for form in FORMS if form != TWO}
    plays |= {f"{form}, corrected": corrected(form) for form in FORMS}
    return wrong([one for name, play in plays.items() for one in differing(name, play)])


if __name__ == "__main__":
    sys.exit(main())
