"""What is wrong in the store, and why an event can't be recorded."""

from collections.abc import Mapping

from companion.documents.errors import DocumentError
from companion.journal.events.base import Objection, Obstacle
from companion.journal.sheet import SheetRow
from companion.journal.state import JournalError
from companion.store.errors import Finding, Problem, StoreError
from companion.wording.document_errors import document_error_sentence, placed_sentence
from companion.wording.faults import fault_sentence

ADDRESS_FOR_A_FILE = "The address of a database is given with --database, not in place of a file or folder."


def empty_place(option: str) -> str:
    return f"{option} is empty. Is COMPANION_DATABASE set?"


_PROBLEMS: Mapping[Problem, str] = {
    Problem.NOT_SAVED: "This couldn't be saved.",
    Problem.BUSY: "The app is busy. Nothing was saved; try again in a moment.",
    Problem.NOT_REACHED: "The database can't be reached just now. Nothing was saved; try again in a moment.",
    Problem.NOT_CONFIRMED: "The database didn't confirm this. Look whether it was saved before you try again.",
    Problem.DISK_FULL: "No space is left where the games are stored. Nothing was saved; free some space and try again.",
    Problem.NO_SUCH_GAME: "This game doesn't exist.",
    Problem.NO_GAME_WITH_ID: "There is no game {game}. `companion games` lists all games.",
    Problem.CONFLICT: "Someone else changed this in the meantime. See what they did, then decide.",
    Problem.DRAFT_CONFLICT: "Someone else entered something here in the meantime.",
    Problem.HAND_RECORDED: "This hand was recorded in the meantime.",
    Problem.BAD_CHARACTERS: "Some characters in this can't be stored.",
    Problem.NUMBER_TOO_LARGE: "A number in this is too large.",
    Problem.FORM_WITHOUT_ID: "This form is incomplete. Reload the page and try again.",
    Problem.TOOK_TOO_LONG: "This takes too long. Nothing was changed.",
    Problem.HAND_TOO_LARGE: "That's more than a hand can hold.",
    Problem.TOO_MANY_CHANGES: "This game has been changed too often. Save it as a file and import that as a new game.",
    Problem.TOO_MANY_GAMES: "A phone can own at most {most} games. Delete one that you no longer need.",
    Problem.TOO_MANY_RECORDS: "This phone has recorded too much. Delete a game that you no longer need.",
    Problem.IMPORT_TOO_LONG: "A game with more than {most} hands can't be imported.",
    Problem.DIVERGED: "This game went on in two places. Nothing was changed.",
    Problem.DECK_NAME: "A deck's name needs 1 to {most} visible characters.",
    Problem.TOO_MANY_DECKS: "A phone can keep at most {most} decks. Remove one first.",
    Problem.DECK_GONE: "The deck is gone. Try again.",
    Problem.PHONE_NAME: "A phone's name can have at most {most} visible characters.",
    Problem.PHONE_NOT_SAVED: "This phone couldn't be saved. Try again.",
    Problem.NO_SUCH_PERSON: "Nobody of this name is in the games of this phone.",
    Problem.PLAYED_TOGETHER: "These two sat at one table, so they are two people.",
    Problem.NICKNAME: "A nickname can have at most {most} characters.",
    Problem.NICKNAME_TAKEN: "Somebody else is called that. If it's the same person, choose the name below.",
    Problem.TOO_MANY_PERSONS: "A phone can describe at most {most} names. Take something back first.",
    Problem.TOO_MANY_LINKS: "A game can have at most {most} links. Revoke one first.",
    Problem.TOO_MANY_PHONES: "At most {most} phones can join a game.",
    Problem.TOO_MANY_OPEN_TABLES: "A phone can have at most {most} tables open. Close one first, or use a link.",
    Problem.NO_SUCH_SEAT: "This table has no such seat.",
    Problem.SEAT_TAKEN: "Another phone has this seat.",
    Problem.NOT_IN_REMATCH: "This phone isn't in the rematch. Its owner can invite it with the code or a link.",
    Problem.NEW_OWNER_NOT_IN_GAME: "This phone isn't in the game. Invite it first, then hand the game over.",
    Problem.OWNER_CANNOT_LEAVE: "You own this game. Hand it over first, or delete it.",
    Problem.TABLE_IS_CLOSED: "This game is closed. Reopen it first.",
    Problem.LINK_REVOKED: "This link was already revoked.",
    Problem.PHONE_NOT_REMOVABLE: "This phone has already left, or owns the game.",
    Problem.DATABASE_BROKEN: "The database can't be read. Run `companion check`, or restore a backup.",
    Problem.DISK_READ_ERROR: "The database can't be read: its disk reports an error.",
    Problem.DISK_WRITE_ERROR: "The database can't be written: its disk reports an error. Nothing was saved.",
    Problem.DATABASE_READ_ONLY: (
        "The database can't be written: the file or its folder is read-only. Nothing was saved."
    ),
    Problem.DATABASE_NOT_PERMITTED: "The database can't be written: its user may not. Nothing was saved.",
    Problem.DATABASE_NOT_OPENED: (
        "The database can't be opened: it isn't there, its folder is read-only, or this user may not read it."
    ),
    Problem.FOLDER_NOT_MADE: "The folder {path} can't be created: {reason}.",
    Problem.FILE_NOT_MADE: "{path} can't be created.",
    Problem.FILE_NOT_READ: "{path} can't be read: {reason}.",
    Problem.FILE_NOT_WRITTEN: "{path} can't be written: {reason}.",
    Problem.NOT_A_FOLDER: "{path} is a file. Name the folder that it is in.",
    Problem.NO_SUCH_FILE: "There is no file {path}.",
    Problem.NOT_THE_SECRET: "{path} isn't the secret that was created at the first start.",
    Problem.SECRET_TOO_SHORT: "COMPANION_SECRET needs at least {least} characters.",
    Problem.OTHER_SECRET: (
        "{path} was used with another secret. Give all its servers the same COMPANION_SECRET, or use an empty database."
    ),
    Problem.NO_SECRET: (
        "{path} is in use, so this server needs its secret: set COMPANION_SECRET as on the other servers, or "
        "copy the file `secret` into {folder}."
    ),
    Problem.UNKNOWN_DATABASE: "The address of a database must look like postgresql://user@host/name.",
    Problem.ADDRESS_UNREADABLE: (
        "The address of the database can't be understood. Write special characters in it as %XX, such as %40 "
        "for @, %2F for / and %20 for a space."
    ),
    Problem.PSYCOPG_MISSING: "PostgreSQL needs psycopg: {python} -m pip install 'psycopg[binary,pool]'.",
    Problem.DATABASE_REFUSES: "{path} can't be used: {reason}.",
    Problem.ADDRESS_NOT_UNDERSTOOD: "{path} can't be used: this address can't be understood.",
    Problem.DATABASE_NOT_OWNED: "{path} doesn't let this user create tables. Make the user the owner of the database.",
    Problem.DATABASE_NOT_UTF8: "{path} has the encoding {encoding}. The app needs UTF8.",
    Problem.OLDER_DATABASE: "{path} was made by an older version of the app. Start the app with it once.",
    Problem.EMPTY_FILE: "{path} is empty.",
    Problem.EMPTY_DATABASE: "{path} is empty: it holds no games.",
    Problem.DATABASE_WITH_CODE: "{path} has triggers or views in it, which this app never makes. It isn't opened.",
    Problem.FOREIGN_DATABASE: "{path} is a database, but not one of this app.",
    Problem.NEWER_DATABASE: "{path} was made by a newer version of the app. Update the app first.",
    Problem.BACKUP_ONTO_OWN_FILE: "{path} is a file of the running app. Choose another name for the backup.",
    Problem.BACKUP_FROM_OWN_FILE: "{path} is a file of the running app, not a backup.",
    Problem.LINKS_IN_CIRCLES: "{path} is a link that leads back to itself.",
    Problem.BACKUP_NOT_A_FILE: "The backup {path} can't be written: it isn't an ordinary file.",
    Problem.BACKUP_NOT_WRITTEN: "The backup {path} can't be written: {reason}.",
    Problem.BACKUP_NOT_READ: "The backup {path} can't be read: {reason}.",
    Problem.BACKUP_NOT_ORDINARY: "The backup {path} can't be read: it isn't an ordinary file.",
    Problem.BACKUP_DISK_FULL: "The backup {path} can't be written: its disk is full.",
    Problem.BACKUP_DAMAGED: "{path} is damaged: {damage}.",
    Problem.NOT_A_DATABASE: "{path} isn't a database.",
    Problem.NO_COPY_OF_DAMAGE: "The database is damaged ({damage}), so no copy was made. Restore a backup.",
    Problem.MOVED_IN_USE: "{path} is in use. Stop the app first.",
    Problem.MOVED_NOWHERE: "{path} is both the old place and the new one.",
    Problem.MOVED_WITHOUT_SECRET: (
        "The phones know their games only with the secret: copy it to {path}, or set COMPANION_SECRET."
    ),
    Problem.MOVED_OTHER_SECRET: (
        "{path} was used with another secret. Set COMPANION_SECRET to the one that its servers have."
    ),
    Problem.MOVED_ONTO_GAMES: "{path} has other games already. Move to an empty place.",
    Problem.MOVED_WRONGLY: "{path} doesn't have the same content as before. Don't use it.",
    Problem.CHECK_DAMAGED: "The file is damaged: {damage}.",
    Problem.CHECK_MISSING_ROW: "A row of {table} refers to one that doesn't exist.",
    Problem.CHECK_JOURNAL_GAPS: "The journal has gaps.",
    Problem.CHECK_JOURNAL_END: "The journal doesn't end where the game says it does.",
    Problem.CHECK_STALE_SUMMARY: "The cached summary doesn't match the journal. It can be deleted.",
    Problem.CHECK_RULING_CHANGED: "Hand {hand} was ruled {before}; by today's rules it is {today}.",
}


