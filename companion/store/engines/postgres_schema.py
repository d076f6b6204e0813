"""The tables in PostgreSQL: those that SQLite's migrations lead to, so that they are defined once.

A new database gets today's tables at once. An older one is updated by the same migrations as an SQLite file, statement
by statement, so migrations use statements that both engines understand.
"""

import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass
from operator import itemgetter

from companion.store.database import Connection, Store, now
from companion.store.engines.dialect import definition
from companion.store.errors import OtherSecret, Problem, StoreBroken
from companion.store.schema import APPLIED, MIGRATIONS, apply, migration_names, pending

_SECRET = "companion_secret"  # noqa: S105 (the name of a table)
TOUCH = f"UPDATE {APPLIED} SET applied_at = applied_at WHERE name = '{migration_names()[0]}'"  # noqa: S608 (no input)
"""A write that changes nothing."""


@dataclass(frozen=True, slots=True)
class SchemaTable:
    """A table with its columns."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """The columns that identify a row."""
    has_identity: bool
    """The database itself numbers new rows."""
    references: tuple[tuple[str, str, str], ...]
    """The columns that name rows of other tables: the column, the other table and its column."""


class Blueprint:
    """The tables and indexes that the first migrations of SQLite lead to, up to those named."""

    def __init__(self, names: Collection[str]) -> None:
        with closing(sqlite3.connect(":memory:")) as conn:
            apply(conn, [migration for migration in MIGRATIONS if migration.name in names])
            parts = conn.execute(
                "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name != ? ORDER BY rowid",
                [APPLIED],
            ).fetchall()
            self.definitions = [definition(sql) for _, _, sql in parts]
            columns = {name: conn.execute(f"PRAGMA table_info({name})").fetchall() for name, *_ in parts}
            self.tables = [
                SchemaTable(
                    name,
                    columns=tuple(column[1] for column in columns[name]),
                    key=tuple(column[1] for column in sorted(columns[name], key=itemgetter(5)) if column[5]),
                    has_identity="INTEGER PRIMARY KEY" in sql,
                    references=tuple(
                        (column, other, to)
                        for _, _, other, column, to, *_ in conn.execute(f"PRAGMA foreign_key_list({name})")
                    ),
                )
                for name, kind, sql in parts
                if kind == "table"
            ]
            """In an order in which rows can be added: a table comes after those that it refers to."""


def check_tables(store: Store) -> None:
    """Raise StoreBroken for a database of another app, of a newer version, or with another secret."""
    _check_version(store)
    if _tables(store) and has_other_secret(store):
        raise OtherSecret(path=store.place)


def give_secret(store: Store) -> None:
    """Give a database without games, in which nobody is, the secret of this store."""
    with store.writing() as conn:
        if not applied(store) or not has_other_secret(store) or store.rows("SELECT id FROM devices LIMIT 1"):
            return
        if store.is_in_use():
            raise StoreBroken(Problem.MOVED_IN_USE, path=store.place)
        conn.execute(f"UPDATE {_SECRET} SET digest = ?", [_secret_digest(store)])  # noqa: S608 (no input)


def has_other_secret(store: Store) -> bool:
    """Return whether a database with tables was used with another secret."""
    return any(digest != _secret_digest(store) for digest in _digests(store))


def check_current(store: Store) -> None:
    """Raise StoreBroken for a database that has no tables, or others than today's."""
    if not _tables(store):
        raise StoreBroken(Problem.EMPTY_DATABASE, path=store.place)
    _check_version(store)
    if set(applied(store)) != set(migration_names()):
        raise StoreBroken(Problem.OLDER_DATABASE, path=store.place)


def applied(store: Store) -> list[str]:
    """Return the names of the migrations that a database has."""
    if APPLIED not in _tables(store):
        return []
    return [str(row["name"]) for row in store.rows(f"SELECT name FROM {APPLIED} ORDER BY name")]  # noqa: S608


def _check_version(store: Store) -> None:
    known = _tables(store)
    if known and APPLIED not in known:
        raise StoreBroken(Problem.FOREIGN_DATABASE, path=store.place)
    if set(applied(store)) - set(migration_names()):
        raise StoreBroken(Problem.NEWER_DATABASE, path=store.place)


def migrate(store: Store, keep_copy: Callable[[], object]) -> None:
    """Create the tables, or update older ones after `keep_copy`. If several servers start at once, one does it."""
    check_tables(store)
    if set(applied(store)) != set(migration_names()):
        store.run(lambda: _update(store, keep_copy))
        check_tables(store)
    if not _digests(store):
        # It was emptied, to change the secret.
        store.run(lambda: _note_secret(store))
        check_tables(store)


def _note_secret(store: Store) -> None:
    with store.writing() as conn:
        if not _digests(store):
            conn.execute(f"INSERT INTO {_SECRET} (digest) VALUES (?)", [_secret_digest(store)])  # noqa: S608 (no input)


def _digests(store: Store) -> list[bytes]:
    return [bytes(row["digest"]) for row in store.rows(f"SELECT digest FROM {_SECRET}")]  # noqa: S608 (no input)


def _update(store: Store, keep_copy: Callable[[], object]) -> None:
    with store.writing() as conn:
        # Another server may have done it by now.
        before = applied(store)
        missing = pending(before)
        if not before:
            _create_tables(store, conn)
        elif missing:
            keep_copy()
            for statement in (statement for migration in missing for statement in migration.statements):
                conn.execute(definition(statement))
        for migration in missing:
            conn.execute(f"INSERT INTO {APPLIED} (name, applied_at) VALUES (?, ?)", [migration.name, now()])  # noqa: S608 (no input)


def _create_tables(store: Store, conn: Connection) -> None:
    conn.execute(definition(f"CREATE TABLE {APPLIED} (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)"))
    conn.execute(definition(f"CREATE TABLE {_SECRET} (digest BLOB PRIMARY KEY)"))
    conn.execute(f"INSERT INTO {_SECRET} (digest) VALUES (?)", [_secret_digest(store)])  # noqa: S608 (no input)
    for sql in Blueprint(migration_names()).definitions:
        conn.execute(sql)


def _tables(store: Store) -> set[str]:
    rows = store.rows(
        "SELECT table_name FROM information_schema.tables "
        "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
    )
    return {str(row["table_name"]) for row in rows}


def _secret_digest(store: Store) -> bytes:
    return store.keyed_hash("database", "")
