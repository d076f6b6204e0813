"""View-models of the table: who plays, which jewels they hold, bets, the keys, the timer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.journal.names import TEAM_SIGN
from companion.rules.gem2.duel import CARD_POINTS
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.round import player_of
from companion.rules.gem2.sides import Side
from companion.store.derived.table_cache import TableSummary
from companion.web.base.player_names import short_names
from companion.web.gem2.game import AnyGame, DuelGame
from companion.web.gem2.turn import TurnDraft, TurnEntry
from companion.wording import gem2_table as wording
from companion.wording.gem2_rules import fault_sentence
from companion.wording.history import undone_sentence

KEYS = 15
"""Keys, five a row: the second row are card runs of five, the third, where any is possible, of ten."""
ROW = 5
SHORT_SIDE = 12
"""Characters of a side's name in a sentence on the table."""
SHORT_MEMBER = 8
"""Characters of a team player's name there."""


@dataclass(frozen=True, slots=True)
class CountKey:
    """A number of cards that can be chosen."""

    number: int
    possible: bool


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys for the number of cards."""

    keys: tuple[CountKey, ...]
    more: tuple[int, ...]
    """Further numbers that legal moves can reach."""
    doubtful: tuple[int, ...]
    """Numbers that take a wrong or missed move."""
    count: int | None
    """The number chosen so far."""
    mark: str
    """What the number is about: a phone must not apply it to another deal."""
    next_step: str
    """What recording leads to."""


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side at the table."""

    name: str
    deals: bool
    total: int
    cards: int
    betting: int
    """Betting Jewels in the box, without those on a bet."""
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
    """Seconds; the whole limit while it doesn't run and isn't paused."""
    run: str
    """A name for this run of the timer, another one after each start; empty while it doesn't run."""
    paused: bool
    up: bool
    """The other side has taken the turn over."""

    @property
    def running(self) -> bool:
        """Whether the timer runs."""
        return bool(self.run)


def keypad(most: int, by_moves: int, count: int | None, mark: str, next_step: str) -> Keypad:
    """Return the keys up to the most cards that can come off."""
    likely = max(0, min(most, by_moves))
    return Keypad(
        keys=tuple(CountKey(number, number <= likely) for number in range(KEYS if likely >= 2 * ROW else 2 * ROW)),
        more=tuple(range(KEYS, likely + 1)),
        doubtful=tuple(range(likely + 1, max(most, likely) + 1)),
        count=None if count is None else min(count, max(0, most)),
        mark=mark,
        next_step=next_step,
    )


def sides_of(game: DuelGame, entry: TurnEntry) -> tuple[TableSide, ...]:
    """Return the sides as they sit, with what each holds at this moment."""
    return tuple(_side_view(game, entry, name, game.side_of[name]) for name in game.players)


def _side_view(game: DuelGame, entry: TurnEntry, name: str, side: Side) -> TableSide:
    bets = entry.draft.bets if side is entry.turn.player else ()
    return TableSide(
        name=name,
        deals=side is entry.turn.dealer,
        total=game.sheet.totals.get(name, 0) + sum(line.points for scorer, line in entry.unrecorded if scorer is side),
        cards=entry.before.cards.of(side),
        betting=entry.turn.betting_jewels.of(side) - len(bets),
        penalty=entry.turn.penalty_jewels.of(side),
        has_turn=side is entry.turn.player,
        bets=tuple(bet.value for bet in bets),
    )


