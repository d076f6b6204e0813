"""The score sheet of a game: a row for every hand, also for those that don't count, with the reason.

A hand that can't count is never lost and never makes the sheet fail. The totals are those of the game document of the
hands that count, so the sheet always agrees with `companion score` of the export.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from companion.documents.errors import Defect, DocumentError, Flaw
from companion.documents.game import HAND_REMARKS, GameRecord, read_game
from companion.documents.gem2 import DuelRecord, SoloRecord, read_duel, read_solo
from companion.documents.showdown import DECK_KEYS
from companion.journal.events import Document
from companion.journal.exchange import game_document
from companion.journal.rulings import COUNTING, Ruling, Standing, rule_on
from companion.journal.state import GameState, PlayedHand
from companion.rules.gem2.duel import DuelCard
from companion.rules.gem2.solo import SoloCard
from companion.rules.rummy.columns import Column
from companion.rules.rummy.match import HandResult, MatchScore, keep_score
from companion.rules.rummy.verdict import Fault

__all__ = ["Rule", "ScoreSheet", "SheetRow", "Standing", "rule_hand", "sheet_of", "showdown_document"]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A hand on the sheet."""

    hand: PlayedHand
    standing: Standing
    place: int | None = None
    """Its position among the hands that count, from 1."""
    dealer: str | None = None
    dealer_by_the_rules: str | None = None
    """Who would have dealt after the hand before it."""
    points: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    winner: str | None = None
    shared_by: tuple[str, ...] = ()
    """Who share a hand that nobody alone wins."""
    faults: tuple[Fault, ...] = ()
    """Why an illegal hand of a rummy doesn't count."""
    defect: Defect | None = None
    """Why a hand that can't be read, or a round of Gem II that can't be, doesn't."""
    ruling: Ruling | None = None
    position: int = 0
    """Its row number from 1, whether it counts or not: what players call the hand."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Return who won the hand or shares it."""
        return (self.winner,) if self.winner is not None else self.shared_by

    @property
    def accepted_by(self) -> tuple[str, ...]:
        """Return who accepted these points."""
        if self.place is None:
            return ()
        return tuple(
            answer.player for answer in self.hand.responses if answer.accepted and answer.points == self.points
        )

    @property
    def disputed_by(self) -> tuple[str, ...]:
        """Return who disputes the ruling."""
        return tuple(answer.player for answer in self.hand.responses if not answer.accepted)


Score: TypeAlias = MatchScore | DuelCard | SoloCard
PlayedGame: TypeAlias = GameRecord | DuelRecord | SoloRecord


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The rows and the score."""

    rows: tuple[SheetRow, ...]
    score: Score | None = None
    """None if nothing can be scored."""
    game: PlayedGame | None = None
    """The game as it was read; a rummy's without its hands, which are ruled one by one."""
    totals: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    """Who won; nobody while the game goes on, nor in a game of one player."""
    defect: Defect | None = None
    """Why nothing can be scored: contradictory house rules, or an impossible print."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.score is not None and self.score.over

    @property
    def counting(self) -> tuple[SheetRow, ...]:
        """The hands that count."""
        return tuple(row for row in self.rows if row.place is not None)

    @property
    def ends(self) -> tuple[Column, ...]:
        """The games on the sheet, where more than the hands counts in their end."""
        return self.score.columns if isinstance(self.score, MatchScore) and self.score.settles else ()

    @property
    def games_at_once(self) -> tuple[Column, ...]:
        """The games that are played at once, as in Hollywood; none where it's only one."""
        return self.ends if len(self.ends) > 1 else ()

    @property
    def final(self) -> Mapping[str, int] | None:
        """The totals in the end, where more than the hands counts; None while the game goes on."""
        if not isinstance(self.score, MatchScore) or not self.score.settles or self.score.final is None:
            return None
        return dict(zip(self.totals, self.score.final, strict=True))

    def row(self, number: int) -> SheetRow | None:
        """Find the row of a hand by its number."""
        return next((row for row in self.rows if row.hand.number == number), None)


Rule: TypeAlias = Callable[[GameState, PlayedHand], Ruling]


def showdown_document(state: GameState, hand: Document) -> dict[str, object]:
    """Return a hand of the game as a complete showdown document, with the house rules that it was played by."""
    head = {key: state.head[key] for key in ("game", "house_rules", *DECK_KEYS) if key in state.head}
    return {**head, **{key: value for key, value in hand.items() if key not in {*HAND_REMARKS, "overruled"}}}


def exported(state: GameState, sheet: ScoreSheet) -> dict[str, object]:
    """Return the game document of the hands that count; of all, where nothing can be scored."""
    return game_document(state, None if sheet.score is None else map(_exported, sheet.counting))


