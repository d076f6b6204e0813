"""The score sheet of a rummy: a column for each player or side, a row for each hand or round, and how games end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from flask import Response, request

from companion.journal.sheet import SheetRow
from companion.rules.rummy.house_rules import rules_of_hands
from companion.web.base import pages
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.score_table import EndOfGame
from companion.web.rummy import ending
from companion.web.rummy.catalog import rules_of
from companion.web.rummy.sheet_columns import ended_games, score_columns, settlement_words, won_by_all
from companion.web.rummy.sheet_lines import Entrant, SheetLine, entrants_of, in_rounds, lines_of, short_entrants
from companion.web.sheet.history import UndoView, undo_of
from companion.wording.house_rules import rules_of_some_hands
from companion.wording.rounds import NAME_SAT_OUT, NAME_SITS_OUT, SAT_OUT, UNDER_WAY, pair_words, still_to_play
from companion.wording.rulings import (
    COUNTS_AS_DRAWN,
    DISPUTED_MARK,
    FEAT_OF,
    FEAT_WORDS,
    NOTE_MARK,
    SHEET_STANDING_WORDS,
    points_word,
    responses_remark,
)

ROWS_A_PAGE = 60
LONG_SHEET = 12
"""Hands up to which a sheet is shown whole."""
LATEST_HANDS = 10
"""Hands that a longer one opens with."""
ROOM_FOR_NAMES = {2: 12, 3: 8, 4: 7}
"""Characters of a name over a column on the narrowest phone, by the number of columns."""
ROOM_FOR_MEMBERS = 9
"""Of each name of a side, which stand below each other."""
LEAST_ROOM = 5


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A player or a side, in the game or in one of those that are played at once."""

    name: str
    short: str
    entrant: Entrant
    total: int
    to_go: int
    won: bool
    points: Mapping[int, int]
    """What each line brought, by its key."""
    totals: Mapping[int, int]
    """The total after each line that counts here."""
    game: int = 0
    """Its place among the games that are played at once."""
    closed: bool = False
    """Its game is over, whether the sheet is or not."""

    def points_word(self, line: SheetLine) -> str:
        return points_word(self.points.get(line.key))

    def wins(self, line: SheetLine) -> bool:
        return line.key in self.points and not set(self.entrant.keys).isdisjoint(line.winners)

    def shares(self, line: SheetLine) -> bool:
        return not set(self.entrant.keys).issuperset(line.winners)

    def dealer(self, line: SheetLine) -> str:
        """Who dealt a hand, if that was this player or one of this side; once where several games are played."""
        dealer = "" if line.round else line.rows[0].dealer or ""
        return dealer if dealer in self.entrant.members and not self.game else ""

    def sat_out(self, line: SheetLine) -> str:
        """Say who of this column sat out."""
        if line.sits_out not in self.entrant.members:
            return ""
        if len(self.entrant.members) == 1:
            return SAT_OUT
        return (NAME_SAT_OUT if line.counts else NAME_SITS_OUT).format(name=line.sits_out)


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A small word beside the number of a hand: "Gin", "drawn", "✓"."""

    word: str
    spoken: str = ""
    """What is read out instead: "accepted by all"."""
    style: str = "mark"


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """One of the two who played a hand of a round, in the column of the side."""

    name: str
    points: str
    won: bool
    dealt: bool


@dataclass(frozen=True, slots=True)
class HandOfRound:
    row: SheetRow
    marks: tuple[SheetMark, ...]
    players: tuple[PlayerCell, ...]


@dataclass(frozen=True, slots=True)
class ShownLine:
    line: SheetLine
    marks: tuple[SheetMark, ...]
    hands: tuple[HandOfRound, ...]
    """Of a round, folded below it."""
    remark: str
    """Who played it, where the columns are too narrow to say so, or who is still to play it."""


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The lines of one page of the sheet, in the order in which they were played."""

    lines: tuple[ShownLine, ...]
    called: str
    """What a line is: hand, or round."""
    earlier: int
    """How many came before those shown."""
    earlier_to: int
    """The line with which the page of the earlier ones ends."""
    later_to: int | None
    """The line with which the page of later ones ends; None where the latest is shown."""


@pages.context("rummy/sheet/sheet.html")
class SheetPage:
    scored: ScoredGame
    chart: Chart | None
    undo: UndoView
    target: int
    columns: tuple[SheetColumn, ...]
    hands: HandsShown
    rules_by_hands: tuple[str, ...]
    """Which hands were played by which house rules; empty where all were played by the same."""
    ends: tuple[EndOfGame, ...]
    won_by: str
    settlement: tuple[str, ...]


def show_sheet(game: ScoredGame) -> Response:
    page = SheetPage(
        scored=game,
        chart=ending.chart_of_game(game),
        undo=undo_of(game.state),
        target=rules_of(game.head).target,
        columns=tuple(_columns_of_games(game) if game.sheet.games_at_once else _columns_of(game)),
        hands=_hands_shown(game, request.args.get("to", type=int)),
        rules_by_hands=rules_by_hands(game),
        ends=ended_games(game.sheet),
        won_by=won_by_all(game.sheet),
        settlement=settlement_words(game.sheet),
    )
    return pages.show(page)


