"""The score sheet of a rummy: a column for each player or side, a row for each hand, and the ends of its games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from flask import Response, request

from companion.journal.sheet import SheetRow
from companion.rules.rummy.house_rules import rules_of_hands
from companion.web.base import pages
from companion.web.base.player_names import short_names
from companion.web.kinds.chart import Chart
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.kinds.score_table import EndOfGame
from companion.web.rummy import ending
from companion.web.rummy.catalog import rules_of
from companion.web.rummy.sheet_columns import ended_games, player_columns, settlement_words, won_by_all
from companion.web.sheet.history import UndoView, undo_of
from companion.wording.house_rules import rules_of_some_hands
from companion.wording.rulings import (
    DISPUTED_MARK,
    FEAT_OF,
    FEAT_WORDS,
    NOTE_MARK,
    SHEET_STANDING_WORDS,
    responses_remark,
)

ROWS_A_PAGE = 60
LONG_SHEET = 12
"""Hands up to which a sheet is shown whole."""
LATEST_HANDS = 10
"""Hands that a longer one opens with."""
ROOM_FOR_NAMES = {2: 12, 3: 8, 4: 7}
"""Characters of a name over a column on the narrowest phone, by the number of columns."""
LEAST_ROOM = 5


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A player, or a side of partners, in the game or in one of those that are played at once."""

    name: str
    short: str
    members: tuple[str, ...]
    total: int
    to_go: int
    won: bool
    points: Mapping[int, int]
    """What each hand brought, by its number."""
    totals: Mapping[int, int]
    """The total after each hand that counts here."""
    game: int = 0
    """Its place among the games that are played at once."""
    closed: bool = False
    """Its game is over, whether the sheet is or not."""

    def points_word(self, row: SheetRow) -> str:
        points = self.points.get(row.hand.number)
        if points is None:
            return ""
        return f"{points:+d}".replace("-", "−") if points else "–"

    def wins(self, row: SheetRow) -> bool:
        return row.hand.number in self.points and not set(self.members).isdisjoint(row.winners)

    def dealer(self, row: SheetRow) -> str:
        """Who dealt a hand, if that was this player or one of this side; once where several games are played."""
        return row.dealer if row.dealer in self.members and not self.game else ""


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A small word beside the number of a hand: "Gin", "drawn", "✓"."""

    word: str
    spoken: str = ""
    """What is read out instead: "accepted by all"."""
    style: str = "mark"


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands of one page of the sheet, in the order in which they were played."""

    rows: tuple[tuple[SheetRow, tuple[SheetMark, ...]], ...]
    earlier: int
    """How many hands came before those shown."""
    earlier_to: int
    """The hand with which the page of the earlier hands ends."""
    later_to: int | None
    """The hand with which the page of later hands ends; None where the latest is shown."""


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
    settlement: str


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
    teams = ending.teams_of(state)
    shorts = short_names(tuple(teams), ROOM_FOR_NAMES.get(len(teams), LEAST_ROOM))
    winners = {name for name, _, won in ending.result_of(state, sheet).totals if won} if sheet.over else set()
    target, shown = rules_of(game.head).target, sheet.final or sheet.totals
    points = {row.hand.number: _points_shown(row, game.players) for row in sheet.rows}
    totals = {row.hand.number: row.totals for row in sheet.rows if row.totals}
    for (name, team), short in zip(teams.items(), shorts, strict=True):
        total = _sum(shown, team)
        yield SheetColumn(
            name,
            short,
            team,
            total,
            max(0, target - total),
            name in winners,
            points={number: _sum(of_hand, team) for number, of_hand in points.items()},
            totals={number: _sum(after, team) for number, after in totals.items()},
        )


def _points_shown(row: SheetRow, players: Sequence[str]) -> Mapping[str, int]:
    """Return what a hand brought; one that doesn't count, what it would have."""
    ruled = row.ruling.points if row.ruling else None
    if row.place is not None:
        return row.points or {}
    return dict(zip(players, ruled, strict=True)) if ruled else {}


def _sum(amounts: Mapping[str, int], names: Sequence[str]) -> int:
    return sum(amounts.get(name, 0) for name in names)


def _columns_of_games(game: ScoredGame) -> Iterator[SheetColumn]:
    """Yield a column for each player in each of the games that are played at once."""
    target, shorts = rules_of(game.head).target, short_names(game.players, LEAST_ROOM)
    for shown in player_columns(game):
        column = game.sheet.games_at_once[shown.game]
        yield SheetColumn(
            shown.name,
            shorts[shown.seat],
            (shown.name,),
            (column.final or column.totals)[shown.seat],
            max(0, target - shown.total),
            shown.seat in column.winners,
            points=shown.points,
            totals=shown.totals,
            game=shown.game,
            closed=column.over,
        )


def _hands_shown(game: ScoredGame, to: int | None) -> HandsShown:
    """Return the hands up to number `to`, or the latest if it is None."""
    rows = game.sheet.rows
    last = len(rows) if to is None else max(min(to, len(rows)), min(ROWS_A_PAGE, len(rows)))
    shown = LATEST_HANDS if to is None and len(rows) > LONG_SHEET else ROWS_A_PAGE
    first = max(0, last - shown)
    return HandsShown(
        rows=tuple((row, tuple(_marks(row, game.players))) for row in rows[first:last]),
        earlier=first,
        earlier_to=last if to is None else first,
        later_to=min(len(rows), last + ROWS_A_PAGE) if last < len(rows) else None,
    )


def _marks(row: SheetRow, players: Sequence[str]) -> Iterator[SheetMark]:
    if row.standing in SHEET_STANDING_WORDS:
        yield SheetMark(SHEET_STANDING_WORDS[row.standing])
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        yield SheetMark(FEAT_WORDS[feat], FEAT_OF.format(name=players[seat], feat=FEAT_WORDS[feat]))
    if row.hand.recorded.note:
        yield SheetMark(NOTE_MARK)
    responses = responses_remark(row.accepted_by, row.disputed_by, players)
    if row.disputed_by:
        yield SheetMark(DISPUTED_MARK, responses, "mark doubt")
    elif row.accepted_by:
        by_all = set(row.accepted_by) == set(players)
        count = "" if by_all else f" {len(row.accepted_by)}/{len(players)}"
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
