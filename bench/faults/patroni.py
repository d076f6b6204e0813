"""Two PostgreSQL servers that Patroni runs, with the configuration of the documentation, and etcd for it."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.support import postgres
from tests.support.server import HOST, ROOT, family, free_port

CONFIGURATION = ROOT / "docs" / "operating" / "patroni.yml"
PROGRAMS = ("patroni", "etcd")
HOW_TO_INSTALL = (
    "Patroni or etcd. Install etcd with `apt-get install etcd-server`, and Patroni with "
    "`/usr/bin/python3 -m venv /opt/patroni && "
    "/opt/patroni/bin/pip install 'patroni[etcd3]' 'psycopg[binary]'`, and add /opt/patroni/bin to PATH."
)
BECOMES_WITHIN = 180.0
USER = "companion"
PASSWORD = "of-these-tests"  # noqa: S105 (of no server)


@dataclass(slots=True)
class Node:
    """A machine with Patroni and PostgreSQL."""

    name: str
    folder: Path
    etcd: int
    port: int = field(default_factory=free_port)
    api: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """The folder of PostgreSQL's files."""
        return self.folder / "data"

    def start(self) -> None:
        """Start Patroni, which starts PostgreSQL."""
        text = CONFIGURATION.read_text()
        for written, here in (
            ("name: db1", f"name: {self.name}"),
            ("etcd1.example:2379,etcd2.example:2379,etcd3.example:2379", f"{HOST}:{self.etcd}"),
            ("db1.example:8008", f"{HOST}:{self.api}"),
            ("db1.example:5432", f"{HOST}:{self.port}"),
            ("10.0.0.0/24", "127.0.0.0/8"),
            ("/usr/lib/postgresql/18/bin", str(Path(postgres.binary("postgres")).parent)),
            ("/var/lib/postgresql/18/companion", str(self.data)),
            ("/var/lib/postgresql/patroni.pgpass", str(self.folder / "pgpass")),
            ("/var/run/postgresql", str(self.folder)),
        ):
            text = text.replace(written, here)
        configuration = self.folder / "patroni.yml"
        configuration.write_text(text)
        self.process = started(["patroni", str(configuration)], self.folder / "log")

    def kill(self) -> None:
        """Kill Patroni and all of PostgreSQL, like a power cut."""
        self._kill_patroni()
        server = self._server()
        if server is not None:
            # It starts no more processes, and forgets none.
            os.kill(server, signal.SIGSTOP)
            for process in reversed(family(server)):
                os.kill(process, signal.SIGKILL)

    def remove(self) -> None:
        """Stop, and remove all files."""
        self._kill_patroni()
        with suppress(subprocess.CalledProcessError):
            postgres.run("pg_ctl", "stop", "-m", "immediate", "-D", str(self.data))
        shutil.rmtree(self.folder, ignore_errors=True)

    def _kill_patroni(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def _server(self) -> int | None:
        """Return PostgreSQL's main process, if it runs."""
        with suppress(FileNotFoundError):
            process = int((self.data / "postmaster.pid").read_text().split()[0])
            if str(self.data) in Path(f"/proc/{process}/cmdline").read_text():
                return process
        return None

    def has_role(self, role: str) -> bool:
        """Ask Patroni whether this machine has a role: primary, or synchronous for a standby that may be promoted."""
        with suppress(OSError, http.client.HTTPException):
            return self._ask(role)[0] == http.client.OK
        return False

    def timeline(self) -> int:
        """Ask Patroni how many servers have been the primary so far."""
        return int(json.loads(self._ask("patroni")[1])["timeline"])

    def _ask(self, path: str) -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection(HOST, self.api, timeout=5)) as line:
            line.request("GET", f"/{path}")
            answer = line.getresponse()
            return answer.status, answer.read()

    def wait_for(self, role: str) -> None:
        """Wait until it has a role."""
        until = time.monotonic() + BECOMES_WITHIN
        while not self.has_role(role):
            if time.monotonic() > until:
                raise SystemExit(f"{self.name} isn't {role}:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.1)


@dataclass(slots=True)
class Cluster:
    """A primary and its standby, which change places."""

    primary: Node
    standby: Node
    failovers: int = 0

    def fail_over(self) -> None:
        """Kill the primary, and start it again when Patroni has promoted the standby, until it is the new standby."""
        if self.primary.timeline() != self.failovers + 1:
            raise SystemExit("Patroni promoted a server although none was killed")
        self.failovers += 1
        self.primary.kill()
        self.standby.wait_for("primary")
        self.primary, self.standby = self.standby, self.primary
        self.standby.start()
        self.standby.wait_for("synchronous")


@contextmanager
def cluster() -> Iterator[tuple[Cluster, str]]:
    """Run both, and yield the address under which the primary is found, whichever it is."""
    with ExitStack() as stack:
        port = stack.enter_context(etcd())
        first, second = (Node(name, postgres.new_folder(), port) for name in ("db1", "db2"))
        for node, role in ((first, "primary"), (second, "synchronous")):
            stack.callback(node.remove)
            node.start()
            node.wait_for(role)
        with psycopg.connect(f"postgresql://postgres:your-own-1@{HOST}:{first.port}/postgres", autocommit=True) as conn:
            conn.execute(f"CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}'")
            conn.execute(f"CREATE DATABASE {USER} OWNER {USER} TEMPLATE template0 ENCODING 'UTF8'")
        hosts = f"{HOST}:{first.port},{HOST}:{second.port}"
        yield Cluster(first, second), f"postgresql://{USER}:{PASSWORD}@{hosts}/{USER}?target_session_attrs=read-write"


@contextmanager
def etcd() -> Iterator[int]:
    """Run one etcd in place of three, and yield its port."""
    folder, port = postgres.new_folder(), free_port()
    here, peers = f"http://{HOST}:{port}", f"http://{HOST}:{free_port()}"
    options = {
        "data-dir": str(folder / "data"),
        "listen-client-urls": here,
        "advertise-client-urls": here,
        "listen-peer-urls": peers,
        "initial-advertise-peer-urls": peers,
        "initial-cluster": f"default={peers}",
    }
    process = started(["etcd", *(f"--{name}={value}" for name, value in options.items())], folder / "log")
    try:
        yield port
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def started(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a program that root may not run."""
    with log.open("ab") as output:
        return subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, **postgres.as_nobody())  # noqa: S603 (our own words)
