"""What goes wrong in the store: a problem of a closed list, with its facts. Sentences are made in companion.wording.

Nothing was written when an error is raised.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import ClassVar, TypedDict, Unpack

from companion.documents.errors import Defect
from companion.journal.events import Event
from companion.journal.events.base import Objection
from companion.journal.state import GameState, Record


class Problem(Enum):
    NOT_SAVED = auto()
    BUSY = auto()
    NOT_REACHED = auto()
    NOT_CONFIRMED = auto()
    DISK_FULL = auto()
    NO_SUCH_GAME = auto()
    NO_GAME_WITH_ID = auto()
    CONFLICT = auto()
    DRAFT_CONFLICT = auto()
    HAND_RECORDED = auto()
    BAD_CHARACTERS = auto()
    NUMBER_TOO_LARGE = auto()
    FORM_WITHOUT_ID = auto()
    TOOK_TOO_LONG = auto()

    NOT_RECORDABLE = auto()
    GAME_NOT_PLAYABLE = auto()
    HAND_TOO_LARGE = auto()
    TOO_MANY_CHANGES = auto()
    TOO_MANY_GAMES = auto()
    TOO_MANY_RECORDS = auto()
    IMPORT_TOO_LONG = auto()
    NOT_IMPORTABLE = auto()
    HAND_NOT_IMPORTABLE = auto()
    CHANGE_NOT_IMPORTABLE = auto()
    DIVERGED = auto()

    DECK_NAME = auto()
    TOO_MANY_DECKS = auto()
    DECK_GONE = auto()
    PHONE_NAME = auto()
    PHONE_NOT_SAVED = auto()
    NO_SUCH_PERSON = auto()
    PLAYED_TOGETHER = auto()
    NICKNAME = auto()
    NICKNAME_TAKEN = auto()
    TOO_MANY_PERSONS = auto()

    TOO_MANY_LINKS = auto()
    TOO_MANY_PHONES = auto()
    TOO_MANY_OPEN_TABLES = auto()
    NO_SUCH_SEAT = auto()
    SEAT_TAKEN = auto()
    NOT_IN_REMATCH = auto()
    NEW_OWNER_NOT_IN_GAME = auto()
    OWNER_CANNOT_LEAVE = auto()
    TABLE_IS_CLOSED = auto()
    LINK_REVOKED = auto()
    PHONE_NOT_REMOVABLE = auto()

    DATABASE_BROKEN = auto()
    DISK_READ_ERROR = auto()
    DISK_WRITE_ERROR = auto()
    DATABASE_READ_ONLY = auto()
    DATABASE_NOT_PERMITTED = auto()
    DATABASE_NOT_OPENED = auto()
    FOLDER_NOT_MADE = auto()
    FILE_NOT_MADE = auto()
    FILE_NOT_READ = auto()
    FILE_NOT_WRITTEN = auto()
    NOT_A_FOLDER = auto()
    NO_SUCH_FILE = auto()
    NOT_THE_SECRET = auto()
    SECRET_TOO_SHORT = auto()
    OTHER_SECRET = auto()
    NO_SECRET = auto()
    UNKNOWN_DATABASE = auto()
    ADDRESS_UNREADABLE = auto()
    PSYCOPG_MISSING = auto()
    DATABASE_REFUSES = auto()
    ADDRESS_NOT_UNDERSTOOD = auto()
    DATABASE_NOT_OWNED = auto()
    DATABASE_NOT_UTF8 = auto()
    OLDER_DATABASE = auto()
    EMPTY_FILE = auto()
    EMPTY_DATABASE = auto()
    DATABASE_WITH_CODE = auto()
    FOREIGN_DATABASE = auto()
    NEWER_DATABASE = auto()

    BACKUP_ONTO_OWN_FILE = auto()
    BACKUP_FROM_OWN_FILE = auto()
    LINKS_IN_CIRCLES = auto()
    BACKUP_NOT_A_FILE = auto()
    BACKUP_NOT_WRITTEN = auto()
    BACKUP_NOT_READ = auto()
    BACKUP_NOT_ORDINARY = auto()
    BACKUP_DISK_FULL = auto()
    REGULAR_BACKUP_FAILED = auto()
    BACKUP_DAMAGED = auto()
    NOT_A_DATABASE = auto()
    NO_COPY_OF_DAMAGE = auto()

    MOVED_IN_USE = auto()
    MOVED_NOWHERE = auto()
    MOVED_WITHOUT_SECRET = auto()
    MOVED_OTHER_SECRET = auto()
    MOVED_ONTO_GAMES = auto()
    MOVED_WRONGLY = auto()

    CHECK_PARTLY_READABLE = auto()
    CHECK_DAMAGED = auto()
    CHECK_MISSING_ROW = auto()
    CHECK_JOURNAL_UNREADABLE = auto()
    CHECK_JOURNAL_GAPS = auto()
    CHECK_JOURNAL_END = auto()
    CHECK_STALE_SUMMARY = auto()
    CHECK_RULING_CHANGED = auto()


class Facts(TypedDict, total=False):
    path: Path | str
    folder: Path
    reason: str | None
    cause: BaseException
    objection: Objection
    defect: Defect
    """Of a game that nothing can be scored in."""
    game: str
    hand: int | None
    number: int
    most: int
    least: int
    python: str
    encoding: str
    damage: str
    table: str
    before: str
    today: str | None


class StoreError(Exception):
    usual: ClassVar[Problem] = Problem.NOT_SAVED

    def __init__(self, problem: Problem | None = None, **facts: Unpack[Facts]) -> None:
        self.problem = problem or self.usual
        self.facts = facts
        super().__init__(self.problem.name, facts)


class StoreBusy(StoreError):  # noqa: N818 (a state of the store, not a mistake)
    """Others were writing for too long."""

    usual = Problem.BUSY


class TransactionLost(StoreBusy):
    """The database refused a transaction, or the connection was lost: `Store.run` runs it again."""

    usual = Problem.NOT_REACHED

    def __init__(self, *, perhaps_committed: bool = False) -> None:
        super().__init__()
        self.perhaps_committed = perhaps_committed
        """The connection was lost while it committed."""


class StoreFull(StoreError):  # noqa: N818
    usual = Problem.DISK_FULL


class StoreBroken(StoreError):  # noqa: N818
    """A file isn't a database of this app, is damaged, or can't be read or written."""

    usual = Problem.DATABASE_BROKEN


class OtherSecret(StoreBroken):
    usual = Problem.OTHER_SECRET


class NoSuchGame(StoreError):  # noqa: N818
    usual = Problem.NO_SUCH_GAME


class NotPossible(StoreError):  # noqa: N818
    """The request is against the rules of the game or over a limit."""


class Conflict(StoreError):  # noqa: N818
    """Another phone recorded something that the author of this event should see first.

    Carries the other records, the current state of the game, and the event.
    """

    usual = Problem.CONFLICT

    def __init__(self, records: tuple[Record, ...], state: GameState, event: Event) -> None:
        super().__init__()
        self.records = records
        self.state = state
        self.event = event


@dataclass(frozen=True, slots=True)
class Finding:
    problem: Problem
    facts: Facts = field(default_factory=Facts)
    game: str | None = None
    hand: int | None = None
