"""Whether the engine of the pocket edition gives the same answers, byte by byte, and how many times as long it takes.

    python -m bench.pocket_engine --showdowns 20000 --gem2 5000

Builds the pocket edition and answers the same documents in this Python and in the edition's own, which runs in node:
every case of the register, random showdowns, random games and boards of Gem II, and cases with something spoiled, whose
answers are errors. COMPANION_SEED=… draws other games.
"""

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.measurement import Arguments, add_edition, settings, wrong
from tests.support import pocket_answers, pocket_lines
from tests.support.pocket import built
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


def main(arguments: Arguments = None) -> int:
    """Measure and print; wrong is an answer that differs."""
    asked_for = settings(__doc__)
    asked_for.add_argument("--cases", type=int, help="only so many of the first")
    asked_for.add_argument("--showdowns", type=int, default=20_000)
    asked_for.add_argument("--gem2", type=int, default=5_000)
    asked_for.add_argument("--spoiled", type=int, default=5_000)
    add_edition(asked_for)
    given = asked_for.parse_args(arguments)
    asked = {
        "the register's cases": pocket_lines.lines_of_cases()[: given.cases],
        "random showdowns": lines_of(pocket_lines.showdown_line, given.showdowns),
        "random Gem II": lines_of(pocket_lines.gem2_line, given.gem2),
        "spoiled cases": lines_of(pocket_lines.spoiled_line, given.spoiled),
    }
    with tempfile.TemporaryDirectory() as made:
        pocket = inflated(given.edition or built(Path(made)), Path(made) / "inflated")
        print("seconds of the processor here and there, and their ratio")
        print(f"  {'':<22} answers      MB      here    pocket  ratio  differences")
        differences = sum(compare(name, lines, pocket) for name, lines in asked.items() if lines)
    found = f"{differences} of {sum(map(len, asked.values()))} answers differ"
    print(found)
    return wrong([found] if differences else [])


if __name__ == "__main__":
    sys.exit(main())
