"""Faults in plain sentences: what is wrong, and which cards would make it right."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.cards import ALL_CARDS, Card, Rank, rank_of, suit_of
from companion.rules.gems import GEMS, MissingGems, PrintFault, RepeatedGem, group_of
from companion.rules.rummy.melds import PLAIN, Meld, MeldKind, NoMeld, extends, goes_around
from companion.rules.rummy.solver import LEAST_STASH
from companion.rules.rummy.verdict import (
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
from companion.wording.cards import (
    GEM_NAMES,
    card_word,
    card_words,
    gem_words,
    listed_words,
    plural,
    rank_word,
    suit_word,
    with_article,
)

CALL_WORDS = {Call.KNOCK: "Knock", Call.GIN: "Gin", Call.BIG_GIN: "Big Gin", Call.RUM: "Rum"}
_MOST_NAMED = 3
_BESIDES = " besides what isn't a meld"
_ACE_IS_LOW = "the Ace is low, so it can't follow the King"


def fault_sentence(fault: Fault) -> str:
    match fault.facts:
        case NoMeld():
            return no_meld_sentence(fault.facts) + _best_of(fault)
        case HandSize():
            return _wrong_hand_size(fault, fault.facts)
        case TooManyPoints(points=points):
            return f"{fault.player} can't have {points} points of deadwood: {most_points(fault.facts)}."
        case OverLimit():
            return _over_limit(fault, fault.facts)
        case CallFacts():
            return _wrong_call(fault, fault.facts)
        case PrintFault():
            return print_sentence(fault.facts)
        case LayOffFacts():
            return _wrong_lay_off(fault, fault.facts)
        case MissingGems():
            return _missing_gems(fault, fault.facts)
        case None if fault.code == FaultCode.CARD_REPEATED:
            return f"{card_word(fault.cards[0])} appears twice, the second time in {fault.player}'s hand."
        case None if fault.code == FaultCode.GEM_UNKNOWN:
            return f"{fault.player} claimed Gem Parts. {_enter_gems(fault.cards)}"
        case None:
            return "Knock Rummy has no lay-offs."
    assert_never(fault.facts)


def most_points(facts: TooManyPoints) -> str:
    beside = "beside the other hands, " if facts.beside else ""
    return f"{beside}{plural(facts.cards, 'card')} can count at most {facts.most}"


def _best_of(fault: Fault, as_a_knock: str = ", which would be legal as a knock") -> str:
    if fault.best is None:
        return ""
    best, limit = fault.best.points, fault.best.limit
    if not fault.best.is_legal and not fault.best.may_be_a_knock:
        return f" Even at their best, {fault.player}'s cards leave {best}, so the hand goes on."
    allowed = f", and {limit} {'is' if limit == 1 else 'are'} allowed" if limit else ""
    then = allowed if fault.best.is_legal else as_a_knock
    return f" Laid out differently, {fault.player}'s cards leave {best or 'none'}{then}."


def _enter_gems(cards: Sequence[Card]) -> str:
    gems = "gem" if len(cards) == 1 and rank_of(cards[0]) != Rank.KING else "gems"
    return f"To check, enter the {gems} printed on {card_words(cards)}."


def _missing_gems(fault: Fault, facts: MissingGems) -> str:
    if facts.absent:
        missing = f"{gem_words(facts.absent)} {'is' if len(facts.absent) == 1 else 'are'} missing."
    else:
        number, verb = ("one", "is") if facts.short == 1 else (facts.short, "are")
        gems = "the eight gems" if len(facts.contested) == len(GEMS) else gem_words(facts.contested)
        missing = f"{number} of {gems} {verb} missing: a card counts for one gem only, even a King."
    return f"{fault.player} claimed Gem Parts, but {missing}"


def no_meld_sentence(group: NoMeld) -> str:
    cards = card_words(group.cards)
    if group.gem_unknown:
        return f"{cards} may be a stash. {_enter_gems(group.unknown)}"
    if len(set(group.cards)) == 1:
        return f"{cards} isn't a meld: it's only one card."
    if group.unlike:
        shared = "a rank or a gem," if group.gems_known else "a rank"
        return f"{cards} isn't a meld: these cards don't share {shared} or form a sequence."
    match group.nearest:
        case MeldKind.QUEENS_DIAMONDS:
            return _no_queens_diamonds(group, cards)
        case MeldKind.RUN:
            return f"{cards} isn't a run: {_clauses(_run_reasons(group))}."
        case MeldKind.SET:
            return f"{cards} isn't a set: {_clauses(_set_reasons(group))}."
        case MeldKind.STASH:
            return f"{cards} isn't a stash: {_clauses(_stash_reasons(group))}."


def _clauses(reasons: Sequence[str]) -> str:
    *others, last = reasons
    return f"{', '.join(others)}, and {last}" if others else last


def _no_queens_diamonds(group: NoMeld, cards: str) -> str:
    strangers = _named(group.strangers)
    if group.short:
        return f"{cards} isn't Queen's Diamonds: {strangers} isn't a Queen."
    if group.missing:
        return f"{cards} isn't Queen's Diamonds: the dice name {card_word(group.missing[0])}, not {strangers}."
    return f"{cards} isn't a meld: Queen's Diamonds has exactly two cards, so {strangers} can't join it."


def _run_reasons(group: NoMeld) -> list[str]:
    own = group.belonging
    reasons = []
    if group.missing:
        named = _named(group.missing[:_MOST_NAMED])
        more = f" and {len(group.missing) - _MOST_NAMED} more" if len(group.missing) > _MOST_NAMED else ""
        reasons.append(f"{named}{more} {'is' if len(group.missing) == 1 else 'are'} missing")
    same_suit = [card for card in group.strangers if suit_of(card) == suit_of(own[0])]
    others = [card for card in group.strangers if card not in same_suit]
    if same_suit:
        reasons.append(f"{_named(same_suit)} {'isn' if len(same_suit) == 1 else 'aren'}'t in sequence")
    if others:
        reasons.append(f"{_named(others)} {_is_not(others, suit_word(own[0]))}")
    if group.around:
        reasons.append(_ACE_IS_LOW)
    elif group.short:
        reasons.append(_still_needed(Meld(MeldKind.RUN, own)))
    return reasons


def _set_reasons(group: NoMeld) -> list[str]:
    own, others = group.belonging, group.strangers
    reasons = [f"{_named(others)} {_is_not(others, rank_word(rank_of(own[0])))}"] if others else []
    return [*reasons, _still_needed(Meld(MeldKind.SET, own))] if group.short else reasons


def _named(cards: Sequence[Card], last: str = "and") -> str:
    return listed_words([card_word(card) for card in cards], last)


def _is_not(cards: Sequence[Card], noun: str) -> str:
    return f"isn't {with_article(noun)}" if len(cards) == 1 else f"aren't {noun}s"


def _still_needed(meld: Meld) -> str:
    return f"you still need {_named([card for card in ALL_CARDS if extends(meld, card, PLAIN)], 'or')}"


def _stash_reasons(group: NoMeld) -> list[str]:
    mates = {group_of(card): card for card in group.belonging}
    rivals = [card for card in group.strangers if card in group.unknown and group_of(card) in mates]
    together = "share a gem" if group.gem is None else f"both be {GEM_NAMES[group.gem]}"
    reasons = [f"{card_word(mates[group_of(card)])} and {card_word(card)} can't {together}" for card in rivals]
    if group.gem is None:
        return reasons or ["these cards can't all share a gem"]
    others = [card for card in group.strangers if card not in rivals]
    gem = GEM_NAMES[group.gem]
    if others:
        reasons.append(f"{_named(others)} {'isn' if len(others) == 1 else 'aren'}'t {gem}")
    if group.short:
        reasons.append(f"a stash needs {LEAST_STASH} {gem} cards")
    return reasons


def _wrong_hand_size(fault: Fault, facts: HandSize) -> str:
    house = " by house rule" if facts.house_rule else ""
    if facts.big_gin and facts.most is None:
        takes = f"Big Gin takes {'at least ' if facts.or_more else ''}{facts.expected}{house}"
        return f"{fault.player} has {plural(facts.held, 'card')}, but {takes}: no discard."
    if facts.most is not None:
        return f"{fault.player} has {plural(facts.held, 'card')} but can have at most {facts.most}{house}."
    least = "at least " if facts.or_more else ""
    return f"{fault.player} has {plural(facts.held, 'card')} but should have {least}{facts.expected}{house}."


def _over_limit(fault: Fault, facts: OverLimit) -> str:
    besides = _BESIDES if facts.besides_groups else ""
    sentence = f"{fault.player} can't knock with {facts.deadwood}{besides}: {_why_over(facts)}."
    if fault.undecided:
        return f"{sentence} {_undecided(fault.undecided)} Otherwise the hand goes on."
    return sentence + (_best_of(fault) or " The hand goes on.")


def _undecided(cards: Sequence[Card]) -> str:
    if len(cards) == 1 and rank_of(cards[0]) != Rank.KING:
        return f"The gem on {card_words(cards)} could still allow it: check that first."
    return f"The gems on {card_words(cards)} could still allow it: check them first."


def _why_over(facts: OverLimit) -> str:
    if facts.straight:
        return "in Straight Gin only Gin ends the hand (house rule)"
    if facts.upcard is not None and not facts.limit:
        return f"the upcard is {card_word(facts.upcard)}, so only Gin ends the hand (house rule)"
    over = f"that's {facts.deadwood - facts.limit} over the limit of {facts.limit}"
    if facts.upcard is not None:
        return f"{over}, which the upcard {card_word(facts.upcard)} sets (house rule)"
    if facts.dice is not None:
        return f"{over}, which the dice {facts.dice[0]} and {facts.dice[1]} set"
    return over + (" (house rule)" if facts.house_rule else "")


def _wrong_call(fault: Fault, facts: CallFacts) -> str:
    call = CALL_WORDS[facts.call]
    if not facts.played_here:
        return f"{fault.player} called {call}, but this table doesn't play it."
    cards = f" ({card_words(fault.cards)})" if fault.cards else ""
    besides = _BESIDES if facts.besides_groups else ""
    left = f"{plural(facts.deadwood, 'point')} of deadwood{cards}{besides}"
    sentence = f"{fault.player} called {call} but still has {left}."
    if fault.undecided:
        otherwise = "it can be a knock" if facts.may_be_a_knock else "the hand goes on"
        return f"{sentence} {_undecided(fault.undecided)} Otherwise {otherwise}."
    if facts.may_be_a_knock:
        return f"{sentence} As a knock it would be legal.{_best_of(fault, as_a_knock='')}"
    return sentence + (_best_of(fault) or " The hand goes on.")


def _wrong_lay_off(fault: Fault, facts: LayOffFacts) -> str:
    player = fault.player or ""
    card = card_words(fault.cards)
    match fault.code:
        case FaultCode.LAY_OFF_ON_GIN:
            on_gin = f"nobody lays off on a {CALL_WORDS[facts.call]} hand"
            return f"{card} can't be laid off on {facts.owner}'s melds: {on_gin}."
        case FaultCode.LAY_OFF_BY_KNOCKER:
            return f"{player} knocked, and the Knocker never lays off."
        case FaultCode.LAY_OFF_ONTO_OWN:
            return own_meld_sentence(card, player)
        case FaultCode.LAY_OFF_NOT_HELD:
            where = f": it's in {meld_words(facts.meld.owner, facts.meld.meld)}" if facts.meld else ""
            return f"{card} isn't in {player}'s {'deadwood' if facts.is_in_hand else 'hand'}{where}."
        case FaultCode.GEM_UNKNOWN if facts.meld:
            return f"{card} may fit on {meld_words(facts.meld.owner, facts.meld.meld)}. {_enter_gems(fault.cards)}"
        case FaultCode.LAY_OFF_OUT_OF_TURN:
            return out_of_turn_sentence(player, facts.ahead or "")
        case _:
            return does_not_fit_sentence(fault.cards[0], facts.meld, facts.bearer)


def own_meld_sentence(card: str, player: str) -> str:
    return f"{card} can't go on {player}'s own meld: lay-offs go on other players' melds."


def out_of_turn_sentence(player: str, ahead: str) -> str:
    """Return whose turn it is to lay off, but not which card (R.14)."""
    return f"It's {ahead}'s turn to lay off, not {player}'s: one card each, from the Knocker's left."


def does_not_fit_sentence(card: Card, there: MeldInPlay | None, bearer: Card | None = None) -> str:
    if there is None:
        return f"{card_word(card)} doesn't fit there."
    only = f"; {only_bearer(bearer)}" if bearer is not None else ""
    return (
        f"{card_word(card)} doesn't fit on {meld_words(there.owner, there.meld)}: {_why_not(card, there.meld)}{only}."
    )


def only_bearer(bearer: Card) -> str:
    """Return why a card of unknown gem can't have a gem: the other card of its group is the one that has it."""
    ranks = dict.fromkeys(rank_of(other) for other in group_of(bearer).cards)
    among = listed_words([f"{rank_word(rank)}s" for rank in ranks])
    return f"among the {among}, only {card_word(bearer)} is"


