"""The log as lines of JSON. What could name a player, a card, a game or an address is not in it."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

from companion.web.server.observed import Noted

_POOL = "psycopg.pool"

CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "companion.web.server.json_log.Formatter"}},
    "handlers": {"json": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    "root": {"level": "WARNING", "handlers": ["json"]},
    "loggers": {"_granian": {"propagate": True}, "companion.web": {"propagate": True}},
}
"""The configuration of Python's logging, in the main process and in the workers."""


class Formatter(logging.Formatter):
    """Formats a record of Python's logging; of an error its type and last place, since its text may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        # Some libraries write a traceback, or what was asked for, into their messages.
        # Those of the pool say why the database can't be reached.
        text = record.getMessage() if record.name == _POOL else str(record.msg)
        message, _, _ = text.partition("\n")
        line = {"level": record.levelname.lower(), "message": message}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _place_of(record.exc_info[1])
        return as_line(line)


def _place_of(error: BaseException) -> dict[str, str]:
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} {frames[-1].name}" if frames else ""
    return {"error": type(error).__name__, "place": place}


def as_line(content: dict[str, Any]) -> str:
    """Return a line of the log."""
    return json.dumps({"time": datetime.now(UTC).isoformat(timespec="milliseconds"), **content})


def note(request: Noted) -> None:
    """Log a request, but not what load balancers ask several times a second if all is well."""
    if request.kind == "health" and request.status == HTTPStatus.OK:
        return
    line = {"kind": request.kind, "method": request.method, "status": request.status}
    sys.stdout.write(as_line({**line, "ms": round(1000 * request.seconds, 1), "bytes": request.size}) + "\n")
    sys.stdout.flush()


def say(level: str, message: str) -> None:
    """Log what the main process says."""
    print(as_line({"level": level, "message": message}), file=sys.stderr, flush=True)
