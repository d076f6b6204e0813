"""Run tests again and again on a busy or slow machine, and count what fails.

python -m tests.support.repeat --times 20 --busy tests/screens      a busy loop on each core meanwhile
python -m tests.support.repeat --times 5 --slowed 3 tests/screens   every page at a third of its speed
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.browser import SLOWED

BUSY = "while True: pass"


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Keep so many cores busy."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]  # noqa: S603 - our own words
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def failures(tests: list[str], slowed: str) -> Iterator[str]:
    """Run the tests once, and yield the names of those that fail."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "--tb=short", *tests]
    ran = subprocess.run(  # noqa: S603 - our own words
        command, env={**os.environ, SLOWED: slowed}, capture_output=True, text=True, check=False
    )
    named = re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    if named:
        sys.stderr.write(ran.stdout)
    yield from named or (["no tests were run"] if ran.returncode else [])


def main() -> int:
    """Run the tests; fail if any of them did."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--times", type=int, default=20)
    asked.add_argument("--busy", action="store_true")
    asked.add_argument("--slowed", default="1", metavar="TIMES")
    asked.add_argument("tests", nargs="+")
    arguments = asked.parse_args()
    failed: Counter[str] = Counter()
    with busy_cores((os.cpu_count() or 1) if arguments.busy else 0):
        for number in range(1, arguments.times + 1):
            failed.update(failures(arguments.tests, arguments.slowed))
            sys.stdout.write(f"run {number} of {arguments.times}: {failed.total()} failures so far\n")
            sys.stdout.flush()
    for name, count in failed.most_common():
        sys.stdout.write(f"{count:3} {name}\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
