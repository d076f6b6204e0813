"""The tables, as migrations: never edit an applied one, add a new one below it.

`journal` is the source of truth; `standings`, `tallies` and `rulings` are computed from it and may be emptied at any
time. Tokens are stored hashed only.
"""

from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.errors import StoreBroken
from companion.wording.errors import store as sentences

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
    """Cache rulings by game, hand and revision."""
    db.execute("DROP TABLE rulings")
    db.execute(
        "CREATE TABLE rulings (game TEXT NOT NULL REFERENCES games (id), hand INTEGER NOT NULL, "
        "revision INTEGER NOT NULL, context BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, hand)) "
        "STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="003_attempts_by_time")
def _attempts_by_time(db: Database) -> None:
    """Index attempts by time, so that old ones are deleted quickly."""
    db.execute("CREATE INDEX attempts_since ON attempts (since)")


@MIGRATIONS(name="004_rematches")
def _rematches(db: Database) -> None:
    """Store the rematch of each game: one only, so that two phones that start it at once end up in the same game.

    Before, this was stored as a draft of hand 0.
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
    """Log who joined a game, left it or was removed."""
    db.execute(
        "CREATE TABLE comings (game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at TEXT NOT NULL, "
        "what TEXT NOT NULL, device INTEGER REFERENCES devices (id), name TEXT NOT NULL, by TEXT NOT NULL, "
        "PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="006_tallies")
def _tallies(db: Database) -> None:
    """Store tallies by pairing, so that a head-to-head reads only its own games."""
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


@MIGRATIONS(name="007_lessons")
def _lessons(db: Database) -> None:
    """Store what a deck's cards look like in photos. They go with their deck."""
    db.execute(
        "CREATE TABLE lessons (deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE, card TEXT NOT NULL, "
        "number INTEGER NOT NULL, look BLOB NOT NULL, PRIMARY KEY (deck, card, number)) STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="008_learned")
def _learned(db: Database) -> None:
    """Store what a phone has learned: its answers by the question's key, and the lessons it has passed."""
    db.execute(
        "CREATE TABLE learned (device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE, what TEXT NOT NULL, "
        "asked INTEGER NOT NULL, correct INTEGER NOT NULL, still INTEGER NOT NULL, wait INTEGER NOT NULL, "
        "due_on TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (device, what)) STRICT, WITHOUT ROWID"
    )


@MIGRATIONS(name="009_brought_in")
def _brought_in(db: Database) -> None:
    """Store which records came from a file into a game that was there, as JSON; null for all others."""
    db.execute("ALTER TABLE journal ADD COLUMN brought_in TEXT")


@MIGRATIONS(name="010_not_gems")
def _not_gems(db: Database) -> None:
    """Store the gems that a deck's cards were said not to show."""
    db.execute("ALTER TABLE decks ADD COLUMN not_gems TEXT NOT NULL DEFAULT '{}'")


def migration_names() -> list[str]:
    """Return the names of the migrations in order."""
    with Database(memory=True) as db:
        return [migration.name for migration in MIGRATIONS.pending(db)]


def check_schema(db: Database, path: Path) -> None:
    """Raise StoreBroken for a database of another app or of a newer version of this one, and for one with code in it.

    This app makes no triggers and no views. Those in a backup that somebody made up would run with every recording.
    """
    tables = db.table_names()
    if tables and MIGRATIONS.migrations_table not in tables:
        raise StoreBroken(sentences.FOREIGN_DATABASE, path=path)
    if db.execute("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1").fetchone():
        raise StoreBroken(sentences.DATABASE_WITH_CODE, path=path)
    if {applied.name for applied in MIGRATIONS.applied(db)} - set(migration_names()):
        raise StoreBroken(sentences.NEWER_DATABASE, path=path)
