"""Gem II: a card of rounds, each of which depends on those before it."""

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

from companion.documents.errors import DocumentError, DocumentKind
from companion.documents.game import Document, RecordedHand, players_of
from companion.documents.gem2 import (
    DuelRecord,
    SoloRecord,
    read_duel,
    read_duel_round,
    read_solo,
    read_solo_round,
    sides_of,
)
from companion.documents.reader import check_kind
from companion.journal.kinds.base import GameKind
from companion.journal.objections import Objection, Obstacle
from companion.journal.rulings import Ruling, Standing
from companion.journal.sheet import Rule, ScoreSheet, SheetRow, numbered
from companion.journal.state import GameState

CardGame = TypeVar("CardGame", DuelRecord, SoloRecord)


class CardKind(GameKind, Generic[CardGame]):
    """A game of rounds on one card."""

    hands_key: ClassVar[str] = "rounds"
    hands_stand_alone: ClassVar[bool] = False

    @abstractmethod
    def read_game(self, document: object) -> CardGame:
        """Read a game document, not yet scored."""

    def read(self, document: Document) -> None:
        check_kind(document, DocumentKind.GAME)
        self.read_game(document).score()

    def objection_to(self, state: GameState, number: int, rule: Rule) -> Objection | None:
        *before, last = (hand for hand in state.hands if hand.number <= number)
        shown = (*before, replace(last, struck=False))
        row = self.sheet(replace(state, hands=shown), rule).rows[-1]
        if row.place is not None:
            return None
        return Objection(Obstacle.HAND_NOT_READABLE if row.defect else Obstacle.GAME_OVER, defect=row.defect)

    def score(self, state: GameState, _rule: Rule) -> ScoreSheet:
        return _sheet(state, self.read_game({**state.head, "rounds": []}))


class DuelKind(CardKind[DuelRecord]):
    """Gem II of two sides."""

    def read_game(self, document: object) -> DuelRecord:
        return read_duel(document)

    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        return read_duel_round(value, where, players_of(head), sides_of(head))


class SoloKind(CardKind[SoloRecord]):
    """Gem II of one player."""

    def read_game(self, document: object) -> SoloRecord:
        return read_solo(document)

    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        return read_solo_round(value, where, players_of(head))


def _sheet(state: GameState, game: CardGame) -> ScoreSheet:
    card = game.score()
    rows: list[SheetRow] = []
    for hand in state.hands:
        if hand.struck:
            rows.append(SheetRow(hand, Standing.STRUCK_OUT))
        elif card.over:
            rows.append(SheetRow(hand, Standing.AFTER_THE_END))
        else:
            try:
                longer = game.with_round(hand.recorded)
                card = longer.score_last(card)
            except DocumentError as error:
                rows.append(SheetRow(hand, Standing.ILLEGAL, defect=error.defect))
            else:
                game = longer
                standing = Standing.COUNTS if hand.recorded.overruled is None else Standing.OVERRULED
                rows.append(SheetRow(hand, standing, len(game.hands)))
    totals = dict.fromkeys(state.players, 0)
    for index, row in enumerate(rows):
        if row.place is not None:
            points = game.points(card, row.place)
            totals = {name: total + points[name] for name, total in totals.items()}
            ruling = Ruling(row.standing, tuple(points.values()))
            dealer = game.dealer(card, row.place)
            rows[index] = replace(row, dealer=dealer, points=points, totals=totals, ruling=ruling)
    return ScoreSheet(numbered(rows), card, game, totals, game.winners(card), progress=card.progress)
