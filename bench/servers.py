"""Which server: the same app and the same load behind each, as ratios to waitress.

    python -m bench.servers

The others are installed into a folder that is thrown away. Asked of each, by turns and several times, medians told:
how many requests it answers when phones ask as fast as they can, and what one of them costs of the processor; how
soon it answers the phones of a full evening; and how many of those it still answers in time while a few phones have
sent half a form each and nothing more.
"""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bench.client import Line
from bench.load import Load, lay_tables, play
from bench.measurement import Arguments, Ending, settings
from bench.told import Told
from companion.store.opening import DatabasePlace
from companion.web.config import INSTANCE
from companion.web.security.phone import PHONE_COOKIE
from tests.support.server import HOST, Served, free_port, running

PACKAGES = ("waitress", "gunicorn")
HALF_FORMS = 16
OURS = "granian behind our gate, 2 × 4"
PYTHON = sys.executable
APP = "tests.support.server:wsgi"
GRANIAN = (
    PYTHON,
    "-m",
    "granian",
    "--interface",
    "wsgi",
    "--factory",
    "--host",
    HOST,
    "--no-ws",
    "--backpressure",
    "256",
)
GUNICORN = (PYTHON, "-m", "gunicorn", "--workers", "2", "--worker-class", "gthread", "--threads", "2", "--reuse-port")
SERVERS: dict[str, tuple[str, ...]] = {
    "waitress, 4 threads": (
        PYTHON,
        "-m",
        "waitress",
        "--listen",
        f"{HOST}:{{port}}",
        "--threads",
        "4",
        "--connection-limit",
        "1000",
        "--call",
        APP,
    ),
    "gunicorn, 2 × 2 threads": (*GUNICORN, "--keep-alive", "60", "--bind", f"{HOST}:{{port}}", f"{APP}()"),
    "granian, WSGI, 2 × 1 thread": (*GRANIAN, "--workers", "2", "--blocking-threads", "1", "--port", "{port}", APP),
    "granian, WSGI, 2 × 4 threads": (*GRANIAN, "--workers", "2", "--blocking-threads", "4", "--port", "{port}", APP),
    OURS: (PYTHON, "-m", "tests.support.server", "{port}", "{folder}"),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """How a server did."""

    a_second: float
    cost: float
    evening: Told
    beside_half_forms: Told


async def as_fast_as_it_can(served: Served, game: str, token: str, seconds: float) -> float:
    """Ask on eight lines at once, four pulses to a page; tell how many are answered a second."""
    until = time.monotonic() + seconds
    answered = 0

    async def ask() -> None:
        nonlocal answered
        line = Line(served.port, f"{PHONE_COOKIE}={token}")
        while time.monotonic() < until:
            for path in (*[f"/g/{game}/pulse?seen=0.0"] * 4, f"/g/{game}"):
                answer = await line.get(path)
                if answer.status != 200:
                    raise SystemExit(f"{path}: {answer.status}")
                answered += 1
        line.close()

    await asyncio.gather(*(ask() for _ in range(8)))
    return answered / seconds


async def send_half_forms(served: Served) -> list[asyncio.StreamWriter]:
    """Begin to send forms, and stop."""
    cookie = f"{PHONE_COOKIE}={'a' * 43}"
    kind = "application/x-www-form-urlencoded"
    head = f"POST /join HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\n"
    begun = []
    for _ in range(HALF_FORMS):
        _, writer = await asyncio.open_connection(HOST, served.port)
        writer.write(f"{head}Content-Length: 500\r\n\r\ncode=".encode())
        begun.append(writer)
    await asyncio.sleep(0.3)
    return begun


async def measured(served: Served, laid: list[tuple[str, str, list[str]]], seconds: float) -> Measured:
    """Put all three questions to a server."""
    game, _, tokens = laid[0]
    await as_fast_as_it_can(served, game, tokens[0], 1)
    before = served.processor_seconds()
    a_second = await as_fast_as_it_can(served, game, tokens[0], seconds / 3)
    cost = (served.processor_seconds() - before) / (a_second * seconds / 3)
    evening, beside = Told(), Told()
    load = Load(seconds, len(laid), 3 * len(laid), hand_every=seconds / 2)
    await play(served, load, laid, evening, seed=1)
    begun = await send_half_forms(served)
    beside.recorded.update(evening.recorded)
    quiet = replace(load, seconds=seconds / 2, hand_every=10 * seconds)
    await asyncio.wait([asyncio.ensure_future(play(served, quiet, laid, beside, seed=2))], timeout=seconds)
    for writer in begun:
        writer.close()
    return Measured(a_second, cost, evening, beside)


def serve_and_measure(command: tuple[str, ...], packages: Path, seconds: float, tables: int) -> Measured:
    """Start a server with a store of its own, and measure it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        laid = lay_tables(DatabasePlace(folder), Load(tables=tables, phones=3 * tables))
        port = free_port()
        filled = [part.format(port=port, folder=folder) for part in command]
        os.environ[INSTANCE] = str(folder)
        try:
            with running(filled, port, folder, more_paths=[packages]) as served:
                wait_until_it_listens(port)
                return asyncio.run(measured(served, laid, seconds))
        finally:
            del os.environ[INSTANCE]


def wait_until_it_listens(port: int) -> None:
    """Return when a server listens. Not all of them say when, and waitress makes the app before that."""
    while True:
        with suppress(OSError):
            socket.create_connection((HOST, port), 5).close()
            return
        time.sleep(0.05)


def tell(found: dict[str, list[Measured]]) -> None:
    """Print the medians."""
    first = next(iter(found.values()))
    a_second, cost = (statistics.median(getattr(one, what) for one in first) for what in ("a_second", "cost"))
    print(f"{'':31} requests     cost   in 150 ms   99 % under   errors   in 150 ms beside {HALF_FORMS} half forms")
    for name, runs in found.items():
        fast, dear = (statistics.median(getattr(one, what) for one in runs) for what in ("a_second", "cost"))
        soon = statistics.median(one.evening.share_soon() for one in runs)
        late = statistics.median(late_of(one.evening) for one in runs)
        errors = statistics.median(sum(one.evening.errors.values()) for one in runs)
        beside = statistics.median(one.beside_half_forms.share_soon(of_all=True) for one in runs)
        print(
            f"{name:31} {fast / a_second:8.2f} {dear / cost:8.2f} {100 * soon:9.2f} % {1000 * late:9.0f} ms"
            f" {errors:8.0f} {100 * beside:10.1f} %"
        )


def late_of(told: Told) -> float:
    """Give the time within which 99 of 100 answers came."""
    times = sorted(took for times in told.times.values() for took in times)
    return times[int(0.99 * len(times))]


def with_others(packages: Path) -> dict[str, tuple[str, ...]]:
    """Install the other servers; return those that there are then."""
    install = [PYTHON, "-m", "pip", "install", "--quiet", "--target", str(packages), *PACKAGES]
    installed = subprocess.run(install, check=False, capture_output=True, text=True)  # noqa: S603 (our own words)
    if not installed.returncode:
        return SERVERS
    print(f"{' and '.join(PACKAGES)} cannot be installed here: {installed.stderr.strip()[-300:]}")
    return {name: command for name, command in SERVERS.items() if command[2] not in PACKAGES}


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--times", type=int, default=3)
    asked.add_argument("--ours", action="store_true", help="only the server that the app uses")
    given = asked.parse_args(arguments)
    with tempfile.TemporaryDirectory() as aside:
        packages = Path(aside)
        servers = {OURS: SERVERS[OURS]} if given.ours else with_others(packages)
        found: dict[str, list[Measured]] = {name: [] for name in servers}
        for _ in range(given.times):
            for name, command in servers.items():
                found[name].append(serve_and_measure(command, packages, given.seconds, given.tables))
    tell(found)
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
