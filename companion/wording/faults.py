"""What is wrong, in one sentence a player understands, each with the nearest thing that would be right."""

from companion.rules.cards import Rank, rank_of, suit_of
from companion.rules.gems import PrintFault
from companion.rules.rummy.melds import MeldKind, NoMeld
from companion.rules.rummy.solver import LEAST_RUN, LEAST_SET, LEAST_STASH
from companion.rules.rummy.verdict import Call, Claim, Fault, FaultCode, HandSize, Onto, OverLimit
from companion.wording.cards import (
    GEM_NAMES,
    GEMS_IN_PLURAL,
    card_word,
    card_words,
    listed_words,
    plural,
    rank_word,
    suit_word,
)

CALL_WORDS = {Call.KNOCK: "Knock", Call.GIN: "Gin", Call.BIG_GIN: "Big Gin", Call.RUM: "Rum"}
_MOST_NAMED = 3
_SIMPLE = {
    FaultCode.LAY_OFF_BY_KNOCKER: "{who} knocked, and the Knocker never lays off.",
    FaultCode.LAY_OFF_OUT_OF_TURN: "It is not {who}'s turn to lay off: the other player can still lay off"
    " and has not passed.",
    FaultCode.LAY_OFF_NOT_PLAYED: "Knock Rummy has no lay-offs.",
    FaultCode.LAY_OFF_NOT_HELD: "{card} is not in {who}'s deadwood.",
}


def fault_sentence(fault: Fault) -> str:
    """Say what is wrong."""
    match fault.facts:
        case NoMeld():
            return no_meld_sentence(fault.facts)
        case HandSize():
            return _hand_size(fault, fault.facts)
        case OverLimit():
            return _over_limit(fault, fault.facts)
        case Claim():
            return _claim(fault, fault.facts)
        case PrintFault():
            return print_sentence(fault.facts)
        case Onto() if fault.code not in _SIMPLE:
            return _onto(fault, fault.facts)
        case _:
            return _without_facts(fault)


def _without_facts(fault: Fault) -> str:
    if fault.code == FaultCode.CARD_REPEATED:
        return f"{card_word(fault.cards[0])} is on the table twice; the second time with {fault.player}."
    if fault.code == FaultCode.GEM_UNKNOWN:
        what = f"the gems of {card_words(fault.cards)} are not known"
        return f"{fault.player} claims Gem Parts, but {what}: enter the letters printed on them."
    card = card_word(fault.cards[0]) if fault.cards else ""
    return _SIMPLE[fault.code].format(who=fault.player, card=card)


def no_meld_sentence(group: NoMeld) -> str:
    """Say why a group is no meld, by the meld that it comes nearest to."""
    cards = card_words(group.cards)
    if group.gem_unknown:
        return f"{cards} may be a stash, but the gems of these cards are not known: enter the letters printed on them."
    if len(set(group.cards)) == 1:
        return f"{cards} is no meld: one card alone never is."
    if len(group.belonging) == 1 and group.nearest != MeldKind.QUEENS_DIAMONDS:
        return f"{cards} is no meld: these cards have neither rank nor sequence in common."
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
    strangers = card_words(group.strangers)
    if group.missing:
        return (
            f"{cards} is no Queen's Diamonds: the dice name the {card_word(group.missing[0])}, this is the {strangers}."
        )
    return f"{cards} is no meld: Queen's Diamonds is two cards and takes no more, so {strangers} cannot lie there."


def _no_run(group: NoMeld, cards: str) -> str:
    own = group.belonging
    if [rank_of(one) for one in group.strangers] == [Rank.ACE] and Rank.KING in [rank_of(one) for one in own]:
        return f"{cards} is no run: the Ace is low and does not follow the King."
    reasons = []
    if group.missing:
        named = listed_words([card_word(one) for one in group.missing[:_MOST_NAMED]])
        more = f" and {len(group.missing) - _MOST_NAMED} more" if len(group.missing) > _MOST_NAMED else ""
        reasons.append(f"{named}{more} {'is' if len(group.missing) == 1 else 'are'} missing")
    for one in group.strangers:
        same = suit_of(one) == suit_of(own[0])
        reasons.append(f"{card_word(one)} does not follow" if same else f"{card_word(one)} is no {suit_word(own[0])}")
    if group.short:
        reasons.append(f"a run needs {LEAST_RUN} cards")
    return f"{cards} is no run: {listed_words(reasons)}."


def _no_set(group: NoMeld, cards: str) -> str:
    rank = rank_word(rank_of(group.belonging[0]))
    reasons = [f"{card_word(one)} is no {rank}" for one in group.strangers]
    if group.short:
        reasons.append(f"a set needs {LEAST_SET} of a rank")
    return f"{cards} is no set: {listed_words(reasons)}."


def _no_stash(group: NoMeld, cards: str) -> str:
    if group.gem is None:
        return f"{cards} is no stash."
    have = len(group.belonging)
    gem, gems = GEM_NAMES[group.gem], GEMS_IN_PLURAL[group.gem]
    reasons = [f"{card_word(one)} bears no {gem}" for one in group.strangers]
    if group.short:
        reasons.append(f"{have} {gem.lower() if have == 1 else gems}: a stash needs {LEAST_STASH}")
    return f"{cards} is no stash: {listed_words(reasons)}."


def _hand_size(fault: Fault, facts: HandSize) -> str:
    least = "at least " if facts.or_more else ""
    return f"{fault.player} has {plural(facts.held, 'card')}, but it must be {least}{facts.expected}."


def _over_limit(fault: Fault, facts: OverLimit) -> str:
    over = facts.deadwood - facts.limit
    number = f"the knock number is {facts.limit}, that is {over} too many"
    sentence = f"{fault.player} cannot knock with {facts.deadwood}: {number}."
    if facts.best is not None and facts.best <= facts.limit:
        return f"{sentence} Laid out otherwise the same cards leave {facts.best}, which would do."
    return f"{sentence} The hand goes on."


def _claim(fault: Fault, facts: Claim) -> str:
    call = CALL_WORDS[facts.call]
    if not facts.played_here:
        return f"{fault.player} calls {call}, but this table does not play it."
    return f"{fault.player} calls {call}, but {facts.deadwood} of deadwood is left."


def _onto(fault: Fault, facts: Onto) -> str:
    card = card_word(fault.cards[0])
    meld = card_words(facts.meld)
    match fault.code:
        case FaultCode.LAY_OFF_ON_GIN:
            return f"{card} cannot be laid off: {facts.owner} called Gin, and nobody lays off onto a Gin hand."
        case FaultCode.LAY_OFF_ONTO_OWN:
            return f"{fault.player} cannot lay {card} off onto a meld of the own hand."
        case FaultCode.GEM_UNKNOWN:
            return f"{card} may fit onto {facts.owner}'s {meld}, but its gems are not known: enter the letters on it."
        case _:
            return (
                f"{card} does not fit onto {facts.owner}'s {meld} as it lies."
                if meld
                else f"{card} fits nowhere there."
            )


def print_sentence(fault: PrintFault) -> str:
    """Say where a print breaks its law."""
    twice = listed_words([GEM_NAMES[gem] for gem in fault.twice])
    reasons = [f"{twice} {'stands' if len(fault.twice) == 1 else 'stand'} twice"] if fault.twice else []
    if fault.miscounted:
        reasons.append(f"{listed_words([card_word(one) for one in fault.miscounted])} has not its number of gems")
    return (
        f"The print is not possible: in the group {fault.group}, where each gem stands once, {listed_words(reasons)}."
    )
