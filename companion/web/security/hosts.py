"""By which names this server may be asked: its own addresses, its name on the network, and those that it was told.

A page of another site whose name is made to lead here would else be taken for one of ours by the browser, and links and
QR codes would show the name that somebody else chose.
"""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Response, current_app, request
from werkzeug.exceptions import BadHost

from companion.web import config

if TYPE_CHECKING:
    from flask import Flask

    from companion.web.config import Settings

SENTENCE = (
    "This server does not go by that address. Open one of those that it shows in its terminal; whoever runs it can add "
    "this one with --known-as.\n"
)
STATUS = BadHost.code
_HOSTS = "companion.hosts"
_MOST_KEPT = 100


class Hosts:
    """The names that this server goes by, as the header `Host` has them: with or without a port."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        public = urlsplit(settings.public_address).hostname or ""
        names = {
            "localhost",
            own,
            own.partition(".")[0],
            f"{own.partition('.')[0]}.local",
            public,
            settings.host.lower(),
        }
        self._names = frozenset(names | {name.lower() for name in settings.known_as}) - {"", config.ALL_ADDRESSES, "::"}
        self._kept: set[str] = set()

    def knows(self, host: str) -> bool:
        """Say whether this server goes by a host."""
        if host in self._kept:
            return True
        name = _name_of(host)
        if not name or not (name in self._names or is_own_address(name)):
            return False
        if len(self._kept) < _MOST_KEPT:
            self._kept.add(host)
        return True


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_own_address(name: str) -> bool:
    """Say whether an IP address is one of this machine's now: addresses come and go while an evening lasts."""
    try:
        address = ip_address(name)
    except ValueError:
        return False
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6  # noqa: PLR2004 (the version of IP)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((name, 0))
    except OSError as trouble:
        # Another trouble than that it is not ours, such as too many open files, is no reason to keep the table out.
        return trouble.errno not in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EACCES, errno.EINVAL}
    return True


def init_app(app: Flask) -> None:
    """Refuse every request that asks for another host, before anything else looks at it."""
    app.extensions[_HOSTS] = Hosts(app.config["SETTINGS"])
    app.before_request(_check)


def _check() -> Response | None:
    if isinstance(request.routing_exception, BadHost):
        return None
    hosts: Hosts = current_app.extensions[_HOSTS]
    return None if hosts.knows(request.host) else Response(SENTENCE, STATUS, mimetype="text/plain")
