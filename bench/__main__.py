"""Every measurement, one after the other, or those that are named; in the end, which of them failed, and why.

python -m bench                         everything, in full
python -m bench engine load             some of them
python -m bench --smoke                 whether each still works: as little as each can do
python -m bench photo FOLDER            photos of cards, with what they show in FOLDER/truth.jsonl
python -m bench.load --help             each one's own settings
"""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from bench.measurement import Ending

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Part:
    """A measurement with its settings."""

    name: str
    settings: str = ""
    """Those of a whole run, where they are others than its own."""
    smoke: str | None = None
    """Those with which it shows in seconds that it works; none where another part with this name does."""

    def command(self, *, smoke: bool = False) -> list[str]:
        """Return the words that run it."""
        return [f"bench.{self.name}", *((self.smoke or "") if smoke else self.settings).split()]


PARTS = (
    Part("engine", smoke="--hands 20 --lines 20"),
    Part("growth", smoke="--share 0.01"),
    Part("every_gin_hand", smoke="--parts 1"),
    Part("hops", smoke=""),
    Part("partly_known", smoke="--showdowns 20"),
    Part("gin_tables", smoke="--games 5"),
    Part("gem2_search", smoke="--rounds 2"),
    Part("pocket_engine", smoke="--cases 9 --showdowns 0 --gem2 0 --spoiled 0"),
    Part("pocket", smoke="--only taps --tries 1"),
    Part("pocket_walk", smoke="--walk gem2 --cast two"),
    Part("pocket_table", smoke="--hands 1 --seed 1"),
    Part("big_games", smoke="--games 2 --hands 20 --times 3 --engine sqlite"),
    Part("people", smoke="--histories 4 --games 4 --hands 2 --times 3 --engine sqlite"),
    Part("simulator", smoke="--evenings 1 --first 20"),
    Part("faults.writer_kills", smoke="--times 2"),
    Part("faults.server_kills", smoke="--times 1"),
    Part("faults.races", smoke="--times 4"),
    Part("faults.restores", smoke="--times 2"),
    Part("faults.failovers", smoke="--times 1"),
    Part("faults.failovers", "--patroni"),
    Part("faults.pocket_kills"),
    Part("faults.pocket_table", smoke="--times 1 --only clock --seed 1"),
    Part("hostile.random_requests", smoke="--requests 300"),
    Part("hostile.worst_hands", smoke="--most 1"),
    Part("hostile.attacks", smoke="nothing --seconds 1"),
    Part("hostile.photos", smoke="--files 40"),
    Part("photo", smoke="--most 1"),
    Part("photo_engines", smoke="--most 1 --turns 1"),
    Part("photo_taps"),
    Part("photo_taps", "--live"),
    Part("sweeps", smoke="--most 2"),
    Part("servers", smoke="--ours --seconds 2 --tables 2 --times 1"),
    Part("engines", smoke="--times 5"),
    Part("load", smoke="--seconds 4 --tables 4 --phones 12 --hand-every 1.5 --requests 40"),
    Part("load", "--phones 5000 --tables 1700 --seconds 120"),
    Part("load", "--engine postgresql --seconds 120"),
    Part("waiting", smoke="--phones 4 --tables 2 --seconds 1"),
    Part("lighthouse", smoke="--open"),
)
OF_A_FOLDER = frozenset({"photo", "photo_taps", "sweeps"})
"""Measurements that may be given a folder, and settings of their own."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a part ended."""

    words: str
    seconds: float
    status: int
    reasons: list[str]

    def line(self) -> str:
        """Return its line in the summary, with the first reason."""
        ending = Ending(self.status).name if self.status in [*Ending] else f"exit status {self.status}"
        return f"{self.words:52} {self.seconds:5.0f} s   {ending:8} {'; '.join(self.reasons[:1])}".rstrip()


def run(command: list[str]) -> Ended:
    """Run a measurement, show what it prints, and return how it ended."""
    begun = time.monotonic()
    kinds = tuple(f"{kind.name}: " for kind in Ending)
    reasons, last = [], ""
    with subprocess.Popen(  # noqa: S603 (our own modules)
        [sys.executable, "-u", "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None  # noqa: S101 (it is a pipe)
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
            if line.startswith(kinds):
                reasons.append(line.strip().partition(": ")[2])
    words = " ".join((command[0].removeprefix("bench."), *command[1:]))
    if process.returncode and not reasons:
        reasons = [last]
    return Ended(words, time.monotonic() - begun, process.returncode, reasons)


def main(words: list[str]) -> int:
    """Run the measurements, or one with its settings; the exit status is 1 unless all end well."""
    if words and words[0] in OF_A_FOLDER:
        return run([f"bench.{words[0]}", *words[1:]]).status
    smoke = "--smoke" in words
    names = [word for word in words if word != "--smoke"]
    known = {part.name for part in PARTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    chosen = [part for part in PARTS if not names or part.name in names]
    ended = []
    for part in chosen:
        if smoke and part.smoke is None:
            continue
        command = part.command(smoke=smoke)
        print(f"\n== {' '.join(command)}", flush=True)
        ended.append(run(command))
    # With so little to do the times say nothing.
    passing = {Ending.FINE, Ending.SLOW, Ending.MISSING} if smoke else {Ending.FINE}
    failed = [one for one in ended if one.status not in passing]
    print(f"\n== {len(failed)} of {len(ended)} failed")
    print(*(one.line() for one in ended), sep="\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
