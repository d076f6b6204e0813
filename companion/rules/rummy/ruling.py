"""A showdown while it is ruled: hands as they lie or are laid out, the call, the melds that take lay-offs.

Open hands are laid out here, loose ones and, by house rule, all: the Knocker's first, the others' against what lies
there.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.rules.cards import NO_CARDS, Hand
from companion.rules.rummy.calls import MOST_CARDS, closed_seat, effective_call, most_cards
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, OpenMelds, Pass, Plan, best_plan, openings_of
from companion.rules.rummy.melds import Meld, MeldContext, NoMeld, classify, melds_of
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.solver import Openings, best_layouts, least_deadwood
from companion.rules.rummy.verdict import Call

LAYOUTS_WEIGHED = 100
"""How many layouts of equal deadwood are compared to choose the one that leaves the Knocker's opponents most."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand on the table: its groups and its deadwood before lay-offs; a counted one has points only."""

    groups: tuple[Meld | NoMeld, ...]
    deadwood: Hand
    counted: int | None = None

    @property
    def points(self) -> int:
        return self.deadwood.points if self.counted is None else self.counted

    @property
    def has_faulty_group(self) -> bool:
        return any(isinstance(group, NoMeld) for group in self.groups)

    def open_melds(self, owner: int) -> list[OpenMeld]:
        return [OpenMeld(owner, place, group) for place, group in enumerate(self.groups) if isinstance(group, Meld)]


