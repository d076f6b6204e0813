"""Run tests again and again on a busy or slow machine or with fresh seeds, and count what fails.

python -m tests.support.repeat --times 20 --busy tests/screens      a busy loop on each core meanwhile
python -m tests.support.repeat --times 5 --slowed 3 tests/screens   every page at a third of its speed
python -m tests.support.repeat --times 5 --late 2 tests/screens     requests and answers up to two seconds late
python -m tests.support.repeat --minutes 10                         what draws by chance, from other seeds each time
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.browser import SLOWED
from tests.support.late_answers import LATE
from tests.support.seeds import SEED

RANDOM_TESTS = ("-m", "random or hypothesis", "--ignore", "tests/screens", "tests")
"""What draws cards, games or texts by chance; a browser is too slow for it."""
OPTIONS = ("-q", "-n", "2", "--dist", "worksteal", "--tb=short", "-o", "faulthandler_timeout=2000")
"""Where everything is slow, the longest walk of screens takes over 400 seconds, and doesn't hang."""


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def failures(tests: list[str], **environment: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", *OPTIONS, *tests]
    ran = subprocess.run(  # noqa: S603 - our own words
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    named = re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    if named:
        sys.stderr.write(ran.stdout)
    return named or (["no tests were run"] if ran.returncode else [])


def fuzz(minutes: float) -> Iterator[str]:
    """Run the random tests with fresh seeds until some fail, and say how that is repeated."""
    until, chance = time.monotonic() + 60 * minutes, random.SystemRandom()
    while time.monotonic() < until:
        seed = str(chance.randrange(10**9))
        say(f"seeds from {seed}")
        if failed := failures([*RANDOM_TESTS], **{SEED: seed}):
            say(f"{SEED}={seed} .venv/bin/pytest, with the name of a test that failed, repeats it")
            yield from failed
            return


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--times", type=int, default=20)
    asked.add_argument("--minutes", type=float)
    asked.add_argument("--busy", action="store_true")
    asked.add_argument("--slowed", default="1", metavar="TIMES")
    asked.add_argument("--late", default="0", metavar="SECONDS")
    asked.add_argument("tests", nargs="*")
    arguments = asked.parse_args()
    failed: Counter[str] = Counter()
    with busy_cores((os.cpu_count() or 1) if arguments.busy else 0):
        if arguments.minutes:
            failed.update(fuzz(arguments.minutes))
        for number in range(1, arguments.times + 1 if arguments.tests else 1):
            failed.update(failures(arguments.tests, **{SLOWED: arguments.slowed, LATE: arguments.late}))
            say(f"run {number} of {arguments.times}: {failed.total()} failures so far")
    for name, count in failed.most_common():
        say(f"{count:3} {name}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
