"""The tables, as migrations: an applied one is never edited, a new one is added below it.

`journal` is what happened, and the only table that matters; `standings`, `tallies` and `rulings` are computed from it
and may be emptied at any time. Tokens are kept hashed only.
"""

from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.errors import StoreBroken

MIGRATIONS = Migrations("companion")

_FIRST = """
CREATE TABLE devices (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  label TEXT NOT NULL DEFAULT '',
  settings TEXT NOT NULL DEFAULT '{}',
  made_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  start_id TEXT NOT NULL,
  device INTEGER NOT NULL REFERENCES devices (id),
  seq INTEGER NOT NULL,
  pulse INTEGER NOT NULL DEFAULT 0,
  closed INTEGER NOT NULL DEFAULT 0,
  made_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  UNIQUE (device, start_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  game TEXT NOT NULL REFERENCES games (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  at TEXT NOT NULL,
  by TEXT NOT NULL,
  device INTEGER REFERENCES devices (id),
  kind TEXT NOT NULL,
  hand INTEGER,
  body TEXT NOT NULL,
  verdict TEXT,
  PRIMARY KEY (game, seq),
  UNIQUE (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE standings (
  game TEXT PRIMARY KEY REFERENCES games (id),
  seq INTEGER NOT NULL,
  rules TEXT NOT NULL,
  body TEXT NOT NULL,
  tally TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rulings (
  key BLOB PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  role TEXT NOT NULL,
  seat INTEGER,
  label TEXT NOT NULL DEFAULT '',
  token_hash BLOB NOT NULL UNIQUE,
  made_by INTEGER NOT NULL REFERENCES devices (id),
  made_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;
CREATE INDEX links_of_game ON links (game);

CREATE TABLE members (
  game TEXT NOT NULL REFERENCES games (id),
  device INTEGER NOT NULL REFERENCES devices (id),
  role TEXT NOT NULL,
  seat INTEGER,
  link INTEGER REFERENCES links (id),
  since TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (game, device)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_of_device ON members (device, revoked_at, game);
CREATE UNIQUE INDEX one_device_a_seat ON members (game, seat) WHERE seat IS NOT NULL AND revoked_at IS NULL;

CREATE TABLE codes (
  game TEXT PRIMARY KEY REFERENCES games (id),
  code_hash BLOB NOT NULL UNIQUE,
  nonce BLOB NOT NULL,
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
  game TEXT NOT NULL REFERENCES games (id),
  hand INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  version INTEGER NOT NULL,
  ready INTEGER NOT NULL DEFAULT 0,
  body TEXT NOT NULL,
  device INTEGER REFERENCES devices (id),
  at TEXT NOT NULL,
  PRIMARY KEY (game, hand, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE decks (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  gems TEXT NOT NULL,
  made_up INTEGER NOT NULL DEFAULT 0,
  usual INTEGER NOT NULL DEFAULT 0,
  changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX decks_of_device ON decks (device);

CREATE TABLE people (
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempts (
  what TEXT NOT NULL,
  who BLOB NOT NULL,
  since INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (what, who)
) STRICT, WITHOUT ROWID;
"""


@MIGRATIONS(name="001_tables")
def _tables(db: Database) -> None:
    for statement in _FIRST.split(";\n"):
        if statement.strip():
            db.execute(statement)


@MIGRATIONS(name="002_rulings_by_hand")
def _rulings_by_hand(db: Database) -> None:
    """Keep rulings by hand and revision: a game has all of its own together, and none of old revisions."""
    db.execute("DROP TABLE rulings")
    db.execute(
        "CREATE TABLE rulings (game TEXT NOT NULL REFERENCES games (id), hand INTEGER NOT NULL, "
        "revision INTEGER NOT NULL, context BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, hand)) "
        "STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="003_attempts_by_time")
def _attempts_by_time(db: Database) -> None:
    """Find attempts of yesterday quickly, so that they are forgotten as new ones come."""
    db.execute("CREATE INDEX attempts_since ON attempts (since)")


@MIGRATIONS(name="004_rematches")
def _rematches(db: Database) -> None:
    """Note which game followed which: one a game, so that two phones that ask at once are at one table.

    Before, this stood among the drafts, under a hand that no game has.
    """
    db.execute(
        "CREATE TABLE rematches (game TEXT PRIMARY KEY REFERENCES games (id), "
        "begun TEXT NOT NULL REFERENCES games (id)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE INDEX rematches_begun ON rematches (begun)")
    db.execute(
        "INSERT INTO rematches SELECT game, json_extract(body, '$.rematch') FROM drafts "
        "WHERE hand = 0 AND json_extract(body, '$.rematch') IN (SELECT id FROM games)"
    )
    db.execute("DELETE FROM drafts WHERE hand = 0")


@MIGRATIONS(name="005_comings")
def _comings(db: Database) -> None:
    """Note who came to a game, left it or was put out."""
    db.execute(
        "CREATE TABLE comings (game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at TEXT NOT NULL, "
        "what TEXT NOT NULL, device INTEGER REFERENCES devices (id), name TEXT NOT NULL, by TEXT NOT NULL, "
        "PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="006_tallies")
def _tallies(db: Database) -> None:
    """Keep apart what a game adds to the record of its players, so that only the games of one pairing are read."""
    db.execute("DROP TABLE standings")
    db.execute(
        "CREATE TABLE standings (game TEXT PRIMARY KEY REFERENCES games (id), seq INTEGER NOT NULL, "
        "rules TEXT NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE tallies (game TEXT PRIMARY KEY REFERENCES games (id), seq INTEGER NOT NULL, rules TEXT NOT NULL, "
        "kind TEXT NOT NULL, names TEXT NOT NULL, level INTEGER NOT NULL, over INTEGER NOT NULL, "
        "hands INTEGER NOT NULL, total INTEGER NOT NULL, played_at TEXT NOT NULL, players TEXT NOT NULL, "
        "fingerprint TEXT NOT NULL) "
        "STRICT, WITHOUT ROWID"
    )


def migration_names() -> list[str]:
    """Name the migrations in order."""
    with Database(memory=True) as db:
        return [one.name for one in MIGRATIONS.pending(db)]


def check_schema(db: Database, path: Path) -> None:
    """Refuse a database of another program, and one that a newer version of this one has changed."""
    tables = db.table_names()
    if tables and MIGRATIONS.migrations_table not in tables:
        raise StoreBroken(f"{path} is a database, but holds no games of this app.")
    if {applied.name for applied in MIGRATIONS.applied(db)} - set(migration_names()):
        raise StoreBroken(f"{path} was made by a newer version of the app; update the app first.")
