"""Events about hands, in Gem II rounds."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from companion.documents.game import HandChange, Overruling, RecordedHand, players_of
from companion.journal.codec import ALWAYS
from companion.journal.events.base import (
    AnyEvent,
    Kind,
    Objection,
    Obstacle,
    Part,
    Parts,
    objection_to_date,
    objection_to_note,
    objection_to_overruling,
    objection_to_player,
    objection_to_points,
    objection_to_reason,
    parts,
)
from companion.journal.state import GameState, OpenGame, OpenHand, PlayedHand, Record, RulingResponse, house_rules_of
from companion.rules.rummy.house_rules import rules_of_hands

MOST_HANDS = 20_000


@dataclass(frozen=True, slots=True)
class HandRecorded(AnyEvent):
    """A hand (in Gem II: a round) was played. `changed` lists the hands that were changed once all were turned up."""

    kind: ClassVar = Kind.HAND_RECORDED
    recorded: RecordedHand
    changed: tuple[HandChange, ...] = ()

    def apply(self, game: OpenGame, record: Record) -> None:
        own_rules = self.recorded.house_rules
        game.hands[game.recorded] = OpenHand(
            game.recorded,
            replace(self.recorded, house_rules=None),
            record.seq,
            rules_of_hands(house_rules_of(game.head)) if own_rules is None else own_rules,
            game.changes_of_all,
            history=[game.history[-1]],
        )

    def changes(self, recorded: int) -> Parts:
        # Two phones can't both record the next hand.
        return parts(Part.NEXT_HAND) | {(Part.HAND, recorded)}

    def relies_on(self, _changes: Parts) -> Parts:
        # A new hand relies on all that it was played by, and on no other hand.
        return parts(Part.NEXT_HAND, Part.COMING_RULES, Part.NAMES, Part.OPEN)

    def hand_number(self, recorded: int) -> int | None:
        return recorded

    def objection(self, state: GameState) -> Objection | None:
        return Objection(Obstacle.TOO_MANY_HANDS, most=MOST_HANDS) if state.recorded >= MOST_HANDS else None


@dataclass(frozen=True, slots=True)
class HandEvent(AnyEvent):
    """An event about a hand that is already on the sheet. About one whose recording was undone it changes nothing."""

    part: ClassVar[Part] = Part.HAND
    """What of the hand it changes."""
    hand: int

    @abstractmethod
    def change(self, hand: OpenHand, record: Record, players: Sequence[str]) -> None:
        """Do to the hand what the event does."""

    def apply(self, game: OpenGame, record: Record) -> None:
        hand = game.hands.get(self.hand)
        if hand is not None:
            # What is said of somebody who isn't in the game changes nothing.
            with suppress(KeyError, ValueError):
                self.change(hand, record, players_of(game.head))

    def changes(self, _recorded: int) -> Parts:
        return frozenset({(self.part, self.hand)})

    def hand_number(self, _recorded: int) -> int | None:
        return self.hand

    def objection(self, state: GameState) -> Objection | None:
        hand = state.hand(self.hand)
        return Objection(Obstacle.NO_SUCH_HAND) if hand is None else self.objection_to(state, hand)

    @abstractmethod
    def objection_to(self, state: GameState, hand: PlayedHand) -> Objection | None:
        """Return why it can't be recorded of this hand."""


@dataclass(frozen=True, slots=True)
class _NewHand(HandEvent):
    relied_on: ClassVar = (Part.RULES, Part.NAMES)
    """A ruling depends on the rules and on who plays."""
    recorded: RecordedHand

    def change(self, hand: OpenHand, record: Record, _players: Sequence[str]) -> None:
        # The hand keeps its remarks, and is still ruled by the rules that it was played by.
        before, new = hand.recorded, self.recorded
        dealer = before.dealer if new.dealer is None else new.dealer
        at, note = new.at or before.at, new.note or before.note
        hand.revise(replace(new, at=at, note=note, dealer=dealer, house_rules=None), record.seq)

    def objection_to(self, _state: GameState, _hand: PlayedHand) -> Objection | None:
        overruled = self.recorded.overruled
        return None if overruled is None else objection_to_overruling(overruled.reason)


@dataclass(frozen=True, slots=True)
class DealRecorded(_NewHand):
    """A round of Gem II went on by a deal, or by a call on the deal just played; `recorded` is the round with it."""

    kind: ClassVar = Kind.DEAL_RECORDED

    def changes(self, _recorded: int) -> Parts:
        # Two phones can't both record the next deal.
        return parts(Part.NEXT_HAND) | {(Part.HAND, self.hand)}


@dataclass(frozen=True, slots=True)
class HandReplaced(_NewHand):
    """A hand was corrected. An overruling stays only if the new hand has one."""

    kind: ClassVar = Kind.HAND_REPLACED

    def change(self, hand: OpenHand, record: Record, players: Sequence[str]) -> None:
        hand.keep_disputes()
        _NewHand.change(self, hand, record, players)


@dataclass(frozen=True, slots=True)
class HandStruckOut(HandEvent):
    """A hand no longer counts. It stays on the sheet, struck through."""

    kind: ClassVar = Kind.HAND_STRUCK_OUT
    reason: str = field(default="", metadata=ALWAYS)

    def change(self, hand: OpenHand, _record: Record, _players: Sequence[str]) -> None:
        hand.struck, hand.reason = True, self.reason

    def objection_to(self, _state: GameState, hand: PlayedHand) -> Objection | None:
        return Objection(Obstacle.ALREADY_STRUCK_OUT) if hand.struck else objection_to_reason(self.reason)


