"""What is wrong, in one sentence a player understands, each with the nearest thing that would be right."""

from collections.abc import Sequence
from typing import assert_never

from companion.rules.cards import ALL_CARDS, Card, Rank, rank_of, suit_of
from companion.rules.gems import Gem, MissingGems, PrintFault, group_of
from companion.rules.rummy.melds import PLAIN, Meld, MeldKind, NoMeld, extends
from companion.rules.rummy.solver import LEAST_STASH
from companion.rules.rummy.verdict import Call, CallFacts, Fault, FaultCode, HandSize, MeldInPlay, OverLimit, WrongAt
from companion.wording.cards import (
    GEM_NAMES,
    GEMS_IN_PLURAL,
    card_word,
    card_words,
    listed_words,
    plural,
    rank_word,
    suit_word,
    with_article,
)

CALL_WORDS = {Call.KNOCK: "Knock", Call.GIN: "Gin", Call.BIG_GIN: "Big Gin", Call.RUM: "Rum"}
_MOST_NAMED = 3
_ACE_IS_LOW = "the Ace is low and doesn't follow the King"


def fault_sentence(fault: Fault) -> str:
    """Say what is wrong."""
    match fault.facts:
        case NoMeld():
            return no_meld_sentence(fault.facts)
        case HandSize():
            return _hand_size(fault, fault.facts)
        case OverLimit():
            return _over_limit(fault, fault.facts)
        case CallFacts():
            return _claim(fault, fault.facts)
        case PrintFault():
            return print_sentence(fault.facts)
        case WrongAt():
            return _wrong_lay_off(fault, fault.facts)
        case MissingGems():
            return _not_gem_parts(fault, fault.facts)
        case None:
            return _without_facts(fault)
    assert_never(fault.facts)


def _without_facts(fault: Fault) -> str:
    match fault.code:
        case FaultCode.CARD_REPEATED:
            return f"{card_word(fault.cards[0])} is on the table twice, the second time with {fault.player}."
        case FaultCode.GEM_UNKNOWN:
            return f"{fault.player} claims Gem Parts, but {_letters_missing(fault.cards)}."
        case _:
            return "Knock Rummy has no lay-offs."


def _letters_missing(cards: Sequence[Card]) -> str:
    if len(cards) == 1 and rank_of(cards[0]) != Rank.KING:
        return f"the gem of {card_word(cards[0])} isn't known: enter the letter printed on it"
    return f"the gems of {card_words(cards)} aren't known: enter the letters printed there"


def _not_gem_parts(fault: Fault, facts: MissingGems) -> str:
    claim = f"{fault.player} claims Gem Parts, but"
    if facts.absent:
        return f"{claim} {_gems(facts.absent)} {'is' if len(facts.absent) == 1 else 'are'} missing."
    number = {1: "one"}.get(facts.short, facts.short)
    missing = f"of {_gems(facts.contested)} {number} {'is' if facts.short == 1 else 'are'} missing"
    return f"{claim} {missing}: each card counts as one gem only, a King too."


def _gems(gems: Sequence[Gem]) -> str:
    return listed_words([GEM_NAMES[gem] for gem in gems])


def no_meld_sentence(group: NoMeld) -> str:
    """Say why a group is no meld, by the meld that it comes nearest to."""
    cards = card_words(group.cards)
    if group.gem_unknown:
        return f"{cards} may be a stash, but {_letters_missing(group.unknown)}."
    if len(set(group.cards)) == 1:
        return f"{cards} isn't a meld: one card alone never is."
    if group.unlike:
        return f"{cards} isn't a meld: these cards have neither rank nor sequence in common."
    match group.nearest:
        case MeldKind.QUEENS_DIAMONDS:
            return _no_queens_diamonds(group, cards)
        case MeldKind.RUN:
            return _no_run(group, cards)
        case MeldKind.SET:
            return _no_set(group, cards)
        case MeldKind.STASH:
            return _no_stash(group, cards)


