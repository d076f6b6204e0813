"""Attacks on the real server that need no more than a plain client, and a phone beside each that plays on.

    python -m bench.hostile.attacks                          all of them
    python -m bench.hostile.attacks silence imports          some
    python -m bench.hostile.attacks --seconds 4 --share 0.2  shorter ones, with a fifth of their weight

Each attack runs in a process of its own, against a server of its own on the loopback address, bounded in count and
time. The phone keeps its line, asks for its pulse and its table, and records hands; others come to the app for the
first time all the while. What counts is the worst answer that any of them got: it is printed, and as a ratio to the
same without an attack. Afterwards every hand must be there, once.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench.client import PATIENCE, Line
from bench.hostile import known_attacks
from bench.load import Load, Phone, lay_tables, lost_or_doubled, record
from bench.measurement import Arguments, Reasons, settings
from bench.told import Told
from companion.store.opening import DatabasePlace
from companion.web.security.phone import PHONE_COOKIE
from tests.support.server import ROOT, Served, certificate, family, serving

WORST = 1.0
"""Seconds within which every answer must come while an attack goes on."""
ASKED_EVERY = 0.2
HAND_EVERY = 2.0
LARGEST = 1_000_000_000
"""Bytes of memory that the server's processes may have at the worst, together."""


@dataclass(slots=True)
class Watched:
    """What the phones saw while an attack went on."""

    told: Told = field(default_factory=Told)
    failed: list[str] = field(default_factory=list)
    memory: int = 0

    @property
    def worst(self) -> float:
        """The latest answer; one that never came counts as long as it was waited for."""
        times = [took for times in self.told.times.values() for took in times]
        return PATIENCE if self.failed else max(times, default=PATIENCE)

    @property
    def hands(self) -> int:
        """How many hands were recorded meanwhile."""
        return sum(self.told.recorded.values())


async def play_on(served: Served, game: str, token: str, seconds: float, watched: Watched) -> None:
    """Play at a table as long as an attack goes on, and let others come to the app."""
    until = time.monotonic() + seconds
    cookie = f"{'__Host-' if served.secure else ''}{PHONE_COOKIE}={token}"
    chance = random.Random(1)

    def line(cookie: str = "") -> Line:
        return Line(served.port, cookie, secure=served.secure)

    async def again(every: float, act: Callable[[], Awaitable[object]]) -> None:
        while time.monotonic() < until:
            begun = time.monotonic()
            try:
                await act()
            except (OSError, EOFError, TimeoutError, LookupError, ValueError) as failure:
                watched.failed.append(f"{type(failure).__name__}: {failure}")
            await asyncio.sleep(max(0.0, begun + every - time.monotonic()))

    watching, scoring = (Phone(watched.told, game, line(cookie), served.port) for _ in range(2))

    async def come() -> None:
        new = line()
        watched.told.note("first visit", await new.get("/"))
        new.close()

    async def watch() -> None:
        watched.memory = max(watched.memory, sum(map(_memory_of, family(served.pid))))
        await watching.ask("pulse", f"{watching.table}/pulse?seen=0.0")
        await watching.look("table page", watching.table)

    async def score() -> None:
        await record(scoring, "", dice=False, chance=chance)

    await asyncio.gather(again(ASKED_EVERY, watch), again(ASKED_EVERY, come), again(HAND_EVERY, score))
    for phone in (watching, scoring):
        phone.line.close()


def _memory_of(pid: int) -> int:
    try:
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    except OSError:
        return 0
    return 1024 * int(fields.get("VmRSS", "0 kB").split()[0])


def beside(attack: str, seconds: float, share: float) -> tuple[Watched, list[str]]:
    """Play on beside an attack; give what was seen, and what is wrong with the store afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        laid = lay_tables(DatabasePlace(folder), Load(tables=2, phones=2))
        game, _, (token, *_) = laid[1]
        watched = Watched()
        secure = certificate(folder) if known_attacks.KNOWN[attack].secure else ()
        with serving(folder, *secure) as served:
            asyncio.run(play_on(served, game, token, 1.0, Watched(told=watched.told)))
            watched.told.times.clear()
            attacker = subprocess.Popen(  # noqa: S603 (our own words)
                [
                    sys.executable,
                    "-m",
                    "bench.hostile.known_attacks",
                    attack,
                    str(served.port),
                    str(seconds),
                    str(share),
                ],
                cwd=ROOT,
            )
            try:
                asyncio.run(play_on(served, game, token, seconds, watched))
            finally:
                attacker.terminate()
                attacker.wait()
        wrong = lost_or_doubled(DatabasePlace(folder), laid[1:], watched.told)
    return watched, wrong


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(known_attacks.HOSTILE))
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--share", type=float, default=1.0)
    given = asked.parse_args(arguments)
    quiet, reasons = 0.0, Reasons()
    for name in dict.fromkeys(("nothing", *(given.attacks or known_attacks.HOSTILE))):
        watched, wrong = beside(name, given.seconds, given.share)
        quiet = quiet or watched.worst
        print(
            f"{name:22} worst answer {watched.worst:6.3f} s ({watched.worst / quiet:5.1f} times that beside nothing), "
            f"{watched.told.requests} answers, {watched.hands} hands, {watched.memory / 1e6:.0f} MB",
            flush=True,
        )
        reasons.wrong += [f"beside {name}: {one}" for one in (*wrong, *watched.told.errors, *set(watched.failed))]
        if watched.worst > WORST:
            reasons.slow.append(f"beside {name}: an answer took {watched.worst:.1f} s")
        if watched.memory > LARGEST:
            reasons.slow.append(f"beside {name}: {watched.memory / 1e6:.0f} MB")
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
