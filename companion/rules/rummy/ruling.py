"""A showdown while it is ruled: hands as they lie or are laid out, the call, the melds that take lay-offs.

Open hands are laid out here, loose ones and, by house rule, all: the Knocker's first, the others' against what lies
there.
"""

from collections.abc import Collection, Sequence
from typing import assert_never

from companion.rules.cards import NO_CARDS, Card, Hand
from companion.rules.facts import fact
from companion.rules.gems import NOTHING_KNOWN, unknown_cards
from companion.rules.rummy.calls import MOST_CARDS, closed_seat, effective_call, most_cards
from companion.rules.rummy.lay_offs import LayOff, OpenMeld, OpenMelds, Pass, Plan, best_plan, openings_of
from companion.rules.rummy.melds import Meld, MeldContext, NoMeld, classify, melds_of
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown_input import Counted, HandInput, LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.solver import Layout, best_layouts, least_deadwood
from companion.rules.rummy.verdict import Call

LAYOUTS_WEIGHED = 100
"""How many layouts of equal deadwood are compared to choose the one that leaves the Knocker's opponents most."""


@fact
class LaidHand:
    groups: tuple[Meld | NoMeld, ...]
    deadwood: Hand
    points: int
    is_counted: bool = False
    has_faulty_group: bool = False

    def open_melds(self, owner: int) -> list[OpenMeld]:
        return [OpenMeld(owner, place, group) for place, group in enumerate(self.groups) if isinstance(group, Meld)]


NOT_LAID_OUT = LaidHand((), NO_CARDS, 0)


