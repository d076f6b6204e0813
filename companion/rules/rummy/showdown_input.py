"""A showdown as entered: hands, knocker, call, dice, deck and lay-offs."""

from dataclasses import field
from typing import assert_never

from companion.rules.cards import Card, Suit, suit_of
from companion.rules.facts import fact
from companion.rules.gems import Print
from companion.rules.rummy.lay_offs import LayOff, Pass
from companion.rules.rummy.melds import MeldContext, designated_diamond
from companion.rules.rummy.ruleset import RuleSet
from companion.rules.rummy.verdict import Call

FACES = 6


@fact
class LaidOut:
    groups: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    claims_gem_parts: bool | None = None
    gem_parts_checked: bool = False
    """The table checked by eye that the cards show all eight gems, as Gem Parts is claimed."""


@fact
class Loose:
    cards: tuple[Card, ...]
    claims_gem_parts: bool | None = None
    gem_parts_checked: bool = False


@fact
class Counted:
    deadwood_points: int
    gem_parts: bool = False


HandInput = LaidOut | Loose | Counted


@fact
class Seat:
    name: str
    hand: HandInput


class ImpossibleShowdownError(ValueError):
    """Something no table can have: a third seat in a game for two, dice of 9, a lay-off on a meld that isn't there."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(f"{key}={value!r}")
        self.key = key
        self.value = value


@fact
class Showdown:
    """Everything entered of one showdown; `lay_offs` is None if the app plays them."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    knocker: int
    call: Call | None = None
    dice: tuple[int, int] | None = None
    gems: Print | None = None
    lay_offs: tuple[LayOff | Pass, ...] | None = None
    upcard: Card | None = None
    context: MeldContext = field(init=False, repr=False, compare=False)
    """What decides about melds here; a print that breaks its law doesn't."""

    def __post_init__(self) -> None:
        self._refuse_impossible()
        gems = None if self.gems is None or self.gems.faults else self.gems
        diamond = designated_diamond(self.dice) if self.rules.has_dice and self.dice else None
        object.__setattr__(self, "context", MeldContext(self.rules.has_gems, gems, diamond))

    def _refuse_impossible(self) -> None:
        """Raise for what no table can have. What a player may do wrong at a table is for the ruling."""
        seats = range(self.rules.seats)
        if len(self.seats) != len(seats):
            raise ImpossibleShowdownError("seats", len(self.seats))
        if self.knocker not in seats:
            raise ImpossibleShowdownError("knocker", self.knocker)
        if self.dice is not None and not all(1 <= die <= FACES for die in self.dice):
            raise ImpossibleShowdownError("dice", self.dice)
        for seat in self.seats:
            if isinstance(seat.hand, Counted) and seat.hand.deadwood_points < 0:
                raise ImpossibleShowdownError("deadwood_points", seat.hand.deadwood_points)
        for move in self.lay_offs or ():
            if move.seat not in seats or (isinstance(move, LayOff) and not self._has_group(move.owner, move.place)):
                raise ImpossibleShowdownError("lay_offs", move)

    def _has_group(self, owner: int, place: int) -> bool:
        hand = self.seats[owner].hand if 0 <= owner < len(self.seats) else None
        return isinstance(hand, LaidOut) and 0 <= place < len(hand.groups)

    @property
    def is_doubled(self) -> bool:
        return self.rules.spades_double and self.upcard is not None and suit_of(self.upcard) == Suit.SPADES

    def claims_gem_parts(self, seat: int) -> bool | None:
        """Return None if a hand's cards decide. Where Gem Parts gives no points, the player has none (R.9)."""
        if not self.rules.gem_parts_points(knocks=seat == self.knocker):
            return False
        hand = self.seats[seat].hand
        return hand.gem_parts if isinstance(hand, Counted) else hand.claims_gem_parts

    def gem_parts_checked(self, seat: int) -> bool:
        """Return whether a hand of cards claims Gem Parts and the table checked it by eye (R.8)."""
        hand = self.seats[seat].hand
        return not isinstance(hand, Counted) and hand.gem_parts_checked and self.claims_gem_parts(seat) is True

    @property
    def others(self) -> tuple[int, ...]:
        return seats_from(self.knocker, len(self.seats))[1:]


def seats_from(first: int, seats: int) -> tuple[int, ...]:
    return (*range(first, seats), *range(first))


def cards_given(hand: HandInput) -> tuple[Card, ...]:
    match hand:
        case LaidOut():
            return (*(card for group in hand.groups for card in group), *hand.deadwood)
        case Loose():
            return hand.cards
        case Counted():
            return ()
    assert_never(hand)
