"""Rule on one hand of a rummy game under the current rules."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from companion.documents.errors import Defect, DocumentError, Flaw
from companion.documents.game import Document, RecordedHand, read_game, result_of
from companion.rules.rummy.figures import HandFigures, hand_figures
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Showdown
from companion.rules.rummy.solver import TooManyLayoutsError
from companion.rules.rummy.verdict import Call, Fault, HandRole, LineCode, Verdict


class Standing(StrEnum):
    """How a hand stands on the sheet."""

    COUNTS = "counts"
    DRAWN = "drawn"
    OVERRULED = "overruled"
    """Counts, with the table's own points."""
    STRUCK_OUT = "struck-out"
    ILLEGAL = "illegal"
    """Has faults, because the rules or the known gems have changed since: scores nothing, same dealer again."""
    UNREADABLE = "unreadable"
    """Can't be read under the current rules."""
    AFTER_THE_END = "after-the-end"
    """An earlier hand now ends the game: kept, but doesn't count unless the game goes on again."""


COUNTING = frozenset({Standing.COUNTS, Standing.DRAWN, Standing.OVERRULED})


class Feat(StrEnum):
    """What a head-to-head counts besides points."""

    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"
    UNDERCUT = "undercut"
    GEM_PARTS = "gem-parts"


_FEAT_OF_CALL = {Call.GIN: Feat.GIN, Call.BIG_GIN: Feat.BIG_GIN, Call.RUM: Feat.RUM}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The outcome of a hand, points and winner by seat."""

    standing: Standing
    points: tuple[int, ...] | None = None
    winner: int | None = None
    shared_by: tuple[int, ...] = ()
    """Who share a hand that nobody alone wins."""
    feats: tuple[tuple[int, Feat], ...] = ()
    faults: tuple[Fault, ...] = ()
    """Why an illegal hand doesn't count."""
    defect: Defect | None = None
    """Why an unreadable one doesn't."""
    figures: HandFigures | None = field(default=None, compare=False)
    """Not part of the ruling: a journal doesn't record them with it."""

    @property
    def recorded(self) -> Self:
        """The ruling as a journal records it."""
        return replace(self, faults=(), defect=None, figures=None)


def rule_on(head: Document, hand: RecordedHand) -> Ruling:
    """Rule on a hand of the rummy game with this head."""
    try:
        showdown = read_game({**head, "hands": []}).showdown(hand, "hands[0]")
    except DocumentError as error:
        return Ruling(Standing.UNREADABLE, defect=error.defect)
    if showdown is None:
        return Ruling(Standing.DRAWN)
    overruled = hand.overruled
    if overruled is not None:
        figures = HandFigures(showdown.knocker)
        return Ruling(Standing.OVERRULED, overruled.points, overruled.winner, figures=figures)
    try:
        return _judged(showdown)
    except TooManyLayoutsError:
        return Ruling(Standing.UNREADABLE, defect=Defect(Flaw.TOO_MANY_LAYOUTS, "", {}))


def _judged(showdown: Showdown) -> Ruling:
    verdict = judge(showdown)
    if not verdict.legal:
        return Ruling(Standing.ILLEGAL, faults=verdict.faults)
    result = result_of(verdict)
    figures = hand_figures(showdown, verdict)
    return Ruling(
        Standing.COUNTS,
        result.points,
        result.winner,
        result.shared_by,
        _feats(verdict),
        figures=figures,
    )


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
