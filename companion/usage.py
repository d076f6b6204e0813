"""What `--help` prints below the options: each command taught by examples. ASCII, as terminals are of all sorts."""

ALL = """\
examples:
  companion judge showdown.json         rule one showdown
  companion judge --lines < many.jsonl  rule one showdown a line, as many as come
  companion score game.json --table     the score sheet of a game, to read
  companion moves board.json            the legal moves of a Gem II board
  companion rules P.undercut            one rule with its worked cases
  companion serve                       the app, for the phones at the table
  companion backup games.db             a copy of all games, also while the app runs
  companion check                       is everything still as it was recorded
  companion check games.db              the same of a backup
  companion owner GAME                  a link to a game whose owner's phone is lost

exit status: 0 the document was read and answered, legal or not; 2 it could not be read, and standard
error says in one sentence what is wrong and where; 1 `check` found something, or `serve` could not start.
"""
JUDGE = """\
example:
  echo '{"game": "gin-rummy", "knocker": "Ann", "players": [
          {"name": "Ann", "melds": [["5C","6C","7C"], ["9C","9D","9H"]], "deadwood": ["2D","3S","AC","AD"]},
          {"name": "Bob", "cards": ["8C","4D","5D","6D","KC","KD","KH","2H","JD","QS"]}]}' | companion judge -

answers with the whole ruling: every meld, lay-off and point, and for each point the reason, such as
  "code": "difference", "points": 15, "against": "Bob", ... "rule": "N.difference"
and `companion rules N.difference` shows that rule with worked cases.

a hand is given in one of three ways:
  "melds": [["5C","6C","7C"]], "deadwood": ["2D","KH"]    as it lies on the table
  "cards": ["5C","6C","7C","2D","KH"]                     loose: laid out at its best
  "deadwood_points": 12                                   counted at the table
besides, where the table has them:
  "call": "gin"                                           knock, gin, big-gin, rum; left out: what the cards are
  "lay_offs": [{"player": "Bob", "card": "8C", "onto": {"player": "Ann", "meld": 0}}]
                                                          in the order played; left out: found; []: none
  "house_rules": {"gin_bonus": 20, "undercut_bonus": 10}  left out: as the book has it
  "dice": [3, 4]                                          Gem Rummy
  "print": {"AC": "G", ..., "KS": "TS"}                   Gem Rummy: which gem each of the 52 cards bears

What is not legal is answered too, with exit status 0: "legal": false, and under "faults" each thing that is
wrong, in a sentence with the nearest thing that would be right.
With --lines each line is a document, and each gets one line, also where it cannot be read: {"error": ...}.
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

Each hand is a showdown as `companion judge` takes it, without what the game already says. A hand that is not
legal stops the sheet, with exit status 2 and its number.
"""
MOVES = """\
example:
  echo '{"game": "gem-ii", "level": 1, "piles": [["IIE", "VH"], ["IXM"], ["VIR", "XE", "IVM"], []],
         "claimed": {"move": 3, "card": "VH", "onto": 2}}' | companion moves -
"""
RULES = """\
examples:
  companion rules              every rule of the five books, with its place there, and how we rule where they are silent
  companion rules P.undercut   one rule, and each worked case: the cards, the points and their reasons
  companion rules R.7          a ruling of our own, and which sentences it settles
"""
SERVE = """\
examples:
  companion serve                                    http on every address of this machine, port 8000
  companion serve --known-as cards.lan               the same, and phones may ask for that name too
  companion serve --certificate c.pem --key k.pem    https on the own network
  companion serve --host 127.0.0.1 --trusted-hops 1 --public-address https://cards.example
                                                     behind a proxy that appends to X-Forwarded-For
"""
BACKUP = """\
examples:
  companion backup games.db                 a copy of instance/companion.db, checked, also while the app runs
  companion backup /mnt/stick/$(date +%F).db --instance /srv/companion
The copy opens no game to anybody: phones, links and codes stand in it hashed, with a secret that stays behind.
The app's own files (companion.db, secret and what SQLite keeps beside them) are refused, links to them included.
"""
RESTORE = """\
example:
  companion restore games.db                also while the app runs
What is there now is copied to before-restore-DATE-TIME.db beside the database first; nobody can record in between.
If the database is damaged, its file is set aside under that name; then stop the app and start it again.
"""
CHECK = """\
examples:
  companion check             the games in the instance folder, also while the app runs or where it is read-only
  companion check games.db    a backup, also one of an older version
Looks at the file, folds every journal, and rules every recorded hand again by the rules of today. Nothing is changed;
files of an older version are checked in an updated copy.
"""
GAMES = """\
Lists the game that was changed last first: its id, what is played, by whom, how far it is, and how many phones are in.
"""
OWNER = """\
example:
  companion owner k3vd8x2mq7pa --public-address https://cards.example
Prints a link that gives the game to the phone that opens it first, for an hour: for when the owner's phone is lost, or
knows its games no more. The phone that owned it is out then, and links and code that were handed out open nothing.
"""
