"""What is wrong in the store, and why an event can't be recorded."""

from typing import assert_never

from companion.documents.errors import DocumentError
from companion.journal.objections import Objection, Obstacle
from companion.journal.sheet import SheetRow
from companion.journal.state import JournalError
from companion.store.errors import Finding, Problem, StoreError
from companion.wording.document_errors import document_error_sentence, placed_sentence
from companion.wording.faults import fault_sentence

ADDRESS_FOR_A_FILE = "The address of a database is given with --database, not in place of a file or folder."


def empty_place(option: str) -> str:
    return f"{option} is empty. Is COMPANION_DATABASE set?"


def store_sentence(found: StoreError | Finding) -> str:
    facts = found.facts
    match found.problem:
        case Problem.NOT_SAVED:
            return "This couldn't be saved."
        case Problem.BUSY:
            return "The app is busy. Nothing was saved; try again in a moment."
        case Problem.NOT_REACHED:
            return "The database can't be reached just now. Nothing was saved; try again in a moment."
        case Problem.NOT_CONFIRMED:
            return "The database didn't confirm this. Look whether it was saved before you try again."
        case Problem.DISK_FULL:
            return "No space is left where the games are stored. Nothing was saved; free some space and try again."
        case Problem.NO_SUCH_GAME:
            return "This game doesn't exist."
        case Problem.NO_GAME_WITH_ID:
            return f"There is no game {facts['game']}. `companion games` lists all games."
        case Problem.CONFLICT:
            return "Someone else changed this in the meantime. See what they did, then decide."
        case Problem.DRAFT_CONFLICT:
            return "Someone else entered something here in the meantime."
        case Problem.HAND_RECORDED:
            return "This hand was recorded in the meantime."
        case Problem.BAD_CHARACTERS:
            return "Some characters in this can't be stored."
        case Problem.NUMBER_TOO_LARGE:
            return "A number in this is too large."
        case Problem.FORM_WITHOUT_ID:
            return "This form is incomplete. Reload the page and try again."
        case Problem.TOOK_TOO_LONG:
            return "This takes too long. Nothing was changed."
        case Problem.NOT_RECORDABLE:
            return objection_sentence(facts["objection"])
        case Problem.GAME_NOT_PLAYABLE:
            return f"This game can't be played: {placed_sentence(facts['defect'])}."
        case Problem.HAND_TOO_LARGE:
            return "That's more than a hand can hold."
        case Problem.TOO_MANY_CHANGES:
            return "This game has been changed too often. Save it as a file and import that as a new game."
        case Problem.TOO_MANY_GAMES:
            return f"A phone can own at most {facts['most']} games. Delete one that you no longer need."
        case Problem.TOO_MANY_RECORDS:
            return "This phone has recorded too much. Delete a game that you no longer need."
        case Problem.IMPORT_TOO_LONG:
            return f"A game with more than {facts['most']} hands can't be imported."
        case Problem.NOT_IMPORTABLE:
            return f"This can't be imported as a game: {_said(facts['cause'])}."
        case Problem.HAND_NOT_IMPORTABLE:
            return f"Hand {facts['number']} can't be imported. {objection_sentence(facts['objection'])}"
        case Problem.CHANGE_NOT_IMPORTABLE:
            return (
                f"Change {facts['number']} in this file can't be brought in. {objection_sentence(facts['objection'])}"
            )
        case Problem.DIVERGED:
            return "This game went on in two places. Nothing was changed."
        case Problem.DECK_NAME:
            return f"A deck's name needs 1 to {facts['most']} visible characters."
        case Problem.TOO_MANY_DECKS:
            return f"A phone can keep at most {facts['most']} decks. Remove one first."
        case Problem.DECK_GONE:
            return "The deck is gone. Try again."
        case Problem.PHONE_NAME:
            return f"A phone's name can have at most {facts['most']} visible characters."
        case Problem.PHONE_NOT_SAVED:
            return "This phone couldn't be saved. Try again."
        case Problem.TOO_MANY_LINKS:
            return f"A game can have at most {facts['most']} links. Revoke one first."
        case Problem.TOO_MANY_PHONES:
            return f"At most {facts['most']} phones can join a game."
        case Problem.TOO_MANY_OPEN_TABLES:
            return f"A phone can have at most {facts['most']} tables open. Close one first, or use a link."
        case Problem.NO_SUCH_SEAT:
            return "This table has no such seat."
        case Problem.SEAT_TAKEN:
            return "Another phone has this seat."
        case Problem.NOT_IN_REMATCH:
            return "This phone isn't in the rematch. Its owner can invite it with the code or a link."
        case Problem.NEW_OWNER_NOT_IN_GAME:
            return "This phone isn't in the game. Invite it first, then hand the game over."
        case Problem.OWNER_CANNOT_LEAVE:
            return "You own this game. Hand it over first, or delete it."
        case Problem.TABLE_IS_CLOSED:
            return "This game is closed. Reopen it first."
        case Problem.LINK_REVOKED:
            return "This link was already revoked."
        case Problem.PHONE_NOT_REMOVABLE:
            return "This phone has already left, or owns the game."
        case Problem.DATABASE_BROKEN:
            return "The database can't be read. Run `companion check`, or restore a backup."
        case Problem.DISK_READ_ERROR:
            return "The database can't be read: its disk reports an error."
        case Problem.DISK_WRITE_ERROR:
            return "The database can't be written: its disk reports an error. Nothing was saved."
        case Problem.DATABASE_READ_ONLY:
            return "The database can't be written: the file or its folder is read-only. Nothing was saved."
        case Problem.DATABASE_NOT_PERMITTED:
            return "The database can't be written: its user may not. Nothing was saved."
        case Problem.DATABASE_NOT_OPENED:
            return (
                "The database can't be opened: it isn't there, its folder is read-only, or this user may not read it."
            )
        case Problem.FOLDER_NOT_MADE:
            return f"The folder {facts['path']} can't be created: {facts['reason']}."
        case Problem.FILE_NOT_MADE:
            return f"{facts['path']} can't be created."
        case Problem.FILE_NOT_READ:
            return f"{facts['path']} can't be read: {facts['reason']}."
        case Problem.FILE_NOT_WRITTEN:
            return f"{facts['path']} can't be written: {facts['reason']}."
        case Problem.NOT_A_FOLDER:
            return f"{facts['path']} is a file. Name the folder that it is in."
        case Problem.NO_SUCH_FILE:
            return f"There is no file {facts['path']}."
        case Problem.NOT_THE_SECRET:
            return f"{facts['path']} isn't the secret that was created at the first start."
        case Problem.SECRET_TOO_SHORT:
            return f"COMPANION_SECRET needs at least {facts['least']} characters."
        case Problem.OTHER_SECRET:
            return (
                f"{facts['path']} was used with another secret. Give all its servers the same COMPANION_SECRET, "
                "or use an empty database."
            )
        case Problem.NO_SECRET:
            return (
                f"{facts['path']} is in use, so this server needs its secret: set COMPANION_SECRET as on the other "
                f"servers, or copy the file `secret` into {facts['folder']}."
            )
        case Problem.UNKNOWN_DATABASE:
            return "The address of a database must look like postgresql://user@host/name."
        case Problem.ADDRESS_UNREADABLE:
            return (
                "The address of the database can't be understood. Write special characters in it as %XX, such as %40 "
                "for @, %2F for / and %20 for a space."
            )
        case Problem.PSYCOPG_MISSING:
            return f"PostgreSQL needs psycopg: {facts['python']} -m pip install 'psycopg[binary,pool]'."
        case Problem.DATABASE_REFUSES:
            return f"{facts['path']} can't be used: {facts['reason']}."
        case Problem.ADDRESS_NOT_UNDERSTOOD:
            return f"{facts['path']} can't be used: this address can't be understood."
        case Problem.DATABASE_NOT_OWNED:
            return f"{facts['path']} doesn't let this user create tables. Make the user the owner of the database."
        case Problem.DATABASE_NOT_UTF8:
            return f"{facts['path']} has the encoding {facts['encoding']}. The app needs UTF8."
        case Problem.OLDER_DATABASE:
            return f"{facts['path']} was made by an older version of the app. Start the app with it once."
        case Problem.EMPTY_FILE:
            return f"{facts['path']} is empty."
        case Problem.EMPTY_DATABASE:
            return f"{facts['path']} is empty: it holds no games."
        case Problem.DATABASE_WITH_CODE:
            return f"{facts['path']} has triggers or views in it, which this app never makes. It isn't opened."
        case Problem.FOREIGN_DATABASE:
            return f"{facts['path']} is a database, but not one of this app."
        case Problem.NEWER_DATABASE:
            return f"{facts['path']} was made by a newer version of the app. Update the app first."
        case Problem.BACKUP_ONTO_OWN_FILE:
            return f"{facts['path']} is a file of the running app. Choose another name for the backup."
        case Problem.BACKUP_FROM_OWN_FILE:
            return f"{facts['path']} is a file of the running app, not a backup."
        case Problem.LINKS_IN_CIRCLES:
            return f"{facts['path']} is a link that leads back to itself."
        case Problem.BACKUP_NOT_A_FILE:
            return f"The backup {facts['path']} can't be written: it isn't an ordinary file."
        case Problem.BACKUP_NOT_WRITTEN:
            return f"The backup {facts['path']} can't be written: {facts['reason']}."
        case Problem.BACKUP_NOT_READ:
            return f"The backup {facts['path']} can't be read: {facts['reason']}."
        case Problem.BACKUP_NOT_ORDINARY:
            return f"The backup {facts['path']} can't be read: it isn't an ordinary file."
        case Problem.BACKUP_DISK_FULL:
            return f"The backup {facts['path']} can't be written: its disk is full."
        case Problem.REGULAR_BACKUP_FAILED:
            return f"The regular backup failed, and will be tried again: {_failure(facts['cause'])}"
        case Problem.BACKUP_DAMAGED:
            return f"{facts['path']} is damaged: {facts['damage']}."
        case Problem.NOT_A_DATABASE:
            return f"{facts['path']} isn't a database."
        case Problem.NO_COPY_OF_DAMAGE:
            return f"The database is damaged ({facts['damage']}), so no copy was made. Restore a backup."
        case Problem.MOVED_IN_USE:
            return f"{facts['path']} is in use. Stop the app first."
        case Problem.MOVED_NOWHERE:
            return f"{facts['path']} is both the old place and the new one."
        case Problem.MOVED_WITHOUT_SECRET:
            return (
                f"The phones know their games only with the secret: copy it to {facts['path']}, "
                "or set COMPANION_SECRET."
            )
        case Problem.MOVED_OTHER_SECRET:
            return (
                f"{facts['path']} was used with another secret. Set COMPANION_SECRET to the one that its servers have."
            )
        case Problem.MOVED_ONTO_GAMES:
            return f"{facts['path']} has other games already. Move to an empty place."
        case Problem.MOVED_WRONGLY:
            return f"{facts['path']} doesn't have the same content as before. Don't use it."
        case Problem.CHECK_PARTLY_READABLE:
            return f"The file is damaged, and not all of it can be read: {_said(facts['cause'])}."
        case Problem.CHECK_DAMAGED:
            return f"The file is damaged: {facts['damage']}."
        case Problem.CHECK_MISSING_ROW:
            return f"A row of {facts['table']} refers to one that doesn't exist."
        case Problem.CHECK_JOURNAL_UNREADABLE:
            return f"The journal can't be read: {_said(facts['cause'])}."
        case Problem.CHECK_JOURNAL_GAPS:
            return "The journal has gaps."
        case Problem.CHECK_JOURNAL_END:
            return "The journal doesn't end where the game says it does."
        case Problem.CHECK_STALE_SUMMARY:
            return "The cached summary doesn't match the journal. It can be deleted."
        case Problem.CHECK_RULING_CHANGED:
            return f"Hand {facts['hand']} was ruled {facts['before']}; by today's rules it is {facts['today']}."
    assert_never(found.problem)


