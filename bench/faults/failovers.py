"""Three app servers behind nginx, and PostgreSQL with a synchronous standby: kill one or the other under load.

    python -m bench.faults.failovers --times 20
    python -m bench.faults.failovers --times 20 --patroni

Phones record hands as fast as they are answered, through the proxy, each hand with an id that is sent again until it
is confirmed. In turns one app server is killed (SIGKILL) and started again, and the primary is killed, the standby
promoted, and the killed one made its standby. After each failover every phone must go on by itself, and every confirmed
hand must be there, once. With `--patroni` nobody promotes the standby: Patroni does, and the killed primary is started
again.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.faults.patroni import HOW_TO_INSTALL, PROGRAMS, Cluster, cluster
from bench.faults.server_kills import Phone, lay_tables, lost_or_doubled
from bench.measurement import Arguments, Reasons, settings
from companion.store.opening import DatabasePlace
from tests.support import postgres
from tests.support.places import SECRET
from tests.support.server import HOST, ROOT, environment_of, free_port

APPS = 3
AWAY = frozenset({502, 503, 504})
"""What a proxy without servers, or a server without its database, answers."""
GOES_ON_WITHIN = 60.0
CONFIGURATION = ROOT / "docs" / "operating" / "nginx.conf"
CONFIRMED_BY_BOTH = {
    "shared_buffers": "64MB",
    "max_connections": "100",
    "wal_keep_size": "256MB",
    "synchronous_standby_names": "ANY 1 (*)",
}
"""A commit is confirmed when the primary and one standby have it on the disk."""


@dataclass(slots=True)
class App:
    """An app server on a machine of its own, as far as it knows."""

    port: int
    place: DatabasePlace
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it as an operator does."""
        command = [str(Path(sys.executable).with_name("companion")), "serve", "--host", HOST, "--port", str(self.port)]
        with (self.place.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own words)
                [*command, "--trusted-hops", "1", "--instance", str(self.place.folder)],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env=environment_of(self.place),
                start_new_session=True,
            )

    def kill(self) -> None:
        """Kill all its processes."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextmanager
def proxy(folder: Path, port: int, apps: list[App]) -> Iterator[None]:
    """Run nginx with the configuration of the documentation, on other ports."""
    text = CONFIGURATION.read_text().replace("127.0.0.1:8080", f"{HOST}:{port}")
    for number, app in enumerate(apps, start=1):
        text = text.replace(f"127.0.0.1:800{number}", f"{HOST}:{app.port}")
    (folder / "nginx.conf").write_text(text)
    command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"]
    process = subprocess.Popen(command)  # noqa: S603 (our own words)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@dataclass(slots=True)
class Databases:
    """A primary and its standby, which change places."""

    primary: postgres.Server
    standby: postgres.Server

    def fail_over(self) -> None:
        """Kill the primary like a power cut, promote the standby, and make the killed one its standby."""
        self.primary.stop(signal.SIGKILL)
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow(self.primary)


@contextmanager
def databases() -> Iterator[tuple[Databases, str]]:
    """Run both, and yield the address under which the primary is found, whichever it is."""
    with postgres.serving(CONFIRMED_BY_BOTH | {"synchronous_standby_names": ""}) as primary:
        standby = postgres.Server(postgres.new_folder(), CONFIRMED_BY_BOTH)
        pair = Databases(primary, standby)
        name = primary.create_database().rpartition("/")[2]
        try:
            standby.follow(primary)
            primary.settings = CONFIRMED_BY_BOTH
            primary.stop()
            primary.start()
            hosts = f"{HOST}:{primary.port},{HOST}:{standby.port}"
            yield pair, f"postgresql://{postgres.USER}@{hosts}/{name}?target_session_attrs=read-write"
        finally:
            standby.remove()


def all_go_on(phones: list[Phone]) -> bool:
    """Wait until every phone is confirmed something more."""
    since = time.monotonic()
    while any(phone.last <= since for phone in phones):
        if time.monotonic() - since > GOES_ON_WITHIN:
            return False
        time.sleep(0.01)
    return True


def run(times: int, *, patroni: bool) -> list[str]:
    """Fail over again and again; return what is wrong."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running: AbstractContextManager[tuple[Databases | Cluster, str]] = cluster() if patroni else databases()
        pair, address = stack.enter_context(running)
        apps = [App(free_port(), DatabasePlace(folder / f"app-{number}", address, SECRET)) for number in range(APPS)]
        port = free_port()
        phones = lay_tables(apps[0].place, port)
        for phone in phones:
            phone.sent_again = AWAY
        for app in apps:
            app.place.folder.mkdir(exist_ok=True)
            app.start()
            stack.callback(app.kill)
        stack.enter_context(proxy(folder, port, apps))
        stop = threading.Event()
        threads = [threading.Thread(target=phone.record_until, args=(stop,)) for phone in phones]
        for thread in threads:
            thread.start()
        stack.callback(stop.set)
        wrong = [] if all_go_on(phones) else ["nobody was answered at the start"]
        for time_ in range(times):
            if wrong:
                break
            time.sleep(random.uniform(0.2, 1))
            kind = ("app server", "primary")[time_ % 2]
            for phone in phones:
                phone.longest_wait = 0
            if kind == "primary":
                pair.fail_over()
            else:
                app = random.choice(apps)
                app.kill()
                app.start()
            went_on = all_go_on(phones)
            wrong = [problem for phone in phones for problem in phone.wrong]
            if not went_on:
                wrong.append(f"failover {time_ + 1} ({kind}): a phone did not go on")
            longest = max(phone.longest_wait for phone in phones)
            print(f"{time_ + 1}: {kind}, no phone waited longer than {longest:.1f} s", flush=True)
        stop.set()
        for thread in threads:
            thread.join()
        wrong += lost_or_doubled(apps[0].place, phones, whole=True)
    confirmed = sum(phone.confirmed for phone in phones)
    print(f"{times} failovers under {len(phones)} phones: {confirmed} hands confirmed, {len(wrong)} lost or doubled")
    return wrong if confirmed else [*wrong, "nothing was confirmed"]


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--times", type=int, default=20)
    asked.add_argument("--patroni", action="store_true", help="let Patroni promote the standby")
    given = asked.parse_args(arguments)
    reasons = Reasons()
    if not shutil.which("nginx"):
        reasons.missing.append("nginx; install it with `apt-get install nginx-light`")
    if given.patroni and not all(map(shutil.which, PROGRAMS)):
        reasons.missing.append(HOW_TO_INSTALL)
    if not reasons.missing:
        reasons.wrong += run(given.times, patroni=given.patroni)
    return reasons.ending()


if __name__ == "__main__":
    sys.exit(main())
