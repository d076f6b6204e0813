"""Simulated evenings with fresh seeds, as many at once as there are processors: what goes wrong in none of them.

    python -m bench.simulator --evenings 10000

Three phones with the app's own scripts, a network that loses and delays, a server that is killed, a disk that fails,
clocks that jump: tests/simulator. Each evening that fails is printed, with the seed that plays it again.
"""

import os
import random
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

from bench.measurement import Arguments, Ending, settings, wrong

ROOT = Path(__file__).parents[1]
EVENINGS = 1000
"""In a quarter of an hour on two cores; those of a release are ten times as many."""


def main(arguments: Arguments = None) -> Ending:
    asked = settings(__doc__)
    asked.add_argument("--evenings", type=int, default=EVENINGS)
    asked.add_argument("--first", type=int, help="the first seed; another one each time unless it is given")
    given = asked.parse_args(arguments)
    first = random.SystemRandom().randrange(10**8) if given.first is None else given.first
    print(f"evenings from seed {first}: --first {first} plays them again", flush=True)
    processes = min(os.cpu_count() or 1, given.evenings)
    begun = time.monotonic()
    shares = [given.evenings * part // processes for part in range(processes + 1)]
    running = []
    for begins, ends in pairwise(shares):
        command = [
            sys.executable,
            "-m",
            "tests.simulator",
            "--first",
            str(first + begins),
            "--evenings",
            str(ends - begins),
        ]
        running.append(subprocess.Popen(command, cwd=ROOT))  # noqa: S603 (our own module)
    failed = [str(process.args) for process in running if process.wait()]
    minutes = (time.monotonic() - begun) / 60
    print(f"{given.evenings} evenings in {minutes:.1f} minutes, {given.evenings / minutes * 60:.0f} an hour")
    return wrong(f"these evenings: {command}" for command in failed)


if __name__ == "__main__":
    sys.exit(main())