def meld_words(owner: str, meld: Meld) -> str:
    return f"{owner}'s {card_words(meld.cards)}"


def _why_not(card: Card, meld: Meld) -> str:
    """Name what keeps a card off a meld, and no card that would fit there: a ruling is never a hint (R.14)."""
    if card in meld.cards:
        return "that card is already there"
    if meld.gem is not None:
        return f"it isn't {GEM_NAMES[meld.gem]}"
    match meld.kind:
        case MeldKind.SET:
            return f"it isn't {with_article(rank_word(rank_of(meld.cards[0])))}"
        case MeldKind.RUN if suit_of(card) != suit_of(meld.cards[0]):
            return f"it isn't {with_article(suit_word(meld.cards[0]))}"
        case MeldKind.RUN if goes_around(meld, card):
            return _ACE_IS_LOW
        case MeldKind.RUN:
            return "it doesn't extend the run at either end"
        case _:
            return "Queen's Diamonds can't be extended"


def _repeated_gem(repeated: RepeatedGem) -> str:
    number = len(repeated.cards)
    times = f"{number} times" if number > 2 else "twice"
    on = listed_words([card_word(card) for card in dict.fromkeys(repeated.cards)])
    return f"{GEM_NAMES[repeated.gem]} appears {times}, on {on}"


def print_sentence(fault: PrintFault) -> str:
    reasons = [_repeated_gem(repeated) for repeated in fault.twice]
    if fault.miscounted:
        needs = "needs" if len(fault.miscounted) == 1 else "need"
        gems = "two gems" if rank_of(fault.miscounted[0]) == Rank.KING else "one gem"
        each = " each" if len(fault.miscounted) > 1 else ""
        reasons.append(f"{_named(fault.miscounted)} {needs} {gems}{each}")
    return f"This print can't be right: each gem appears once in the group {fault.group}, but {listed_words(reasons)}."
