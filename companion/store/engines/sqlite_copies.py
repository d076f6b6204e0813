"""Replace all that is in an SQLite database with what another one holds."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store.backup.copies import BEFORE_RESTORE, keep_copy
from companion.store.database import Writer
from companion.store.engines.sqlite_errors import translate_errors

if TYPE_CHECKING:
    from companion.store.engines.sqlite import SqliteStore


def replace_all(store: "SqliteStore", source: "SqliteStore", then: Callable[[Writer], None] | None) -> Path:
    """Replace all tables with those of another database, do what comes then; return the copy of the replaced ones.

    One transaction holds the write lock from before that copy until everything is replaced. A hand that was confirmed
    before is in the copy, one that is confirmed later is in the restored store, and a killed restore has changed
    nothing.
    """
    with translate_errors(), _attached(store, source) as conn:
        conn.execute("BEGIN IMMEDIATE")
        before = None
        try:
            before = keep_copy(store.path, BEFORE_RESTORE)
            _replace_tables(conn)
            if then is not None:
                then(conn)
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            if before is not None:
                # Perhaps the disk is full.
                before.unlink(missing_ok=True)
            raise
    store.close()
    return before


@contextmanager
def _attached(store: "SqliteStore", source: "SqliteStore") -> Iterator[sqlite3.Connection]:
    """Yield a connection to a store with another one attached as `restored`."""
    conn = sqlite3.connect(store.uri, uri=True, timeout=store.busy_seconds, isolation_level=None)
    try:
        # The tables are replaced one by one, so foreign keys hold again only at the end.
        for setting in ("foreign_keys=OFF", "trusted_schema=OFF", "synchronous=FULL"):
            conn.execute(f"PRAGMA {setting}")
        conn.execute("ATTACH ? AS restored", [source.uri])
        yield conn
    finally:
        conn.close()


def _replace_tables(conn: sqlite3.Connection) -> None:
    for name, kind in conn.execute(
        "SELECT name, type FROM main.sqlite_schema WHERE name NOT GLOB 'sqlite_*'"
    ).fetchall():
        if kind != "index":
            conn.execute(f"DROP {kind} main.{_quoted(name)}")
    parts = conn.execute(
        "SELECT name, type, sql FROM restored.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' "
        "AND type IN ('table', 'index') ORDER BY type DESC"
    ).fetchall()
    for name, kind, sql in parts:
        conn.execute(sql)
        if kind == "table":
            conn.execute(f"INSERT INTO main.{_quoted(name)} SELECT * FROM restored.{_quoted(name)}")  # noqa: S608


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
