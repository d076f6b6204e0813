"""Under which addresses the phones at the table can reach this machine."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import struct
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]{0,250}[A-Za-z0-9_])?|[0-9a-fA-F:]+:[0-9a-fA-F:.]*")
_ASK_ADDRESS = 0x8915
"""Linux's SIOCGIFADDR: the IPv4 address of an interface."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Give what an address counts for: in IPv6 the network of 64 bits that a household has."""
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False))


def own_addresses() -> tuple[str, ...]:
    """List this machine's IPv4 addresses, the ones of a home network first, itself never."""
    found = {*_of_interfaces(), *_of_host_name()}
    usable = {one for one in found if not one.is_loopback and not one.is_link_local}
    return tuple(str(one) for one in sorted(usable, key=lambda one: (not one.is_private, _unlikely(one), one)))


def _unlikely(one: ipaddress.IPv4Address) -> bool:
    """Containers and virtual machines mostly live in 172.16/12: another address is the likelier one."""
    return one in ipaddress.ip_network("172.16.0.0/12")


def _of_interfaces() -> Iterable[ipaddress.IPv4Address]:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asked.fileno(), _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            yield ipaddress.IPv4Address(answer[20:24])


def _of_host_name() -> Iterable[ipaddress.IPv4Address]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for answer in answers:
        yield ipaddress.IPv4Address(str(answer[4][0]))


def reachable(host: str, port: int, public: str = "") -> tuple[str, ...]:
    """List the app's addresses, the best one first: a configured public one wins, then the own network's."""
    if public:
        return (public.rstrip("/") + "/",)
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return tuple(f"http://{one}:{port}/" for one in (*own_addresses(), "localhost"))
    return (f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/",)


def wrong_public(public: str) -> str:
    """Say why something is no address that phones could open, or nothing."""
    try:
        parts = urlsplit(public)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        good = False
    return "" if good or not public else f"{public} is no public address: one looks like https://cards.example."


def wrong_name(names: Iterable[str]) -> str:
    """Say which name is none that a server could go by, or nothing."""
    wrong = next((name for name in names if not _NAME.fullmatch(name)), None)
    return "" if wrong is None else f"{wrong} is no name of a server: one looks like cards.lan, without http and port."


def qr_for_terminal(address: str) -> str:
    """Draw a QR code with characters."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def qr_for_page(address: str) -> str:
    """Draw a QR code as inline SVG, dark on light whatever the page's colors."""
    return segno.make(address, error="m").svg_inline(scale=6, dark="#000", light="#fff", omitsize=True)