def bet_choices(entry: TurnEntry) -> tuple[BetChoice, ...]:
    """Return a choice for each jewel of the side whose turn it is; none once a penalty has ended its turn."""
    jewels = entry.turn.betting_jewels.of(entry.turn.player)
    if entry.draft.cut_short or not jewels:
        return ()
    chosen = [*(bet.value for bet in entry.draft.bets), *([0] * jewels)]
    legends = wording.BET_LEGENDS[jewels - 1]
    return tuple(BetChoice(f"bet-{jewel}", legend, chosen[jewel]) for jewel, legend in enumerate(legends))


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn in words, with names of the sides that leave room for the keys."""

    game: DuelGame
    entry: TurnEntry
    names: Mapping[Side, str]
    player: str
    """Whose turn it is: of a team that plays the next turn, its member."""

    @property
    def heading(self) -> str:
        """Whose turn it is."""
        player = self.entry.turn.player
        if self.entry.split:
            return wording.turn_heading(self.names[player], self.names[player.other])
        return wording.turn_heading(self.player)

    @property
    def question(self) -> str:
        """The question that the keys answer."""
        player = self.entry.turn.player
        if not self.entry.split:
            return wording.COUNT_QUESTION.format(player=self.player)
        if self.entry.draft.removed is None:
            return wording.COUNT_BEFORE_QUESTION.format(player=self.names[player])
        return wording.COUNT_AFTER_QUESTION.format(player=self.names[player.other])

    @property
    def next_step(self) -> str:
        """What recording this turn leads to."""
        entry = self.entry
        return wording.next_step(
            before_cut=entry.split and entry.draft.removed is None,
            deal_on_sheet=entry.draft.deal if entry.on_sheet else 0,
            ends_round=entry.turn.round_over or entry.turn.last,
            next_player=self.names[entry.turn.player.other],
        )

    @property
    def booked_calls(self) -> tuple[str, ...]:
        """What the calls of this turn have brought."""
        return tuple(
            wording.booked_call(self.names[side], self.names[side.other], line) for side, line in self.entry.lines
        )

    @property
    def undone_step(self) -> str:
        """Which step of the turn was undone last; empty if none was."""
        undone, player = self.entry.draft.undone, self.names[self.entry.turn.player]
        if undone is None:
            return ""
        if undone.calls:
            step = wording.undone_call(undone.calls[-1], self.names)
        else:
            step = wording.undone_time_out(player) if undone.timed_out else wording.undone_bets(player, undone.bets)
        return undone_sentence(step, is_draft=False)

    @property
    def last_deal(self) -> str:
        """How the last deal or the last round ended; empty before the first."""
        game, entry, names = self.game, self.entry, self.names
        number = entry.draft.deal - 1
        if number:
            points = [
                wording.line_of_deal(names[side], names[side.other], line)
                for side in Side
                for line in entry.before.lines.of(side)
                if line.facts.get("deal") == number and line.points
            ]
            player = player_of(entry.round_number, number)
            words = wording.deal_words(names, entry.deals[number - 1], player, CARD_POINTS)
            return wording.last_deal(number, words, points)
        row = next((row for row in game.counting if row.place == entry.round_number - 1), None)
        if row is None or row.points is None:
            return ""
        return wording.last_round(row.position, {names[game.side_of[name]]: row.points[name] for name in game.players})


def view_of(game: DuelGame, entry: TurnEntry) -> TurnView:
    teams = game.record.teams.values()
    shorts = dict(zip(game.players, short_names(game.players, SHORT_SIDE), strict=True))
    members = [member for team in teams for member in team]
    short_members = dict(zip(members, short_names(members, SHORT_MEMBER), strict=True))
    for team in teams:
        shorts[TEAM_SIGN.join(team)] = TEAM_SIGN.join(short_members[member] for member in team)
    names = {side: shorts[name] for side, name in game.sides.items()}
    member = "" if entry.on_sheet else game.next_member
    return TurnView(game, entry, names, short_members[member] if member else names[entry.turn.player])


def timer_of(minutes: int, draft: TurnDraft, moment: datetime | None = None) -> Timer | None:
    """Return the timer; None where the table plays without one."""
    if not minutes:
        return None
    left = max(0, 60 * minutes - draft.seconds_used(moment or datetime.now(UTC)))
    run = f"{draft.started}{'-taken-over' if draft.timed_out else ''}" if draft.started else ""
    return Timer(minutes, left, run, paused=not run and draft.used > 0, up=draft.timed_out)


def fault_sentence_of(game: AnyGame, error: Gem2Error) -> str:
    """Return why an entry is impossible."""
    names = {side.value: name for side, name in game.sides.items()} if isinstance(game, DuelGame) else {}
    return wording.as_sentence(fault_sentence(error, names))


def progress_words(table: TableSummary) -> str:
    """Return how far a game has come."""
    return wording.progress(table.head["level"], table.progress) if table.progress else ""
