"""Older databases open, are updated, and lose nothing."""

import sqlite3
from pathlib import Path

import pytest

from companion.store import decks, drafts, games, lessons
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.opening import open_store
from companion.store.people import devices, learning, members, rematches
from companion.store.schema import migration_names
from tests.support.store import ON_A_FILE

pytestmark = ON_A_FILE
SCHEMAS = Path(__file__).parent / "schemas"


def opened_sample(name: str, folder: Path) -> Store:
    folder.mkdir(exist_ok=True)
    conn = sqlite3.connect(folder / "companion.db")
    conn.executescript((SCHEMAS / f"{name}.sql").read_text())
    conn.close()
    return open_store(folder)


def test_a_sample_of_every_schema_is_kept() -> None:
    assert sorted(path.stem for path in SCHEMAS.glob("*.sql")) == sorted(migration_names())


@pytest.mark.parametrize("name", migration_names())
def test_older_databases_open_and_lose_nothing(name: str, folder: Path) -> None:
    store = opened_sample(name, folder)
    checked = checks.check(store)
    assert checked.findings == []
    assert (checked.games, checked.records, checked.rulings) == (1, 3, 2)
    table = games.table_summary(store, "oldgame")
    assert (table.totals, table.hands, table.next_dealer) == ({"Ann": 20, "Bob": 0}, 2, "Bob")
    phone = devices.find(store, "an old phone")
    assert phone is not None
    assert phone.label == "Ann's phone"
    assert store.row("SELECT settings FROM devices") == {"settings": '{"colours":"four"}'}
    assert drafts.drafts(store, "oldgame", 3)[0].body == {"cards": ["5C"]}
    not_gems = {"10D": "E"} if name >= "010" else {}
    assert [(deck.gems, deck.not_gems) for deck in decks.decks(store, phone.id)] == [({"7D": "S"}, not_gems)]
    taught = [lesson.card for lesson in lessons.lessons_for(store, phone.id, "oldgame")]
    assert taught == (["9C", "9C", "AS"] if name >= "007" else [])
    assert list(learning.learned(store, phone.id)) == (
        ["case.GEM2-001.legal", "lesson.gem-rummy.melds"] if name >= "008" else []
    )
    assert [member.seat for member in members.members(store, "oldgame")] == [0]
    fresh = open_store(folder.parent / "fresh")
    assert schema_of(store) == schema_of(fresh)
    store.close()


def test_a_rematch_stored_as_a_draft_by_an_older_version_is_still_known(folder: Path) -> None:
    folder.mkdir()
    conn = sqlite3.connect(folder / "companion.db")
    conn.executescript((SCHEMAS / "003_attempts_by_time.sql").read_text())
    for game in ("newgame", "other"):
        conn.execute(
            "INSERT INTO games SELECT ?, ?, device, seq, pulse, closed, made_at, changed_at FROM games "
            "WHERE id = 'oldgame'",
            [game, f"{game}-start"],
        )
    for game, begun in (("oldgame", "newgame"), ("other", "deleted")):
        conn.execute(
            "INSERT INTO drafts VALUES (?, 0, -1, 1, 0, ?, 1, '2026-11-21T20:00:00Z')",
            [game, f'{{"rematch": "{begun}"}}'],
        )
    conn.commit()
    conn.close()
    store = open_store(folder)
    assert rematches.next_game(store, "oldgame") == "newgame"
    assert rematches.next_game(store, "other") is None
    assert store.rows("SELECT * FROM drafts WHERE hand = 0") == []
    assert len(store.rows("SELECT * FROM drafts")) == 1
    store.close()


def schema_of(store: Store) -> list[tuple[str, str]]:
    rows = store.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    return [(row["name"], "".join(row["sql"].replace('"', "").split())) for row in rows]
