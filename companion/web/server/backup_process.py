"""The process that makes the regular backups.

It is one of its own because the main process forks: that must not happen while a thread is inside SQLite, or has opened
a pipe to a process that it starts, whose other end the new worker would keep open. So it is started before the workers.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from companion.store.backup.regular import Plan
from companion.web.config import JSON_LOG
from companion.web.server import json_log, processes


def start(plan: Plan) -> subprocess.Popen[bytes]:
    """Start the process; it ends with this one."""
    arguments = [str(plan.instance), str(plan.folder), str(plan.every), str(plan.keep)]
    return subprocess.Popen([sys.executable, "-m", __name__, *arguments], stdin=subprocess.DEVNULL)  # noqa: S603 (our own words)


def _complain(sentence: str) -> None:
    if os.environ.get(JSON_LOG):
        json_log.say("error", sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)  # noqa: T201


def _main(instance: str, folder: str, every: str, keep: str) -> None:
    processes.end_with_parent()
    # Ctrl+C reaches this process too.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Plan(Path(instance), Path(folder), float(every), int(keep)).run(_complain)


if __name__ == "__main__":
    _main(*sys.argv[1:])
