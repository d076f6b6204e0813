"""Gin Rummy as real tables score it: thousands of random games against a plain scorer that was written apart.

    python -m bench.gin_tables --games 5000

So many games of each variant for two, with overruled, drawn and lopsided hands, and of each form for three to eight,
with substitutes and other dealers. As many games of Hollywood and of each form in which hands are corrected, struck out
and restored. Prints how many differ.
"""

import random
import sys
from collections.abc import Callable

from bench.measurement import Arguments, settings, wrong
from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.gin_forms_comparison import compare_form, compare_form_after_corrections
from tests.support.rummy.random_form_games import FORMS, random_form_game
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

    def play_of_form(form: str) -> Callable[[random.Random], None]:
        return lambda rng: compare_form(random_form_game(rng, form))

    def corrected(form: str) -> Callable[[random.Random], None]:
        return lambda rng: compare_form_after_corrections(form, rng)

    plays = {variant: play_of(variant) for variant in VARIANTS}
    plays["hollywood, corrected"] = compare_after_corrections
    for form in FORMS:
        plays |= {form: play_of_form(form), f"{form}, corrected": corrected(form)}
    return wrong([one for name, play in plays.items() for one in differing(name, play)])


if __name__ == "__main__":
    sys.exit(main())
