"""The lines of a rummy's score sheet, one a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.journal.sheet import SheetRow, Standing
from companion.wording.cards import listed_words
from companion.wording.game.outcomes import (
    ACCEPTED,
    ACCEPTED_BY_ALL,
    DEALT,
    DISPUTED,
    FEAT_WORDS,
    OVERRULED_BY,
    PRINT_STANDING_WORDS,
    STANDING_WORDS,
)
from companion.wording.game.table import HAND, NOBODY_SCORES, scores

ROWS_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One hand on the sheet."""

    number: int
    title: str
    outcome: str
    totals: tuple[int, ...]
    counts: bool
    remarks: tuple[str, ...]
    note: str


def line_of(row: SheetRow, players: Sequence[str], shorts: Sequence[str] = ()) -> SheetLine:
    """Return the line of a hand, with short names where there is little room."""
    document = row.hand.document
    counts = row.place is not None
    called = dict(zip(players, shorts or players, strict=True))
    return SheetLine(
        number=row.hand.number,
        title=HAND.format(number=row.position),
        outcome=outcome_of(row, called),
        totals=tuple((row.totals or {}).get(name, 0) for name in players) if counts else (),
        counts=counts,
        remarks=_remarks(row, called),
        note=str(document.get("note", "")),
    )


def outcome_of(row: SheetRow, called: Mapping[str, str] | None = None) -> str:
    """Return how a hand ended."""
    names = called or {}
    if row.standing == Standing.DRAWN:
        return PRINT_STANDING_WORDS["drawn"].capitalize()
    if row.place is None:
        return STANDING_WORDS[row.standing].capitalize()
    return scores({names.get(name, name): points for name, points in (row.points or {}).items()}) or NOBODY_SCORES


def _remarks(row: SheetRow, called: Mapping[str, str]) -> tuple[str, ...]:
    remarks = []
    disputing, accepting = ([called[name] for name in names] for names in (row.disputed_by, row.accepted_by))
    document = row.hand.document
    if row.dealer:
        remarks.append(DEALT.format(name=called[row.dealer]))
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        remarks.append(f"{tuple(called.values())[seat]}: {FEAT_WORDS[feat]}")
    if "at" in document:
        remarks.append(str(document["at"]))
    if row.standing == Standing.OVERRULED:
        remarks.append(_overruled(document.get("overruled"), called))
    if row.disputed_by:
        remarks.append(DISPUTED.format(names=listed_words(disputing)))
    elif row.accepted_by and row.points and set(row.accepted_by) == set(row.points):
        remarks.append(ACCEPTED_BY_ALL)
    elif row.accepted_by:
        remarks.append(ACCEPTED.format(names=listed_words(accepting)))
    return tuple(remarks)


def _overruled(overruled: object, called: Mapping[str, str]) -> str:
    match overruled:
        case {"by": str(by), "reason": str(reason)}:
            return OVERRULED_BY.format(name=called.get(by, by), reason=reason)
        case _:
            return STANDING_WORDS[Standing.OVERRULED]