def _no_queens_diamonds(group: NoMeld, cards: str) -> str:
    strangers = _named(group.strangers)
    if group.short:
        return f"{cards} isn't Queen's Diamonds: a Queen is missing, {strangers} isn't one."
    if group.missing:
        named = card_word(group.missing[0])
        return f"{cards} isn't Queen's Diamonds: the dice name the {named}, this is the {strangers}."
    return f"{cards} isn't a meld: Queen's Diamonds is two cards and takes no more, so {strangers} can't lie there."


def _no_run(group: NoMeld, cards: str) -> str:
    own = group.belonging
    reasons = []
    if group.missing:
        named = _named(group.missing[:_MOST_NAMED])
        more = f" and {len(group.missing) - _MOST_NAMED} more" if len(group.missing) > _MOST_NAMED else ""
        reasons.append(f"{named}{more} {'is' if len(group.missing) == 1 else 'are'} missing")
    same_suit = [card for card in group.strangers if suit_of(card) == suit_of(own[0])]
    others = [card for card in group.strangers if card not in same_suit]
    if same_suit:
        reasons.append(f"{_named(same_suit)} {'doesn' if len(same_suit) == 1 else 'don'}'t follow")
    if others:
        reasons.append(f"{_named(others)} {_is_not(others, suit_word(own[0]))}")
    if group.around:
        reasons.append(_ACE_IS_LOW)
    elif group.short:
        reasons.append(f"{_would_fit(Meld(MeldKind.RUN, own))} is missing")
    return f"{cards} isn't a run: {', '.join(reasons)}."


def _no_set(group: NoMeld, cards: str) -> str:
    own, others = group.belonging, group.strangers
    reasons = [f"{_named(others)} {_is_not(others, rank_word(rank_of(own[0])))}"] if others else []
    if group.short:
        reasons.append(f"{_would_fit(Meld(MeldKind.SET, own))} is missing")
    return f"{cards} isn't a set: {', '.join(reasons)}."


def _named(cards: Sequence[Card], last: str = "and") -> str:
    return listed_words([card_word(card) for card in cards], last)


def _is_not(cards: Sequence[Card], what: str) -> str:
    return f"isn't {with_article(what)}" if len(cards) == 1 else f"aren't {what}s"


def _would_fit(meld: Meld) -> str:
    """Name the cards that a set or a run takes as it lies."""
    return _named([card for card in ALL_CARDS if extends(meld, card, PLAIN)], "or")


def _no_stash(group: NoMeld, cards: str) -> str:
    mates = {group_of(card): card for card in group.belonging}
    rivals = [card for card in group.strangers if card in group.unknown and group_of(card) in mates]
    reasons = [f"{card_word(mates[group_of(card)])} and {card_word(card)} never bear the same gem" for card in rivals]
    if group.gem is None:
        return f"{cards} isn't a stash: {', '.join(reasons) or 'no gem can be on all of these cards'}."
    others = [card for card in group.strangers if card not in rivals]
    name, plural_name = GEM_NAMES[group.gem], GEMS_IN_PLURAL[group.gem]
    if others:
        isnt = f"isn't {with_article(name)}" if len(others) == 1 else f"aren't {plural_name}"
        reasons.append(f"{_named(others)} {isnt}")
    if group.short:
        reasons.append(f"a stash needs {LEAST_STASH} {plural_name}")
    return f"{cards} isn't a stash: {', '.join(reasons)}."


def _hand_size(fault: Fault, facts: HandSize) -> str:
    least = "at least " if facts.or_more else ""
    over = facts.held - facts.expected
    wrong = f"{over} too many" if over > 0 else f"{-over} too few"
    house = " by house rule" if facts.house_rule else ""
    return f"{fault.player} has {plural(facts.held, 'card')} and must have {least}{facts.expected}{house}: {wrong}."


def _over_limit(fault: Fault, facts: OverLimit) -> str:
    over = facts.deadwood - facts.limit
    house = " by house rule" if facts.house_rule else ""
    number = f"the knock number is {facts.limit}{house}, so that is {over} too many"
    sentence = f"{fault.player} cannot knock with {facts.deadwood}: {number}"
    if facts.best is not None and facts.best <= facts.limit:
        return f"{sentence}; laid out otherwise the same cards leave {facts.best}, which would do."
    return f"{sentence}. The hand goes on."


