"""What the table of a Gem II game shows: who plays, what lies there, who holds which jewels, the keys, the time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from companion.documents.gem2_duel import read_deal
from companion.journal.names import TEAM_SIGN
from companion.rules.gem2.round import TURNS, player_of
from companion.rules.gem2.sides import Side
from companion.rules.gem2.turn import BET_POINTS, LOST_BET_POINTS, Bet, Deal
from companion.web.gem2.state.turn_draft import PILES
from companion.web.shared.player_names import short_names
from companion.wording.gem2 import PENALTY_NAMES, line_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.store.derived.table_cache import TableSummary
    from companion.web.gem2.state.game import Gem2Game, OpenTurn
    from companion.web.gem2.state.turn_draft import TurnDraft

KEYS = 15
"""Keys five a row: the second row are card runs of five, the third, where any is possible, of ten."""
GAME_NAMES = {"gem-ii-solo": "Gem II solo", "gem-ii": "Gem II"}


ROW = 5
ROOM = 12
"""Characters of a name in a sentence on the table."""


@dataclass(frozen=True, slots=True)
class Key:
    """A number of cards that can be chosen."""

    number: int
    possible: bool


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys, and what they stand for."""

    keys: tuple[Key, ...]
    more: tuple[int, ...]
    """Further numbers that legal moves can reach."""
    doubtful: tuple[int, ...]
    """Numbers that can only be right if somebody made a wrong move or missed one."""
    count: int | None
    """The number chosen so far."""
    mark: str
    """What the choice is about: a phone does not take it over to another deal."""
    way_on: str
    """What recording leads to."""


@dataclass(frozen=True, slots=True)
class SideView:
    """One side at the table."""

    name: str
    part: str
    total: int
    cards: int
    betting: int
    """Betting Jewels in the box: those on a bet are not."""
    penalty: int
    has_turn: bool
    bets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BetChoice:
    """What may be bet with one jewel."""

    name: str
    legend: str
    chosen: int


@dataclass(frozen=True, slots=True)
class Timer:
    """The time limit of a turn."""

    minutes: int
    left: int
    """Seconds; the whole limit while it does not run."""
    run: str
    """Names the run of the clock, another after each start; empty while it does not run."""
    up: bool
    """The other side has taken the turn over."""

    @property
    def running(self) -> bool:
        """Say whether the time runs."""
        return bool(self.run)


def keypad(most: int, by_moves: int, count: int | None, mark: str, way_on: str) -> Keypad:
    """Lay the keys out: none for what cannot be."""
    likely = max(0, min(most, by_moves))
    return Keypad(
        keys=tuple(Key(number, number <= likely) for number in range(KEYS if likely >= 2 * ROW else 2 * ROW)),
        more=tuple(range(KEYS, likely + 1)),
        doubtful=tuple(range(likely + 1, max(most, likely) + 1)),
        count=None if count is None else min(count, max(0, most)),
        mark=mark,
        way_on=way_on,
    )


def sides_shown(at: Gem2Game, turn: OpenTurn) -> tuple[SideView, ...]:
    """List the sides as they sit, with what each holds at this moment."""
    totals = at.sheet.totals
    sides = {name: side for side, name in at.sides.items()}
    return tuple(
        SideView(
            name=name,
            part="deals" if sides[name] is turn.turn.dealer else "receives",
            total=totals.get(name, 0),
            cards=turn.before.cards.of(sides[name]),
            betting=turn.turn.betting_jewels.of(sides[name])
            - (len(turn.entry.bets) if sides[name] is turn.turn.player else 0),
            penalty=turn.turn.penalty_jewels.of(sides[name]),
            has_turn=sides[name] is turn.turn.player,
            bets=tuple(bet.value for bet in turn.entry.bets) if sides[name] is turn.turn.player else (),
        )
        for name in at.state.players
    )


def bet_choices(turn: OpenTurn) -> tuple[BetChoice, ...]:
    """Give a choice for each jewel that the side whose turn it is holds; none once a penalty has ended its turn."""
    jewels = turn.turn.betting_jewels.of(turn.turn.player)
    if turn.entry.cut:
        return ()
    legends = ("Bet on this turn", "Bet with the second jewel")
    chosen = [*(bet.value for bet in turn.entry.bets), *([0] * jewels)]
    return tuple(BetChoice(f"bet-{place}", legends[place], chosen[place]) for place in range(min(jewels, len(legends))))


BETS = tuple(
    (bet.value, f"bet {bet.value}+", f"{bet.value} cards or more: {BET_POINTS[bet]} if they come off, else {lost}")
    for bet in Bet
    for lost in (LOST_BET_POINTS[bet],)
)


def called(at: Gem2Game) -> dict[Side, str]:
    """Give each side a name that leaves room for the keys; the list of the sides has the whole one."""
    shorts = dict(zip(at.state.players, short_names(at.state.players, ROOM), strict=True))
    for team in _teams(at):
        shorts[TEAM_SIGN.join(team)] = TEAM_SIGN.join(_member_called(at, member) for member in team)
    return {side: shorts[name] for side, name in at.sides.items()}


def _member_called(at: Gem2Game, member: str) -> str:
    members = [name for team in _teams(at) for name in team]
    return dict(zip(members, short_names(members, 8), strict=True))[member]


def _teams(at: Gem2Game) -> list[list[str]]:
    return [list(team) for team in at.head.get("teams", ())]


def booked(at: Gem2Game, turn: OpenTurn) -> tuple[str, ...]:
    """Say what the calls of this turn have brought."""
    names = called(at)
    return tuple(
        f"{names[side]} {line.points:+d}: {line_sentence(line, names[side.other])}." for side, line in turn.lines
    )


