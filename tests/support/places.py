"""Places for stores on either engine, for benchmarks and tests that start their own processes."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store.opening import Place
from tests.support import postgres

ENGINES = ("sqlite", "postgresql")
SECRET = "the secret of the servers in these tests"  # noqa: S105 (of no server)
LASTING = {"shared_buffers": "64MB", "max_connections": "100"}
"""Settings of a PostgreSQL server that confirms what is on the disk, as an operator's does."""


@contextmanager
def new_place(engine: str) -> Iterator[Place]:
    """Make an empty place, on a PostgreSQL server of its own if it is to be one."""
    with tempfile.TemporaryDirectory() as name:
        if engine == "sqlite":
            yield Place(Path(name) / "instance")
        else:
            with postgres.serving(LASTING) as server:
                yield Place(Path(name) / "instance", server.create_database(), SECRET)