def _claim(fault: Fault, facts: CallFacts) -> str:
    call = CALL_WORDS[facts.call]
    if not facts.played_here:
        return f"{fault.player} calls {call}, but this table does not play it."
    left = f" ({card_words(fault.cards)})" if fault.cards else ""
    sentence = f"{fault.player} calls {call} with a deadwood of {facts.deadwood}{left}, and {call} has none"
    return f"{sentence}; laid out otherwise the same cards leave none." if facts.best == 0 else f"{sentence}."


def _wrong_lay_off(fault: Fault, facts: WrongAt) -> str:
    who = fault.player
    card = card_words(fault.cards)
    match fault.code:
        case FaultCode.LAY_OFF_ON_GIN:
            return f"{card} can't be laid off there: nobody lays off onto a {CALL_WORDS[facts.call]} hand."
        case FaultCode.LAY_OFF_BY_KNOCKER:
            return f"{who} knocked, and the Knocker never lays off."
        case FaultCode.LAY_OFF_ONTO_OWN:
            return f"{who} cannot lay {card} off onto {who}'s own meld: lay-offs go onto other players' melds."
        case FaultCode.LAY_OFF_NOT_HELD:
            where = f": it lies in {_lying(facts.meld)}" if facts.meld else ""
            return f"{card} is not in {who}'s deadwood{where}."
        case FaultCode.GEM_UNKNOWN if facts.meld:
            return f"{card} may fit onto {_lying(facts.meld)}, but {_letters_missing(fault.cards)}."
        case FaultCode.LAY_OFF_OUT_OF_TURN:
            return out_of_turn_sentence(fault.player or "", facts.ahead or "")
        case _:
            return _does_not_fit(fault.cards[0], facts)


def out_of_turn_sentence(player: str, ahead: str) -> str:
    """Say who lays off first; not what (R.14)."""
    return f"It isn't {player}'s turn to lay off: {ahead} comes first."


def _does_not_fit(card: Card, facts: WrongAt) -> str:
    if facts.meld is None:
        return f"{card_word(card)} does not fit there."
    return f"{card_word(card)} does not fit on {_lying(facts.meld)}: {_why_not(card, facts.meld.meld)}."


def _lying(lying: MeldInPlay) -> str:
    return f"{lying.owner}'s {card_words(lying.meld.cards)}"


def _why_not(card: Card, meld: Meld) -> str:
    """Name what keeps a card off a meld, and no card that would fit there: a ruling is never a hint (R.14)."""
    if card in meld.cards:
        return "that card is there already"
    if meld.gem is not None:
        return f"it isn't {with_article(GEM_NAMES[meld.gem])}"
    match meld.kind:
        case MeldKind.SET:
            return f"it isn't {with_article(rank_word(rank_of(meld.cards[0])))}"
        case MeldKind.RUN if suit_of(card) != suit_of(meld.cards[0]):
            return f"it isn't {with_article(suit_word(meld.cards[0]))}"
        case MeldKind.RUN if Rank.KING - Rank.ACE in {abs(card - end) for end in (meld.cards[0], meld.cards[-1])}:
            return _ACE_IS_LOW
        case MeldKind.RUN:
            return "it doesn't continue the run at either end"
        case _:
            return "Queen's Diamonds takes no more cards"


def print_sentence(fault: PrintFault) -> str:
    """Say where a print breaks its law."""
    twice = listed_words([GEM_NAMES[gem] for gem in fault.twice])
    reasons = [f"{twice} {'stands' if len(fault.twice) == 1 else 'stand'} twice"] if fault.twice else []
    if fault.miscounted:
        needs = "needs" if len(fault.miscounted) == 1 else "need"
        letters = "two letters" if rank_of(fault.miscounted[0]) == Rank.KING else "one letter"
        each = " each" if len(fault.miscounted) > 1 else ""
        reasons.append(f"{_named(fault.miscounted)} {needs} {letters}{each}")
    return (
        f"The print is not possible: in the group {fault.group}, where each gem stands once, {listed_words(reasons)}."
    )
