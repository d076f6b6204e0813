"""The ratios that docs/benchmarks.md states: the limits of the benchmarks that measure them."""

import re
from pathlib import Path

from bench.measurement import Ending, Reasons

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| .+? \| ([\d.]+) \|$", re.MULTILINE)
ROOM = 1.3
"""Room for noise, as the page says."""


def stated() -> dict[tuple[str, str], float]:
    """Return the ratio of each benchmark and what it measures."""
    return {(benchmark, what): float(ratio) for benchmark, what, ratio in ROW.findall(PAGE.read_text())}


class Ratios:
    """The ratios of a benchmark as they are measured, beside those that are stated."""

    def __init__(self, benchmark: str) -> None:
        self.limits = {what: ratio for (name, what), ratio in stated().items() if name == benchmark}
        self.missing = set(self.limits)
        self.reasons = Reasons()

    def measure(self, what: str, ratio: float) -> None:
        """Compare a ratio with the one that is stated."""
        self.missing.remove(what)
        if ratio > self.limits[what] * ROOM:
            self.reasons.slow.append(f"{what}: {ratio:.2f} instead of {self.limits[what]:g}")

    def ending(self) -> Ending:
        """End with what is worse than stated; a ratio that wasn't measured is wrong."""
        self.reasons.wrong += [f"{what}: not measured" for what in sorted(self.missing)]
        return self.reasons.ending()
