"""Why something could not be saved, read, backed up or restored."""

NOT_SAVED = "This couldn't be saved."
BUSY = "The app is busy. Nothing was saved; try again in a moment."
NOT_REACHED = "The database can't be reached just now. Nothing was saved; try again in a moment."
NOT_CONFIRMED = "The database didn't confirm this. Look whether it was saved before you try again."
DISK_FULL = "No space is left where the games are stored. Nothing was saved; free some space and try again."
NO_SUCH_GAME = "This game doesn't exist."
NO_GAME_WITH_ID = "There is no game {game}. `companion games` lists all games."
CONFLICT = "Someone else changed this in the meantime. See what they did, then decide."
DRAFT_CONFLICT = "Someone else entered something here in the meantime."
HAND_RECORDED = "This hand was recorded in the meantime."
BAD_CHARACTERS = "Some characters in this can't be stored."
NUMBER_TOO_LARGE = "A number in this is too large."
FORM_WITHOUT_ID = "This form is incomplete. Reload the page and try again."
TOOK_TOO_LONG = "This takes too long. Nothing was changed."

GAME_NOT_PLAYABLE = "This game can't be played: {reason}."
HAND_TOO_LARGE = "That's more than a hand can hold."
TOO_MANY_CHANGES = "This game has been changed too often. Save it as a file and import that as a new game."
TOO_MANY_GAMES = "A phone can own at most {most} games. Delete one that you no longer need."
TOO_MANY_RECORDS = "This phone has recorded too much. Delete a game that you no longer need."
IMPORT_TOO_LONG = "A game with more than {most} hands can't be imported."
NOT_IMPORTABLE = "This can't be imported as a game: {reason}."
HAND_NOT_IMPORTABLE = "Hand {number} can't be imported. {reason}"
CHANGE_NOT_IMPORTABLE = "Change {number} in this file can't be brought in. {reason}"
RENAMED_TOO_OFTEN = "The players of this game were renamed too often for it to be brought in."
DIVERGED = "This game went on in two places. Nothing was changed."
AFTER_THE_END = "It comes after the end of the game."

DECK_NAME = "A deck's name needs 1 to {most} visible characters."
TOO_MANY_DECKS = "A phone can keep at most {most} decks. Remove one first."
DECK_GONE = "The deck is gone. Try again."
PHONE_NAME = "A phone's name can have at most {most} visible characters."
PHONE_NOT_SAVED = "This phone couldn't be saved. Try again."

LINK_NAME = "A link's name can have at most {most} visible characters."
TOO_MANY_LINKS = "A game can have at most {most} links. Revoke one first."
TOO_MANY_PHONES = "At most {most} phones can join a game."
TOO_MANY_OPEN_TABLES = "Too many tables are open on this server. Try again later, or use a link."
NO_SUCH_SEAT = "This table has no such seat."
SEAT_TAKEN = "Another phone has this seat."
NOT_IN_REMATCH = "This phone isn't in the rematch. Its owner can invite it with the code or a link."
NEW_OWNER_NOT_IN_GAME = "This phone isn't in the game. Invite it first, then hand the game over."
OWNER_CANNOT_LEAVE = "You own this game. Hand it over first, or delete it."

