"""The lines of a score sheet: a hand, or a round of hands for two; and who has a column beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.documents.game import GameRecord, players_of
from companion.documents.seats import side_name
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.rules.rummy.match import MatchScore, PairRound
from companion.web.base.player_names import short_names
from companion.web.rummy.catalog import sides_of
from companion.wording.rounds import keeps_place, round_words


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who has a column: a player, or a side."""

    name: str
    members: tuple[str, ...]
    keys: tuple[str, ...]
    """What of the sheet's totals are its own: those of the members, or that of the side."""

    def sum_of(self, amounts: Mapping[str, int]) -> int:
        return sum(amounts.get(key, 0) for key in self.keys)


def entrants_of(head: Mapping[str, object], together: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the players or sides of a game; those sides are `together` that have one total."""
    sides = sides_of(head) or tuple((name,) for name in players_of(head))
    return tuple(
        Entrant(side_name(side), side, (side_name(side),) if side_name(side) in together else side) for side in sides
    )


def short_entrants(entrants: Sequence[Entrant], room: int, member_room: int = 0) -> tuple[str, ...]:
    """Return the names over columns; with room for it, of several members each shortened by itself."""
    if not member_room:
        return short_names([entrant.name for entrant in entrants], room)
    members = [name for entrant in entrants for name in entrant.members]
    shorts = dict(zip(members, short_names(members, member_room), strict=True))
    return tuple(side_name([shorts[name] for name in entrant.members]) for entrant in entrants)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What counts at once: a hand, or a round of hands for two."""

    rows: tuple[SheetRow, ...]
    points: Mapping[str, int] | None
    """What it brings each of those who have totals; None where it doesn't count, or not yet."""
    totals: Mapping[str, int] | None
    winners: tuple[str, ...] = ()
    """Of those who have totals."""
    round: int | None = None
    """Which round of several hands it is; of a hand that is a line of its own None."""
    sits_out: str | None = None
    still_to_play: tuple[tuple[str, str], ...] = ()
    """Of a round that isn't over, the pairs whose hands aren't in."""

    @property
    def key(self) -> int:
        """The number of the hand that completes it."""
        return self.rows[-1].hand.number

    @property
    def position(self) -> int:
        """What players call it by."""
        return self.round or self.rows[-1].position

    @property
    def counts(self) -> bool:
        return self.points is not None


def lines_of(sheet: ScoreSheet) -> tuple[SheetLine, ...]:
    score = sheet.score
    if not sheet.sides or not isinstance(score, MatchScore):
        return tuple(SheetLine((row,), row.points, row.totals, row.winners) for row in sheet.rows)
    if in_rounds(sheet):
        return tuple(_rounds(sheet, score))
    return tuple(_hand_line(sheet, score, row) for row in sheet.rows)


def in_rounds(sheet: ScoreSheet) -> bool:
    """Return whether several hands are a line, each of which is a row below it."""
    seats = sheet.game.setting.seating if isinstance(sheet.game, GameRecord) else None
    return seats is not None and seats.pairs > 1


def counting_lines(sheet: ScoreSheet) -> tuple[SheetLine, ...]:
    return tuple(line for line in lines_of(sheet) if line.counts)


def _hand_line(sheet: ScoreSheet, score: MatchScore, row: SheetRow) -> SheetLine:
    if row.place is None:
        return SheetLine((row,), None, None)
    return _scored(sheet, (row,), score.rounds[row.place - 1], None)


def _rounds(sheet: ScoreSheet, score: MatchScore) -> Iterator[SheetLine]:
    for number, rows in groupby(sheet.rows, key=lambda row: row.round):
        hands = tuple(rows)
        if number is None:
            # After the end each hand is a line of its own.
            yield from (SheetLine((row,), None, None) for row in hands)
        elif number <= len(score.rounds):
            yield _scored(sheet, hands, score.rounds[number - 1], number)
        else:
            coming = sheet.coming
            pairs, sits_out = (coming.pairs, coming.sits_out) if coming else ((), None)
            yield SheetLine(hands, None, None, round=number, sits_out=sits_out, still_to_play=pairs)


def _scored(sheet: ScoreSheet, rows: tuple[SheetRow, ...], played: PairRound, number: int | None) -> SheetLine:
    players = sheet.game.setting.names if isinstance(sheet.game, GameRecord) else ()
    return SheetLine(
        rows,
        dict(zip(sheet.sides, played.points, strict=True)),
        dict(zip(sheet.sides, played.totals, strict=True)),
        () if played.winner is None else (sheet.sides[played.winner],),
        number,
        None if played.sits_out is None else players[played.sits_out],
    )


def of_round(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return how the round stands to which a hand belongs; empty where each hand counts by itself."""
    line = next((line for line in lines_of(sheet) if line.round and row in line.rows), None)
    if line is None:
        return ""
    words = [keeps_place(line.position)] if row.keeps_place else []
    return " ".join([*words, round_words(line.position, line.points, line.still_to_play)])