def timer_of(minutes: int, entry: TurnDraft, moment: datetime | None = None) -> Timer | None:
    """Tell how much time is left; None where the table plays without a timer."""
    if not minutes:
        return None
    whole = 60 * minutes
    left = whole
    if entry.started:
        gone = int(((moment or datetime.now(UTC)) - _moment(entry.started)).total_seconds())
        left = max(0, whole - max(0, gone))  # a clock that was set back has let no time go by
    run = f"{entry.started}{'-taken-over' if entry.timed_out else ''}" if entry.started else ""
    return Timer(minutes, left, run, up=entry.timed_out)


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def deal_words(names: Mapping[Side, str], deal: Deal, player: Side) -> str:
    """Say what came off in a deal, and who took it.

    >>> deal_words({Side.FIRST: "Ann", Side.SECOND: "Bob"}, Deal(2, 1), Side.FIRST)
    'Ann took off 2, Bob finished with 1'
    """
    said = f"{names[player]} took off {deal.removed or 'none'}"
    cut = deal.timed_out or deal.finished_by_opponent or any(call.ends_turn for call in deal.calls)
    return f"{said}, {names[player.other]} finished with {deal.finished_by_opponent}" if cut else said


def besides(deal: Deal) -> str:
    """Say what else there was in a deal: bets, calls, the time."""
    said = [f"bet on {bet}" for bet in deal.bets]
    said += [f"{PENALTY_NAMES[call.penalty]} called {'rightly' if call.correct else 'wrongly'}" for call in deal.calls]
    if deal.dealt is not None:
        said.append(f"{deal.dealt} cards dealt")
    if deal.timed_out:
        said.append("time ran out")
    return "".join(f", {one}" for one in said)


def last_deal_words(at: Gem2Game, turn: OpenTurn) -> str:
    """Say how the last turn or the last round ended; nothing before the first."""
    if turn.entry.deal > 1:
        deals = turn.deals
        number = turn.entry.deal - 1
        deal = read_deal(deals[number - 1], "", at.sides)
        said = deal_words(called(at), deal, player_of(turn.place, number))
        return f"Deal {number}: {'; '.join([said, *_scored(at, turn, number)])}."
    before = next((row for row in at.counting if row.place == turn.place - 1), None)
    if before is None or before.points is None:
        return ""
    names, sides = called(at), {name: side for side, name in at.sides.items()}
    points = {names[sides[name]]: before.points[name] for name in at.state.players}
    return f"Round {before.position}: {listed_totals(points, tuple(points))}."


def _scored(at: Gem2Game, turn: OpenTurn, deal: int) -> list[str]:
    """Say what bets and calls of a deal brought."""
    return [
        f"{called(at)[side]} {line.points:+d}"
        for side in Side
        for line in turn.before.lines.of(side)
        if line.facts.get("deal") == deal and line.points
    ]


def turn_heading(at: Gem2Game, turn: OpenTurn) -> str:
    """Say whose turn it is, in one line."""
    names = called(at)
    player = names[turn.turn.player]
    if turn.split:
        return f"{names[turn.turn.player.other]} finishes {player}'s turn"
    return f"{_who_plays(at, turn)}'s turn"


def _who_plays(at: Gem2Game, turn: OpenTurn) -> str:
    member = "" if turn.on_sheet else at.next_member
    return _member_called(at, member) if member else called(at)[turn.turn.player]


def question(at: Gem2Game, turn: OpenTurn) -> str:
    """Ask for the number that the keys stand for."""
    player, other = (called(at)[side] for side in (turn.turn.player, turn.turn.player.other))
    if not turn.split:
        return f"How many cards did {_who_plays(at, turn)} take off?"
    if turn.entry.removed is None:
        return f"How many had {player} taken off by then?"
    return f"How many did {other} take off after that?"


def way_on(at: Gem2Game, turn: OpenTurn) -> str:
    """Say what recording this turn leads to."""
    if turn.split and turn.entry.removed is None:
        return "by then"
    if turn.on_sheet:
        return f"keep deal {turn.entry.deal} so"
    if turn.turn.round_over or turn.turn.last:
        return "end the round"
    return f"on to {called(at)[turn.turn.player.other]}"


def deal_facts(turn: OpenTurn) -> str:
    """Say which deal it is and how many cards lie there."""
    dealt = turn.entry.dealt
    laid = f", {dealt} of them new" if dealt not in {None, PILES} else ""
    return f"Deal {turn.entry.deal} of {TURNS}: {turn.turn.on_board} cards on the board{laid}"


def progress_words(found: TableSummary) -> str:
    """Say in a few words how far a game has come."""
    upcoming = found.upcoming or {}
    parts = [f"Level {found.head['level']}", f"round {upcoming.get('round')}"]
    if upcoming.get("bonus_round"):
        parts.append(f"bonus round {upcoming['bonus_round']}")
    return ", ".join([*parts, f"deal {upcoming.get('deal')}"])


def summary_of(head: Mapping[str, Any]) -> str:
    """Say in one line what is played."""
    parts = [GAME_NAMES[head["game"]], f"Level {head['level']}"]
    if head.get("teams"):
        parts.append("two teams")
    if head.get("timer"):
        parts.append(f"{head['timer']} {'minute' if head['timer'] == 1 else 'minutes'} a turn")
    return ", ".join(parts)


def listed_totals(totals: Mapping[str, int], names: Sequence[str]) -> str:
    """Say the score in a line."""
    return ", ".join(f"{name} {totals.get(name, 0)}" for name in names)
