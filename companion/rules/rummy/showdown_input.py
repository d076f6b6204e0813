"""A showdown as the table gives it: the hands, who knocked with what call, the dice, the deck, the lay-offs."""

from dataclasses import dataclass
from typing import assert_never

from companion.rules.cards import Card
from companion.rules.gems import Print
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import MeldContext, designated_diamond
from companion.rules.rummy.ruleset import RuleSet
from companion.rules.rummy.verdict import Call


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A hand as it lies: groups in table order, and deadwood. Gem Parts may be claimed or waived, else are found."""

    groups: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    claims_gem_parts: bool | None = None


@dataclass(frozen=True, slots=True)
class Loose:
    """Just the cards of a hand, to be laid out at their best."""

    cards: tuple[Card, ...]
    claims_gem_parts: bool | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand that the table counted: deadwood after lay-offs, and whether it has Gem Parts."""

    deadwood_points: int
    gem_parts: bool = False


HandInput = LaidOut | Loose | Counted


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and the hand."""

    name: str
    hand: HandInput


@dataclass(frozen=True, slots=True)
class Showdown:
    """Everything that the table says of one showdown; `lay_offs` are None where the app is to play them."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    knocker: int
    call: Call | None = None
    dice: tuple[int, int] | None = None
    gems: Print | None = None
    lay_offs: tuple[LayOff | Pass, ...] | None = None

    @property
    def context(self) -> MeldContext:
        """Give what decides about melds here; a print that breaks its law decides nothing."""
        gems = None if self.gems is None or self.gems.faults else self.gems
        diamond = designated_diamond(self.dice) if self.rules.has_dice and self.dice else None
        return MeldContext(self.rules.has_gems, gems, diamond)

    @property
    def others(self) -> tuple[int, ...]:
        """List the seats that did not knock, round from the Knocker's left."""
        seats = len(self.seats)
        return tuple((self.knocker + step) % seats for step in range(1, seats))


def cards_given(hand: HandInput) -> tuple[Card, ...]:
    """List the cards of a hand; a counted one names none."""
    match hand:
        case LaidOut():
            return (*(card for group in hand.groups for card in group), *hand.deadwood)
        case Loose():
            return hand.cards
        case Counted():
            return ()
    assert_never(hand)
