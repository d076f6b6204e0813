"""Every measurement, one after the other, or those that are named.

python -m bench                         everything, in full
python -m bench engine load             some of them
python -m bench photo FOLDER            photos of cards, with what they show in FOLDER/truth.jsonl
python -m bench.load --help             each one's own settings
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
IN_ORDER = (  # some more than once, with different settings
    "engine",
    "growth",
    "hops",
    "partly_known",
    "gin_tables",
    "gem2_search",
    "pocket_engine",
    "pocket",
    "pocket_walk",
    "big_games",
    "faults.writer_kills",
    "faults.server_kills",
    "faults.races",
    "faults.restores",
    "faults.failovers",
    "faults.failovers --patroni",
    "faults.pocket_kills",
    "hostile.random_requests",
    "hostile.worst_hands",
    "hostile.attacks",
    "hostile.photos",
    "photo",
    "photo_taps",
    "servers",
    "engines",
    "load",
    "load --phones 5000 --tables 1700 --seconds 120",
    "load --engine postgresql --seconds 120",
    "waiting",
    "lighthouse",
    "browsers",
)


OF_A_FOLDER = frozenset({"photo", "photo_taps"})
"""Measurements that may be given a folder, and settings of their own."""


def run(name: str, *settings: str) -> int:
    """Run a measurement with its settings, and return its exit status."""
    command = [sys.executable, "-m", f"bench.{name}", *settings]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 (our own modules; the caller judges the status)


def main(names: list[str]) -> int:
    """Run the measurements, or one with its settings; the exit status is that of the worst of them."""
    if names and names[0] in OF_A_FOLDER:
        return run(*names)
    known = {measurement.split()[0] for measurement in IN_ORDER}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    chosen = [measurement for measurement in IN_ORDER if not names or measurement.split()[0] in names]
    worst = 0
    for measurement in chosen:
        print(f"\n== {measurement}", flush=True)
        before = time.monotonic()
        status = run(*measurement.split())
        print(f"== {measurement}: {time.monotonic() - before:.0f} s, exit status {status}", flush=True)
        worst = max(worst, status)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
