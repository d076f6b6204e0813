"""How one hand of a game stands under the rules as they are now: for the sheet, the records and the checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.documents.errors import DocumentError
from companion.documents.game import read_game, result_of
from companion.journal.events import Document
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import Call, LineCode, Role, Verdict
from companion.wording.faults import fault_sentence


class Standing(StrEnum):
    """How a hand stands on the sheet."""

    COUNTS = "counts"
    DRAWN = "drawn"
    OVERRULED = "overruled"
    """Counts, with the points that the table gave it."""
    STRUCK_OUT = "struck-out"
    ILLEGAL = "illegal"
    """The ruling finds faults (the rules or the gems known have changed since): nothing is scored, same dealer."""
    UNREADABLE = "unreadable"
    """The rules now played cannot read it at all."""
    AFTER_THE_END = "after-the-end"
    """An earlier hand now ends the game: kept, and counting nothing until the game goes on again."""


COUNTING = frozenset({Standing.COUNTS, Standing.DRAWN, Standing.OVERRULED})


class Feat(StrEnum):
    """What players are proud of, and a duel's record counts."""

    GIN = "gin"
    BIG_GIN = "big-gin"
    RUM = "rum"
    UNDERCUT = "undercut"
    GEM_PARTS = "gem-parts"


_CALLED = {Call.GIN: Feat.GIN, Call.BIG_GIN: Feat.BIG_GIN, Call.RUM: Feat.RUM}
_BEAT_THE_KNOCKER = frozenset({LineCode.UNDERCUT_BONUS, LineCode.DIFFERENCE})


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a hand comes to, points and winner by seat."""

    standing: Standing
    points: tuple[int, ...] | None = None
    winner: int | None = None
    feats: tuple[tuple[int, Feat], ...] = ()
    faults: tuple[str, ...] = ()
    """Why it does not count, a sentence each."""


def rule_on(head: Document, hand: Document) -> Ruling:
    """Rule on a hand of a rummy game whose document begins with `head`."""
    try:
        (played,) = read_game({**head, "hands": [hand]}).hands
    except DocumentError as trouble:
        return Ruling(Standing.UNREADABLE, faults=(trouble.message,))
    if played.overruled is not None:
        return Ruling(Standing.OVERRULED, played.overruled.points, played.overruled.winner)
    if played.showdown is None:
        return Ruling(Standing.DRAWN)
    verdict = judge(played.showdown)
    if not verdict.legal:
        return Ruling(Standing.ILLEGAL, faults=tuple(fault_sentence(fault) for fault in verdict.faults))
    result = result_of(verdict)
    return Ruling(Standing.COUNTS, result.points, result.winner, _feats(verdict))


def _feats(verdict: Verdict) -> tuple[tuple[int, Feat], ...]:
    feats: list[tuple[int, Feat]] = []
    for seat, player in enumerate(verdict.players):
        codes = {line.code for line in player.lines}
        if player.role == Role.KNOCKER and verdict.call in _CALLED:
            feats.append((seat, _CALLED[verdict.call]))
        if player.role != Role.KNOCKER and codes & _BEAT_THE_KNOCKER:
            feats.append((seat, Feat.UNDERCUT))
        if player.gem_parts:
            feats.append((seat, Feat.GEM_PARTS))
    return tuple(feats)


def to_json(ruling: Ruling) -> dict[str, object]:
    """Write a ruling as it is stored; what is empty is left out."""
    said = {
        "points": ruling.points,
        "winner": ruling.winner,
        "feats": ruling.feats,
        "faults": ruling.faults,
    }
    return {"standing": ruling.standing, **{key: value for key, value in said.items() if value not in (None, ())}}


def from_json(said: Mapping[str, object]) -> Ruling:
    """Read a stored ruling."""
    points, winner, feats, faults = (said.get(key) for key in ("points", "winner", "feats", "faults"))
    return Ruling(
        Standing(str(said["standing"])),
        tuple(points) if isinstance(points, list) else None,
        winner if isinstance(winner, int) else None,
        tuple((seat, Feat(feat)) for seat, feat in feats) if isinstance(feats, list) else (),
        tuple(faults) if isinstance(faults, list) else (),
    )
