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
    "big_games",
    "faults.writer_kills",
    "faults.server_kills",
    "faults.races",
    "faults.restores",
    "hostile.random_requests",
    "hostile.attacks",
    "hostile.photos",
    "photo",
    "photo_taps",
    "servers",
    "load",
    "lighthouse",
    "browsers",
)


def main(names: list[str]) -> int:
    """Run the measurements; the exit status is that of the worst of them."""
    if names[:1] == ["photo"]:
        return subprocess.run([sys.executable, "-m", "bench.photo", *names[1:]], check=False).returncode  # noqa: S603 (our own module)
    unknown = [name for name in names if name not in IN_ORDER]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are {', '.join(IN_ORDER)}", file=sys.stderr)
        return 2
    worst = 0
    for name in names or IN_ORDER:
        print(f"\n== {name}", flush=True)
        before = time.monotonic()
        ended = subprocess.run([sys.executable, "-m", f"bench.{name}"], cwd=ROOT, check=False)  # noqa: S603 (our own modules)
        print(f"== {name}: {time.monotonic() - before:.0f} s, exit status {ended.returncode}", flush=True)
        worst = max(worst, ended.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
