"""The score sheet of a game: a row for every hand, also for those that don't count, with the reason.

Each hand of a rummy is ruled under the current rules. A hand that can't count is never lost and never makes the sheet
fail. The totals are those of the game document of the hands that count, so the sheet always agrees with
`companion score` of the export.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeAlias

from companion.documents.errors import Defect, DocumentError, Flaw
from companion.documents.game import Document, GameRecord, RecordedHand, read_game, result_of, spread
from companion.documents.gem2 import DuelRecord, SoloRecord
from companion.journal.state import GameState, PlayedHand
from companion.rules.gem2.duel import DuelCard
from companion.rules.gem2.lines import Progress
from companion.rules.gem2.solo import SoloCard
from companion.rules.rummy.figures import HandFigures, hand_figures
from companion.rules.rummy.match import Column, MatchScore
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Showdown
from companion.rules.rummy.solver import TooManyLayoutsError
from companion.rules.rummy.verdict import Call, Fault, HandRole, LineCode, Verdict


class Standing(StrEnum):
    COUNTS = "counts"
    DRAWN = "drawn"
    OVERRULED = "overruled"
    STRUCK_OUT = "struck-out"
    ILLEGAL = "illegal"
    """Has faults, because the rules or the known gems have changed since: scores nothing, same dealer again."""
    UNREADABLE = "unreadable"
    AFTER_THE_END = "after-the-end"
    """An earlier hand now ends the game: kept, but doesn't count unless the game goes on again."""


COUNTING = frozenset({Standing.COUNTS, Standing.DRAWN, Standing.OVERRULED})


class Feat(StrEnum):
    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"
    UNDERCUT = "undercut"
    GEM_PARTS = "gem-parts"


_FEAT_OF_CALL = {Call.GIN: Feat.GIN, Call.BIG_GIN: Feat.BIG_GIN, Call.RUM: Feat.RUM}


@dataclass(frozen=True, slots=True)
class Ruling:
    standing: Standing
    points: tuple[int, ...] | None = None
    winner: int | None = None
    shared_by: tuple[int, ...] = ()
    feats: tuple[tuple[int, Feat], ...] = ()
    faults: tuple[Fault, ...] = ()
    defect: Defect | None = None
    figures: HandFigures | None = field(default=None, compare=False)
    """Not part of the ruling: a journal doesn't record them with it."""

    @property
    def recorded(self) -> Self:
        return replace(self, faults=(), defect=None, figures=None)


def rule_on(head: Document, hand: RecordedHand) -> Ruling:
    try:
        game = read_game({**head, "hands": []})
        showdown = game.showdown(hand, "hands[0]")
    except DocumentError as error:
        return Ruling(Standing.UNREADABLE, defect=error.defect)
    if showdown is None:
        return Ruling(Standing.DRAWN)
    overruled = hand.overruled
    if overruled is not None:
        figures = HandFigures(hand.seat(showdown.knocker))
        return Ruling(Standing.OVERRULED, overruled.points, overruled.winner, figures=figures)
    try:
        return _judged(game, hand, showdown)
    except TooManyLayoutsError:
        return Ruling(Standing.UNREADABLE, defect=Defect(Flaw.TOO_MANY_LAYOUTS, "", {}))


def _judged(game: GameRecord, hand: RecordedHand, showdown: Showdown) -> Ruling:
    verdict = judge(showdown)
    if not verdict.legal:
        return Ruling(Standing.ILLEGAL, faults=verdict.faults)
    result = game.in_all_seats(result_of(verdict), hand)
    feats = tuple((hand.seat(seat), feat) for seat, feat in _feats(verdict))
    figures = hand_figures(showdown, verdict)
    if hand.seats is not None:
        seats = len(game.setting.names)
        figures = HandFigures(
            hand.seat(figures.knocker),
            spread(figures.deadwood, hand.seats, seats, None),
            spread(figures.given_away, hand.seats, seats, None),
        )
    return Ruling(Standing.COUNTS, result.points, result.winner, result.shared_by, feats, figures=figures)