def store_sentence(found: StoreError | Finding) -> str:
    facts = found.facts
    match found.problem:
        case Problem.NOT_RECORDABLE:
            return objection_sentence(facts["objection"])
        case Problem.GAME_NOT_PLAYABLE:
            return f"This game can't be played: {placed_sentence(facts['defect'])}."
        case Problem.NOT_IMPORTABLE:
            return f"This can't be imported as a game: {_said(facts['cause'])}."
        case Problem.HAND_NOT_IMPORTABLE:
            return f"Hand {facts['number']} can't be imported. {objection_sentence(facts['objection'])}"
        case Problem.CHANGE_NOT_IMPORTABLE:
            return (
                f"Change {facts['number']} in this file can't be brought in. {objection_sentence(facts['objection'])}"
            )
        case Problem.REGULAR_BACKUP_FAILED:
            return f"The regular backup failed, and will be tried again: {_failure(facts['cause'])}"
        case Problem.CHECK_PARTLY_READABLE:
            return f"The file is damaged, and not all of it can be read: {_said(facts['cause'])}."
        case Problem.CHECK_JOURNAL_UNREADABLE:
            return f"The journal can't be read: {_said(facts['cause'])}."
    return _PROBLEMS[found.problem].format_map(facts)


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
NOT_ON_SHEET = "This {hand} isn't on the {sheet}."
NO_SUCH_VERSION = "There is no such version of this {hand}."