def _said(error: BaseException) -> str:
    match error:
        case StoreError():
            return store_sentence(error)
        case DocumentError():
            return placed_sentence(error)
        case JournalError():
            return journal_error_words(error)
        case _:
            return str(error)


def _failure(error: BaseException) -> str:
    match error:
        case StoreError():
            return store_sentence(error)
        case OSError():
            return f"{error.filename}: {error.strerror}."
        case _:
            return f"{_said(error)}."


NO_SUCH_HAND = "This hand isn't on the sheet."


def objection_sentence(objection: Objection) -> str:
    defect = objection.defect
    reason = document_error_sentence(defect) if defect else " ".join(map(fault_sentence, objection.faults))
    match objection.obstacle:
        case Obstacle.GAME_CLOSED:
            return "This game is closed. Reopen it first."
        case Obstacle.GAME_OPEN:
            return "This game is already open."
        case Obstacle.GAME_STARTED:
            return "This game has already started."
        case Obstacle.GAME_OVER:
            return "The game is over, so no more hands can be recorded."
        case Obstacle.TOO_MANY_HANDS:
            return f"A game can have at most {objection.most} hands. Start a new one."
        case Obstacle.NO_SUCH_HAND:
            return NO_SUCH_HAND
        case Obstacle.ALL_GEMS_KNOWN:
            return "Every gem of this deck is already known."
        case Obstacle.NOTHING_TO_UNDO:
            return "There is nothing to undo, or something newer has to be undone first."
        case Obstacle.NOTHING_TO_REDO:
            return "There is nothing to redo: something else has been done since."
        case Obstacle.ALREADY_STRUCK_OUT:
            return "This hand is already struck out."
        case Obstacle.NOT_STRUCK_OUT:
            return "This hand isn't struck out."
        case Obstacle.NOT_OVERRULED:
            return "The ruling on this hand hasn't been overruled."
        case Obstacle.OVERRULING_NEEDS_REASON:
            return "Give a reason for overruling. It will be shown on the sheet."
        case Obstacle.DRAWN_HAND_HAS_NO_RULING:
            return "A drawn hand has no ruling to overrule."
        case Obstacle.NOT_A_PLAYER:
            return f"{objection.player or 'Nobody'} isn't playing in this game."
        case Obstacle.POINTS_FOR_EVERY_PLAYER:
            return "Enter points for every player, and only for them."
        case Obstacle.POINTS_OUT_OF_RANGE:
            return f"Points must be whole numbers of at most {objection.most}."
        case Obstacle.ONLY_PLAYERS_RENAMED:
            return "Only players of this game can be renamed."
        case Obstacle.SAME_NAME:
            return "Two players can't have the same name."
        case Obstacle.NOTE_UNREADABLE:
            return f"This can't be used as the note: {reason}."
        case Obstacle.REASON_UNREADABLE:
            return f"This can't be used as the reason: {reason}."
        case Obstacle.DATE_UNREADABLE:
            return f"This can't be used as the date: {reason}."
        case Obstacle.NAME_UNREADABLE:
            return f"This can't be used as a name: {reason}."
        case Obstacle.NOT_SCORABLE:
            return f"This game can't be scored: {placed_sentence(defect) if defect else reason}."
        case Obstacle.HAND_NOT_SCORABLE:
            return reason or "This hand can't be scored."
        case Obstacle.AFTER_THE_END:
            return reason or "It comes after the end of the game."
        case Obstacle.HAND_NOT_READABLE:
            return f"The hand in it can't be read: {reason}."
        case Obstacle.NOT_A_JOURNAL:
            return "This isn't written as the app writes it."
        case Obstacle.RULING_OF_OTHERS:
            return "The ruling recorded with it is for other players."
    assert_never(objection.obstacle)


def why_not_counted(row: SheetRow) -> tuple[str, ...]:
    """Return why a hand on the sheet doesn't count, a sentence each; why it was struck out only if somebody said so."""
    if row.hand.struck:
        return (row.hand.reason,) if row.hand.reason else ()
    if row.defect is not None:
        return (document_error_sentence(row.defect),)
    return tuple(map(fault_sentence, row.faults))


def journal_error_words(error: JournalError) -> str:
    """Return what is wrong with stored records as a part of a sentence."""
    if error.kind is None:
        return "a journal begins with the start of the game"
    return f"a record of the kind {error.kind!r} cannot be read: {error.cause}"
