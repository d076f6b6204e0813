"""The server's processes: they say when they are ready, and those that the main process starts end with it."""

import ctypes
import os
import signal
import socket
import sys
from contextlib import suppress

STARTED_BY = "COMPANION_STARTED_BY"
"""The environment variable with the main process's number."""
READY_SOCKET = "NOTIFY_SOCKET"
"""The environment variable in which systemd names the socket where it waits for a service to be ready."""
_SIGNAL_WHEN_PARENT_ENDS = 1
"""Linux's PR_SET_PDEATHSIG."""


def note_parent() -> None:
    """Tell the processes that this one starts which one it is."""
    os.environ[STARTED_BY] = str(os.getpid())


def end_with_parent() -> None:
    """Have the system kill this process with its parent; else a worker would keep the port from the next start."""
    if sys.platform != "linux" or STARTED_BY not in os.environ:
        return
    ctypes.CDLL(None).prctl(_SIGNAL_WHEN_PARENT_ENDS, signal.SIGKILL)
    if os.getppid() != int(os.environ[STARTED_BY]):
        # The parent ended while this process was starting.
        os.kill(os.getpid(), signal.SIGKILL)


def tell_ready() -> None:
    """Tell systemd, or whatever started the server, that this process answers requests."""
    address = os.environ.get(READY_SOCKET, "")
    if not address or sys.platform == "win32":
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, suppress(OSError):
        # An @ stands for the first byte of a name that is in no folder.
        line.sendto(b"READY=1", address.replace("@", "\0", 1))


def let_new_workers_end() -> None:
    """Let SIGTERM end a worker that doesn't handle it yet.

    A new process has the handler of the main process, which does nothing in it: a server that stops would wait for it
    in vain.
    """
    told = {signal.SIGTERM}

    def in_worker() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, told)

    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, told),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, told),
        after_in_child=in_worker,
    )
