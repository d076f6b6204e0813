"""The options of `companion serve`, and why the server can't start with them."""

import errno
import socket
import ssl
import sys
import time
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from companion.store.opening import shown_address
from companion.web import addresses
from companion.web.config import ALL_ADDRESSES
from companion.wording import web as errors

WORKERS = 2
"""Processes; each answers a few requests at a time, once they have arrived whole (gate.py)."""
MOST_WORKERS = 64
LAST_PORT = 65535
PORT_TIMEOUT = 3.0
"""Seconds to wait for the port of a server that was killed a moment ago."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `companion serve`."""

    host: str = ALL_ADDRESSES
    port: int = 8000
    instance: Path = Path("instance")
    public_address: str = ""
    trusted_hops: int = 0
    certificate: Path | None = None
    key: Path | None = None
    known_as: tuple[str, ...] = ()
    database: str = ""
    secret: str = field(default="", repr=False)
    workers: int = WORKERS
    json_log: bool = False
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0
    """0 for none."""
    backup_every: float = 0
    """Seconds; 0 for none."""
    keep: int = 48
    backup_folder: Path | None = None


def error_in(options: ServeOptions) -> str:
    """Return why the server can't start with these options, or an empty string."""
    return (
        _certificate_error(options)
        or _operating_error(options)
        or addresses.public_address_error(options.public_address)
        or addresses.host_names_error(options.known_as)
        or _port_error(options.host, options.port)
    )


def _certificate_error(options: ServeOptions) -> str:
    if (options.certificate is None) != (options.key is None):
        return errors.CERTIFICATE_AND_KEY
    for path in (options.certificate, options.key):
        if path is not None and not path.is_file():
            return errors.NO_SUCH_FILE.format(path=path)
    if options.certificate is not None:
        try:
            # The workers could not ask for the password of an encrypted key.
            ssl.create_default_context().load_cert_chain(options.certificate, options.key, password="")
        except (OSError, ValueError):
            return errors.BAD_CERTIFICATE.format(certificate=options.certificate, key=options.key)
    return ""


def _operating_error(options: ServeOptions) -> str:
    if not 1 <= options.workers <= MOST_WORKERS:
        return errors.BAD_WORKERS.format(most=MOST_WORKERS)
    if options.trusted_hops < 0:
        return errors.BAD_HOPS
    if options.keep < 1:
        return errors.BAD_KEEP
    if options.backup_every and options.database:
        return errors.BACKUP_OF_DATABASE.format(database=shown_address(options.database))
    if not 0 <= options.metrics_port <= LAST_PORT:
        return errors.BAD_PORT.format(port=options.metrics_port, last=LAST_PORT)
    if options.metrics_port and find_spec("prometheus_client") is None:
        return errors.METRICS_MISSING.format(python=sys.executable)
    if options.metrics_port and options.metrics_port == options.port:
        return errors.SAME_PORT.format(port=options.port)
    return ""


def _port_error(host: str, port: int) -> str:
    if not 0 < port <= LAST_PORT:
        return errors.BAD_PORT.format(port=port, last=LAST_PORT)
    if not host:
        return errors.BAD_HOST.format(host='""', reason="no address")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    deadline = time.monotonic() + PORT_TIMEOUT
    while True:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except UnicodeError as error:
                return errors.BAD_HOST.format(host=host, reason=error)
            except OSError as error:
                if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                    time.sleep(0.1)
                    continue
                reason = (error.strerror or str(error)).lower()
                if error.errno == errno.EACCES:
                    return errors.PORT_RESERVED.format(port=port)
                if not error.errno or error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                    return errors.BAD_HOST.format(host=host, reason=reason)
                return errors.PORT_IN_USE.format(port=port, host=host, reason=reason)
        return ""