def _exported(row: SheetRow) -> PlayedHand:
    """Return a hand without its dealer where that follows from the hand before."""
    if row.dealer_by_the_rules is None or row.dealer != row.dealer_by_the_rules:
        return row.hand
    return replace(row.hand, document={key: value for key, value in row.hand.document.items() if key != "dealer"})


def rule_hand(state: GameState, hand: PlayedHand) -> Ruling:
    """Rule on a hand of the game, whether it is struck out or not."""
    return rule_on(state.head, hand.document)


def sheet_of(state: GameState, rule: Rule = rule_hand) -> ScoreSheet:
    """Return the score sheet; pass a `rule` that caches to save time."""
    try:
        match state.game:
            case "gem-ii":
                return _card_sheet(state, read_duel({**state.head, "rounds": []}))
            case "gem-ii-solo":
                return _card_sheet(state, read_solo({**state.head, "rounds": []}))
            case _:
                return _match_sheet(state, rule)
    except DocumentError as error:
        return ScoreSheet(_numbered(SheetRow(hand, Standing.UNREADABLE) for hand in state.hands), defect=error.defect)


def _numbered(rows: Iterable[SheetRow]) -> tuple[SheetRow, ...]:
    return tuple(replace(row, position=position) for position, row in enumerate(rows, start=1))


def _match_sheet(state: GameState, rule: Rule) -> ScoreSheet:
    game = read_game({**state.head, "hands": []})
    if game.setting.gems is not None and game.setting.gems.faults:
        raise DocumentError(Flaw.PRINT_BROKEN, "", known=tuple(fault.group for fault in game.setting.gems.faults))
    ruled = [(hand, rule(state, hand)) for hand in state.hands]
    results = [
        (hand.number, _result(state.players, hand, ruling))
        for hand, ruling in ruled
        if not hand.struck and ruling.standing in COUNTING
    ]
    score = _kept(game, [result for _, result in results])
    places = {number: place for place, (number, _) in enumerate(results[: len(score.rows)])}
    return ScoreSheet(
        _numbered(_match_row(state.players, hand, ruling, score, places.get(hand.number)) for hand, ruling in ruled),
        score,
        game,
        dict(zip(state.players, score.totals, strict=True)),
        tuple(state.players[seat] for seat in score.winners),
    )


def _result(players: Sequence[str], hand: PlayedHand, ruling: Ruling) -> HandResult:
    dealer = hand.document.get("dealer")
    seat = players.index(dealer) if isinstance(dealer, str) else None
    return HandResult(ruling.points, ruling.winner, ruling.shared_by, seat)


def _kept(game: GameRecord, results: Sequence[HandResult]) -> MatchScore:
    """Return the score of the hands up to the one that ends the game."""
    score = keep_score(game.setting.rules, game.first_dealer, results, game.sides)
    end = next((place for place, row in enumerate(score.rows, start=1) if row.over), len(results))
    return score if end == len(results) else _kept(game, results[:end])


def _match_row(
    players: Sequence[str], hand: PlayedHand, ruling: Ruling, score: MatchScore, place: int | None
) -> SheetRow:
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


CardGame = TypeVar("CardGame", DuelRecord, SoloRecord)


def _card_sheet(state: GameState, game: CardGame) -> ScoreSheet:
    """Return the sheet of a Gem II game. A round depends on those before it, so each is scored after them."""
    card = game.score()
    rows: list[SheetRow] = []
    for hand in state.hands:
        if hand.struck:
            rows.append(SheetRow(hand, Standing.STRUCK_OUT))
        elif card.over:
            rows.append(SheetRow(hand, Standing.AFTER_THE_END))
        else:
            try:
                longer = game.with_round(hand.document)
                card = longer.score()
            except DocumentError as error:
                rows.append(SheetRow(hand, Standing.ILLEGAL, defect=error.defect))
            else:
                game = longer
                standing = Standing.COUNTS if game.overrulings[-1] is None else Standing.OVERRULED
                rows.append(SheetRow(hand, standing, len(game.rounds)))
    totals = dict.fromkeys(state.players, 0)
    scored = []
    for row in rows:
        if row.place is not None:
            points = game.points(card, row.place)
            totals = {name: total + points[name] for name, total in totals.items()}
            ruling = Ruling(row.standing, tuple(points.values()))
            row = replace(  # noqa: PLW2901 (the same row, with what it came to)
                row, dealer=game.dealer(card, row.place), points=points, totals=totals, ruling=ruling
            )
        scored.append(row)
    return ScoreSheet(_numbered(scored), card, game, totals, game.winners(card))
