"""What the store answers when it cannot do what was asked; each carries a sentence for the table."""

from companion.journal.events import Event, Record
from companion.journal.fold import GameState


class StoreError(Exception):
    """The store could not do it; nothing was written."""

    sentence = "This could not be saved."

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)
        self.sentence = sentence or self.sentence


class StoreBusy(StoreError):  # noqa: N818 (a state of the store, not a mistake)
    """Others were writing for longer than one waits."""

    sentence = "Too much is being written just now. Nothing was saved; try again in a moment."


class StoreFull(StoreError):  # noqa: N818
    """No room on the disk."""

    sentence = "The disk of this server is full. Nothing was saved; free some room and try again."


class StoreBroken(StoreError):  # noqa: N818
    """The file is no database, is damaged, or cannot be read or written."""

    sentence = "The database cannot be read. Check it with `companion check`, or restore a backup."


class NoSuchGame(StoreError):  # noqa: N818
    """There is no such game."""

    sentence = "There is no such game."


class NotPossible(StoreError):  # noqa: N818
    """What was asked cannot happen to the game as it stands, or meets a bound; the sentence says why."""


class Conflict(StoreError):  # noqa: N818
    """Somebody else said something meanwhile that the author should see first.

    Carries what that was, the game as it is now, and what the author was about to say.
    """

    sentence = "Somebody else changed this meanwhile. Look at what they did, then decide."

    def __init__(self, records: tuple[Record, ...], state: GameState, event: Event) -> None:
        super().__init__()
        self.records = records
        self.state = state
        self.event = event
