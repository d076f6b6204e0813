BEGIN TRANSACTION;
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
INSERT INTO "comings" VALUES('53xvyhjanukh',1,'2026-11-26T17:10:06Z','came',2,'Bob','seat-link');
CREATE TABLE companion_migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL);
INSERT INTO "companion_migrations" VALUES('001_tables','2026-11-26T17:10:05Z');
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
INSERT INTO "decks" VALUES(1,1,'Old box','{"7D": "S", "KC": "GE"}','{"10D": "ER"}',0,1,'2026-11-26T17:10:06Z');
CREATE TABLE devices (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  label TEXT NOT NULL DEFAULT '',
  settings TEXT NOT NULL DEFAULT '{}',
  made_at TEXT NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;
INSERT INTO "devices" VALUES(1,X'26F86D9B4959BA4A8B9D6595EC97A846506DEFE4303BAC17F0CE5841EC5EB1E2','','{}','2026-11-26T17:10:05Z','2026-11-26T17:10:05Z');
INSERT INTO "devices" VALUES(2,X'933D8C2DD26CC8C421119405A8AEFCFF6145BF83B08C1091B715FBF1839B9491','','{}','2026-11-26T17:10:05Z','2026-11-26T17:10:05Z');
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
INSERT INTO "drafts" VALUES('53xvyhjanukh',2,-1,1,0,'{"knocker":1}',2,'2026-11-26T17:10:06Z');
INSERT INTO "drafts" VALUES('53xvyhjanukh',2,1,1,0,'{}',2,'2026-11-26T17:10:06Z');
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
INSERT INTO "games" VALUES('53xvyhjanukh','sample-laid-out',1,2,5,0,'2026-11-26T17:10:05Z','2026-11-26T17:10:06Z');
INSERT INTO "games" VALUES('d72nvunxwj9z','sample-solo',1,2,2,0,'2026-11-26T17:10:06Z','2026-11-26T17:10:06Z');
INSERT INTO "games" VALUES('dngt2uutgpc5','sample-gin',1,21,21,0,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z');
INSERT INTO "games" VALUES('dvwhqgx8xyce','sample-rounds',1,8,8,0,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z');
INSERT INTO "games" VALUES('h2k4z4be3u9b','sample-gem',1,5,5,0,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z');
INSERT INTO "games" VALUES('pmwjcqh29skb','sample-partners',1,2,2,0,'2026-11-26T17:10:06Z','2026-11-26T17:10:06Z');
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
INSERT INTO "journal" VALUES('53xvyhjanukh',1,'sample-laid-out-0','2026-11-26T17:10:05Z','Ann',1,'game-started',NULL,'{"head":{"game":"gin-rummy","players":["Ann","Bob"],"first_dealer":"Ann"},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('53xvyhjanukh',2,'record-1','2026-11-26T17:10:06Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"LaidOut","groups":[[4,5,6],[8,24,40]],"deadwood":[17,50,0,16]},{"is":"LaidOut","groups":[[19,20,21],[12,28,44]],"deadwood":[7,33,26,59]}],"call":"knock","lay_offs":[{"is":"LayOff","seat":1,"card":7,"owner":0,"place":0}]}}}','{"standing":"counts","points":[15,0],"winner":0}',NULL);
INSERT INTO "journal" VALUES('d72nvunxwj9z',1,'sample-solo-0','2026-11-26T17:10:06Z','Ann',1,'game-started',NULL,'{"head":{"game":"gem-ii-solo","players":["Ann"],"level":1},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('d72nvunxwj9z',2,'record-1','2026-11-26T17:10:06Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"SoloRound","deals":[0,0,0,0,0,0,0,0,0,0]},"overruled":{"points":[30],"winner":null,"reason":"counted at the table","by":0}}}','{"standing":"overruled","points":[30]}',NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',1,'sample-gin-0','2026-11-26T17:10:05Z','Ann',1,'game-started',NULL,'{"head":{"game":"gin-rummy","players":["Ann","Bob"],"first_dealer":"Ann"},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',2,'record-1','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"Counted","deadwood_points":2},{"is":"Counted","deadwood_points":22}]}}}','{"standing":"counts","points":[20,0],"winner":0}',NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',3,'record-2','2026-11-26T17:10:05Z','Ann',1,'hand-accepted',1,'{"hand":1,"player":"Bob","points":{"Ann":20,"Bob":0}}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',4,'record-3','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',2,'{"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"Counted","deadwood_points":3},{"is":"Counted","deadwood_points":9}]},"note":"late"},"changed":[{"seat":1,"by":["Ann"],"before":{"is":"Counted","deadwood_points":8}}]}','{"standing":"counts","points":[6,0],"winner":0}',NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',5,'record-4','2026-11-26T17:10:05Z','Ann',1,'hand-replaced',1,'{"hand":1,"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"Counted","deadwood_points":2},{"is":"Counted","deadwood_points":27}]}}}','{"standing":"counts","points":[25,0],"winner":0}',NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',6,'record-5','2026-11-26T17:10:05Z','Ann',1,'undone',NULL,'{"record":5}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',7,'record-6','2026-11-26T17:10:05Z','Ann',1,'redone',NULL,'{"record":5}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',8,'record-7','2026-11-26T17:10:05Z','Ann',1,'hand-disputed',2,'{"hand":2,"player":"Bob","word":"no set"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',9,'record-8','2026-11-26T17:10:05Z','Ann',1,'hand-overruled',2,'{"hand":2,"points":{"Ann":0,"Bob":5},"winner":"Bob","reason":"agreed","by":"Ann"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',10,'record-9','2026-11-26T17:10:05Z','Ann',1,'house-rules-changed',NULL,'{"house_rules":{"target":60}}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',11,'record-10','2026-11-26T17:10:05Z','Ann',1,'players-renamed',NULL,'{"names":{"Ann":"Anna"}}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',12,'record-11','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',3,'{"recorded":{"played":{"is":"DrawnHand"}}}','{"standing":"drawn"}',NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',13,'record-12','2026-11-26T17:10:05Z','Ann',1,'hand-struck-out',3,'{"hand":3,"reason":"misdeal"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',14,'record-13','2026-11-26T17:10:05Z','Ann',1,'hand-restored',3,'{"hand":3}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',15,'record-14','2026-11-26T17:10:05Z','Ann',1,'hand-noted',3,'{"hand":3,"note":"the cards ran out"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',16,'record-15','2026-11-26T17:10:05Z','Ann',1,'hand-dated',3,'{"hand":3,"at":"2026-11-21"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',17,'record-16','2026-11-26T17:10:05Z','Ann',1,'overruling-withdrawn',2,'{"hand":2}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',18,'record-17','2026-11-26T17:10:05Z','Ann',1,'game-noted',NULL,'{"note":"club"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',19,'record-18','2026-11-26T17:10:05Z','Ann',1,'game-dated',NULL,'{"at":"2026-11-21T20:15"}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',20,'record-19','2026-11-26T17:10:05Z','Ann',1,'game-closed',NULL,'{}',NULL,NULL);
INSERT INTO "journal" VALUES('dngt2uutgpc5',21,'record-20','2026-11-26T17:10:05Z','Ann',1,'game-reopened',NULL,'{}',NULL,NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',1,'sample-rounds-0','2026-11-26T17:10:05Z','Ann',1,'game-started',NULL,'{"head":{"game":"gem-ii","players":["Ann","Bob"],"first_dealer":"Ann","level":1},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',2,'record-1','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"CountedRound","remaining":6,"cards":{"first":24,"second":10}}}}','{"standing":"counts","points":[160,50]}',NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',3,'record-2','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',2,'{"recorded":{"played":{"is":"CountedRound","remaining":6,"cards":{"first":24,"second":10}}}}','{"standing":"counts","points":[120,90]}',NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',4,'record-3','2026-11-26T17:10:05Z','Ann',1,'deal-recorded',2,'{"hand":2,"recorded":{"played":{"is":"CountedRound","remaining":5,"cards":{"first":25,"second":10}}}}','{"standing":"counts","points":[125,100]}',NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',5,'record-4','2026-11-26T17:10:05Z','Ann',1,'hand-struck-out',1,'{"hand":1,"reason":""}',NULL,NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',6,'record-5','2026-11-26T17:10:05Z','Ann',1,'hand-replaced',1,'{"hand":1,"recorded":{"played":{"is":"CountedRound","remaining":4,"cards":{"first":26,"second":10}}}}',NULL,NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',7,'record-6','2026-11-26T17:10:05Z','Ann',1,'hand-restored',1,'{"hand":1}',NULL,NULL);
INSERT INTO "journal" VALUES('dvwhqgx8xyce',8,'record-7','2026-11-26T17:10:05Z','Ann',1,'players-renamed',NULL,'{"names":{"Bob":"Bea"}}',NULL,NULL);
INSERT INTO "journal" VALUES('h2k4z4be3u9b',1,'sample-gem-0','2026-11-26T17:10:05Z','Ann',1,'game-started',NULL,'{"head":{"game":"gem-rummy","players":["Ann","Bob"],"first_dealer":"Ann"},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('h2k4z4be3u9b',2,'record-1','2026-11-26T17:10:05Z','Ann',1,'gems-learned',NULL,'{"gems":{"7D":"S"},"not_gems":{"8D":"G"}}',NULL,NULL);
INSERT INTO "journal" VALUES('h2k4z4be3u9b',3,'record-2','2026-11-26T17:10:05Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"Counted","deadwood_points":2},{"is":"Counted","deadwood_points":30}],"dice":[3,4]}}}','{"standing":"counts","points":[28,0],"winner":0}',NULL);
INSERT INTO "journal" VALUES('h2k4z4be3u9b',4,'record-3','2026-11-26T17:10:05Z','Ann',1,'game-noted',NULL,'{"note":"club"}',NULL,NULL);
INSERT INTO "journal" VALUES('h2k4z4be3u9b',5,'record-4','2026-11-26T17:10:05Z','Ann',1,'undone',NULL,'{"record":4}',NULL,NULL);
INSERT INTO "journal" VALUES('pmwjcqh29skb',1,'sample-partners-0','2026-11-26T17:10:06Z','Ann',1,'game-started',NULL,'{"head":{"game":"knock-rummy","players":["Ann","Bob","Cid","Dee"],"first_dealer":"Ann","sides":[["Ann","Cid"],["Bob","Dee"]]},"deck":null}',NULL,NULL);
INSERT INTO "journal" VALUES('pmwjcqh29skb',2,'record-1','2026-11-26T17:10:06Z','Ann',1,'hand-recorded',1,'{"recorded":{"played":{"is":"PlayedShowdown","knocker":0,"hands":[{"is":"Counted","deadwood_points":2},{"is":"Counted","deadwood_points":10},{"is":"Counted","deadwood_points":8},{"is":"Counted","deadwood_points":12}]}}}','{"standing":"counts","points":[24,0,0,0],"winner":0}',NULL);
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
INSERT INTO "learned" VALUES(1,'lesson.gin-rummy.first',0,0,0,0,'','2026-11-26T17:10:06Z');
CREATE TABLE lessons (
  deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE,
  card TEXT NOT NULL,
  number INTEGER NOT NULL,
  look BLOB NOT NULL,
  PRIMARY KEY (deck, card, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "lessons" VALUES(1,'JC',1,X'0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
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
INSERT INTO "links" VALUES(1,'53xvyhjanukh','seat',1,X'2FDFF69741A71F99E955BE9D78366137969AB90C11B5A3C960354E17E3D89A88',1,'2026-11-26T17:10:06Z',NULL);
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
INSERT INTO "members" VALUES('53xvyhjanukh',1,'owner',NULL,NULL,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z',NULL);
INSERT INTO "members" VALUES('53xvyhjanukh',2,'seat',1,1,'2026-11-26T17:10:06Z','2026-11-26T17:10:06Z',NULL);
INSERT INTO "members" VALUES('d72nvunxwj9z',1,'owner',NULL,NULL,'2026-11-26T17:10:06Z','2026-11-26T17:10:06Z',NULL);
INSERT INTO "members" VALUES('dngt2uutgpc5',1,'owner',NULL,NULL,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z',NULL);
INSERT INTO "members" VALUES('dvwhqgx8xyce',1,'owner',NULL,NULL,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z',NULL);
INSERT INTO "members" VALUES('h2k4z4be3u9b',1,'owner',NULL,NULL,'2026-11-26T17:10:05Z','2026-11-26T17:10:05Z',NULL);
INSERT INTO "members" VALUES('pmwjcqh29skb',1,'owner',NULL,NULL,'2026-11-26T17:10:06Z','2026-11-26T17:10:06Z',NULL);
CREATE TABLE people (
  device INTEGER NOT NULL REFERENCES devices (id),
  name TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (device, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES(1,'Ann','2026-11-26T17:10:05Z');
INSERT INTO "people" VALUES(1,'Bob','2026-11-26T17:10:05Z');
CREATE TABLE rematches (
  game TEXT PRIMARY KEY REFERENCES games (id),
  begun TEXT NOT NULL REFERENCES games (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE rulings (
  game TEXT NOT NULL REFERENCES games (id),
  hand INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  context BLOB NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, hand)
) STRICT, WITHOUT ROWID;
INSERT INTO "rulings" VALUES('53xvyhjanukh',1,2,X'B0CA05BDE9312D8B9285BF8D','{"standing":"counts","points":[15,0],"winner":0,"figures":{"knocker":0,"deadwood":[7,22],"given_away":[0,0]}}');
INSERT INTO "rulings" VALUES('dngt2uutgpc5',1,5,X'2A5BD8724971889D998DABEA','{"standing":"counts","points":[25,0],"winner":0,"figures":{"knocker":0,"deadwood":[2,27],"given_away":[null,null]}}');
INSERT INTO "rulings" VALUES('dngt2uutgpc5',2,17,X'2A5BD8724971889D998DABEA','{"standing":"counts","points":[6,0],"winner":0,"figures":{"knocker":0,"deadwood":[3,9],"given_away":[null,null]}}');
INSERT INTO "rulings" VALUES('dngt2uutgpc5',3,12,X'2A5BD8724971889D998DABEA','{"standing":"drawn"}');
INSERT INTO "rulings" VALUES('h2k4z4be3u9b',1,3,X'58BECF84F10A5A6F4C19C912','{"standing":"counts","points":[28,0],"winner":0,"figures":{"knocker":0,"deadwood":[2,30],"given_away":[null,null]}}');
INSERT INTO "rulings" VALUES('pmwjcqh29skb',1,2,X'3AE6DAFE782B9490942EA357','{"standing":"counts","points":[24,0,0,0],"winner":0,"figures":{"knocker":0,"deadwood":[2,10,8,12],"given_away":[null,null,null,null]}}');
CREATE TABLE standings (
  game TEXT PRIMARY KEY REFERENCES games (id),
  seq INTEGER NOT NULL,
  rules TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "standings" VALUES('53xvyhjanukh',2,'4f96a99a11ad654decd6f438','{"seq":2,"head":{"game":"gin-rummy","players":["Ann","Bob"],"first_dealer":"Ann"},"deck":null,"hands":1,"rows":1,"next_hand":2,"totals":{"Ann":15,"Bob":0},"over":false,"winners":[],"last":{"number":1,"standing":"counts","points":{"Ann":15,"Bob":0},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":2,"redoable":null,"undone_next":{"kind":"hand-recorded","position":1},"redone_next":null,"started_at":"2026-11-26T17:10:05Z","changed_at":"2026-11-26T17:10:06Z","target":100,"next_dealer":"Bob"}');
INSERT INTO "standings" VALUES('d72nvunxwj9z',2,'4f96a99a11ad654decd6f438','{"seq":2,"head":{"game":"gem-ii-solo","players":["Ann"],"level":1},"deck":null,"hands":1,"rows":1,"next_hand":2,"totals":{"Ann":30},"over":false,"winners":[],"last":{"number":1,"standing":"overruled","points":{"Ann":30},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":2,"redoable":null,"undone_next":{"kind":"hand-recorded","position":1},"redone_next":null,"started_at":"2026-11-26T17:10:06Z","changed_at":"2026-11-26T17:10:06Z","progress":{"round":2,"deal":1}}');
INSERT INTO "standings" VALUES('dngt2uutgpc5',21,'4f96a99a11ad654decd6f438','{"seq":21,"head":{"game":"gin-rummy","players":["Anna","Bob"],"first_dealer":"Anna","house_rules":{"target":60},"note":"club","at":"2026-11-21T20:15"},"deck":null,"hands":3,"rows":3,"next_hand":4,"totals":{"Anna":31,"Bob":0},"over":false,"winners":[],"last":{"number":3,"standing":"drawn","points":{"Anna":0,"Bob":0},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":21,"redoable":null,"undone_next":{"kind":"game-reopened"},"redone_next":null,"started_at":"2026-11-26T17:10:05Z","changed_at":"2026-11-26T17:10:05Z","target":60,"next_dealer":"Anna"}');
INSERT INTO "standings" VALUES('dvwhqgx8xyce',8,'4f96a99a11ad654decd6f438','{"seq":8,"head":{"game":"gem-ii","players":["Ann","Bea"],"first_dealer":"Ann","level":1},"deck":null,"hands":2,"rows":2,"next_hand":3,"totals":{"Ann":355,"Bea":150},"over":false,"winners":[],"last":{"number":2,"standing":"counts","points":{"Ann":125,"Bea":100},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":7,"redoable":null,"undone_next":{"kind":"hand-restored","position":1},"redone_next":null,"started_at":"2026-11-26T17:10:05Z","changed_at":"2026-11-26T17:10:05Z","progress":{"round":3,"deal":1}}');
INSERT INTO "standings" VALUES('h2k4z4be3u9b',5,'4f96a99a11ad654decd6f438','{"seq":5,"head":{"game":"gem-rummy","players":["Ann","Bob"],"first_dealer":"Ann","gems":{"7D":"S"},"not_gems":{"8D":"G"}},"deck":null,"hands":1,"rows":1,"next_hand":2,"totals":{"Ann":28,"Bob":0},"over":false,"winners":[],"last":{"number":1,"standing":"counts","points":{"Ann":28,"Bob":0},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":3,"redoable":4,"undone_next":{"kind":"hand-recorded","position":1},"redone_next":{"kind":"game-noted"},"started_at":"2026-11-26T17:10:05Z","changed_at":"2026-11-26T17:10:05Z","target":110,"next_dealer":"Ann"}');
INSERT INTO "standings" VALUES('pmwjcqh29skb',2,'4f96a99a11ad654decd6f438','{"seq":2,"head":{"game":"knock-rummy","players":["Ann","Bob","Cid","Dee"],"first_dealer":"Ann","sides":[["Ann","Cid"],["Bob","Dee"]]},"deck":null,"hands":1,"rows":1,"next_hand":2,"totals":{"Ann":24,"Bob":0,"Cid":0,"Dee":0},"over":false,"winners":[],"last":{"number":1,"standing":"counts","points":{"Ann":24,"Bob":0,"Cid":0,"Dee":0},"accepted_by":[],"disputes":{},"disputed_before":[]},"not_counting":0,"closed":false,"undoable":2,"redoable":null,"undone_next":{"kind":"hand-recorded","position":1},"redone_next":null,"started_at":"2026-11-26T17:10:06Z","changed_at":"2026-11-26T17:10:06Z","target":100,"next_dealer":"Bob"}');
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
INSERT INTO "tallies" VALUES('53xvyhjanukh',2,'4f96a99a11ad654decd6f438','gin-rummy','["Ann", "Bob"]',0,0,1,15,'2026-11-26T17:10:06Z','[{"name":"Ann","games":0,"hands":1,"points":15,"added":0,"best":15,"feats":{},"knocks":1,"knocks_won":1,"undercut_hands":0,"deadwood":7,"deadwood_hands":1,"given_away":0,"given_away_hands":1},{"name":"Bob","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":22,"deadwood_hands":1,"given_away":0,"given_away_hands":1}]','');
INSERT INTO "tallies" VALUES('d72nvunxwj9z',2,'4f96a99a11ad654decd6f438','gem-ii-solo','["Ann"]',1,0,1,30,'2026-11-26T17:10:06Z','[{"name":"Ann","games":0,"hands":0,"points":30,"added":0,"best":30,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":0,"deadwood_hands":0,"given_away":0,"given_away_hands":0}]','');
INSERT INTO "tallies" VALUES('dngt2uutgpc5',21,'4f96a99a11ad654decd6f438','gin-rummy','["Anna", "Bob"]',0,0,3,31,'2026-11-21T20:15','[{"name":"Anna","games":0,"hands":2,"points":31,"added":0,"best":25,"feats":{},"knocks":2,"knocks_won":2,"undercut_hands":0,"deadwood":5,"deadwood_hands":2,"given_away":0,"given_away_hands":0},{"name":"Bob","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":36,"deadwood_hands":2,"given_away":0,"given_away_hands":0}]','');
INSERT INTO "tallies" VALUES('dvwhqgx8xyce',8,'4f96a99a11ad654decd6f438','gem-ii','["Ann", "Bea"]',1,0,2,505,'2026-11-26T17:10:05Z','[{"name":"Ann","games":0,"hands":0,"points":355,"added":0,"best":230,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":0,"deadwood_hands":0,"given_away":0,"given_away_hands":0},{"name":"Bea","games":0,"hands":0,"points":150,"added":0,"best":100,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":0,"deadwood_hands":0,"given_away":0,"given_away_hands":0}]','');
INSERT INTO "tallies" VALUES('h2k4z4be3u9b',5,'4f96a99a11ad654decd6f438','gem-rummy','["Ann", "Bob"]',0,0,1,28,'2026-11-26T17:10:05Z','[{"name":"Ann","games":0,"hands":1,"points":28,"added":0,"best":28,"feats":{},"knocks":1,"knocks_won":1,"undercut_hands":0,"deadwood":2,"deadwood_hands":1,"given_away":0,"given_away_hands":0},{"name":"Bob","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":30,"deadwood_hands":1,"given_away":0,"given_away_hands":0}]','');
INSERT INTO "tallies" VALUES('pmwjcqh29skb',2,'4f96a99a11ad654decd6f438','knock-rummy','["Ann", "Bob", "Cid", "Dee"]',0,0,1,24,'2026-11-26T17:10:06Z','[{"name":"Ann","games":0,"hands":1,"points":24,"added":0,"best":24,"feats":{},"knocks":1,"knocks_won":1,"undercut_hands":0,"deadwood":2,"deadwood_hands":1,"given_away":0,"given_away_hands":0},{"name":"Bob","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":10,"deadwood_hands":1,"given_away":0,"given_away_hands":0},{"name":"Cid","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":8,"deadwood_hands":1,"given_away":0,"given_away_hands":0},{"name":"Dee","games":0,"hands":0,"points":0,"added":0,"best":0,"feats":{},"knocks":0,"knocks_won":0,"undercut_hands":0,"deadwood":12,"deadwood_hands":1,"given_away":0,"given_away_hands":0}]','');
CREATE INDEX links_of_game ON links (game);
CREATE INDEX members_of_device ON members (device, revoked_at, game);
CREATE UNIQUE INDEX one_device_a_seat ON members (game, seat) WHERE seat IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX rematches_begun ON rematches (begun);
CREATE INDEX decks_of_device ON decks (device);
CREATE INDEX attempts_since ON attempts (since);
COMMIT;