@dataclass(frozen=True, slots=True)
class HandRestored(HandEvent):
    kind: ClassVar = Kind.HAND_RESTORED

    def change(self, hand: OpenHand, _record: Record, _players: Sequence[str]) -> None:
        hand.struck, hand.reason = False, ""

    def objection_to(self, _state: GameState, hand: PlayedHand) -> Objection | None:
        return None if hand.struck else Objection(Obstacle.NOT_STRUCK_OUT)


@dataclass(frozen=True, slots=True)
class HandNoted(HandEvent):
    kind: ClassVar = Kind.HAND_NOTED
    part: ClassVar = Part.NOTE  # no part of the ruling
    note: str

    def change(self, hand: OpenHand, _record: Record, _players: Sequence[str]) -> None:
        hand.recorded = replace(hand.recorded, note=self.note)

    def objection_to(self, _state: GameState, _hand: PlayedHand) -> Objection | None:
        return objection_to_note(self.note)


@dataclass(frozen=True, slots=True)
class HandDated(HandEvent):
    kind: ClassVar = Kind.HAND_DATED
    part: ClassVar = Part.DATE  # no part of the ruling
    at: str

    def change(self, hand: OpenHand, _record: Record, _players: Sequence[str]) -> None:
        hand.recorded = replace(hand.recorded, at=self.at)

    def objection_to(self, _state: GameState, _hand: PlayedHand) -> Objection | None:
        return objection_to_date(self.at)


@dataclass(frozen=True, slots=True)
class _Response(HandEvent):
    is_undoable: ClassVar[bool] = False
    relied_on: ClassVar = (Part.RULES, Part.NAMES)
    player: str

    def changes(self, _recorded: int) -> Parts:
        # Two players may respond at once.
        return frozenset({(Part.RESPONSE, f"{self.hand} {self.player}")})

    def relies_on(self, changes: Parts) -> Parts:
        # A player responds to the ruling on the screen.
        return HandEvent.relies_on(self, changes) | {(Part.HAND, self.hand)}


@dataclass(frozen=True, slots=True)
class HandAccepted(_Response):
    """A player accepted a ruling with these points. If the points change, the acceptance no longer holds."""

    kind: ClassVar = Kind.HAND_ACCEPTED
    points: Mapping[str, int]

    def change(self, hand: OpenHand, record: Record, players: Sequence[str]) -> None:
        points = {player: self.points[player] for player in players}
        hand.responses[players.index(self.player)] = RulingResponse(self.player, record.at, record.by, points)

    def objection_to(self, state: GameState, _hand: PlayedHand) -> Objection | None:
        return objection_to_player(state, self.player) or objection_to_points(state, self.points)


@dataclass(frozen=True, slots=True)
class HandDisputed(_Response):
    kind: ClassVar = Kind.HAND_DISPUTED
    word: str

    def change(self, hand: OpenHand, record: Record, players: Sequence[str]) -> None:
        hand.responses[players.index(self.player)] = RulingResponse(self.player, record.at, record.by, word=self.word)

    def objection_to(self, state: GameState, _hand: PlayedHand) -> Objection | None:
        return objection_to_player(state, self.player) or objection_to_reason(self.word)


@dataclass(frozen=True, slots=True)
class HandOverruled(HandEvent):
    """The table overruled the ruling on a hand: these points count instead, and the sheet says so."""

    kind: ClassVar = Kind.HAND_OVERRULED
    relied_on: ClassVar = (Part.RULES, Part.NAMES)
    """What is overruled depends on the rules and on who plays."""
    points: Mapping[str, int]
    winner: str | None
    reason: str
    by: str

    def change(self, hand: OpenHand, record: Record, players: Sequence[str]) -> None:
        points = tuple(self.points[player] for player in players)
        winner = None if self.winner is None else players.index(self.winner)
        overruled = Overruling(points, winner, self.reason, players.index(self.by))
        hand.keep_disputes()
        hand.revise(replace(hand.recorded, overruled=overruled), record.seq)

    def objection_to(self, state: GameState, hand: PlayedHand) -> Objection | None:
        if hand.recorded.drawn:
            return Objection(Obstacle.DRAWN_HAND_HAS_NO_RULING)
        return (
            objection_to_overruling(self.reason)
            or objection_to_points(state, self.points)
            or objection_to_player(state, self.winner)
            or objection_to_player(state, self.by)
            or self._objection_to_others(state, hand)
        )

    def _objection_to_others(self, state: GameState, hand: PlayedHand) -> Objection | None:
        """Return who doesn't play a hand for two, but would win or score it."""
        if hand.recorded.seats is None:
            return None
        others = set(state.players) - {state.players[seat] for seat in hand.recorded.seats}
        scored = next((name for name in state.players if name in others and self.points[name]), None)
        named = self.winner if self.winner in others else scored
        return None if named is None else Objection(Obstacle.PLAYS_NOT_THIS_HAND, player=named)


@dataclass(frozen=True, slots=True)
class OverrulingWithdrawn(HandEvent):
    kind: ClassVar = Kind.OVERRULING_WITHDRAWN

    def change(self, hand: OpenHand, record: Record, _players: Sequence[str]) -> None:
        hand.disputed_before = ()
        hand.revise(replace(hand.recorded, overruled=None), record.seq)

    def objection_to(self, _state: GameState, hand: PlayedHand) -> Objection | None:
        return Objection(Obstacle.NOT_OVERRULED) if hand.recorded.overruled is None else None


DocumentEvent: TypeAlias = HandRecorded | DealRecorded | HandReplaced
"""Events that give a hand, and so a ruling."""

EventOfHand: TypeAlias = (
    DocumentEvent
    | HandStruckOut
    | HandRestored
    | HandNoted
    | HandDated
    | HandAccepted
    | HandDisputed
    | HandOverruled
    | OverrulingWithdrawn
)
