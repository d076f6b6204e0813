"""What the renderers of a browser take, and what its pages do on a slower processor."""

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

TURN = 0.01
"""Seconds for which a slowed renderer runs, before it stops."""


def processor_time(profile: Path) -> float:
    """Return the seconds of processor time that the renderers of a browser have taken."""
    stats = ((process / "stat").read_text().rpartition(")")[2].split() for process in renderers(profile))
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def private_memory(profile: Path) -> float:
    """Return the megabytes that only a browser's largest renderer has, without those of the browser's own program."""
    sizes = [0]
    for process in renderers(profile):
        with suppress(OSError):
            rollup = (process / "smaps_rollup").read_text()
            sizes.append(sum(map(int, re.findall(r"Private_Dirty:\s+(\d+)", rollup))))
    return max(sizes) / 1024


def renderers(profile: Path) -> Iterator[Path]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (process / "cmdline").read_bytes().decode(errors="replace")
            if "--type=renderer" in command and str(profile) in _commands_of_parents(process):
                yield process


def _commands_of_parents(process: Path) -> str:
    commands = ""
    while process.name not in {"0", "1"}:
        commands += (process / "cmdline").read_bytes().decode(errors="replace")
        process = process.parent / (process / "stat").read_text().rpartition(")")[2].split()[1]
    return commands


@contextmanager
def slowed(profile: Path, times: int) -> Iterator[None]:
    """Let the renderers that a browser has now run for a part of the time, workers too, which CDP doesn't slow."""
    processes, is_over = [int(process.name) for process in renderers(profile)], Event()

    def send(kind: signal.Signals) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, kind)

    def slow() -> None:
        while not is_over.wait(TURN):
            send(signal.SIGSTOP)
            time.sleep(TURN * (times - 1))  # for so long they stand still
            send(signal.SIGCONT)

    slowing = Thread(target=slow)
    slowing.start()
    try:
        yield
    finally:
        is_over.set()
        slowing.join()
