"""A rummy's score sheet: a column for each player or side, a row for each hand; and a hand in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from companion.documents.game import DrawnHand
from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import ScoreSheet, SheetRow, Standing
from companion.journal.state import GameState
from companion.rules.rummy.house_rules import rules_of_hands
from companion.rules.rummy.match import Column
from companion.web.base.player_names import short_names
from companion.web.rummy.catalog import rules_of, side_name, sides_of
from companion.web.rummy.views import end_view
from companion.web.rummy.views.columns_view import running_totals
from companion.wording.cards import card_word
from companion.wording.game import HAND, NOBODY_SCORES, scores
from companion.wording.house_rules import OTHER_RULES, house_rule_list, rules_of_some_hands
from companion.wording.rulings import (
    DEALT,
    DISPUTED_MARK,
    FEAT_OF,
    FEAT_WORDS,
    NOTE_MARK,
    OVERRULED_BY,
    PRINT_STANDING_WORDS,
    SHEET_STANDING_WORDS,
    STANDING_WORDS,
    UPCARD,
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
    """A player, or a side of partners, with the total and the way still to go."""

    name: str
    short: str
    members: tuple[str, ...]
    total: int
    to_go: int
    won: bool
    closed: bool = False
    """Its game is over, whether the sheet is or not."""


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A small word beside the number of a hand: "Gin", "drawn", "✓"."""

    word: str
    spoken: str = ""
    """What is read out instead: "accepted by all"."""
    style: str = "mark"


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What a hand brought a player, and the total after it."""

    points: str
    total: int | None
    won: bool
    dealer: str
    """Who dealt, if that was this player or one of this side."""
    shared: bool = False
    """Others have won it too."""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """One hand: a row of the sheet."""

    number: int
    position: int
    counts: bool
    marks: tuple[SheetMark, ...]
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The score sheet, hands in the order in which they were played."""

    target: int
    columns: tuple[SheetColumn, ...]
    games: int
    """How many games are played at once; each has columns of its own."""
    hands: tuple[SheetHand, ...]
    over: bool
    earlier: int
    """How many hands came before those shown."""
    earlier_to: int
    """The hand with which the page of the earlier hands ends."""
    later_to: int | None
    """The hand with which the page of later hands ends; None where the latest is shown."""


def sheet_table(state: GameState, sheet: ScoreSheet, to: int | None) -> SheetTable:
    """Return the hands up to number `to`, or the latest if it is None."""
    rows, games = sheet.rows, sheet.games_at_once
    columns = _columns_of_games(state, games) if games else columns_of(state, sheet)
    last = len(rows) if to is None else max(min(to, len(rows)), min(ROWS_A_PAGE, len(rows)))
    shown = LATEST_HANDS if to is None and len(rows) > LONG_SHEET else ROWS_A_PAGE
    first = max(0, last - shown)
    return SheetTable(
        target=rules_of(state.head).target,
        columns=columns,
        games=len(games),
        hands=_hands_of_games(rows[first:last], state.players, games)
        if games
        else tuple(_hand(row, state.players, columns) for row in rows[first:last]),
        over=sheet.over,
        earlier=first,
        earlier_to=last if to is None else first,
        later_to=min(len(rows), last + ROWS_A_PAGE) if last < len(rows) else None,
    )


def rules_by_hands(state: GameState, sheet: ScoreSheet) -> tuple[str, ...]:
    """Return which hands were played by which house rules; nothing where all were played by the same."""
    coming: Mapping[str, object] = rules_of_hands(state.house_rules)
    by_hand = [(state.rules_of_hand(row.hand), row.position) for row in sheet.rows]
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


def columns_of(state: GameState, sheet: ScoreSheet) -> tuple[SheetColumn, ...]:
    """Return the columns of the sheet: partners share one."""
    teams = {side_name(side): side for side in sides_of(state.head)} or {name: (name,) for name in state.players}
    shorts = short_names(tuple(teams), ROOM_FOR_NAMES.get(len(teams), LEAST_ROOM))
    winners = {name for name, _, won in end_view.result_of(state, sheet).totals if won} if sheet.over else set()
    target = rules_of(state.head).target
    shown = sheet.final or sheet.totals
    totals = [sum(shown.get(member, 0) for member in team) for team in teams.values()]
    return tuple(
        SheetColumn(name, short, team, total, max(0, target - total), name in winners)
        for (name, team), short, total in zip(teams.items(), shorts, totals, strict=True)
    )


def _columns_of_games(state: GameState, games: Sequence[Column]) -> tuple[SheetColumn, ...]:
    """Return the columns of three games: one in each for every player."""
    shorts = short_names(state.players, LEAST_ROOM)
    target = rules_of(state.head).target
    return tuple(
        SheetColumn(
            name,
            short,
            (name,),
            (game.final or game.totals)[seat],
            max(0, target - game.totals[seat]),
            won=seat in game.winners,
            closed=game.over,
        )
        for game in games
        for seat, (name, short) in enumerate(zip(state.players, shorts, strict=True))
    )