DATABASE_BROKEN = "The database can't be read. Run `companion check`, or restore a backup."
DISK_READ_ERROR = "The database can't be read: its disk reports an error."
DISK_WRITE_ERROR = "The database can't be written: its disk reports an error. Nothing was saved."
DATABASE_READ_ONLY = "The database can't be written: the file or its folder is read-only. Nothing was saved."
DATABASE_NOT_PERMITTED = "The database can't be written: its user may not. Nothing was saved."
DATABASE_NOT_OPENED = (
    "The database can't be opened: it isn't there, its folder is read-only, or this user may not read it."
)
FOLDER_NOT_MADE = "The folder {path} can't be created: {reason}."
FILE_NOT_MADE = "{path} can't be created."
FILE_NOT_READ = "{path} can't be read: {reason}."
FILE_NOT_WRITTEN = "{path} can't be written: {reason}."
NOT_A_FOLDER = "{path} is a file. Name the folder that it is in."
EMPTY_PLACE = "{option} is empty. Is COMPANION_DATABASE set?"
NO_SUCH_FILE = "There is no file {path}."
NOT_THE_SECRET = "{path} isn't the secret that was created at the first start."  # noqa: S105 (a sentence)
SECRET_TOO_SHORT = "COMPANION_SECRET needs at least {least} characters."  # noqa: S105 (a sentence)
OTHER_SECRET = (
    "{path} was used with another secret. Give all its servers the same COMPANION_SECRET, "  # noqa: S105 (a sentence)
    "or use an empty database."
)
NO_SECRET = (
    "{path} is in use, so this server needs its secret: set COMPANION_SECRET as on the other servers, "  # noqa: S105 (a sentence)
    "or copy the file `secret` into {folder}."
)
UNKNOWN_DATABASE = "The address of a database must look like postgresql://user@host/name."
ADDRESS_UNREADABLE = (
    "The address of the database can't be understood. In its user name and password write special characters as %XX, "
    "such as %40 for @ and %2F for /."
)
NOT_UNDERSTOOD = "this address can't be understood"
PSYCOPG_MISSING = "PostgreSQL needs psycopg: {python} -m pip install 'psycopg[binary,pool]'."
DATABASE_REFUSES = "{path} can't be used: {reason}."
DATABASE_NOT_OWNED = "{path} doesn't let this user create tables. Make the user the owner of the database."
DATABASE_NOT_UTF8 = "{path} has the encoding {encoding}. The app needs UTF8."
OLDER_DATABASE = "{path} was made by an older version of the app. Start the app with it once."
EMPTY_FILE = "{path} is empty."
EMPTY_DATABASE = "{path} is empty: it holds no games."
FOREIGN_DATABASE = "{path} is a database, but not one of this app."
NEWER_DATABASE = "{path} was made by a newer version of the app. Update the app first."

BACKUP_ONTO_OWN_FILE = "{path} is a file of the running app. Choose another name for the backup."
BACKUP_FROM_OWN_FILE = "{path} is a file of the running app, not a backup."
LINKS_IN_CIRCLES = "{path} is a link that leads back to itself."
BACKUP_NOT_A_FILE = "The backup {path} can't be written: it isn't an ordinary file."
BACKUP_NOT_WRITTEN = "The backup {path} can't be written: {reason}."
BACKUP_NOT_READ = "The backup {path} can't be read: {reason}."
BACKUP_DISK_FULL = "The backup {path} can't be written: its disk is full."
REGULAR_BACKUP_FAILED = "The regular backup failed, and will be tried again: {reason}"
BACKUP_DAMAGED = "{path} is damaged: {damage}."
NOT_A_DATABASE = "{path} isn't a database."
NO_COPY_OF_DAMAGE = "The database is damaged ({damage}), so no copy was made. Restore a backup."

MOVED_IN_USE = "{path} is in use. Stop the app first."
MOVED_NOWHERE = "{path} is both the old place and the new one."
MOVED_WITHOUT_SECRET = "The phones know their games only with the secret: copy it to {path}, or set COMPANION_SECRET."  # noqa: S105 (a sentence)
MOVED_OTHER_SECRET = "{path} was used with another secret. Set COMPANION_SECRET to the one that its servers have."  # noqa: S105 (a sentence)
MOVED_ONTO_GAMES = "{path} has other games already. Move to an empty place."
MOVED_WRONGLY = "{path} doesn't have the same content as before. Don't use it."

CHECK_PARTLY_READABLE = "The file is damaged, and not all of it can be read: {reason}."
CHECK_DAMAGED = "The file is damaged: {damage}."
CHECK_MISSING_ROW = "A row of {table} refers to one that doesn't exist."
CHECK_JOURNAL_UNREADABLE = "The journal can't be read: {reason}."
CHECK_JOURNAL_GAPS = "The journal has gaps."
CHECK_JOURNAL_END = "The journal doesn't end where the game says it does."
CHECK_STALE_SUMMARY = "The cached summary doesn't match the journal. It can be deleted."
CHECK_RULING_CHANGED = "Hand {hand} was ruled {before}; by today's rules it is {today}."
