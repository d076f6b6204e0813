"""A turn of two sides in words, the keys for the number of cards, and the timer of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.documents.seats import side_name
from companion.rules.gem2.cards import PILES
from companion.rules.gem2.duel import CARD_POINTS
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import LARGEST_DEAL, player_of
from companion.rules.gem2.turn import Bet
from companion.web.base.player_names import short_names
from companion.web.gem2.game import AnyGame, DuelGame
from companion.web.gem2.turn import TurnDraft, TurnEntry
from companion.web.sheet.history import undo_of
from companion.wording import gem2_table as wording
from companion.wording.history import undone_sentence

KEYS = 15
"""Keys, five a row: the second row are card runs of five, the third, where any is possible, of ten."""
ROW = 5
SHORT_SIDE = 12
"""Characters of a side's name in a sentence on the table."""
SHORT_MEMBER = 8
"""Characters of a team player's name there."""


@dataclass(frozen=True, slots=True)
class Keypad:
    likely: int
    """The most cards that legal moves can take off."""
    keys: range
    more: range
    """Further numbers that legal moves can reach."""
    doubtful: range
    """Numbers that take a wrong or missed move."""
    count: int | None
    mark: str
    """Names the number that is asked for: a browser must not keep a choice for another one."""


def keypad(most: int, by_moves: int, chosen: int | None, mark: str) -> Keypad:
    likely = max(0, min(most, by_moves))
    return Keypad(
        likely=likely,
        keys=range(KEYS if likely >= 2 * ROW else 2 * ROW),
        more=range(KEYS, likely + 1),
        doubtful=range(likely + 1, max(most, likely) + 1),
        count=None if chosen is None else min(chosen, max(0, most)),
        mark=mark,
    )


@dataclass(frozen=True, slots=True)
class Timer:
    minutes: int
    left: int
    """Seconds; the whole limit while it doesn't run and isn't paused."""
    run: str
    """A name for this run of the timer, another one after each start; empty while it doesn't run."""
    paused: bool
    up: bool
    """The other side has taken the turn over."""


def timer_of(minutes: int, draft: TurnDraft, moment: datetime | None = None) -> Timer | None:
    if not minutes:
        return None
    left = max(0, 60 * minutes - draft.seconds_used(moment or datetime.now(UTC)))
    run = f"{draft.started}{'-taken-over' if draft.timed_out else ''}" if draft.started else ""
    return Timer(minutes, left, run, paused=not run and draft.used > 0, up=draft.timed_out)


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn in words, with names of the sides that leave room for the keys."""

    entry: TurnEntry
    names: Mapping[Side, str]
    player: str
    """Whose turn it is: of a team that plays the next turn, its member."""

    @property
    def heading(self) -> str:
        player = self.entry.turn.player
        if self.entry.split:
            return wording.turn_heading(self.names[player], self.names[player.other])
        return wording.turn_heading(self.player)

    @property
    def deal(self) -> int:
        return self.entry.draft.deal

    @property
    def facts(self) -> str:
        return wording.deal_facts(self.entry.turn, self.entry.draft.dealt)

    @property
    def timer(self) -> Timer | None:
        return timer_of(int(self.entry.game.head.get("timer", 0)), self.entry.draft)

    @property
    def bets_shown(self) -> tuple[tuple[str, int], ...]:
        """For each jewel of the side whose turn it is, what its bet is called, and the bet or 0."""
        entry = self.entry
        jewels = 0 if entry.draft.cut_short else entry.turn.betting_jewels.of(entry.turn.player)
        if not jewels:
            return ()
        chosen = (*(bet.value for bet in entry.draft.bets), *[0] * jewels)
        return tuple(zip(wording.BET_LEGENDS[jewels - 1], chosen, strict=False))

    @property
    def bet_options(self) -> tuple[tuple[int, str, str, bool], ...]:
        """Number of cards, label, what it brings, and whether the bet can be won."""
        return tuple((bet.value, *wording.BETS[bet], self.entry.turn.may_be_won(bet)) for bet in Bet)

    @property
    def deal_sizes(self) -> tuple[tuple[int, int], ...]:
        """The numbers of cards that the dealer may have laid, as options."""
        return tuple((size, size) for size in range(1, min(LARGEST_DEAL, self.entry.before.in_hand) + 1))

    @property
    def dealt(self) -> int:
        return self.entry.draft.dealt or PILES

    @property
    def asks_after_cut(self) -> bool:
        """What was taken off before the turn was cut short is entered, and asked is what came after."""
        return self.entry.split and self.entry.draft.removed is not None

    @property
    def question(self) -> str:
        player = self.entry.turn.player
        if self.asks_after_cut:
            return wording.COUNT_AFTER_QUESTION.format(player=self.names[player.other])
        if self.entry.split:
            return wording.COUNT_BEFORE_QUESTION.format(player=self.names[player])
        return wording.COUNT_QUESTION.format(player=self.player)

    @property
    def pad(self) -> Keypad:
        entry, turn = self.entry, self.entry.turn
        taken = (entry.draft.removed or 0) if entry.split else 0
        return keypad(
            turn.most - taken,
            turn.most_by_moves - taken,
            entry.draft.finished if entry.split else entry.draft.removed,
            f"{entry.hand}-{entry.draft.deal}-{'after' if self.asks_after_cut else 'all'}",
        )

    @property
    def next_step(self) -> str:
        entry = self.entry
        return wording.next_step(
            before_cut=entry.split and not self.asks_after_cut,
            deal_on_sheet=entry.draft.deal if entry.on_sheet else 0,
            ends_round=entry.turn.round_over or entry.turn.last,
            next_player=self.names[entry.turn.player.other],
        )

    @property
    def booked_calls(self) -> tuple[str, ...]:
        return tuple(
            wording.booked_call(self.names[side], self.names[side.other], line) for side, line in self.entry.lines
        )

    @property
    def last(self) -> str:
        """What was undone last, or how the last deal or round ended; empty while a turn that was cut short goes on."""
        return self._undone_step or ("" if self.entry.split else undone_words(self.entry.game) or self.last_deal)

    @property
    def _undone_step(self) -> str:
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
        game, entry, names = self.entry.game, self.entry, self.names
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


def view_of(entry: TurnEntry) -> TurnView:
    game: DuelGame = entry.game
    teams = game.record.teams.values()
    shorts = dict(zip(game.players, short_names(game.players, SHORT_SIDE), strict=True))
    members = [member for team in teams for member in team]
    short_members = dict(zip(members, short_names(members, SHORT_MEMBER), strict=True))
    for team in teams:
        shorts[side_name(team)] = side_name([short_members[member] for member in team])
    names = {side: shorts[name] for side, name in game.sides.items()}
    member = "" if entry.on_sheet else game.next_member
    return TurnView(entry, names, short_members[member] if member else names[entry.turn.player])


def undone_words(game: AnyGame) -> str:
    return undone_sentence(undo_of(game.state).redo_label, is_draft=False)
