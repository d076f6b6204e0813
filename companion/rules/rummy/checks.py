"""Check a showdown: each fault with its rule and the facts for its sentence."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.cards import Card, Hand, Rank, rank_of
from companion.rules.gems import NOTHING_KNOWN, Print, gem_parts, group_of, missing_gems
from companion.rules.rummy.calls import (
    expected_cards,
    is_complete,
    is_larger_hand,
    knock_limit,
    largest_hand,
    most_beside_others,
    most_deadwood,
    most_expected,
)
from companion.rules.rummy.lay_offs import LayOff, LayOffProblem, OpenMeld, Pass, WrongLayOff
from companion.rules.rummy.melds import Meld, MeldKind, NoMeld, goes_around
from companion.rules.rummy.ruleset import HouseRule, KnockAt, RuleSet
from companion.rules.rummy.showdown_input import Counted, HandInput, Showdown, cards_given
from companion.rules.rummy.verdict import (
    BestOf,
    Call,
    CallFacts,
    Fault,
    FaultCode,
    HandSize,
    LayOffFacts,
    MeldInPlay,
    OverLimit,
    TooManyPoints,
)


def print_broken(gems: Print | None, rules: RuleSet) -> list[Fault]:
    if gems is None:
        return []
    return [Fault(FaultCode.PRINT_BROKEN, None, (), rules.cites.gem_print, fault) for fault in gems.faults]


def repeated_cards(names: Sequence[str], hands: Sequence[Sequence[Card]], rules: RuleSet) -> list[Fault]:
    every = [card for cards in hands for card in cards]
    if len(set(every)) == len(every):
        return []
    seen: set[Card] = set()
    faults: dict[Card, Fault] = {}
    for name, cards in zip(names, hands, strict=True):
        for card in cards:
            if card in seen:
                faults.setdefault(card, Fault(FaultCode.CARD_REPEATED, name, (card,), rules.cites.deck))
            seen.add(card)
    return list(faults.values())


def card_count(name: str, held: int, expected: int, rules: RuleSet, *, big_gin: bool = False) -> list[Fault]:
    if is_complete(rules, held, expected):
        return []
    most = most_expected(rules, expected)
    facts = HandSize(
        held,
        expected,
        rules.more_cards_allowed,
        house_rule=HouseRule.HAND_SIZE in rules.changed,
        most=most if rules.more_cards_allowed and held > most else None,
        big_gin=big_gin,
    )
    rule = rules.cites.big_gin if big_gin else rules.cites.card_count
    return [Fault(FaultCode.CARD_COUNT, name, (), rule, facts)]


def counted_points(hands: Sequence[HandInput], rules: RuleSet) -> dict[int, TooManyPoints]:
    counted = {seat: hand.deadwood_points for seat, hand in enumerate(hands) if isinstance(hand, Counted)}
    if not counted:
        return {}
    cards = Hand.of(card for hand in hands for card in cards_given(hand))
    possible = dict(zip(counted, most_beside_others(tuple(counted.values()), cards, rules), strict=True))
    return {
        seat: TooManyPoints(points, largest_hand(rules), possible[seat], beside=possible[seat] < most_deadwood(rules))
        for seat, points in counted.items()
        if points > possible[seat]
    }


def no_melds(name: str, groups: Sequence[Meld | NoMeld], letters: Print | None, rules: RuleSet) -> list[Fault]:
    judged = [group for group in groups if isinstance(group, NoMeld)]
    if letters is not None:  # letters already given aren't asked for, which a broken print makes useless
        judged = [replace(group, unknown=letters.incomplete(group.unknown)) for group in judged]
    return [
        Fault(
            FaultCode.GEM_UNKNOWN if group.gem_unknown else FaultCode.NOT_A_MELD,
            name,
            group.cards,
            _rule_of_meld(group, rules),
            group,
        )
        for group in judged
        if not group.gem_unknown or group.unknown
    ]


def _rule_of_meld(group: NoMeld, rules: RuleSet) -> str:
    if group.unlike:
        return rules.cites.no_meld
    return rules.cites.rank_order if group.around else rules.cites.melds[group.nearest]


def gem_parts_claim(
    name: str, cards: Sequence[Card], letters: Print | None, rules: RuleSet, *, checked: bool
) -> list[Fault]:
    """Check a claim of Gem Parts: a gem is missing, or a letter that it needs isn't known nor `checked` by eye."""
    known = letters or NOTHING_KNOWN
    hand = Hand.of(cards)
    if not known.faults:
        if gem_parts(known, hand) is not None:
            return []
        missing = missing_gems(known, hand)
        if missing is not None:
            return [Fault(FaultCode.NOT_GEM_PARTS, name, (), rules.cites.gem_parts_claim, missing)]
    unknown = () if checked else known.incomplete(cards)
    return [Fault(FaultCode.GEM_UNKNOWN, name, unknown, rules.cites.gem_parts_claim)] if unknown else []


