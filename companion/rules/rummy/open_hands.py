"""Lay out open hands, loose ones and all by house rule: the Knocker's first, the others' against what lies there."""

from collections.abc import Sequence
from functools import cache

from companion.rules.cards import hand_of
from companion.rules.rummy.laid_hand import LAYOUTS_WEIGHED, LaidHand, open_melds
from companion.rules.rummy.lay_offs import best_plan, openings_of
from companion.rules.rummy.melds import melds_of
from companion.rules.rummy.ruleset import LayoutRule
from companion.rules.rummy.showdown_input import HandInput, LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.solver import Layout, Openings, best_layouts, least_deadwood
from companion.rules.rummy.verdict import Call


def scored_hands(showdown: Showdown, as_laid: Sequence[LaidHand | None], named: Sequence[int]) -> list[LaidHand]:
    """Return the layout of each hand that scores: as laid, or the best where the hand is open.

    The others' open hands stay loose where the app plays the lay-offs, as it lays them out against the table.
    """
    hands = []
    for place, seat in enumerate(showdown.seats):
        laid = as_laid[place]
        if laid is None or is_laid_out_again(showdown, seat.hand):
            cards = hand_of(cards_given(seat.hand))
            if place == showdown.knocker:
                laid = _knockers_choice(showdown, cards)
            elif showdown.lay_offs is None:
                laid = LaidHand((), cards, cards)
            else:
                layout = best_layouts(cards & ~named[place], showdown.context.meld_rules)[0]
                laid = _laid_hand(layout, cards, named[place] & cards)
        hands.append(laid)
    return hands


def is_laid_out_again(showdown: Showdown, hand: HandInput) -> bool:
    """Return whether a house rule has a hand laid out in the best way, however it lies (R.14)."""
    return isinstance(hand, LaidOut) and showdown.rules.layout == LayoutRule.BEST


def is_open(showdown: Showdown, place: int) -> bool:
    """Return whether a player's hand is laid out for the player."""
    hand = showdown.seats[place].hand
    return isinstance(hand, Loose) or is_laid_out_again(showdown, hand)


def _laid_hand(layout: Layout, cards: int, beside: int) -> LaidHand:
    return LaidHand(melds_of(layout), layout.deadwood | beside, cards)


def _knockers_choice(showdown: Showdown, cards: int) -> LaidHand:
    """Return the Knocker's best layout that leaves the others most, as a player would choose."""
    context = showdown.context
    most = LAYOUTS_WEIGHED if showdown.rules.has_lay_offs else 1
    layouts = best_layouts(cards, context.meld_rules, most=most)
    plain_knock = showdown.call == Call.KNOCK and showdown.rules.gin_must_be_called
    takes_lay_offs = plain_knock or bool(layouts[0].deadwood)
    if len(layouts) == 1 or not takes_lay_offs:
        return _laid_hand(layouts[0], cards, 0)
    others = [hand_of(cards_given(showdown.seats[other].hand)) for other in showdown.others]

    @cache
    def points_of(other: int, openings: Openings) -> int:
        return least_deadwood(other, context.meld_rules, openings)

    def left_to_others(laid: LaidHand) -> int:
        melds = open_melds([laid], [showdown.knocker])
        return sum(points_of(other, openings_of(other, melds, context)) for other in others)

    return max((_laid_hand(layout, cards, 0) for layout in layouts), key=left_to_others)


def laid_out_against(showdown: Showdown, hands: Sequence[LaidHand], closed: int | None) -> list[LaidHand]:
    """Lay out the others' open hands for the least deadwood, lay-offs included, clockwise from the Knocker's left.

    Each can lay off on the melds already on the table: the Knocker's, those entered as laid, and those laid out before.
    Where the game has no lay-offs, there is nothing to lay off on.
    """
    settled = list(hands)
    on_table = [place for place in range(len(hands)) if place != closed and not is_open(showdown, place)]
    if closed is None and showdown.knocker not in on_table:
        on_table.append(showdown.knocker)
    for place in showdown.others:
        if is_open(showdown, place):
            reach = on_table if showdown.rules.has_lay_offs else ()
            melds = open_melds([settled[other] for other in reach], reach)
            plan = best_plan(settled[place].cards, melds, showdown.context)
            settled[place] = _laid_hand(plan.layout, settled[place].cards, plan.laid_off)
            on_table.append(place)
    return settled
