"""Whether the engine of the pocket edition gives the same answers, byte by byte, and how many times as long it takes.

    python -m bench.pocket_engine --showdowns 20000 --gem2 5000

Builds the pocket edition and answers the same documents in this Python and in the edition's own, which runs in node:
every case of the register, random showdowns, random games and boards of Gem II, and cases with something spoiled, whose
answers are errors. The exit status is 1 where an answer differs. COMPANION_SEED=… draws other games.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.pocket.build import build
from companion.pocket.pyodide import default_cache
from companion.web.app import folders
from tests.support import pocket_answers, pocket_lines
from tests.support.pocket_python import PocketPython, inflated
from tests.support.seeds import random_sources

SHOWN = 5
"""Differences of one kind that are printed."""


def lines_of(make: Callable[[random.Random], bytes], count: int) -> list[bytes]:
    return [make(rng) for _, rng in random_sources(count)]


def compare(name: str, lines: list[bytes], pocket: PocketPython) -> int:
    """Answer lines in both Pythons, print how it went, and return the number of differences."""
    ours, seconds = pocket_answers.timed(lines)
    theirs, their_seconds = pocket.answer(lines)
    differing = [both for both in zip(lines, ours, theirs, strict=True) if both[1] != both[2]]
    size = sum(map(len, ours)) / 1e6
    times = f"{seconds:>9.2f} {their_seconds:>9.2f} {their_seconds / seconds:>6.2f}"
    print(f"  {name:<22} {len(lines):>7} {size:>7.1f} {times} {len(differing):>12}", flush=True)
    for line, our_answer, their_answer in differing[:SHOWN]:
        print(f"{line.decode()}\n  here:   {our_answer.decode()}\n  pocket: {their_answer.decode()}")
    return len(differing)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--showdowns", type=int, default=20_000)
    parser.add_argument("--gem2", type=int, default=5_000)
    parser.add_argument("--spoiled", type=int, default=5_000)
    given = parser.parse_args()
    asked = {
        "the register's cases": pocket_lines.lines_of_cases(),
        "random showdowns": lines_of(pocket_lines.showdown_line, given.showdowns),
        "random Gem II": lines_of(pocket_lines.gem2_line, given.gem2),
        "spoiled cases": lines_of(pocket_lines.spoiled_line, given.spoiled),
    }
    with tempfile.TemporaryDirectory() as made:
        edition = Path(made) / "edition"
        built = build(edition, *folders(), default_cache())
        pocket = inflated(edition, Path(made) / "inflated")
        print(f"the edition {built.version}; seconds of the processor here and there, and their ratio")
        print(f"  {'':<22} answers      MB      here    pocket  ratio  differences")
        differences = sum(compare(name, lines, pocket) for name, lines in asked.items())
    print(f"{differences} of {sum(map(len, asked.values()))} answers differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
