"""View-models of the table: who plays, which jewels they hold, bets, the keys, the timer."""

from dataclasses import dataclass
from datetime import UTC, datetime

from companion.journal.names import TEAM_SIGN
from companion.rules.gem2.duel import CARD_POINTS, DuelCard
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.round import player_of
from companion.rules.gem2.sides import Side
from companion.rules.gem2.solo import NextDeal, SoloCard
from companion.rules.gem2.turn import Turn
from companion.store.derived.table_cache import TableSummary
from companion.web.gem2.state.game import AnyGame, DuelGame
from companion.web.gem2.state.turn_draft import TurnDraft
from companion.web.gem2.state.turn_entry import TurnEntry
from companion.web.shared.player_names import short_names
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
class Key:
    """A number of cards that can be chosen."""

    number: int
    possible: bool


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys for the number of cards."""

    keys: tuple[Key, ...]
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
class SideView:
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
        keys=tuple(Key(number, number <= likely) for number in range(KEYS if likely >= 2 * ROW else 2 * ROW)),
        more=tuple(range(KEYS, likely + 1)),
        doubtful=tuple(range(likely + 1, max(most, likely) + 1)),
        count=None if count is None else min(count, max(0, most)),
        mark=mark,
        next_step=next_step,
    )


def sides_of(game: DuelGame, entry: TurnEntry) -> tuple[SideView, ...]:
    """Return the sides as they sit, with what each holds at this moment."""
    return tuple(_side_view(game, entry, name, game.side_of[name]) for name in game.players)


def _side_view(game: DuelGame, entry: TurnEntry, name: str, side: Side) -> SideView:
    bets = entry.draft.bets if side is entry.turn.player else ()
    return SideView(
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


def short_side_names(game: DuelGame) -> dict[Side, str]:
    """Return names of the sides that leave room for the keys."""
    shorts = dict(zip(game.players, short_names(game.players, SHORT_SIDE), strict=True))
    for team in game.record.teams.values():
        shorts[TEAM_SIGN.join(team)] = TEAM_SIGN.join(_short_member(game, member) for member in team)
    return {side: shorts[name] for side, name in game.sides.items()}


def _short_member(game: DuelGame, member: str) -> str:
    members = [name for team in game.record.teams.values() for name in team]
    return dict(zip(members, short_names(members, SHORT_MEMBER), strict=True))[member]


def booked_calls(game: DuelGame, entry: TurnEntry) -> tuple[str, ...]:
    """Return what the calls of this turn have brought."""
    names = short_side_names(game)
    return tuple(wording.booked_call(names[side], names[side.other], line) for side, line in entry.lines)


def undone_step_words(game: DuelGame, entry: TurnEntry) -> str:
    """Return which step of the turn was undone last; empty if none was."""
    names, undone = short_side_names(game), entry.draft.undone
    if undone is None:
        return ""
    player = names[entry.turn.player]
    if undone.calls:
        step = wording.undone_call(undone.calls[-1], names)
    else:
        step = wording.undone_time_out(player) if undone.timed_out else wording.undone_bets(player, undone.bets)
    return undone_sentence(step, is_draft=False)


def timer_of(minutes: int, draft: TurnDraft, moment: datetime | None = None) -> Timer | None:
    """Return the timer; None where the table plays without one."""
    if not minutes:
        return None
    left = max(0, 60 * minutes - draft.seconds_used(moment or datetime.now(UTC)))
    run = f"{draft.started}{'-taken-over' if draft.timed_out else ''}" if draft.started else ""
    return Timer(minutes, left, run, paused=not run and draft.used > 0, up=draft.timed_out)


def last_deal_words(game: DuelGame, entry: TurnEntry) -> str:
    """Return how the last deal or the last round ended; empty before the first."""
    names = short_side_names(game)
    number = entry.draft.deal - 1
    if number:
        points = [
            wording.line_of_deal(names[side], names[side.other], line)
            for side in Side
            for line in entry.before.lines.of(side)
            if line.facts.get("deal") == number and line.points
        ]
        words = wording.deal_words(names, entry.deals[number - 1], player_of(entry.round_number, number), CARD_POINTS)
        return wording.last_deal(number, words, points)
    row = next((row for row in game.counting if row.place == entry.round_number - 1), None)
    if row is None or row.points is None:
        return ""
    return wording.last_round(row.position, {names[game.side_of[name]]: row.points[name] for name in game.players})


def turn_heading_of(game: DuelGame, entry: TurnEntry) -> str:
    """Return whose turn it is."""
    if entry.split:
        names = short_side_names(game)
        return wording.turn_heading(names[entry.turn.player], names[entry.turn.player.other])
    return wording.turn_heading(_player(game, entry))


def _player(game: DuelGame, entry: TurnEntry) -> str:
    member = "" if entry.on_sheet else game.next_member
    return _short_member(game, member) if member else short_side_names(game)[entry.turn.player]


def question_of(game: DuelGame, entry: TurnEntry) -> str:
    """Return the question that the keys answer."""
    if not entry.split:
        return wording.COUNT_QUESTION.format(player=_player(game, entry))
    names = short_side_names(game)
    if entry.draft.removed is None:
        return wording.COUNT_BEFORE_QUESTION.format(player=names[entry.turn.player])
    return wording.COUNT_AFTER_QUESTION.format(player=names[entry.turn.player.other])


def next_step_of(game: DuelGame, entry: TurnEntry) -> str:
    """Return what recording this turn leads to."""
    return wording.next_step(
        before_cut=entry.split and entry.draft.removed is None,
        deal_on_sheet=entry.draft.deal if entry.on_sheet else 0,
        ends_round=entry.turn.round_over or entry.turn.last,
        next_player=short_side_names(game)[entry.turn.player.other],
    )


def fault_sentence_of(game: AnyGame, error: Gem2Error) -> str:
    """Return why an entry is impossible."""
    names = {side.value: name for side, name in game.sides.items()} if isinstance(game, DuelGame) else {}
    return wording.as_sentence(fault_sentence(error, names))


def progress_words(table: TableSummary) -> str:
    """Return how far a game has come."""
    match table.card:
        case DuelCard(next=Turn(deal=deal)) as card:
            return wording.progress(table.head["level"], card.next_round, deal)
        case SoloCard(next=NextDeal() as upcoming):
            return wording.progress(table.head["level"], upcoming.round, upcoming.deal, upcoming.bonus)
        case _:
            return ""
