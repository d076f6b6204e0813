"""What a game is to the journal and the store, which know no game: how it is read, and how its hands are scored."""

from abc import ABC, abstractmethod
from typing import ClassVar

from companion.documents.errors import DocumentError
from companion.documents.game import Document, RecordedHand
from companion.journal.objections import Objection
from companion.journal.rulings import Standing
from companion.journal.sheet import Rule, ScoreSheet, SheetRow, numbered
from companion.journal.state import GameState


class GameKind(ABC):
    """A game, or several that are played and written alike."""

    hands_key: ClassVar[str]
    """The key of a game document that holds its hands."""
    hands_stand_alone: ClassVar[bool]
    """A hand is ruled without those before it."""

    @abstractmethod
    def read(self, document: Document) -> None:
        """Raise DocumentError if a game document can't be read."""

    @abstractmethod
    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        """Read a hand of a game with this head."""

    @abstractmethod
    def score(self, state: GameState, rule: Rule) -> ScoreSheet:
        """Return the score sheet; raise DocumentError if nothing can be scored."""

    @abstractmethod
    def objection_to(self, state: GameState, number: int, rule: Rule) -> Objection | None:
        """Return why the document of a hand can't be of this game."""

    def sheet(self, state: GameState, rule: Rule) -> ScoreSheet:
        """Return the score sheet, on which no hand counts if nothing can be scored."""
        try:
            return self.score(state, rule)
        except DocumentError as error:
            return ScoreSheet(
                numbered(SheetRow(hand, Standing.UNREADABLE) for hand in state.hands), defect=error.defect
            )
