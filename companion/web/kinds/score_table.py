"""Score tables: a card, a sheet on paper, or the card of a worked case; and all that a printed sheet shows."""

from dataclasses import dataclass

from companion.register.entries import Rule


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One box of a score table; empty until it is played."""

    text: str | int = ""
    signs: str = ""
    """What stands before the points, as in the rulebook: `* /` for two card runs."""
    small: str = ""
    spoken: str = ""
    """What is read out instead of the text."""
    strong: bool = False
    footnote: str = ""
    """What an asterisk after the text means."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A hand, round or row of a score table."""

    number: int
    cells: tuple[ScoreCell, ...]
    address: str = ""
    """Of the page of the hand; empty where the number is no link."""
    running: bool = False
    small: str = ""
    """What stands below the number: that the hand was drawn."""
    below: str = ""
    """What stands below the whole row: the hands of a round."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A score table, its last row the totals."""

    label: str
    heads: tuple[tuple[str, str], ...]
    """What stands over each column, and the whole word where that is short for one."""
    rows: tuple[ScoreRow, ...]
    totals: tuple[int, ...]
    total_label: str = "Grand total"
    caption: str = ""
    groups: tuple[str, ...] = ()
    """What stands over each pair of columns: a player, in Hollywood a player's game."""
    row_head: str = "Hand"
    to_fill: int = 0
    """Empty rows at the end, to be filled by hand."""


@dataclass(frozen=True, slots=True)
class PartLine:
    """One step of somebody's points, with its rule."""

    text: str
    points: str | int
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class ScorePart:
    """The score lines of one player or side, and what they come to."""

    name: str
    points: int
    lines: tuple[PartLine, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """A game that is over: by how much it's won, and why."""

    heading: str
    players: tuple[ScorePart, ...]


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A score sheet on paper, besides what every game has."""

    title: str
    tables: tuple[ScoreTable, ...]
    signers: tuple[str, ...]
    result: str
    """Who has won; empty while nobody has."""
    settlement: tuple[str, ...] = ()
    """Who owes whom what."""
    remarks: tuple[str, ...] = ()
    level: int = 0
    """1 or 2, as the printed cards of Gem II let one choose; 0 for a game without levels."""
    legends: tuple[str, ...] = ()
    ends: tuple[EndOfGame, ...] = ()
