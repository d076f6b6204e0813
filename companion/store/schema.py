"""The tables, as migrations (never edit an applied one, add one below), and which databases are refused.

`journal` is the source of truth; `standings`, `tallies`, `played` and `rulings` are computed from it and may be emptied
at any time. Tokens are stored hashed only.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from companion.store.database import now
from companion.store.errors import Problem, StoreBroken

APPLIED = "companion_migrations"
"""The table of the migrations that a database has, in both engines."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A change of the tables, made once. Its statements are SQLite's, and PostgreSQL understands them translated."""

    name: str
    statements: tuple[str, ...]


_TABLES = """
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
  brought_in TEXT,
  PRIMARY KEY (game, seq),
  UNIQUE (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE standings (
  game TEXT PRIMARY KEY REFERENCES games (id),
  seq INTEGER NOT NULL,
  rules TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tallies (
  game TEXT PRIMARY KEY REFERENCES games (id),
  seq INTEGER NOT NULL,
  rules TEXT NOT NULL,
  kind TEXT NOT NULL,
  names TEXT NOT NULL,
  level INTEGER NOT NULL,
  over INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  total INTEGER NOT NULL,
  played_at TEXT NOT NULL,
  players TEXT NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rulings (
  game TEXT NOT NULL REFERENCES games (id),
  hand INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  context BLOB NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, hand)
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  role TEXT NOT NULL,
  seat INTEGER,
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

CREATE TABLE comings (
  game TEXT NOT NULL REFERENCES games (id),
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  what TEXT NOT NULL,
  device INTEGER REFERENCES devices (id),
  name TEXT NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE rematches (
  game TEXT PRIMARY KEY REFERENCES games (id),
  begun TEXT NOT NULL REFERENCES games (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rematches_begun ON rematches (begun);

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
  not_gems TEXT NOT NULL DEFAULT '{}',
  made_up INTEGER NOT NULL DEFAULT 0,
  usual INTEGER NOT NULL DEFAULT 0,
  changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX decks_of_device ON decks (device);

CREATE TABLE lessons (
  deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE,
  card TEXT NOT NULL,
  number INTEGER NOT NULL,
  look BLOB NOT NULL,
  PRIMARY KEY (deck, card, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE learned (
  device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  asked INTEGER NOT NULL,
  correct INTEGER NOT NULL,
  still INTEGER NOT NULL,
  wait INTEGER NOT NULL,
  due_on TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (device, what)
) STRICT, WITHOUT ROWID;

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
CREATE INDEX attempts_since ON attempts (since);
"""

_PEOPLE = """
DROP TABLE tallies;

CREATE TABLE tallies (
  game TEXT PRIMARY KEY REFERENCES games (id),
  seq INTEGER NOT NULL,
  rules TEXT NOT NULL,
  kind TEXT NOT NULL,
  names TEXT NOT NULL,
  level INTEGER NOT NULL,
  sides INTEGER NOT NULL,
  over INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  disputed INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  total INTEGER NOT NULL,
  played_at TEXT NOT NULL,
  day TEXT NOT NULL,
  place TEXT NOT NULL,
  words TEXT NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE played (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  mate INTEGER NOT NULL,
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  side INTEGER NOT NULL,
  won INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  total INTEGER NOT NULL,
  margin INTEGER NOT NULL,
  added INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  hands_won INTEGER NOT NULL,
  points INTEGER NOT NULL,
  against INTEGER NOT NULL,
  knocks INTEGER NOT NULL,
  knocks_won INTEGER NOT NULL,
  knock_deadwood INTEGER NOT NULL,
  knock_hands INTEGER NOT NULL,
  deadwood INTEGER NOT NULL,
  deadwood_hands INTEGER NOT NULL,
  gins INTEGER NOT NULL,
  big_gins INTEGER NOT NULL,
  rums INTEGER NOT NULL,
  undercuts INTEGER NOT NULL,
  undercut_hands INTEGER NOT NULL,
  gem_parts INTEGER NOT NULL,
  given_away INTEGER NOT NULL,
  given_away_hands INTEGER NOT NULL,
  best INTEGER NOT NULL,
  best_hand INTEGER NOT NULL,
  best_on TEXT NOT NULL,
  PRIMARY KEY (game, seat, mate)
) STRICT, WITHOUT ROWID;

CREATE TABLE persons (
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  same_as TEXT NOT NULL DEFAULT '',
  nickname TEXT NOT NULL DEFAULT '',
  color TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;
"""


def _statements(text: str) -> tuple[str, ...]:
    return tuple(statement for statement in text.split(";\n") if statement.strip())


MIGRATIONS = [Migration("001_tables", _statements(_TABLES)), Migration("002_people", _statements(_PEOPLE))]


def migration_names() -> list[str]:
    return [migration.name for migration in MIGRATIONS]


def applied(conn: sqlite3.Connection) -> list[str]:
    if not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", [APPLIED]).fetchone():
        return []
    return [name for (name,) in conn.execute(f"SELECT name FROM {APPLIED} ORDER BY name")]  # noqa: S608 (no input)


def pending(names: Collection[str]) -> list[Migration]:
    return [migration for migration in MIGRATIONS if migration.name not in names]


def apply(conn: sqlite3.Connection, migrations: Collection[Migration]) -> None:
    """Make changes to a file, within the caller's transaction."""
    conn.execute(f"CREATE TABLE IF NOT EXISTS {APPLIED} (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)")
    for migration in migrations:
        for statement in migration.statements:
            conn.execute(statement)
        conn.execute(f"INSERT INTO {APPLIED} (name, applied_at) VALUES (?, ?)", [migration.name, now()])  # noqa: S608 (no input)


def check_schema(conn: sqlite3.Connection, path: Path) -> None:
    """Raise StoreBroken for a database of another app or of a newer version of this one, and for one with code in it.

    This app makes no triggers and no views. Those in a backup that somebody made up would run with every recording.
    """
    tables = {name for (name,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if tables and APPLIED not in tables:
        raise StoreBroken(Problem.FOREIGN_DATABASE, path=path)
    if conn.execute("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1").fetchone():
        raise StoreBroken(Problem.DATABASE_WITH_CODE, path=path)
    if set(applied(conn)) - set(migration_names()):
        raise StoreBroken(Problem.NEWER_DATABASE, path=path)
