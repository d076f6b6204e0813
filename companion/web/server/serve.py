"""Serving the app to the phones at the table: granian, and the addresses to open, as text and as a QR code."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import socket
import ssl
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from companion.store.errors import StoreError
from companion.web import addresses
from companion.web.app import create_app
from companion.web.config import ALL_ADDRESSES, Settings
from companion.web.security import guard
from companion.web.server import sockets, watchdog
from companion.web.server.gate import Gate

WORKERS = 2
"""Processes; each answers a few requests at a time, once they are there whole (the gate)."""
STOPPED_WITHIN = 5
"""Seconds after which who is still sending is not waited for; what was confirmed is on the disk."""
LAST_PORT = 65535
PORT_FREE_WITHIN = 3.0
"""Seconds in which a server that was killed a moment ago is waited for."""
STARTED_BY = "COMPANION_STARTED_BY"
_SIGNAL_WHEN_PARENT_ENDS = 1
"""Linux's PR_SET_PDEATHSIG."""
HEAD_WITHIN = 10
"""Seconds in which the head of a request must be there; as long a connection is kept on which nothing is asked."""
READ_AT_A_TIME = 65_536
"""Bytes; a head that is longer is refused before anything looks at it."""
BACKLOG = 4096
"""Connections that wait to be taken."""


@dataclass(frozen=True, slots=True)
class Serving:
    """How to serve."""

    host: str = ALL_ADDRESSES
    port: int = 8000
    instance: Path = Path("instance")
    public_address: str = ""
    trusted_hops: int = 0
    certificate: Path | None = None
    key: Path | None = None
    known_as: tuple[str, ...] = ()


def serve(serving: Serving, factory: str = "companion.web.server.serve:worker") -> int:
    """Serve until interrupted; give the exit status. `factory` makes the app in each worker process."""
    trouble = _trouble(serving)
    if trouble:
        print(trouble, file=sys.stderr)  # noqa: T201
        return 1
    settings = Settings(
        instance=serving.instance.resolve(),
        public_address=serving.public_address,
        trusted_hops=serving.trusted_hops,
        port=serving.port,
        host=serving.host,
        secure=serving.certificate is not None,
        known_as=serving.known_as,
    )
    os.environ.update(settings.as_environment())
    os.environ[STARTED_BY] = str(os.getpid())
    try:
        # Made once here: what cannot start says so before the workers do.
        create_app(settings)
    except StoreError as error:
        print(error.sentence, file=sys.stderr)  # noqa: T201 (said in the terminal)
        return 1
    _announce(settings)
    server = Granian(
        factory,
        factory=True,
        address=serving.host,
        port=serving.port,
        interface=Interfaces.RSGI,
        workers=WORKERS,
        backlog=BACKLOG,
        backpressure=sockets.connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_WITHIN, max_buffer_size=READ_AT_A_TIME),
        log_access=False,
        log_level=LogLevels.warning,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=STOPPED_WITHIN,
        ssl_cert=serving.certificate,
        ssl_key=serving.key,
    )
    watchdog.watch(server)
    server.serve()
    return 0


def worker() -> Gate:
    """Make the app in a worker process, as its parent was told to."""
    _end_with_parent()
    app = create_app(Settings.from_environment(os.environ))
    return Gate(app, guard.large_paths(app))


def _end_with_parent() -> None:
    """Let the system end this process with the one that started it: else it would keep the port from the next start."""
    if sys.platform != "linux" or STARTED_BY not in os.environ:
        return
    ctypes.CDLL(None).prctl(_SIGNAL_WHEN_PARENT_ENDS, signal.SIGKILL)
    if os.getppid() != int(os.environ[STARTED_BY]):
        # It ended while this one was starting.
        os.kill(os.getpid(), signal.SIGKILL)


def _trouble(serving: Serving) -> str:
    """Say why it cannot be served, or nothing."""
    if (serving.certificate is None) != (serving.key is None):
        return "https needs both: a certificate and its key."
    for path in (serving.certificate, serving.key):
        if path is not None and not path.is_file():
            return f"There is no file {path}."
    if serving.certificate is not None:
        try:
            # A key under a password could not be opened by the workers.
            ssl.create_default_context().load_cert_chain(serving.certificate, serving.key, password="")
        except (OSError, ValueError):
            return f"{serving.certificate} and {serving.key} are no certificate in PEM with the key that fits it."
    if serving.trusted_hops < 0:
        return "The number of proxies before the app is 0 or more: --trusted-hops."
    if not 0 < serving.port <= LAST_PORT:
        return f"{serving.port} is no port: choose one from 1 to {LAST_PORT}."
    wrong = addresses.wrong_public(serving.public_address) or addresses.wrong_name(serving.known_as)
    if wrong:
        return wrong
    return _trouble_of_port(serving.host, serving.port)


def _trouble_of_port(host: str, port: int) -> str:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + PORT_FREE_WITHIN
    while True:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE and time.monotonic() < until:
                    time.sleep(0.1)
                    continue
                why = (error.strerror or str(error)).lower()
                return f"Port {port} on {host} cannot be used ({why}). Choose another one: --port."
        return ""


def _announce(settings: Settings) -> None:
    found = settings.addresses()
    lines = ["", "Gem Companion. Open it on the phone:", "", addresses.qr_for_terminal(found[0])]
    lines += [f"  {one}" for one in found]
    lines += ["", f"What is recorded lies in {settings.instance}. Stop with Ctrl+C.", ""]
    print("\n".join(lines), flush=True)  # noqa: T201
