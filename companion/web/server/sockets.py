"""What the system is asked for the sockets that are listened on: room for many connections, none for the deaf."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from pathlib import Path

MOST_FILES = 65_536
MOST_CONNECTIONS = 16_384
"""Connections of a process at a time: with two processes more than one address can open."""
OTHER_FILES = 256
"""Files that a process needs besides its connections, at the most."""
READ_WITHIN = 30
"""Seconds after which whoever reads nothing of an answer is given up."""


def connections() -> int:
    """Make room for as many connections as the system allows a process, and tell how many that are."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return MOST_CONNECTIONS
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if most != resource.RLIM_INFINITY and most < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            most = wanted
    return MOST_CONNECTIONS if most == resource.RLIM_INFINITY else max(64, min(MOST_CONNECTIONS, most - OTHER_FILES))


def give_up_the_deaf() -> int:
    """Have the system end connections whose other end takes nothing; give the number of sockets that are listened on.

    The connections inherit it from the sockets that this process listens on, which the server keeps to itself: they
    are looked for among the open files.
    """
    if sys.platform != "linux":
        return 0
    return sum(_patient(int(entry.name)) for entry in Path("/proc/self/fd").iterdir())


def _patient(file: int) -> bool:
    try:
        with socket.fromfd(file, socket.AF_INET, socket.SOCK_STREAM) as listened:
            if not listened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return False
            listened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READ_WITHIN * 1000)
    except OSError:
        return False
    return True
