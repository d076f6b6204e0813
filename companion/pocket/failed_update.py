"""What a new version changed in the database is undone where that version then doesn't start.

A version's first start is marked before it and unmarked after it. Nothing is recorded in between, so what the version
updated in the database can be taken back by the version before: the store made a copy before it updated.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.pocket.whole_backup import replace_database
from companion.store.backup.copies import BEFORE_UPDATE, find_copies, write_file

STARTED = "started.json"
STARTING = "starting.json"


@contextmanager
def undone_unless_started(folder: Path, version: str) -> Iterator[None]:
    """Mark the first start of a version; undo that of another version that never started."""
    started = _read(folder / STARTED).get("version")
    marked = _read(folder / STARTING)
    if marked and marked.get("version") not in {version, started}:
        _undo(folder, marked)
    if started == version:
        # Perhaps it was stopped between the two writes below.
        (folder / STARTING).unlink(missing_ok=True)
        yield
        return
    if marked.get("version") != version:
        copies = [copy.name for copy in find_copies(folder, BEFORE_UPDATE)]
        write_file(folder / STARTING, json.dumps({"version": version, "copies": copies}).encode())
    yield
    write_file(folder / STARTED, json.dumps({"version": version}).encode())
    (folder / STARTING).unlink()


def _undo(folder: Path, marked: dict[str, object]) -> None:
    """Take back the copy that the store made before the version's first update."""
    before = marked.get("copies")
    known = before if isinstance(before, list) else []
    made = [copy for copy in find_copies(folder, BEFORE_UPDATE) if copy.name not in known]
    if made:
        replace_database(folder, made[0])
    (folder / STARTING).unlink()


def _read(path: Path) -> dict[str, object]:
    try:
        content = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
