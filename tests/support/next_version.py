"""The app's next version, which has one more migration."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.store.schema import MIGRATIONS, Migration

_OF_TOMORROW = Migration(
    "999_of_tomorrow",
    (
        "CREATE TABLE of_tomorrow (name TEXT PRIMARY KEY, seen BLOB) STRICT, WITHOUT ROWID",
        "INSERT INTO of_tomorrow VALUES ('red', NULL)",
    ),
)


def install() -> None:
    MIGRATIONS.append(_OF_TOMORROW)


def remove() -> None:
    MIGRATIONS.remove(_OF_TOMORROW)


@contextmanager
def next_version() -> Iterator[None]:
    install()
    try:
        yield
    finally:
        remove()
