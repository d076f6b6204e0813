"""The store's errors. Each has a `sentence` for the player; nothing was written when one is raised."""

from companion.journal.events import Event, Record
from companion.journal.fold import GameState
from companion.wording.errors import store as sentences


class StoreError(Exception):
    """The store couldn't do it."""

    sentence = sentences.NOT_SAVED

    def __init__(self, sentence: str = "", **facts: object) -> None:
        sentence = sentence or self.sentence
        self.sentence = sentence.format(**facts) if facts else sentence
        super().__init__(self.sentence)


class StoreBusy(StoreError):  # noqa: N818 (a state of the store, not a mistake)
    """Others were writing for too long."""

    sentence = sentences.BUSY


class TransactionLost(StoreBusy):
    """The database refused a transaction, or the connection was lost: `Store.run` runs it again."""

    sentence = sentences.NOT_REACHED

    def __init__(self, *, perhaps_committed: bool = False) -> None:
        super().__init__()
        self.perhaps_committed = perhaps_committed
        """The connection was lost while it committed."""


class StoreFull(StoreError):  # noqa: N818
    """The disk is full."""

    sentence = sentences.DISK_FULL


class StoreBroken(StoreError):  # noqa: N818
    """A file isn't a database of this app, is damaged, or can't be read or written."""

    sentence = sentences.DATABASE_BROKEN


class OtherSecret(StoreBroken):
    """A database was used with another secret."""

    sentence = sentences.OTHER_SECRET


class NoSuchGame(StoreError):  # noqa: N818
    """There is no such game."""

    sentence = sentences.NO_SUCH_GAME


class NotPossible(StoreError):  # noqa: N818
    """The request is against the rules of the game or over a limit; the sentence says why."""


class Conflict(StoreError):  # noqa: N818
    """Another phone recorded something that the author of this event should see first.

    Carries the other records, the current state of the game, and the event.
    """

    sentence = sentences.CONFLICT

    def __init__(self, records: tuple[Record, ...], state: GameState, event: Event) -> None:
        super().__init__()
        self.records = records
        self.state = state
        self.event = event
