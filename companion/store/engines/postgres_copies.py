"""Copies of a PostgreSQL database: into a backup, which is an SQLite file, and back."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store.backup.copies import unused_copy_name, write_whole
from companion.store.database import Store, Writer, marks
from companion.store.engines.postgres_schema import Blueprint, Table, applied
from companion.store.schema import MIGRATIONS, apply, migration_names

if TYPE_CHECKING:
    from companion.store.engines.postgres import Session


def copy_to(store: Store, target: Path) -> None:
    """Write a backup of the tables as they are, even those of an older version."""
    with store.reading():
        names = applied(store)
        write_whole(target, lambda conn: _fill_file(store, conn, names))


def keep_copy(store: Store, name: str) -> Path:
    """Write a backup `NAME-DATE-TIME.db` into the store's folder."""
    target = unused_copy_name(store.folder / "companion.db", name)
    copy_to(store, target)
    return target


def _fill_file(store: Store, conn: sqlite3.Connection, names: list[str]) -> None:
    conn.execute("BEGIN")
    apply(conn, [migration for migration in MIGRATIONS if migration.name in names])
    for table in Blueprint(names).tables:
        columns = ", ".join(table.columns)
        conn.executemany(
            f"INSERT INTO {table.name} ({columns}) VALUES ({marks(table.columns)})",  # noqa: S608 (no input)
            store.stream(f"SELECT {columns} FROM {table.name}"),  # noqa: S608 (no input)
        )
    conn.execute("COMMIT")


def replace_all(
    session: "Session", source: Store, keep: Callable[[], Path], then: Callable[[Writer], None] | None
) -> Path:
    """Replace all rows with those of an SQLite store, within a transaction that has run nothing yet.

    Nobody else writes from its start on, so the copy that `keep` makes has everything that was confirmed until then.
    """
    tables = Blueprint(migration_names()).tables
    session.execute(f"LOCK TABLE {', '.join(table.name for table in tables)} IN EXCLUSIVE MODE")
    before = keep()
    try:
        for table in reversed(tables):
            session.execute(f"DELETE FROM {table.name}")  # noqa: S608 (no input)
        for table in tables:
            _fill_table(session, source, table)
        if then is not None:
            then(session)
    except BaseException:
        before.unlink(missing_ok=True)
        raise
    return before


def _fill_table(session: "Session", source: Store, table: Table) -> None:
    columns = ", ".join(table.columns)
    with session.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in source.stream(f"SELECT {columns} FROM {table.name}"):  # noqa: S608 (no input)
            copy.write_row(row)
    if table.has_identity:
        (largest,) = session.execute(f"SELECT coalesce(max(id), 0) FROM {table.name}").fetchone() or (0,)  # noqa: S608
        session.execute(f"ALTER TABLE {table.name} ALTER COLUMN id RESTART WITH {largest + 1}")