def _columns_of(game: ScoredGame) -> Iterator[SheetColumn]:
    state, sheet = game.state, game.sheet
    entrants = entrants_of(state.head, sheet.sides)
    room = ROOM_FOR_NAMES.get(len(entrants), LEAST_ROOM)
    shorts = short_entrants(entrants, room, ROOM_FOR_MEMBERS if sheet.sides else 0)
    winners = {name for name, _, won in ending.result_of(state, sheet).totals if won} if sheet.over else set()
    target, shown, lines = rules_of(game.head).target, sheet.final or sheet.totals, lines_of(sheet)
    for entrant, short in zip(entrants, shorts, strict=True):
        total = entrant.sum_of(shown)
        yield SheetColumn(
            entrant.name,
            short,
            entrant,
            total,
            max(0, target - total),
            entrant.name in winners,
            points=dict(_points_shown(lines, entrant, game.players)),
            totals={line.key: entrant.sum_of(line.totals) for line in lines if line.totals},
        )


def _points_shown(lines: Iterable[SheetLine], entrant: Entrant, players: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield what each line brought; of a hand that doesn't count, what it would have."""
    for line in lines:
        ruling = line.rows[0].ruling
        if line.points is not None:
            yield line.key, entrant.sum_of(line.points)
        elif not line.round and ruling and ruling.points:
            ruled = dict(zip(players, ruling.points, strict=True))
            yield line.key, sum(ruled[name] for name in entrant.members)


def _columns_of_games(game: ScoredGame) -> Iterator[SheetColumn]:
    """Yield a column for each player or side in each of the games that are played at once."""
    entrants = entrants_of(game.head, game.sheet.sides)
    target, shorts = rules_of(game.head).target, short_entrants(entrants, LEAST_ROOM)
    for shown in score_columns(game.sheet):
        column = game.sheet.games_at_once[shown.game]
        yield SheetColumn(
            shown.name,
            shorts[shown.place],
            entrants[shown.place],
            (column.final or column.totals)[shown.place],
            max(0, target - shown.total),
            shown.place in column.winners,
            points=shown.points,
            totals=shown.totals,
            game=shown.game,
            closed=column.over,
        )


def _hands_shown(game: ScoredGame, to: int | None) -> HandsShown:
    """Return the lines up to number `to`, or the latest if it is None."""
    lines = lines_of(game.sheet)
    last = len(lines) if to is None else max(min(to, len(lines)), min(ROWS_A_PAGE, len(lines)))
    shown = LATEST_HANDS if to is None and len(lines) > LONG_SHEET else ROWS_A_PAGE
    first = max(0, last - shown)
    return HandsShown(
        lines=tuple(_shown(game, line) for line in lines[first:last]),
        called="round" if in_rounds(game.sheet) else "hand",
        earlier=first,
        earlier_to=last if to is None else first,
        later_to=min(len(lines), last + ROWS_A_PAGE) if last < len(lines) else None,
    )


def _shown(game: ScoredGame, line: SheetLine) -> ShownLine:
    row, players = line.rows[0], game.players
    if line.round is None:
        remark = pair_words(row.pair, line.sits_out) if row.pair and game.sheet.games_at_once else ""
        return ShownLine(line, tuple(_marks(row, players)), (), remark)
    entrants = entrants_of(game.head, game.sheet.sides)
    return ShownLine(
        line,
        tuple(_marks_of_round(line)),
        tuple(HandOfRound(row, tuple(_marks(row, players)), tuple(_cells(row, entrants))) for row in line.rows),
        still_to_play(line.still_to_play),
    )


def _cells(row: SheetRow, entrants: Sequence[Entrant]) -> Iterator[PlayerCell]:
    for entrant in entrants:
        name = next((name for name in row.pair if name in entrant.members), "")
        yield PlayerCell(
            name,
            points_word((row.points or {}).get(name)) if row.place is not None else "",
            won=name in row.winners,
            dealt=name == row.dealer,
        )


def _marks_of_round(line: SheetLine) -> Iterator[SheetMark]:
    if not line.counts:
        yield SheetMark(UNDER_WAY)
    if any(row.disputed_by for row in line.rows):
        yield SheetMark(DISPUTED_MARK, style="mark doubt")


def _marks(row: SheetRow, players: Sequence[str]) -> Iterator[SheetMark]:
    if row.standing in SHEET_STANDING_WORDS:
        yield SheetMark(SHEET_STANDING_WORDS[row.standing])
    if row.keeps_place:
        yield SheetMark(COUNTS_AS_DRAWN)
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        yield SheetMark(FEAT_WORDS[feat], FEAT_OF.format(name=players[seat], feat=FEAT_WORDS[feat]))
    if row.hand.recorded.note:
        yield SheetMark(NOTE_MARK)
    asked = row.pair or players
    responses = responses_remark(row.accepted_by, row.disputed_by, asked)
    if row.disputed_by:
        yield SheetMark(DISPUTED_MARK, responses, "mark doubt")
    elif row.accepted_by:
        by_all = set(row.accepted_by).issuperset(asked)
        count = "" if by_all else f" {len(row.accepted_by)}/{len(asked)}"
        yield SheetMark(f"✓{count}", responses, "agreed")


def rules_by_hands(game: ScoredGame) -> tuple[str, ...]:
    """Return which hands were played by which house rules; nothing where all were played by the same."""
    state = game.state
    coming: Mapping[str, object] = rules_of_hands(state.house_rules)
    by_hand = [(state.rules_of_hand(row.hand), row.position) for row in game.sheet.rows]
    periods = [
        (rules, [position for _, position in hands])
        for rules, hands in groupby([*by_hand, (coming, len(by_hand) + 1)], key=itemgetter(0))
    ]
    if len(periods) == 1:
        return ()
    return (
        *(rules_of_some_hands(hands[0], hands[-1], rules) for rules, hands in periods[:-1]),
        rules_of_some_hands(periods[-1][1][0], None, coming),
    )
