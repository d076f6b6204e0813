"""A loaded Gem II game: its journal, its sheet and its typed score card; and recording events in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias, TypeVar

from flask import abort

from companion.documents.game import RecordedHand
from companion.documents.gem2 import DuelRecord, SoloRecord, next_member
from companion.journal.events import Event
from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.journal.sheet import ScoreSheet, SheetRow
from companion.journal.state import GameState, PlayedHand
from companion.rules.gem2.duel import DuelCard, Round
from companion.rules.gem2.faults import Gem2Error
from companion.rules.gem2.lines import Side
from companion.rules.gem2.solo import SoloCard
from companion.rules.gem2.turn import Deal
from companion.store import games
from companion.store.people.members import Member, Role
from companion.web.base import idempotency
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import ScoredGame
from companion.wording.gem2_card import NO_SUCH_ROUND
from companion.wording.gem2_rules import fault_sentence
from companion.wording.gem2_table import as_sentence, listed_totals

SOLO, DUEL = "gem-ii-solo", "gem-ii"


@dataclass(frozen=True, slots=True)
class Gem2Game(ScoredGame):
    """What games of one player and of two sides have in common."""

    alone: ClassVar[bool]

    next_round: int
    """Which round the next deal belongs to; 0 when the game is over."""
    running: SheetRow | None
    """The round that has begun and isn't over."""

    @property
    def score(self) -> str:
        return listed_totals(self.sheet.totals, self.players)

    @property
    def level(self) -> int:
        return int(self.head["level"])

    @property
    def counting(self) -> tuple[SheetRow, ...]:
        return self.sheet.counting

    @property
    def not_counting(self) -> int:
        """How many rounds don't count though nobody struck them out."""
        return sum(row.place is None and not row.hand.struck for row in self.sheet.rows)

    @property
    def over(self) -> bool:
        return self.sheet.over

    @property
    def current_hand(self) -> int:
        """The journal's number of the round of the next deal."""
        return self.running.hand.number if self.running else self.state.next_hand

    @property
    def current_position(self) -> int:
        """The position on the sheet of the round of the next deal."""
        return self.running.position if self.running else self.state.positions[self.state.next_hand]

    def hand(self, number: int) -> PlayedHand:
        hand = self.state.hand(number)
        if hand is None:
            abort(404, NO_SUCH_ROUND)
        return hand

    def row(self, number: int) -> SheetRow:
        row = self.sheet.row(number)
        if row is None:
            abort(404, NO_SUCH_ROUND)
        return row


@dataclass(frozen=True, slots=True)
class SoloGame(Gem2Game):
    alone = True

    record: SoloRecord
    card: SoloCard


@dataclass(frozen=True, slots=True)
class DuelGame(Gem2Game):
    alone = False

    record: DuelRecord
    card: DuelCard

    @property
    def sides(self) -> Mapping[Side, str]:
        return self.record.sides

    @property
    def side_of(self) -> dict[str, Side]:
        return {name: side for side, name in self.sides.items()}

    @property
    def next_member(self) -> str:
        """Which player of a team has the next turn; empty without teams."""
        return next_member(self.record, self.card)


AnyGame: TypeAlias = SoloGame | DuelGame
Played = TypeVar("Played", bound=Gem2Game)


def load_game(member: Member) -> AnyGame:
    return with_card(member, *games.sheet(current_store(), member.game))


def load_duel(member: Member) -> DuelGame:
    """Load a game of two sides; 404 for any other game."""
    game = load_game(member)
    if isinstance(game, SoloGame):
        abort(404)
    return game


def with_card(member: Member, state: GameState, sheet: ScoreSheet) -> AnyGame:
    """Return a game with its typed score card; 404 for any other game."""
    idempotency.note_seen(state.seq)
    next_round = sheet.progress.round if sheet.progress else 0
    running = next((row for row in sheet.counting if row.place == next_round), None)
    match sheet.game, sheet.score:
        case SoloRecord() as alone, SoloCard() as solo_card:
            return SoloGame(member, state, sheet, next_round, running, alone, solo_card)
        case DuelRecord() as record, DuelCard() as card:
            return DuelGame(member, state, sheet, next_round, running, record, card)
        case _:
            return abort(404)


def record_event(game: Played, event: Event) -> Played:
    """Record an event under the form's idempotency key, and return the game with it."""
    appended = idempotency.record_event(game.member, game.players, event)
    recorded = load_game(game.member) if appended.scored is None else with_card(game.member, *appended.scored)
    assert isinstance(recorded, type(game))  # noqa: S101 (a game never changes its kind)
    return recorded


def undoable(game: Gem2Game) -> int | None:
    """Return the record this phone may undo: the scorekeeper's may be any, a player's only a deal or round."""
    return _own(game, game.state.undoable)


def redoable(game: Gem2Game) -> int | None:
    """Return the record that was undone last, if this phone may redo it."""
    return _own(game, game.state.redoable)


def _own(game: Gem2Game, seq: int | None) -> int | None:
    if game.member.role.may(Role.SCORER):
        return seq
    change = game.state.change(seq)
    return seq if change and isinstance(change.event, HandRecorded | DealRecorded) else None


def fault_sentence_of(game: AnyGame, error: Gem2Error) -> str:
    names = {side.value: name for side, name in game.sides.items()} if isinstance(game, DuelGame) else {}
    return as_sentence(fault_sentence(error, names))


def with_deals(recorded: RecordedHand, played: Round, deals: Sequence[Deal]) -> RecordedHand:
    """Return a round with other deals, without the table's rulings on its result: they may have another one."""
    ending = replace(played.ending, not_all_x=False, x_held_by=None)
    return replace(recorded, played=Round(tuple(deals), ending), overruled=None)