class OpenRuling:
    """A showdown while it is ruled; lists go by seat."""

    def __init__(self, showdown: Showdown) -> None:
        self.showdown = showdown
        self.rules = showdown.rules
        self.context = showdown.context
        self.knocker = showdown.knocker
        self.others = showdown.others
        self.seats = range(len(showdown.seats))
        self.names = tuple(player.name for player in showdown.seats)
        self.given = [cards_given(player.hand) for player in showdown.seats]
        self.cards = [Hand.of(cards) for cards in self.given]
        unknown = unknown_cards(self.context.gems or NOTHING_KNOWN)
        self.lacks_letters = self.rules.has_gems and not all(hand.isdisjoint(unknown) for hand in self.cards)
        self.as_laid = [_as_laid(player.hand, self.context) for player in showdown.seats]
        self.is_open = [
            isinstance(player.hand, Loose)
            or (isinstance(player.hand, LaidOut) and self.rules.layout == LayoutRule.BEST)
            for player in showdown.seats
        ]
        """Which hands are laid out for the player (R.14)."""
        # A hand that is too large only for its own game is searched, so that all is named that is wrong with it.
        largest = max(map(len, self.given))
        self.is_searched = largest <= MOST_CARDS or largest <= most_cards(self.rules)
        self.hands = [laid or NOT_LAID_OUT for laid in self.as_laid]
        self.moves: tuple[LayOff | Pass, ...] = ()
        self.laid_off: list[tuple[Card, ...]] = [()] * len(self.seats)
        self.plans: dict[tuple[int, frozenset[int]], Plan] = {}
        if not self.is_searched:
            self.hands = [
                laid or LaidHand((), cards, cards.points) for laid, cards in zip(self.as_laid, self.cards, strict=True)
            ]
        elif self.is_open[self.knocker]:
            self.hands[self.knocker] = self._knockers_choice()
        has_deadwood = self.hands[self.knocker].points > 0
        held = len(self.cards[self.knocker])
        self.call = effective_call(self.rules, showdown.call, held, has_deadwood=has_deadwood)
        self.closed = closed_seat(self.knocker, self.call, has_deadwood=has_deadwood)
        if self.is_searched:
            self._lay_out_others()

    def _knockers_choice(self) -> LaidHand:
        most = LAYOUTS_WEIGHED if self.rules.has_lay_offs else 1
        layouts = best_layouts(self.cards[self.knocker].bits, self.context.meld_rules, most=most)
        plain_knock = self.showdown.call == Call.KNOCK and self.rules.gin_must_be_called
        takes_lay_offs = plain_knock or layouts[0].points > 0
        if len(layouts) == 1 or not takes_lay_offs:
            return laid_out(layouts[0])
        choices = [laid_out(layout) for layout in layouts]
        left = [0] * len(choices)
        for hand in (self.cards[other] for other in self.others):
            ways = [openings_of(hand, choice.open_melds(self.knocker), self.context) for choice in choices]
            points = {openings: least_deadwood(hand.bits, self.context.meld_rules, openings) for openings in set(ways)}
            left = [before + points[openings] for before, openings in zip(left, ways, strict=True)]
        return choices[left.index(max(left))]

    def _lay_out_others(self) -> None:
        """Lay out the others' open hands, clockwise from the Knocker's left.

        Where lay-offs were entered, their cards stay out of the melds. Else the least deadwood counts, lay-offs
        included, on the melds already on the table: the Knocker's, those entered as laid, those laid out before.
        """
        takers = self.first_takers()
        for seat in self.others:
            if not self.is_open[seat]:
                continue
            if self.showdown.lay_offs is None:
                plan = self.plan(seat, takers)
                self.hands[seat] = LaidHand(plan.melds, plan.deadwood, plan.deadwood.points)
                takers.append(seat)
            else:
                named = Hand.of(cards_laid_off(self.showdown.lay_offs, seat)) & self.cards[seat]
                laid = laid_out(best_layouts((self.cards[seat] - named).bits, self.context.meld_rules)[0])
                self.hands[seat] = LaidHand(laid.groups, laid.deadwood | named, laid.points + named.points)

    def first_takers(self) -> list[int]:
        lie = [seat for seat in self.seats if seat != self.closed and not self.is_open[seat]]
        if self.closed is None and self.knocker not in lie:
            lie.append(self.knocker)
        return lie

    def takers_for(self, seat: int) -> list[int]:
        return [owner for owner in self.seats if owner not in (seat, self.closed)]

    def plan(self, seat: int, owners: Collection[int]) -> Plan:
        """Return the least deadwood of a hand with lay-offs. Kept, as the hand laid out last is asked again later."""
        key = seat, frozenset(owners if self.rules.has_lay_offs else ())
        if key not in self.plans:
            self.plans[key] = best_plan(self.cards[seat], self.open_melds(key[1]), self.context)
        return self.plans[key]

    def open_melds(self, owners: Collection[int]) -> list[OpenMeld]:
        return [open_meld for owner in owners for open_meld in self.hands[owner].open_melds(owner)]

    def on_table(self) -> list[LaidHand]:
        return [laid or scored for laid, scored in zip(self.as_laid, self.hands, strict=True)]

    def open_table(self, hands: Sequence[LaidHand], closed: int | None) -> OpenMelds:
        melds = [open_meld for seat in self.seats if seat != closed for open_meld in hands[seat].open_melds(seat)]
        return OpenMelds(melds, {seat: hands[seat].deadwood for seat in self.others}, self.context)

    def lay_off(self, moves: Sequence[LayOff | Pass]) -> None:
        self.moves = tuple(moves)
        self.laid_off = [cards_laid_off(moves, seat) for seat in self.seats]

    def left(self, seat: int) -> Hand:
        deadwood = self.hands[seat].deadwood
        return deadwood - Hand.of(self.laid_off[seat]) if self.moves else deadwood

    def points_left(self, seat: int) -> int:
        hand = self.hands[seat]
        return self.left(seat).points if self.moves and not hand.is_counted else hand.points


def laid_out(layout: Layout) -> LaidHand:
    return LaidHand(melds_of(layout), layout.deadwood, layout.points)


def cards_laid_off(moves: Sequence[LayOff | Pass], seat: int) -> tuple[Card, ...]:
    return tuple(move.card for move in moves if isinstance(move, LayOff) and move.seat == seat)


def _as_laid(hand: HandInput, context: MeldContext) -> LaidHand | None:
    match hand:
        case LaidOut():
            groups = tuple(classify(group, context) for group in hand.groups)
            deadwood = Hand.of(hand.deadwood)
            has_faulty_group = any(isinstance(group, NoMeld) for group in groups)
            return LaidHand(groups, deadwood, deadwood.points, has_faulty_group=has_faulty_group)
        case Loose():
            return None
        case Counted():
            return LaidHand((), NO_CARDS, hand.deadwood_points, is_counted=True)
    assert_never(hand)