_OBSTACLES: Mapping[Obstacle, str] = {
    Obstacle.GAME_CLOSED: "This game is closed. Reopen it first.",
    Obstacle.GAME_OPEN: "This game is already open.",
    Obstacle.GAME_STARTED: "This game has already started.",
    Obstacle.GAME_OVER: "The game is over, so no more hands can be recorded.",
    Obstacle.TOO_MANY_HANDS: "A game can have at most {most} hands. Start a new one.",
    Obstacle.NO_SUCH_HAND: NO_SUCH_HAND,
    Obstacle.ALL_GEMS_KNOWN: "Every gem of this deck is already known.",
    Obstacle.NOTHING_TO_UNDO: "There is nothing to undo, or something newer has to be undone first.",
    Obstacle.NOTHING_TO_REDO: "There is nothing to redo: something else has been done since.",
    Obstacle.ALREADY_STRUCK_OUT: "This hand is already struck out.",
    Obstacle.NOT_STRUCK_OUT: "This hand isn't struck out.",
    Obstacle.NOT_OVERRULED: "The ruling on this hand hasn't been overruled.",
    Obstacle.OVERRULING_NEEDS_REASON: "Give a reason for overruling. It will be shown on the sheet.",
    Obstacle.DRAWN_HAND_HAS_NO_RULING: "A drawn hand has no ruling to overrule.",
    Obstacle.POINTS_FOR_EVERY_PLAYER: "Enter points for every player, and only for them.",
    Obstacle.POINTS_OUT_OF_RANGE: "Points must be whole numbers of at most {most}.",
    Obstacle.ONLY_PLAYERS_RENAMED: "Only players of this game can be renamed.",
    Obstacle.SAME_NAME: "Two players can't have the same name.",
    Obstacle.SAME_SIDE: "Two sides can't have the same name.",
    Obstacle.NOTE_UNREADABLE: "This can't be used as the note: {reason}.",
    Obstacle.PLACE_UNREADABLE: "This can't be used as the place: {reason}.",
    Obstacle.REASON_UNREADABLE: "This can't be used as the reason: {reason}.",
    Obstacle.DATE_UNREADABLE: "This can't be used as the date: {reason}.",
    Obstacle.NAME_UNREADABLE: "This can't be used as a name: {reason}.",
    Obstacle.HAND_NOT_READABLE: "The hand in it can't be read: {reason}.",
    Obstacle.NOT_A_JOURNAL: "This isn't written as the app writes it.",
    Obstacle.RULING_OF_OTHERS: "The ruling recorded with it is for other players.",
}


def objection_sentence(objection: Objection) -> str:
    defect = objection.defect
    reason = document_error_sentence(defect) if defect else " ".join(map(fault_sentence, objection.faults))
    match objection.obstacle:
        case Obstacle.PLAYS_NOT_THIS_HAND:
            return f"{objection.player} doesn't play this hand."
        case Obstacle.NOT_A_PLAYER:
            return f"{objection.player or 'Nobody'} isn't playing in this game."
        case Obstacle.NOT_SCORABLE:
            return f"This game can't be scored: {placed_sentence(defect) if defect else reason}."
        case Obstacle.HAND_NOT_SCORABLE:
            return reason or "This hand can't be scored."
        case Obstacle.AFTER_THE_END:
            return reason or "It comes after the end of the game."
    return _OBSTACLES[objection.obstacle].format(reason=reason, most=objection.most)


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
