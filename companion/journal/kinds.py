"""The kinds of games that there are, and what each is to the journal and the store: how it is read and scored.

Each hand of a rummy is ruled by itself; the sheet is kept to a target. A round of Gem II depends on those before it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

from companion.documents.errors import DocumentError, DocumentKind, Flaw
from companion.documents.game import (
    Document,
    GameRecord,
    RecordedHand,
    keep_score_of,
    players_of,
    read_game,
    read_recorded_hand,
    side_names,
)
from companion.documents.gem2 import (
    DuelRecord,
    SoloRecord,
    read_duel,
    read_duel_round,
    read_solo,
    read_solo_round,
    sides_of,
)
from companion.documents.reader import check_kind, read_choice
from companion.documents.seats import read_seats
from companion.documents.showdown import GAMES, Setting
from companion.journal.events.base import Objection, Obstacle
from companion.journal.sheet import (
    COUNTING,
    Coming,
    Feat,
    Rule,
    Ruling,
    ScoreSheet,
    SheetRow,
    Standing,
    numbered,
    rule_hand,
)
from companion.journal.state import GameState, PlayedHand
from companion.rules.rummy.match import DRAWN, HandResult, MatchScore, WonWith
from companion.rules.rummy.ruleset import Game, book_rules


class GameKind(ABC):
    hands_key: ClassVar[str]
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
        try:
            return self.score(state, rule)
        except DocumentError as error:
            return ScoreSheet(
                numbered(SheetRow(hand, Standing.UNREADABLE) for hand in state.hands), defect=error.defect
            )


class RummyKind(GameKind):
    hands_key: ClassVar[str] = "hands"
    hands_stand_alone: ClassVar[bool] = True

    def read(self, document: Document) -> None:
        read_game(document)

    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        game, names = Game(read_choice(head.get("game"), "game", GAMES)), players_of(head)
        # No house rule changes how a hand is written.
        seats = read_seats(head, game, names)
        rules = book_rules(game, len(names), None if seats is None else seats.form)
        return read_recorded_hand(value, where, Setting(rules, None, names, seats))

    def score(self, state: GameState, rule: Rule) -> ScoreSheet:
        game = read_game({**state.head, "hands": []})
        if game.setting.gems is not None and game.setting.gems.faults:
            raise DocumentError(Flaw.PRINT_BROKEN, "", known=tuple(fault.group for fault in game.setting.gems.faults))
        ruled = [(hand, rule(state, hand)) for hand in state.hands]
        seating = game.setting.seating
        keeps_place = seating is not None and seating.pairs > 1
        results = [
            (hand.number, _result(ruling, hand.recorded) if _counts(hand, ruling) else DRAWN)
            for hand, ruling in ruled
            if keeps_place or _counts(hand, ruling)
        ]
        score = _kept(game, [result for _, result in results])
        places = {number: place for place, (number, _) in enumerate(results[: len(score.rows)])}
        round_of = {place: number for number, played in enumerate(score.rounds, 1) for place in played.hands}
        names, dealer = state.players, score.next_dealer
        sides = side_names(names, seating)
        ends = score.settles and score.final is not None
        return ScoreSheet(
            rows=numbered(
                _row(names, sides, hand, ruling, score, places.get(hand.number), round_of) for hand, ruling in ruled
            ),
            score=score,
            game=game,
            totals=dict(zip(sides, score.side_totals if seating else score.totals, strict=True)),
            sides=sides if seating else (),
            coming=_coming(names, score),
            winners=tuple(names[seat] for seat in score.winners),
            target=game.setting.rules.target,
            next_dealer=None if dealer is None else names[dealer],
            final=dict(zip(sides, score.final or (), strict=True)) if ends else None,
            ends=score.columns if score.settles else (),
        )

    def objection_to(self, state: GameState, number: int, rule: Rule) -> Objection | None:
        (hand,) = (hand for hand in state.hands if hand.number == number)
        defect = rule(state, hand).defect
        return Objection(Obstacle.HAND_NOT_READABLE, defect=defect) if defect else None


_WON_WITH = {Feat.GIN: WonWith.GIN, Feat.BIG_GIN: WonWith.BIG_GIN, Feat.UNDERCUT: WonWith.UNDERCUT}


def _counts(hand: PlayedHand, ruling: Ruling) -> bool:
    return not hand.struck and ruling.standing in COUNTING


def _result(ruling: Ruling, hand: RecordedHand) -> HandResult:
    """Return what a hand came to; a ruling, which is stored with it, tells by its feats what it was won with."""
    ways = (_WON_WITH[feat] for seat, feat in ruling.feats if seat == ruling.winner and feat in _WON_WITH)
    return HandResult(ruling.points, ruling.winner, ruling.shared_by, hand.dealer, next(ways, None), hand.seats)


def _kept(game: GameRecord, results: Sequence[HandResult]) -> MatchScore:
    score = keep_score_of(game, results)
    end = next((place for place, row in enumerate(score.rows, start=1) if row.over), len(results))
    return score if end == len(results) else _kept(game, results[:end])


def _coming(names: Sequence[str], score: MatchScore) -> Coming | None:
    coming = score.coming
    if coming is None:
        return None
    return Coming(
        len(score.rounds) + 1,
        tuple((names[first], names[second]) for first, second in coming.pairs),
        tuple(names[seat] for seat in coming.dealers),
        None if coming.sits_out is None else names[coming.sits_out],
    )


def _row(  # noqa: PLR0913, PLR0917 (a hand, how it was ruled, and where it stands in the score)
    players: Sequence[str],
    sides: Sequence[str],
    hand: PlayedHand,
    ruling: Ruling,
    score: MatchScore,
    place: int | None,
    round_of: Mapping[int, int],
) -> SheetRow:
    scored = None if place is None else score.rows[place]
    pair = (scored and scored.result.seats) or hand.recorded.seats or ()
    played_by = tuple(players[seat] for seat in pair)
    of_round = None if place is None or not pair else round_of.get(place, len(score.rounds) + 1)
    if hand.struck or not _counts(hand, ruling):
        standing = Standing.STRUCK_OUT if hand.struck else ruling.standing
        return SheetRow(
            hand,
            standing,
            faults=() if hand.struck else ruling.faults,
            defect=None if hand.struck else ruling.defect,
            ruling=ruling,
            pair=played_by,
            round=of_round,
            keeps_place=scored is not None,
        )
    if scored is None:
        return SheetRow(hand, Standing.AFTER_THE_END, ruling=ruling, pair=played_by)
    result = scored.result
    totals = dict(zip(sides, scored.side_totals or scored.totals, strict=True))
    return SheetRow(
        hand,
        ruling.standing,
        (place or 0) + 1,
        players[scored.dealer],
        players[scored.by_the_rules],
        dict(zip(players, result.points or (0,) * len(players), strict=True)),
        totals,
        None if result.winner is None else players[result.winner],
        tuple(players[seat] for seat in result.shared_by),
        ruling=ruling,
        pair=played_by,
        round=of_round,
    )


CardGame = TypeVar("CardGame", DuelRecord, SoloRecord)


class CardKind(GameKind, Generic[CardGame]):
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
    def read_game(self, document: object) -> DuelRecord:
        return read_duel(document)

    def read_hand(self, value: object, where: str, head: Document) -> RecordedHand:
        return read_duel_round(value, where, players_of(head), sides_of(head))


class SoloKind(CardKind[SoloRecord]):
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
    return ScoreSheet(numbered(rows), card, game, totals, winners=game.winners(card), progress=card.progress)


_RUMMY = RummyKind()
_KINDS: Mapping[str, GameKind] = {"gem-ii": DuelKind(), "gem-ii-solo": SoloKind()}


def kind_of(game: object) -> GameKind:
    """Return the kind of a game by its name; of a name that no game has, a rummy, which refuses it."""
    return _KINDS.get(str(game), _RUMMY)


def sheet_of(state: GameState, rule: Rule = rule_hand) -> ScoreSheet:
    return kind_of(state.game).sheet(state, rule)
