"""Calls and what follows from them: the knock limit, hand sizes, Gin without a call, melds closed to lay-offs."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.cards import FULL_DECK, NO_CARDS, Card, Hand, Rank, points_of, rank_of
from companion.rules.rummy.melds import Meld, classify
from companion.rules.rummy.ruleset import DECK_SIZE, SEATS, Game, KnockAt, LayoutRule, RuleSet, Scoring, book_rules
from companion.rules.rummy.showdown_input import Counted, LaidOut, Loose, Showdown, cards_given
from companion.rules.rummy.solver import least_deadwood
from companion.rules.rummy.verdict import Call

LEAST_TO_DRAW = 3
"""How many cards the draw pile has at least when a turn begins: with two the hand is drawn (P.drawn)."""


def knock_limit(rules: RuleSet, dice: tuple[int, int] | None = None, upcard: Card | None = None) -> int | None:
    if rules.straight:
        return 0
    match rules.knock_limit:
        case KnockAt.DICE:
            return sum(dice or ())
        case KnockAt.UPCARD:
            if upcard is None or (rank_of(upcard) == Rank.ACE and not rules.ace_allows_one):
                return 0
            return points_of(upcard)
        case number:
            return number


def expected_cards(rules: RuleSet, call: Call | None, *, knocks: bool) -> int:
    return rules.hand_size + (knocks and call == Call.BIG_GIN and rules.big_gin_bonus is not None)


def most_cards(rules: RuleSet) -> int:
    """Return the most cards that a hand can have, the card just drawn included.

    With three players of Gem Rummy the others hold theirs and the draw pile isn't used up, so a player who takes all
    discards has what is left of the deck (P3.hand-size).
    """
    most = rules.hand_size + 1
    if not rules.more_cards_allowed:
        return most
    return max(most, DECK_SIZE - (rules.seats - 1) * rules.hand_size - LEAST_TO_DRAW)


def most_cards_by_the_book(game: Game) -> int:
    return max(most_cards(book_rules(game, seats)) for seats in SEATS[game])


MOST_CARDS = max(map(most_cards_by_the_book, Game))


def most_expected(rules: RuleSet, expected: int) -> int:
    return expected + largest_hand(rules) - rules.hand_size


def largest_hand(rules: RuleSet) -> int:
    """Return the most cards of a hand after the discard, which all have but one with Big Gin."""
    return most_cards(rules) - 1


def most_deadwood(rules: RuleSet) -> int:
    return sum(_values_besides(NO_CARDS)[: largest_hand(rules)])


def most_beside_others(points: Sequence[int], cards: Hand, rules: RuleSet) -> list[int]:
    """Return the most that each counted hand can have: together no more than the highest cards that aren't laid out."""
    values, size = _values_besides(cards), largest_hand(rules)
    most = [0] * len(points)
    higher = 0
    highest_first = sorted(range(len(points)), key=lambda hand: -points[hand])
    for number, hand in enumerate(highest_first, start=1):
        most[hand] = min(sum(values[:size]), sum(values[: number * size]) - higher)
        higher += min(points[hand], most[hand])
    return most


def _values_besides(cards: Hand) -> list[int]:
    return sorted(map(points_of, FULL_DECK - cards), reverse=True)


def is_complete(rules: RuleSet, held: int, expected: int) -> bool:
    return held == expected or expected < held <= most_expected(rules, expected)


def is_big_gin_size(rules: RuleSet, held: int) -> bool:
    return rules.big_gin_bonus is not None and not rules.more_cards_allowed and held == rules.hand_size + 1


def may_be_big_gin(rules: RuleSet, call: Call | None, held: int) -> bool:
    """Return whether to ask if a knock was meant as Big Gin (R.5)."""
    return rules.gin_must_be_called and call in (None, Call.KNOCK) and is_big_gin_size(rules, held)


def may_be_gin(showdown: Showdown) -> bool:
    """Return whether to ask if a knock was meant as Gin (R.5); a hand short of cards is a fault in any case."""
    rules, hand = showdown.rules, showdown.seats[showdown.knocker].hand
    is_whole = isinstance(hand, Counted) or len(cards_given(hand)) >= rules.hand_size
    left_open = rules.gin_must_be_called and showdown.call in (None, Call.KNOCK)
    return left_open and is_whole and knocker_has_no_deadwood(showdown)


def knocker_has_no_deadwood(showdown: Showdown) -> bool:
    hand, context = showdown.seats[showdown.knocker].hand, showdown.context
    match hand:
        case Counted():
            return hand.deadwood_points == 0
        case LaidOut() if showdown.rules.layout != LayoutRule.BEST:
            groups = [classify(group, context) for group in hand.groups]
            are_melds = all(isinstance(group, Meld) or group.gem_unknown for group in groups)
            return bool(groups) and are_melds and not hand.deadwood
        case LaidOut() | Loose():
            cards = Hand.of(cards_given(hand))
            return bool(cards) and least_deadwood(cards.bits, context.meld_rules) == 0
    assert_never(hand)


def effective_call(rules: RuleSet, call: Call | None, held: int, *, has_deadwood: bool) -> Call:
    """Return the call as entered; without one the cards have it, but in Gem Rummy Gin is a call (R.5, N.gin, K.rum)."""
    if call is not None and (call != Call.KNOCK or rules.gin_must_be_called):
        return call
    if has_deadwood:
        return Call.KNOCK
    if rules.scoring == Scoring.LOWEST:
        return Call.RUM
    return Call.BIG_GIN if is_big_gin_size(rules, held) else Call.GIN


def is_larger_hand(rules: RuleSet, held: int) -> bool:
    """Return whether a hand has more cards than usual, in a game that allows more (P3.hand-size)."""
    return rules.more_cards_allowed and held > rules.hand_size


def closed_seat(knocker: int, call: Call, *, has_deadwood: bool) -> int | None:
    """Return the seat whose melds take no lay-offs, after Gin or Big Gin (rule P.no-lay-off-on-gin), or None."""
    return knocker if call in (Call.GIN, Call.BIG_GIN) and not has_deadwood else None


def closed_in(showdown: Showdown) -> int | None:
    has_deadwood = not knocker_has_no_deadwood(showdown)
    held = len(cards_given(showdown.seats[showdown.knocker].hand))
    call = effective_call(showdown.rules, showdown.call, held, has_deadwood=has_deadwood)
    return closed_seat(showdown.knocker, call, has_deadwood=has_deadwood)