class Ruling:
    """A showdown while it is ruled; lists go by seat."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.rules = showdown.rules
        self.context = showdown.context
        self.knocker = showdown.knocker
        self.others = showdown.others
        self.seats = range(len(showdown.seats))
        self.names = tuple(seat.name for seat in showdown.seats)
        self.given = [cards_given(seat.hand) for seat in showdown.seats]
        self.cards = [Hand.of(cards) for cards in self.given]
        self.as_laid = [_as_laid(seat.hand, self.context) for seat in showdown.seats]
        """None for loose cards."""
        self.is_open = [
            isinstance(seat.hand, Loose) or (isinstance(seat.hand, LaidOut) and self.rules.layout == LayoutRule.BEST)
            for seat in showdown.seats
        ]
        """Which hands are laid out for the player (R.14)."""
        # A hand that is too large only for its own game is searched, so that all is named that is wrong with it.
        self.is_searched = max(map(len, self.given)) <= max(MOST_CARDS, most_cards(self.rules))
        self.hands = [laid or LaidHand((), cards) for laid, cards in zip(self.as_laid, self.cards, strict=True)]
        """As they score, before lay-offs."""
        self.plans: dict[tuple[int, frozenset[int]], Plan] = {}
        if self.is_searched and self.is_open[self.knocker]:
            self.hands[self.knocker] = self._knockers_choice()
        has_deadwood = self.hands[self.knocker].points > 0
        held = len(self.cards[self.knocker])
        self.call = effective_call(self.rules, showdown.call, held, has_deadwood=has_deadwood)
        self.closed = closed_seat(self.knocker, self.call, has_deadwood=has_deadwood)
        """The seat whose melds take no lay-offs, or None."""
        if self.is_searched:
            self._lay_out_others()
        self.lay_off([])

    def _knockers_choice(self) -> LaidHand:
        """Return the Knocker's best layout that leaves the others most, as a player would choose."""
        most = LAYOUTS_WEIGHED if self.rules.has_lay_offs else 1
        layouts = best_layouts(self.cards[self.knocker].bits, self.context.meld_rules, most=most)
        plain_knock = self.showdown.call == Call.KNOCK and self.rules.gin_must_be_called
        takes_lay_offs = plain_knock or bool(layouts[0].deadwood)
        if len(layouts) == 1 or not takes_lay_offs:
            return LaidHand(melds_of(layouts[0]), layouts[0].deadwood)
        choices = [LaidHand(melds_of(layout), layout.deadwood) for layout in layouts]
        known: dict[tuple[Hand, Openings], int] = {}
        left = [self._left_to_others(choice.open_melds(self.knocker), known) for choice in choices]
        return choices[left.index(max(left))]

    def _left_to_others(self, melds: Sequence[OpenMeld], known: dict[tuple[Hand, Openings], int]) -> int:
        """Return the points that the others keep if these melds are all that they can lay off on."""
        points = 0
        for hand in (self.cards[other] for other in self.others):
            openings = openings_of(hand, melds, self.context)
            if (hand, openings) not in known:
                known[hand, openings] = least_deadwood(hand.bits, self.context.meld_rules, openings)
            points += known[hand, openings]
        return points

    def _lay_out_others(self) -> None:
        """Lay out the others' open hands, clockwise from the Knocker's left.

        Where lay-offs were entered, their cards stay out of the melds. Else the least deadwood counts, lay-offs
        included, on the melds already on the table: the Knocker's, those entered as laid, those laid out before.
        """
        named = self._named_lay_offs()
        takers = self.first_takers()
        for seat in self.others:
            if not self.is_open[seat]:
                continue
            if self.showdown.lay_offs is None:
                plan = self.plan(seat, takers)
                self.hands[seat] = LaidHand(plan.melds, plan.deadwood)
                takers.append(seat)
            else:
                layout = best_layouts((self.cards[seat] - named[seat]).bits, self.context.meld_rules)[0]
                self.hands[seat] = LaidHand(melds_of(layout), layout.deadwood | named[seat] & self.cards[seat])

    def _named_lay_offs(self) -> list[Hand]:
        """Return the cards entered as laid off."""
        moves = [move for move in self.showdown.lay_offs or () if isinstance(move, LayOff)]
        return [Hand.of(move.card for move in moves if move.seat == seat) for seat in self.seats]

    def first_takers(self) -> list[int]:
        """Return whose melds take lay-offs before the others' open hands are laid out."""
        lie = [seat for seat in self.seats if seat != self.closed and not self.is_open[seat]]
        if self.closed is None and self.knocker not in lie:
            lie.append(self.knocker)
        return lie

    def takers_for(self, seat: int) -> list[int]:
        """Return whose melds take a player's lay-offs."""
        return [owner for owner in self.seats if owner not in (seat, self.closed)]

    def plan(self, seat: int, owners: Collection[int]) -> Plan:
        """Return the least deadwood of a hand, with lay-offs on some players' melds where they are played.

        The last hand laid out has its best layout at once, so that one is not searched for again.
        """
        key = seat, frozenset(owners if self.rules.has_lay_offs else ())
        if key not in self.plans:
            self.plans[key] = best_plan(self.cards[seat], self.open_melds(key[1]), self.context)
        return self.plans[key]

    def open_melds(self, owners: Collection[int]) -> list[OpenMeld]:
        return [open_meld for owner in owners for open_meld in self.hands[owner].open_melds(owner)]

    def on_table(self) -> list[LaidHand]:
        """Return the hands as they lie; loose ones as they are laid out."""
        return [laid or scored for laid, scored in zip(self.as_laid, self.hands, strict=True)]

    def open_table(self, hands: Sequence[LaidHand], closed: int | None) -> OpenMelds:
        """Return the melds that take lay-offs, and the others' deadwood."""
        melds = [open_meld for seat in self.seats if seat != closed for open_meld in hands[seat].open_melds(seat)]
        return OpenMelds(melds, {seat: hands[seat].deadwood for seat in self.others}, self.context)

    def lay_off(self, moves: Sequence[LayOff | Pass]) -> None:
        self.moves = tuple(moves)
        lay_offs = [move for move in moves if isinstance(move, LayOff)]
        self.laid_off = [tuple(move.card for move in lay_offs if move.seat == seat) for seat in self.seats]

    def left(self, seat: int) -> Hand:
        """Return the deadwood left after lay-offs."""
        return self.hands[seat].deadwood - Hand.of(self.laid_off[seat])

    def points_left(self, seat: int) -> int:
        counted = self.hands[seat].counted
        return self.left(seat).points if counted is None else counted


def _as_laid(hand: HandInput, context: MeldContext) -> LaidHand | None:
    """Return a hand as it lies; None for loose cards."""
    match hand:
        case LaidOut():
            return LaidHand(tuple(classify(group, context) for group in hand.groups), Hand.of(hand.deadwood))
        case Loose():
            return None
        case Counted():
            return LaidHand((), NO_CARDS, hand.deadwood_points)
    assert_never(hand)
