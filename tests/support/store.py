"""A running game in a store, and what tests change and read there behind the app's back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from companion.journal.events import Event
from companion.journal.events.hands import HandRecorded
from companion.journal.state import Record
from companion.store import games, journals
from companion.store.database import RecentSums, Store, Values
from companion.store.derived.head_to_head import HeadToHead, head_to_head
from companion.store.derived.table_cache import TableSummary
from companion.store.engines.postgres_schema import Blueprint
from companion.store.engines.sqlite import SqliteStore
from companion.store.people import devices, members, polling
from companion.store.people.members import Role
from companion.store.schema import migration_names
from tests.support.documents import hand_of, won_hand

ON_A_FILE = pytest.mark.engine("sqlite")
"""For tests of the SQLite file itself."""
ON_POSTGRESQL = pytest.mark.engine("postgresql")
"""For tests of the PostgreSQL server."""


def outdate(store: Store, table: str) -> None:
    """Say of what a table keeps that other rules computed it, and forget kept sums: as after an update of the app."""
    store.recent_sums = RecentSums()
    change(store, f"UPDATE {table} SET rules = 'those of last week'")  # noqa: S608 - a name of a test


def change(store: Store, sql: str, values: Values = (), *, breaking_references: bool = False) -> None:
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


def another(store: Store, name: str = "Bob's phone") -> int:
    return devices.find_or_create(store, name).id


def parts(store: Store, game: str) -> dict[int, tuple[Role, int | None]]:
    return {one.device: (one.role, one.seat) for one in members.members(store, game)}


def pairing(store: Store, phone: int, *names: str) -> HeadToHead:
    """Return the record of players, Ann and Bob unless others are named, who have played."""
    record = head_to_head(store, phone, "gin-rummy", names or ("Ann", "Bob"))
    assert record is not None
    return record


def imported(store: Store, author: games.Author, document: Mapping[str, Any], record_id: str = "the-import") -> str:
    return games.import_document(store, author, document, record_id=record_id)


@dataclass
class Running:
    """A game to which things are said, each with an id of its own."""

    store: Store
    id: str
    author: games.Author
    said: int = 0

    def say(self, event: Event, **more: Any) -> games.Appended:  # noqa: ANN401 (what append takes)
        self.said += 1
        seen = more.pop("seen", None) or self.table.seq
        given = {"record_id": f"record-{self.said}", "seen": seen, "author": self.author, **more}
        return games.append(self.store, self.id, event, **given)

    def say_all(self, entries: Sequence[games.NewRecord], **more: Any) -> games.Appended:  # noqa: ANN401
        return games.append_all(self.store, self.id, entries, seen=1, author=self.author, **more)

    @property
    def table(self) -> TableSummary:
        return games.table_summary(self.store, self.id)

    @property
    def totals(self) -> Mapping[str, int]:
        return self.table.totals

    @property
    def records(self) -> list[Record]:
        return journals.read(self.store, self.id)

    def changes(self) -> int:
        state = polling.poll_state(self.store, self.id, "Ann's phone")
        assert state is not None
        return state.changes

    def win(self, points: int = 20) -> games.Appended:
        return self.say(HandRecorded(hand_of(won_hand(points))))