def wrong_call(
    showdown: Showdown, call: Call, cards: tuple[Card, ...], deadwood: int, *, besides_groups: bool
) -> list[Fault]:
    knocker, rules = showdown.seats[showdown.knocker], showdown.rules
    codes = {Call.GIN: FaultCode.NOT_GIN, Call.BIG_GIN: FaultCode.NOT_BIG_GIN, Call.RUM: FaultCode.NOT_RUM}
    played_here = call != Call.BIG_GIN or rules.big_gin_bonus is not None
    if played_here and not deadwood:
        return []
    held = len(cards_given(knocker.hand))
    gin = rules.cites.larger_gin if is_larger_hand(rules, held) else rules.cites.gin
    rule = gin
    if call == Call.BIG_GIN and rules.cites.big_gin:
        rule = rules.cites.larger_big_gin if is_larger_hand(rules, held - 1) else rules.cites.big_gin
    may_be_a_knock = not besides_groups and _may_be_a_knock(showdown, deadwood)
    facts = CallFacts(call, deadwood, played_here, may_be_a_knock=may_be_a_knock, besides_groups=besides_groups)
    return [Fault(codes[call], knocker.name, cards, rule, facts)]


def _may_be_a_knock(showdown: Showdown, deadwood: int) -> bool:
    rules, held = showdown.rules, len(cards_given(showdown.seats[showdown.knocker].hand))
    limit = knock_limit(rules, showdown.dice, showdown.upcard)
    has_the_cards = not held or is_complete(rules, held, expected_cards(rules, Call.KNOCK, knocks=True))
    return has_the_cards and (limit is None or deadwood <= limit)


def best_of(showdown: Showdown, call: Call, points: int) -> BestOf:
    limit = knock_limit(showdown.rules, showdown.dice, showdown.upcard) if call == Call.KNOCK else 0
    return BestOf(points, limit, may_be_a_knock=_may_be_a_knock(showdown, points))


def knock_too_high(showdown: Showdown, cards: tuple[Card, ...], deadwood: int, *, besides_groups: bool) -> list[Fault]:
    """Check the Knocker's deadwood against the knock limit (P.knock, N.knock, T.oklahoma, T.straight)."""
    rules = showdown.rules
    limit = knock_limit(rules, showdown.dice, showdown.upcard)
    if limit is None or deadwood <= limit:
        return []
    upcard = showdown.upcard if rules.knock_limit == KnockAt.UPCARD else None
    facts = OverLimit(
        deadwood,
        limit,
        house_rule=HouseRule.KNOCK_LIMIT in rules.changed,
        upcard=upcard,
        straight=rules.straight,
        dice=showdown.dice if rules.knock_limit == KnockAt.DICE else None,
        besides_groups=besides_groups,
    )
    rule = rules.cites.knock_on_ace if upcard is not None and rank_of(upcard) == Rank.ACE else rules.cites.knock
    return [Fault(FaultCode.KNOCK_TOO_HIGH, showdown.seats[showdown.knocker].name, cards, rule, facts)]


def not_played(move: LayOff | Pass, names: Sequence[str], rules: RuleSet) -> Fault:
    cards = (move.card,) if isinstance(move, LayOff) else ()
    return Fault(FaultCode.LAY_OFF_NOT_PLAYED, names[move.seat], cards, rules.cites.no_lay_offs)


def lay_off_fault(wrong: WrongLayOff, call: Call, showdown: Showdown) -> Fault:
    """Return the fault of a lay-off with the meld or player concerned; never another lay-off (R.14)."""
    move, cites, names = wrong.move, showdown.rules.cites, [player.name for player in showdown.seats]
    is_in_hand = move.card in cards_given(showdown.seats[move.seat].hand)
    is_in_own_meld = wrong.meld is not None and wrong.meld.owner == move.seat
    rule = {
        LayOffProblem.ON_GIN: cites.no_lay_off_on_gin,
        LayOffProblem.BY_KNOCKER: cites.knocker_no_lay_off,
        LayOffProblem.ONTO_OWN: cites.laid_off,
        LayOffProblem.NOT_HELD: cites.lay_off_held if is_in_own_meld else cites.lay_off,
        LayOffProblem.DOES_NOT_FIT: _rule_of_misfit(wrong.meld, move.card, showdown.rules),
        LayOffProblem.GEM_UNKNOWN: cites.melds.get(MeldKind.STASH, ""),
        LayOffProblem.OUT_OF_TURN: cites.turns,
    }[wrong.problem]
    facts = LayOffFacts(
        meld=MeldInPlay(names[wrong.meld.owner], wrong.meld.meld) if wrong.meld else None,
        ahead=None if wrong.ahead is None else names[wrong.ahead],
        call=call,
        owner=names[move.owner],
        is_in_hand=is_in_hand,
        bearer=_bearer(wrong.meld, move.card, showdown.context.gems),
    )
    return Fault(FaultCode(wrong.problem), names[move.seat], (move.card,), rule, facts)


def _rule_of_misfit(onto: OpenMeld | None, card: Card, rules: RuleSet) -> str:
    if onto is not None and onto.meld.kind == MeldKind.QUEENS_DIAMONDS:
        return rules.cites.never_extended
    return rules.cites.rank_order if onto is not None and goes_around(onto.meld, card) else rules.cites.misfit


def _bearer(onto: OpenMeld | None, card: Card, gems: Print | None) -> Card | None:
    gem = None if onto is None else onto.meld.gem
    if onto is None or gem is None or gems is None or gems.gems.get(card):
        return None
    bears = gems.bearing[gem] | Hand.of(onto.meld.cards)
    return next((other for other in group_of(card).cards if other != card and other in bears), None)
