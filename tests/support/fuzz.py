"""Run the random tests with fresh seeds, again and again, for as long as one wants: `make fuzz MINUTES=10`."""

import argparse
import os
import random
import subprocess
import sys
import time

from tests.support.seeds import SEED

SECONDS_PER_MINUTE = 60
RANDOM_TESTS = ("-m", "random or seeded or hypothesis", "--ignore", "tests/screens", "tests")
"""What draws cards, games or texts by chance; a browser is too slow for it."""


def failing(seed: int) -> bool:
    """Run the random tests from a seed on, and say how that is repeated if one fails."""
    print(f"seeds from {seed}", flush=True)  # noqa: T201 (what it is for)
    pytest = (sys.executable, "-m", "pytest", "--quiet", "--numprocesses", "2", "--dist", "worksteal")
    run = subprocess.run((*pytest, *RANDOM_TESTS), env={**os.environ, SEED: str(seed)}, check=False)  # noqa: S603 (our own words)
    if run.returncode:
        print(f"{SEED}={seed} .venv/bin/pytest, with the name of a test that failed, repeats it")  # noqa: T201 (what it is for)
    return run.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    until = time.monotonic() + SECONDS_PER_MINUTE * parser.parse_args().minutes
    chance = random.SystemRandom()
    while time.monotonic() < until:
        if failing(chance.randrange(10**9)):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
