"""Waiting for processes to end and for files to arrive, as the system tells of them."""

import ctypes
import os
import select
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

WITHIN = 60.0
_LIBC = ctypes.CDLL(None)
_PR_SET_CHILD_SUBREAPER = 36
_IN_CREATE_OR_MOVED_TO = 0x180


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Be the parent of processes whose own parent ends, so that they can be waited for."""
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 0)


def wait_for_group(group: int) -> None:
    """Return when all of our children in a process group have ended, also those that it has just started."""

    def wait() -> None:
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-group, 0)

    with ThreadPoolExecutor(1) as aside:
        try:
            aside.submit(wait).result(WITHIN)
        except TimeoutError:
            os.killpg(group, signal.SIGKILL)
            raise


def wait_for_file(folder: Path, pattern: str) -> Path:
    watch = _LIBC.inotify_init()
    _LIBC.inotify_add_watch(watch, os.fsencode(folder), _IN_CREATE_OR_MOVED_TO)
    try:
        while not (found := sorted(folder.glob(pattern))):
            if not select.select([watch], [], [], WITHIN)[0]:
                raise TimeoutError(pattern)
            os.read(watch, 4096)
    finally:
        os.close(watch)
    return found[0]
