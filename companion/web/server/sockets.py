"""Socket limits: how many connections a worker may hold, and how long an unread answer is kept."""

import socket
import sys
from contextlib import suppress
from pathlib import Path

MAX_FILES = 65_536
MAX_CONNECTIONS = 16_384
"""Connections a process holds at a time: with two processes, more than one address can open."""
OTHER_FILES = 256
"""Files a process needs besides its connections, at most."""
UNREAD_TIMEOUT = 30
"""Seconds after which a client that reads nothing of its answer is disconnected."""


def max_connections() -> int:
    """Raise this process's file limit as far as allowed; return how many connections fit."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else max(64, min(MAX_CONNECTIONS, soft - OTHER_FILES))


def drop_unread_connections() -> int:
    """Have the system close connections whose client reads nothing; return the number of listening sockets.

    Connections inherit the setting from the listening socket. The server keeps that one to itself, so it is looked
    for among the open files.
    """
    if sys.platform != "linux":
        return 0
    return sum(_set_unread_timeout(int(entry.name)) for entry in Path("/proc/self/fd").iterdir())


def _set_unread_timeout(file: int) -> bool:
    """Set the timeout on a listening socket; return whether the file is one."""
    try:
        with socket.fromfd(file, socket.AF_INET, socket.SOCK_STREAM) as listener:
            if not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return False
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_TIMEOUT * 1000)
    except OSError:
        return False
    return True
