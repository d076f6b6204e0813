"""The addresses at which phones can reach this machine, and their QR codes."""

import io
import ipaddress
import re
import socket
import struct
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

import segno

from companion.wording import web as errors

_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]{0,250}[A-Za-z0-9_])?|[0-9a-fA-F:]+:[0-9a-fA-F:.]*")
_SIOCGIFADDR = 0x8915
"""Linux's request for the IPv4 address of an interface."""


HOUSEHOLD = 64
"""The bits of an IPv6 address that one household shares."""
SITE = 48
"""The bits of an IPv6 address that one customer of a provider shares, at most."""


@lru_cache(maxsize=4096)
def network_of(address: str, bits: int = HOUSEHOLD) -> str:
    """Return what an address is counted as: in IPv6 its network, one household unless said otherwise."""
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), bits), strict=False))


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, those of a home network first, without loopback."""
    usable = {
        address
        for address in (*_interface_addresses(), *_host_name_addresses())
        if not address.is_loopback and not address.is_link_local
    }
    # Containers and virtual machines mostly use 172.16/12: another address is the likelier one.
    virtual = ipaddress.ip_network("172.16.0.0/12")
    return tuple(map(str, sorted(usable, key=lambda address: (not address.is_private, address in virtual, address))))


def _interface_addresses() -> Iterable[ipaddress.IPv4Address]:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            yield ipaddress.IPv4Address(answer[20:24])


def _host_name_addresses() -> Iterable[ipaddress.IPv4Address]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for answer in answers:
        yield ipaddress.IPv4Address(str(answer[4][0]))


def reachable(host: str, port: int, public: str = "") -> tuple[str, ...]:
    """Return the app's URLs, the best first: the public address alone if configured, else those of this machine."""
    if public:
        return (public.rstrip("/") + "/",)
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return tuple(f"http://{name}:{port}/" for name in (*own_addresses(), "localhost"))
    return (f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/",)


def public_address_error(public: str) -> str:
    """Return why phones could not open a public address, or an empty string."""
    try:
        parts = urlsplit(public)
        good = (
            parts.scheme in {"http", "https"}
            and bool(parts.hostname)
            and not (parts.path.strip("/") or parts.query or parts.fragment)
        )
    except ValueError:
        good = False
    return "" if good or not public else errors.BAD_PUBLIC_ADDRESS.format(address=public)


def host_names_error(names: Iterable[str]) -> str:
    """Return which of some names cannot be a host name, or an empty string."""
    wrong = next((name for name in names if not _HOST_NAME.fullmatch(name)), None)
    return "" if wrong is None else errors.BAD_NAME.format(name=wrong)


def qr_for_terminal(address: str) -> str:
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def qr_for_page(address: str) -> str:
    """Return a QR code as inline SVG, dark on light whatever the page's colors."""
    return segno.make(address, error="m").svg_inline(scale=6, dark="#000", light="#fff", omitsize=True)
