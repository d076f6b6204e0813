"""Places for stores on either engine, for benchmarks and tests that start their own processes."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store.opening import DatabasePlace
from tests.support import postgres

ENGINES = ("sqlite", "postgresql")
SECRET = "the secret of the servers in these tests"  # noqa: S105 (of no server)
SERVER = "COMPANION_POSTGRESQL"
"""The environment variable with a server that is there already, for tests: starting one takes seconds."""
LASTING = {"shared_buffers": "64MB", "max_connections": "100"}
"""Settings of a PostgreSQL server that confirms what is on the disk, as an operator's does."""


@contextmanager
def new_place(engine: str) -> Iterator[DatabasePlace]:
    """Make an empty place, on a PostgreSQL server of its own unless there is one."""
    with tempfile.TemporaryDirectory() as name:
        if engine == "sqlite":
            yield DatabasePlace(Path(name) / "instance")
        elif SERVER in os.environ:
            address = postgres.create_database(os.environ[SERVER])
            yield DatabasePlace(Path(name) / "instance", address, SECRET)
            postgres.drop_database(address)
        else:
            with postgres.serving(LASTING) as server:
                yield DatabasePlace(Path(name) / "instance", server.create_database(), SECRET)
