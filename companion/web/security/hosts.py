"""Host names: requests are accepted only for this machine's addresses and names, and those configured.

Otherwise a site whose name is made to resolve to this machine (DNS rebinding) would be the app to the browser, and
links and QR codes would show a name that somebody else chose.
"""

import errno
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import BadHost

from companion.web import config
from companion.web.config import Settings
from companion.wording.web import WRONG_HOST

_HOSTS = "companion.hosts"
_MAX_CACHED = 100


class AllowedHosts:
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
        self._cached: set[str] = set()

    def allows(self, host: str) -> bool:
        """Return whether a `Host` header, with or without a port, names this server."""
        if host in self._cached:
            return True
        name = _without_port(host)
        if not name or not (name in self._names or is_own_address(name)):
            return False
        if len(self._cached) < _MAX_CACHED:
            self._cached.add(host)
        return True


def _without_port(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_own_address(name: str) -> bool:
    """Return whether an IP address is one of this machine's now: they change while the server runs."""
    try:
        address = ip_address(name)
    except ValueError:
        return False
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((name, 0))
    except OSError as error:
        # Any other failure, such as too many open files, is no reason to refuse the request.
        return error.errno not in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EACCES, errno.EINVAL}
    return True


def init_app(app: Flask) -> None:
    """Refuse every request for another host, or an impossible address, before anything else handles it."""
    app.extensions[_HOSTS] = AllowedHosts(app.config["SETTINGS"])
    app.before_request(_check)


def _check() -> Response | None:
    if isinstance(request.routing_exception, BadHost):
        return None
    hosts: AllowedHosts = current_app.extensions[_HOSTS]
    if not hosts.allows(request.host):
        return Response(WRONG_HOST, BadHost.code, mimetype="text/plain")
    if "\0" in request.path:
        # No address of the app has one, and not every database takes one.
        abort(404)
    return None
