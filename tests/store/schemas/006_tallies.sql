BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','001_tables','2026-11-21 09:44:36.070815+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','002_rulings_by_hand','2026-11-21 09:44:36.071001+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','003_attempts_by_time','2026-11-21 09:44:36.071129+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','004_rematches','2026-11-22 02:29:15.313069+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','005_comings','2026-11-22 03:10:40.444958+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','006_tallies','2026-11-22 03:36:49.954036+00:00');
CREATE TABLE attempts (
  what TEXT NOT NULL,
  who BLOB NOT NULL,
  since INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (what, who)
) STRICT, WITHOUT ROWID;
CREATE TABLE codes (
  game TEXT PRIMARY KEY REFERENCES games (id),
  code_hash BLOB NOT NULL UNIQUE,
  nonce BLOB NOT NULL,
  made_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE comings (game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at TEXT NOT NULL, what TEXT NOT NULL, device INTEGER REFERENCES devices (id), name TEXT NOT NULL, by TEXT NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
INSERT INTO "comings" VALUES('oldgame',1,'2026-11-21T20:00:00Z','came',1,'Ann','code');
CREATE TABLE decks (
  id INTEGER PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  gems TEXT NOT NULL,
  made_up INTEGER NOT NULL DEFAULT 0,
  usual INTEGER NOT NULL DEFAULT 0,
  changed_at TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,1,'Ours','{"7D":"S"}',0,1,'2026-11-21T20:00:00Z');
CREATE TABLE devices (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  label TEXT NOT NULL DEFAULT '',
  settings TEXT NOT NULL DEFAULT '{}',
  made_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;
INSERT INTO "devices" VALUES(1,X'FB5901233ABE4E789EB8BD4C5D525A3C66B96C96E320F4D0893548045917FC69','Ann''s phone','{"colours":"four"}','2026-11-21T20:00:00Z','2026-11-21T20:00:00Z');
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
INSERT INTO "drafts" VALUES('oldgame',3,0,2,0,'{"cards":["5C"]}',1,'2026-11-21T20:10:00Z');
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
INSERT INTO "games" VALUES('oldgame','the-start',1,3,3,0,'2026-11-21T20:00:00Z','2026-11-21T20:20:00Z');
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
INSERT INTO "journal" VALUES('oldgame',1,'old-record-1','2026-11-21T20:00:00Z','Ann',1,'game-started',NULL,'{"head": {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}, "deck": null}',NULL);
INSERT INTO "journal" VALUES('oldgame',2,'old-record-2','2026-11-21T20:00:00Z','Ann',1,'hand-recorded',1,'{"document": {"knocker": "Ann", "players": [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 22}]}}','{"standing": "counts", "points": [20, 0], "winner": 0}');
INSERT INTO "journal" VALUES('oldgame',3,'old-record-3','2026-11-21T20:00:00Z','Ann',1,'hand-recorded',2,'{"document": {"drawn": true}}','{"standing": "drawn"}');
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
INSERT INTO "members" VALUES('oldgame',1,'owner',0,NULL,'2026-11-21T20:00:00Z','2026-11-21T20:00:00Z',NULL);
CREATE TABLE people (
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES(1,'Ann','2026-11-21T20:00:00Z');
CREATE TABLE rematches (game TEXT PRIMARY KEY REFERENCES games (id), begun TEXT NOT NULL REFERENCES games (id)) STRICT, WITHOUT ROWID;
CREATE TABLE rulings (game TEXT NOT NULL REFERENCES games (id), hand INTEGER NOT NULL, revision INTEGER NOT NULL, context BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, hand)) STRICT, WITHOUT ROWID;
CREATE TABLE standings (game TEXT PRIMARY KEY REFERENCES games (id), seq INTEGER NOT NULL, rules TEXT NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE tallies (game TEXT PRIMARY KEY REFERENCES games (id), seq INTEGER NOT NULL, rules TEXT NOT NULL, kind TEXT NOT NULL, names TEXT NOT NULL, level INTEGER NOT NULL, over INTEGER NOT NULL, hands INTEGER NOT NULL, total INTEGER NOT NULL, played_at TEXT NOT NULL, players TEXT NOT NULL, fingerprint TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX links_of_game ON links (game);
CREATE INDEX members_of_device ON members (device, revoked_at, game);
CREATE UNIQUE INDEX one_device_a_seat ON members (game, seat) WHERE seat IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX decks_of_device ON decks (device);
CREATE INDEX attempts_since ON attempts (since);
CREATE INDEX rematches_begun ON rematches (begun);
COMMIT;