def _hands_of_games(rows: Sequence[SheetRow], players: Sequence[str], games: Sequence[Column]) -> tuple[SheetHand, ...]:
    """Return hands with what each entered in which game, and the total after it, as players draw it."""
    totals = [running_totals(game) for game in games]

    def cell(row: SheetRow, place: int, seat: int) -> SheetCell:
        name = players[seat]
        dealer = row.dealer if row.dealer == name and not place else ""
        entry = None if row.place is None else games[place].entries[row.place - 1][seat]
        if row.place is None or entry is None:
            return SheetCell("", None, won=False, dealer=dealer or "")
        total = totals[place][seat][row.place - 1]
        return SheetCell(_points_word([entry]), total, won=name in row.winners, dealer=dealer or "")

    return tuple(
        SheetHand(
            number=row.hand.number,
            position=row.position,
            counts=row.place is not None,
            marks=_marks(row, players),
            cells=tuple(cell(row, place, seat) for place in range(len(games)) for seat in range(len(players))),
        )
        for row in rows
    )


def _hand(row: SheetRow, players: Sequence[str], columns: Sequence[SheetColumn]) -> SheetHand:
    counts = row.place is not None
    ruled = row.ruling.points if row.ruling else None
    points = row.points if counts else dict(zip(players, ruled, strict=True)) if ruled else None
    return SheetHand(
        number=row.hand.number,
        position=row.position,
        counts=counts,
        marks=_marks(row, players),
        cells=tuple(
            SheetCell(
                points=_points_word([points.get(member, 0) for member in column.members] if points else ()),
                total=sum(row.totals.get(member, 0) for member in column.members) if row.totals else None,
                won=not set(column.members).isdisjoint(row.winners),
                shared=not set(row.winners).issubset(column.members),
                dealer=row.dealer if row.dealer in column.members else "",
            )
            for column in columns
        ),
    )


def _points_word(points: Sequence[int]) -> str:
    return f"{sum(points):+d}".replace("-", "−") if sum(points) else "–"


def _marks(row: SheetRow, players: Sequence[str]) -> tuple[SheetMark, ...]:
    marks = [SheetMark(SHEET_STANDING_WORDS[row.standing])] if row.standing in SHEET_STANDING_WORDS else []
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        marks.append(SheetMark(FEAT_WORDS[feat], FEAT_OF.format(name=players[seat], feat=FEAT_WORDS[feat])))
    if row.hand.recorded.note:
        marks.append(SheetMark(NOTE_MARK))
    responses = responses_remark(row.accepted_by, row.disputed_by, players)
    if row.disputed_by:
        marks.append(SheetMark(DISPUTED_MARK, responses, "mark doubt"))
    elif row.accepted_by:
        by_all = set(row.accepted_by) == set(players)
        count = "" if by_all else f" {len(row.accepted_by)}/{len(players)}"
        marks.append(SheetMark(f"✓{count}", responses, "agreed"))
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One hand in words."""

    number: int
    title: str
    outcome: str
    counts: bool
    remarks: tuple[str, ...]


def line_of(row: SheetRow, players: Sequence[str]) -> SheetLine:
    """Return a hand in words."""
    return SheetLine(
        number=row.hand.number,
        title=HAND.format(number=row.position),
        outcome=outcome_of(row),
        counts=row.place is not None,
        remarks=_remarks(row, players),
    )


def outcome_of(row: SheetRow) -> str:
    """Return how a hand ended."""
    if row.standing == Standing.DRAWN:
        return PRINT_STANDING_WORDS["drawn"].capitalize()
    if row.place is None:
        return STANDING_WORDS[row.standing].capitalize()
    return scores(row.points or {}) or NOBODY_SCORES


def _remarks(row: SheetRow, players: Sequence[str]) -> tuple[str, ...]:
    remarks = []
    recorded = row.hand.recorded
    if row.dealer:
        remarks.append(DEALT.format(name=row.dealer))
    for seat, feat in row.ruling.feats if row.ruling and row.place is not None else ():
        remarks.append(FEAT_OF.format(name=players[seat], feat=FEAT_WORDS[feat]))
    if isinstance(recorded.played, PlayedShowdown | DrawnHand) and recorded.played.upcard is not None:
        remarks.append(UPCARD.format(card=card_word(recorded.played.upcard)))
    if row.hand.house_rules is not None:
        remarks.append(OTHER_RULES.format(rules=house_rule_list(row.hand.house_rules)))
    if recorded.at:
        remarks.append(recorded.at)
    if row.standing == Standing.OVERRULED and recorded.overruled is not None:
        remarks.append(OVERRULED_BY.format(name=players[recorded.overruled.by], reason=recorded.overruled.reason))
    responses = responses_remark(row.accepted_by, row.disputed_by, players)
    return (*remarks, responses) if responses else tuple(remarks)
