"""The process that makes the regular backups, and one that starts it again if it ends.

They are processes of their own because the main process forks: that must not happen while a thread is inside SQLite, or
has opened a pipe to a process that it starts, whose other end the new worker would keep open. So they are started
before the workers.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

from companion.store.backup.regular import BackupPlan
from companion.web.config import JSON_LOG
from companion.web.server import json_log, processes
from companion.wording.store_errors import store_sentence
from companion.wording.web import BACKUPS_ENDED

AGAIN_AFTER = 10.0
"""Seconds."""


def start(plan: BackupPlan) -> subprocess.Popen[bytes]:
    """Start the processes; they end with this one, and Ctrl+C is for this one alone."""
    arguments = [str(plan.instance), str(plan.folder), str(plan.every), str(plan.keep)]
    # With -P nothing is imported from the working directory.
    command = [sys.executable, "-P", "-m", __name__, *arguments]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)  # noqa: S603 (our own words)


def _complain(sentence: str) -> None:
    if os.environ.get(JSON_LOG):
        json_log.say("error", sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)


def _main(instance: str, folder: str, every: str, keep: str) -> NoReturn:
    processes.end_with_parent()
    processes.note_parent()
    plan = BackupPlan(Path(instance), Path(folder), float(every), int(keep))
    while True:
        maker = os.fork()
        if not maker:
            processes.end_with_parent()
            plan.run(lambda error: _complain(store_sentence(error)))
        os.waitpid(maker, 0)
        _complain(BACKUPS_ENDED)
        time.sleep(AGAIN_AFTER)


if __name__ == "__main__":
    _main(*sys.argv[1:])
