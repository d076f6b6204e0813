"""Every measurement, one after the other, or those that are named.

python -m bench                         everything, in full
python -m bench engine faults.races     some of them
python -m bench photo FOLDER            photos of cards, with what they show in FOLDER/truth.jsonl
python -m bench.load --help             each one's own settings
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
IN_ORDER = (
    "engine",
    "growth",
    "partly_known",
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
    "faults.pocket_kills",
    "hostile.random_requests",
    "hostile.attacks",
    "hostile.photos",
    "photo",
    "photo_taps",
    "servers",
    "engines",
    "load",
    "waiting",
    "lighthouse",
    "browsers",
)


OF_A_FOLDER = frozenset({"photo", "photo_taps"})
"""Measurements that may be given a folder, and settings of their own."""


def run(name: str, *settings: str) -> int:
    """Run a measurement with settings of its own, if any, and return its exit status."""
    command = [sys.executable, "-m", f"bench.{name}", *settings]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 (our own modules; the caller judges the status)


def main(names: list[str]) -> int:
    """Run the measurements, or one with its settings; the exit status is that of the worst of them."""
    if names and names[0] in OF_A_FOLDER:
        return run(*names)
    unknown = [name for name in names if name not in IN_ORDER]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are {', '.join(IN_ORDER)}", file=sys.stderr)
        return 2
    worst = 0
    for name in names or IN_ORDER:
        print(f"\n== {name}", flush=True)
        before = time.monotonic()
        status = run(name)
        print(f"== {name}: {time.monotonic() - before:.0f} s, exit status {status}", flush=True)
        worst = max(worst, status)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
