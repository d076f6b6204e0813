"""Play simulated evenings: `python -m tests.simulator --seed 7` plays one and prints all that happened."""

import argparse
import sys
import time

from tests.simulator.evening import laid, play


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    asked.add_argument("--seed", type=int, help="play this evening, and print its trace")
    asked.add_argument("--first", type=int, default=0, help="the first of several seeds")
    asked.add_argument("--evenings", type=int, default=100)
    given = asked.parse_args()
    seeds = [given.seed] if given.seed is not None else range(given.first, given.first + given.evenings)
    failed = []
    begun = time.process_time()
    with laid() as table:
        for seed in seeds:
            played = play(table, seed)
            if played.wrong or given.seed is not None:
                print(played.told(len(played.trace) if given.seed is not None else 120))  # noqa: T201 (what it is for)
            if played.wrong:
                failed.append(seed)
    spent = time.process_time() - begun
    print(f"{len(seeds)} evenings in {spent:.1f} s of this process; failed: {failed or 'none'}")  # noqa: T201 (what it is for)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