def _feats(verdict: Verdict) -> tuple[tuple[int, Feat], ...]:
    feats: list[tuple[int, Feat]] = []
    for seat, player in enumerate(verdict.players):
        codes = {line.code for line in player.lines}
        if player.role == HandRole.KNOCKER and verdict.call in _FEAT_OF_CALL:
            feats.append((seat, _FEAT_OF_CALL[verdict.call]))
        if LineCode.UNDERCUT_BONUS in codes:
            feats.append((seat, Feat.UNDERCUT))
        if player.gem_parts:
            feats.append((seat, Feat.GEM_PARTS))
    return tuple(feats)


@dataclass(frozen=True, slots=True)
class SheetRow:
    hand: PlayedHand
    standing: Standing
    place: int | None = None
    """Its position among the hands that count, from 1."""
    dealer: str | None = None
    dealer_by_the_rules: str | None = None
    points: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    winner: str | None = None
    shared_by: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    defect: Defect | None = None
    """Why a hand that can't be read, or a round of Gem II that can't be, doesn't."""
    ruling: Ruling | None = None
    position: int = 0
    """Its row number from 1, whether it counts or not: what players call the hand."""
    pair: tuple[str, ...] = ()
    """The two who played it, in a game of hands for two."""
    round: int | None = None
    """Of which round it is, from 1."""
    keeps_place: bool = False
    """It doesn't count, but its round does, in which it stands as a drawn hand."""

    @property
    def winners(self) -> tuple[str, ...]:
        return (self.winner,) if self.winner is not None else self.shared_by

    @property
    def accepted_by(self) -> tuple[str, ...]:
        if self.place is None:
            return ()
        return tuple(
            answer.player for answer in self.hand.responses if answer.accepted and answer.points == self.points
        )

    @property
    def disputed_by(self) -> tuple[str, ...]:
        return tuple(answer.player for answer in self.hand.responses if not answer.accepted)


@dataclass(frozen=True, slots=True)
class Coming:
    """Who plays next in a game of hands for two; of a round that has begun, who is still to play."""

    round: int
    """From 1."""
    pairs: tuple[tuple[str, str], ...]
    dealers: tuple[str, ...]
    sits_out: str | None = None


Score: TypeAlias = MatchScore | DuelCard | SoloCard
PlayedGame: TypeAlias = GameRecord | DuelRecord | SoloRecord


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    rows: tuple[SheetRow, ...]
    score: Score | None = None
    game: PlayedGame | None = None
    """The game as it was read; a rummy's without its hands, which are ruled one by one."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """By player, or by side where `sides` has names."""
    sides: tuple[str, ...] = ()
    """The sides of a game of hands for two, which have the totals."""
    coming: Coming | None = None
    winners: tuple[str, ...] = ()
    target: int | None = None
    next_dealer: str | None = None
    final: Mapping[str, int] | None = None
    """The totals in the end, where more than the hands counts; None while the game goes on."""
    ends: tuple[Column, ...] = ()
    progress: Progress | None = None
    defect: Defect | None = None
    """Why nothing can be scored: contradictory house rules, or an impossible print."""

    @property
    def over(self) -> bool:
        return self.score is not None and self.score.over

    @property
    def counting(self) -> tuple[SheetRow, ...]:
        return tuple(row for row in self.rows if row.place is not None)

    @property
    def games_at_once(self) -> tuple[Column, ...]:
        return self.ends if len(self.ends) > 1 else ()

    def row(self, number: int) -> SheetRow | None:
        return next((row for row in self.rows if row.hand.number == number), None)


Rule: TypeAlias = Callable[[GameState, PlayedHand], Ruling]


def showdown_of(state: GameState, hand: RecordedHand) -> Showdown | None:
    return read_game({**state.head, "hands": []}).showdown(hand, "")


def rule_hand(state: GameState, hand: PlayedHand) -> Ruling:
    return rule_on(state.head, hand.recorded)


def numbered(rows: Iterable[SheetRow]) -> tuple[SheetRow, ...]:
    return tuple(replace(row, position=position) for position, row in enumerate(rows, start=1))
