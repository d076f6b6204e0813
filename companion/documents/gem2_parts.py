"""Parts that the Gem II documents share: remarks, overrulings, doubts, score lines."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from companion.documents.errors import DocumentError, Flaw
from companion.documents.reader import (
    join,
    read_date,
    read_for_each_player,
    read_object,
    read_player,
    read_text,
    read_whole,
)
from companion.rules.gem2.cards import Level
from companion.rules.gem2.faults import Doubt, Gem2Error, Place
from companion.rules.gem2.lines import CardLine
from companion.rules.gem2.sides import Side
from companion.wording.gem2.rules import doubt_sentence, line_sentence

REMARKS = ("at", "note")
MOST_OVERRULED = 1_000_000
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Overruling:
    """The table's own points for one round, the reason, and who decided."""

    points: Mapping[str, int]
    reason: str
    by: str


@contextmanager
def refusing(names: Mapping[Side, str]) -> Iterator[None]:
    """Turn an impossible entry into a document error with its place, and the names of the sides."""
    try:
        yield
    except Gem2Error as error:
        words = {side.value: name for side, name in names.items()}
        entry = {key: words[str(fact)] if key == "side" else fact for key, fact in error.facts.items()}
        raise DocumentError(error.fault, _where(error.place, names), entry=entry) from error


def _where(place: Place, names: Mapping[Side, str]) -> str:
    where = ""
    for part in place:
        where = join(where, names[part] if isinstance(part, Side) else part)
    return where


def read_level(value: object) -> Level:
    """Return level 1 or 2."""
    return Level(read_whole(value, "level", Level.ONE, Level.TWO))


def read_remarks(keys: Mapping[str, object], where: str) -> None:
    """Check the date and the note that a game or a round may have; they don't affect the score."""
    if "at" in keys:
        read_date(keys["at"], join(where, "at"))
    if "note" in keys:
        read_text(keys["note"], join(where, "note"))


def read_overruling(keys: Mapping[str, object], where: str, names: tuple[str, ...]) -> Overruling | None:
    """Return the table's own points for a round, or None."""
    if "overruled" not in keys:
        return None
    here = join(where, "overruled")
    fields = read_object(keys["overruled"], here, ("points", "reason", "by"), ("winner",))
    points = read_for_each_player(fields["points"], join(here, "points"), names)
    if fields.get("winner") is not None:
        read_player(fields["winner"], join(here, "winner"), names)
    reason = read_text(fields["reason"], join(here, "reason"), LONGEST_REASON)
    if not reason.strip():
        raise DocumentError(Flaw.ROUND_OVERRULED_WITHOUT_REASON, join(here, "reason"))
    return Overruling(
        points={
            name: read_whole(points[name], join(join(here, "points"), name), -MOST_OVERRULED, MOST_OVERRULED)
            for name in names
        },
        reason=reason,
        by=read_player(fields["by"], join(here, "by"), names),
    )


def write_overruling(overruling: Overruling | None) -> dict[str, object]:
    """Return who overruled a round, and why, for the score card."""
    return {"overruled": {"reason": overruling.reason, "by": overruling.by}} if overruling else {}


def write_doubts(doubts: Iterable[Doubt], names: Mapping[Side, str]) -> list[dict[str, object]]:
    """Return the doubtful entries as JSON."""
    return [
        {
            "code": "more-than-moves-allow",
            "where": _where(doubt.place, names),
            "most": doubt.most,
            "message": doubt_sentence(doubt),
        }
        for doubt in doubts
    ]


def write_line(line: CardLine, other: str = "") -> dict[str, object]:
    """Return one line of the card as JSON: its code, points, rule, deal and sentence."""
    written: dict[str, object] = {"code": line.code.value, "points": line.points}
    if line.rule:
        written["rule"] = line.rule
    if "deal" in line.facts:
        written["deal"] = line.facts["deal"]
    return {**written, "text": line_sentence(line, other)}
