"""The stored draft of a showdown: the state that all its phones share, and the draft of each hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeAlias

from companion.documents.hand_draft import NOT_BEGUN, EnteredHand, entered_from
from companion.rules.cards import name_of, parse_card
from companion.rules.rummy.melds import designated_diamond
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
class ChangedHand:
    """A hand that was changed after all hands were turned up: its cards before, and who changed them."""

    before: Mapping[str, object]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandDraft:
    """The draft of a hand."""

    hand: EnteredHand = NOT_BEGUN
    batches: tuple[str, ...] = ()
    """The ids of the batches of taps that were applied last."""
    changed: ChangedHand | None = None


def entered_again(hand: Mapping[str, Any], players: tuple[str, ...]) -> tuple[SharedState, tuple[EnteredHand, ...]]:
    """Return a recorded hand as it was entered, the hands in seat order: to be corrected, or because it was undone."""
    if "players" not in hand:
        turned_up = SharedState(dice=as_dice(hand.get("dice")), upcard=as_upcard(hand.get("upcard")))
        return turned_up, (NOT_BEGUN,) * len(players)
    by_name = {player["name"]: player for player in hand["players"]}
    shared = _shared_from(hand, players)
    diamond = designated_diamond(shared.dice) if shared.dice else None
    return shared, tuple(entered_from(by_name[name], diamond) for name in players)


def _shared_from(hand: Mapping[str, Any], players: tuple[str, ...]) -> SharedState:
    melds = {player["name"]: player.get("melds", []) for player in hand["players"]}
    moves: list[LaidOff | int] = []
    for move in hand.get("lay_offs", ()):
        seat = players.index(move["player"])
        if "pass" in move:
            moves.append(seat)
            continue
        owner = move["onto"]["player"]
        moves.append(LaidOff(seat, move["card"], players.index(owner), tuple(melds[owner][move["onto"]["meld"]])))
    return SharedState(
        dice=as_dice(hand.get("dice")),
        upcard=as_upcard(hand.get("upcard")),
        knocker=players.index(hand["knocker"]),
        call=Call(hand["call"]) if "call" in hand else None,
        gin_asked=True,
        lay_offs=tuple(moves),
        settled="lay_offs" in hand,
    )
