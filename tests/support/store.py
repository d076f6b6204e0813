"""A running game in a store, and what tests change and read there behind the app's back."""

from dataclasses import dataclass
from typing import Any

import pytest

from companion.journal.events import Event
from companion.journal.events.hands import HandRecorded
from companion.store import games
from companion.store.database import Store, Values
from companion.store.engines.postgres_schema import Blueprint
from companion.store.engines.sqlite import SqliteStore
from companion.store.people import polling
from companion.store.schema import migration_names
from tests.support.documents import hand_of, won_hand

ON_A_FILE = pytest.mark.engine("sqlite")
"""For tests of the SQLite file itself."""
ON_POSTGRESQL = pytest.mark.engine("postgresql")
"""For tests of the PostgreSQL server."""


def change(store: Store, sql: str, values: Values = (), *, breaking_references: bool = False) -> None:
    """Change what is stored, past the app."""

    def work() -> None:
        with store.writing() as conn:
            if breaking_references and not isinstance(store, SqliteStore):
                conn.execute("SET LOCAL session_replication_role TO replica")
            conn.execute(sql, values)

    if isinstance(store, SqliteStore):
        store.db.execute(f"PRAGMA foreign_keys={'OFF' if breaking_references else 'ON'}")
    store.run(work)


def everything(store: Store, *, but: str = "") -> str:
    """Return all that is stored, as text, but for the columns of one name."""
    lines = []
    with store.reading():
        for table in Blueprint(migration_names()).tables:
            columns = ", ".join(column for column in table.columns if column != but)
            rows = store.stream(f"SELECT {columns} FROM {table.name}")  # noqa: S608 (no input)
            lines += [table.name, *sorted(map(str, rows))]
    return "\n".join(lines)


@dataclass
class Running:
    """A game to which things are said, each with an id of its own."""

    store: Store
    id: str
    author: games.Author
    said: int = 0

    def say(self, event: Event, **more: Any) -> games.Appended:  # noqa: ANN401 (what append takes)
        self.said += 1
        seen = games.table_summary(self.store, self.id).seq
        given = {"record_id": f"record-{self.said}", "seen": seen, "author": self.author, **more}
        return games.append(self.store, self.id, event, **given)

    def changes(self) -> int:
        state = polling.poll_state(self.store, self.id, "Ann's phone")
        assert state is not None
        return state.changes

    def win(self, points: int = 20) -> games.Appended:
        return self.say(HandRecorded(hand_of(won_hand(points))))
