"""The stored draft of a showdown: the state that all its phones share, and the draft of each hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from companion.documents.game import DrawnHand, HandChange, RecordedHand
from companion.documents.hand_draft import NOT_BEGUN, EnteredHand, entered_from
from companion.documents.showdown import PlayedShowdown
from companion.rules.cards import Card, name_of, parse_card
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import designated_diamond
from companion.rules.rummy.showdown_input import HandInput, LaidOut
from companion.rules.rummy.taps import Begun
from companion.rules.rummy.verdict import Call

PIPS = range(1, 7)
BATCHES_KEPT = 8

Dice: TypeAlias = tuple[int, int]


def as_dice(value: object) -> Dice | None:
    """Return a pair of dice, or None where the value is none."""
    match value:
        case [int(first), int(second)] | (int(first), int(second)) if first in PIPS and second in PIPS:
            return first, second
        case _:
            return None


def as_upcard(value: object) -> str | None:
    """Return the name of a card, or None where the value is none.

    >>> as_upcard("ts"), as_upcard("1S")
    ('10S', None)
    """
    card = parse_card(value) if isinstance(value, str) else None
    return None if card is None else name_of(card)


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A lay-off. It keeps the meld by its cards, because the meld's place may change in a correction."""

    seat: int
    card: str
    owner: int
    onto: tuple[str, ...]
    letter: str = ""
    """The gem of the stash, where the lay-off reveals the card's letter."""


@dataclass(frozen=True, slots=True)
class SharedState:
    """The part of a showdown draft that belongs to no one hand."""

    dice: Dice | None = None
    knocker: int | None = None
    call: Call | None = None
    gin_asked: bool = False
    """The table was asked whether Gin was called."""
    gems: Mapping[str, str] = field(default_factory=dict)
    lay_offs: tuple[LaidOff | int, ...] = ()
    """A number is the seat of a player who passed."""
    settled: bool = False
    """The lay-offs are done."""
    not_gems: Mapping[str, str] = field(default_factory=dict)
    """The gems that a card is known not to bear, while its own letter is unknown; empty if that was forgotten."""
    gem_answers: tuple[tuple[str, ...], ...] = ()
    """The cards of each answer about gems, in the order of the answers, so that they can be taken back."""
    upcard: str | None = None
    deck: Mapping[str, Mapping[str, str]] | None = field(default=None, compare=False)
    """What was known of the gems when the hand was called, under the head's keys: by that its cards are laid (R.14)."""
    restored: bool = field(default=False, compare=False)
    """The hand had been recorded, and that was undone."""

    def with_gems(self, cards: tuple[str, ...], gems: Mapping[str, str], not_gems: Mapping[str, str]) -> Self:
        """Return the state with an answer about the gems of some cards."""
        return replace(
            self,
            gems={**self.gems, **gems},
            not_gems={**self.not_gems, **not_gems},
            gem_answers=(*self.gem_answers, cards),
        )

    def without_last_gems(self) -> Self:
        """Take back the last answer about gems, with every earlier answer about the same cards."""
        taken_back = frozenset(self.gem_answers[-1] if self.gem_answers else ())
        return replace(
            self,
            gems={card: gems for card, gems in self.gems.items() if card not in taken_back},
            not_gems={card: gems for card, gems in self.not_gems.items() if card not in taken_back},
            gem_answers=tuple(answer for answer in self.gem_answers if not taken_back.issuperset(answer)),
        )


@dataclass(frozen=True, slots=True)
class HandDraft:
    """The draft of a hand."""

    hand: EnteredHand = NOT_BEGUN
    batches: tuple[str, ...] = ()
    """The ids of the batches of taps that were applied last."""
    changed: HandChange | None = None
    lies: Begun | None = None
    """How the cards lie, once the hand is in."""


def entered_again(recorded: RecordedHand, seats: int) -> tuple[SharedState, tuple[EnteredHand, ...]]:
    """Return a recorded hand as it was entered, the hands in seat order: to be corrected, or because it was undone."""
    played = recorded.played
    if isinstance(played, PlayedShowdown):
        diamond = designated_diamond(played.dice) if played.dice else None
        return _shared_from(played), tuple(entered_from(hand, diamond) for hand in played.hands)
    drawn = played if isinstance(played, DrawnHand) else DrawnHand()
    return SharedState(dice=drawn.dice, upcard=_name(drawn.upcard)), (NOT_BEGUN,) * seats


def _shared_from(played: PlayedShowdown) -> SharedState:
    moves = (
        move.seat if isinstance(move, Pass) else _laid_off(move, played.hands[move.owner])
        for move in played.lay_offs or ()
    )
    return SharedState(
        dice=played.dice,
        upcard=_name(played.upcard),
        knocker=played.knocker,
        call=played.call,
        gin_asked=True,
        lay_offs=tuple(moves),
        settled=played.lay_offs is not None,
    )


def _laid_off(move: LayOff, owner: HandInput) -> LaidOff:
    onto = owner.groups[move.place] if isinstance(owner, LaidOut) else ()
    return LaidOff(move.seat, name_of(move.card), move.owner, tuple(map(name_of, onto)))


def _name(card: Card | None) -> str | None:
    return None if card is None else name_of(card)
