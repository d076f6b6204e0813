"""A server whose watchdog looks whenever a byte comes on standard input, each time after a new heartbeat.

python -m tests.support.watched_server 8123 FOLDER
"""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.server import options, processes, serve, watchdog
from companion.web.server.gate import Gate
from companion.web.server.waiting import Watcher
from tests.support.server import HOST

BEATS, BEAT = os.pipe()


class BeatingGate(Gate):
    def is_healthy(self) -> bool:
        """Tell of each heartbeat that is about to be counted."""
        os.write(BEAT, b".")
        return super().is_healthy()


def worker() -> Gate:
    processes.end_with_parent()
    app = create_app(Settings.from_environment(os.environ))
    return BeatingGate(app, watcher=Watcher(store_of(app)))


def sleep(seconds: float) -> None:
    """Return at once, but before a look only when the test says so and a heartbeat has been counted since."""
    if seconds != watchdog.CHECK_EVERY:
        return
    os.read(sys.stdin.fileno(), 1)
    os.set_blocking(BEATS, False)
    try:
        while os.read(BEATS, 1000):
            pass
    except BlockingIOError:
        os.set_blocking(BEATS, True)
    # The first of two is counted when the second is told.
    os.read(BEATS, 1)
    os.read(BEATS, 1)


if __name__ == "__main__":
    _port, _folder = sys.argv[1:]
    watchdog.HEARTBEAT_EVERY = 0.01
    vars(watchdog)["time"] = SimpleNamespace(sleep=sleep)
    _options = options.ServeOptions(HOST, int(_port), Path(_folder))
    serve.serve(_options, f"{__name__}:worker")
