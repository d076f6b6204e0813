"""The rummies: each hand is ruled by itself, and the sheet is kept to a target."""

from collections.abc import Sequence
from typing import ClassVar

from companion.documents.errors import DocumentError, Flaw
from companion.documents.game import (
    Document,
    GameRecord,
    RecordedHand,
    players_of,
    read_game,
    read_recorded_hand,
)
from companion.documents.reader import read_choice
from companion.documents.showdown import GAMES, Setting
from companion.journal.kinds.base import GameKind
from companion.journal.objections import Objection, Obstacle
from companion.journal.rulings import COUNTING, Ruling, Standing
from companion.journal.sheet import Rule, ScoreSheet, SheetRow, numbered
from companion.journal.state import GameState, PlayedHand
from companion.rules.rummy.match import HandResult, MatchScore, keep_score
from companion.rules.rummy.ruleset import Game, book_rules


class RummyKind(GameKind):
    """Gem Rummy, Gin Rummy and Knock Rummy."""

    hands_key: ClassVar[str] = "hands"
    hands_stand_alone: ClassVar[bool] = True

    def read(self, document: Document) -> None:
        read_game(document)

    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        game, names = Game(read_choice(head.get("game"), "game", GAMES)), players_of(head)
        # No house rule changes how a hand is written.
        return read_recorded_hand(value, where, Setting(book_rules(game, len(names)), None, names))

    def score(self, state: GameState, rule: Rule) -> ScoreSheet:
        game = read_game({**state.head, "hands": []})
        if game.setting.gems is not None and game.setting.gems.faults:
            raise DocumentError(Flaw.PRINT_BROKEN, "", known=tuple(fault.group for fault in game.setting.gems.faults))
        ruled = [(hand, rule(state, hand)) for hand in state.hands]
        results = [
            (hand.number, HandResult(ruling.points, ruling.winner, ruling.shared_by, hand.recorded.dealer))
            for hand, ruling in ruled
            if not hand.struck and ruling.standing in COUNTING
        ]
        score = _kept(game, [result for _, result in results])
        places = {number: place for place, (number, _) in enumerate(results[: len(score.rows)])}
        names, dealer = state.players, score.next_dealer
        ends = score.settles and score.final is not None
        return ScoreSheet(
            rows=numbered(_row(names, hand, ruling, score, places.get(hand.number)) for hand, ruling in ruled),
            score=score,
            game=game,
            totals=dict(zip(names, score.totals, strict=True)),
            winners=tuple(names[seat] for seat in score.winners),
            target=game.setting.rules.target,
            next_dealer=None if dealer is None else names[dealer],
            final=dict(zip(names, score.final or (), strict=True)) if ends else None,
            ends=score.columns if score.settles else (),
        )

    def objection_to(self, state: GameState, number: int, rule: Rule) -> Objection | None:
        (hand,) = (hand for hand in state.hands if hand.number == number)
        defect = rule(state, hand).defect
        return Objection(Obstacle.HAND_NOT_READABLE, defect=defect) if defect else None


def _kept(game: GameRecord, results: Sequence[HandResult]) -> MatchScore:
    """Return the score of the hands up to the one that ends the game."""
    score = keep_score(game.setting.rules, game.first_dealer, results, game.sides)
    end = next((place for place, row in enumerate(score.rows, start=1) if row.over), len(results))
    return score if end == len(results) else _kept(game, results[:end])


def _row(players: Sequence[str], hand: PlayedHand, ruling: Ruling, score: MatchScore, place: int | None) -> SheetRow:
    if place is None:
        return _row_without_points(hand, ruling)
    scored = score.rows[place]
    result = scored.result
    return SheetRow(
        hand,
        ruling.standing,
        place + 1,
        players[scored.dealer],
        players[scored.by_the_rules],
        dict(zip(players, result.points or (0,) * len(players), strict=True)),
        dict(zip(players, scored.totals, strict=True)),
        None if result.winner is None else players[result.winner],
        tuple(players[seat] for seat in result.shared_by),
        ruling=ruling,
    )


def _row_without_points(hand: PlayedHand, ruling: Ruling) -> SheetRow:
    if hand.struck:
        return SheetRow(hand, Standing.STRUCK_OUT, ruling=ruling)
    standing = Standing.AFTER_THE_END if ruling.standing in COUNTING else ruling.standing
    return SheetRow(hand, standing, faults=ruling.faults, defect=ruling.defect, ruling=ruling)
