"""Hands to try things on: any, rich in melds, thick with overlaps, and such as fit what lies on the table."""

import random
import re
from collections.abc import Sequence

from companion.rules.cards import CARDS_BY_NAME, Card, Hand
from companion.rules.gems import Gem, Print
from companion.rules.rummy.melds import MeldContext, designated_diamond
from tests.support.rummy.reference import DECK, RUNS, SETS, SUITS, Cards, GemPrint, Melds

SETS_AND_RUNS = sorted((*SETS, *RUNS), key=sorted)
SHORT_SETS_AND_RUNS = [meld for meld in SETS_AND_RUNS if len(meld) < 5]
ALL_ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]


def hand_from(names: Cards) -> Hand:
    return Hand.of(CARDS_BY_NAME[name] for name in names)


def print_from(letters: GemPrint) -> Print:
    return Print.of({CARDS_BY_NAME[name]: tuple(map(Gem, gems)) for name, gems in letters.items()}, whole=True)


def table_of(letters: GemPrint, dice: tuple[int, int]) -> MeldContext:
    return MeldContext(has_gems=True, gems=print_from(letters), diamond=designated_diamond(dice))


def random_hand(rng: random.Random, size: int) -> Cards:
    return frozenset(rng.sample(DECK, size))


def rich_hand(rng: random.Random, size: int, melds: Melds) -> Cards:
    """Throw melds together, however they overlap, and fill up with any cards."""
    every_meld = [*SETS_AND_RUNS, *sorted(melds.pairs, key=sorted), *melds.stashes.values()]
    hand: Cards = frozenset()
    while len(hand) < size:
        meld = sorted(rng.choice(every_meld))
        hand |= frozenset(rng.sample(meld, min(len(meld), size - len(hand), rng.randint(2, 7))))
    return hand


def thick_hand(rng: random.Random, melds: Melds) -> Cards:
    """Lay whole stashes with their Kings over each other, and sets and runs across them."""
    kings = frozenset("K" + suit for suit in SUITS)
    with_kings = sorted((bearers for bearers in melds.stashes.values() if bearers & kings), key=sorted)
    chosen = rng.sample(with_kings, rng.randint(2, 3))
    hand: Cards = frozenset().union(*(rng.sample(sorted(bearers), rng.randint(4, 7)) for bearers in chosen))
    across = [meld for meld in (*melds.sets, *melds.runs, *melds.pairs) if meld & hand]
    for meld in rng.sample(sorted(across, key=sorted), rng.randint(1, 3)):
        hand |= meld
    return frozenset(rng.sample(sorted(hand), min(len(hand), 19)))


def melds_on_table(rng: random.Random, melds: Melds, most: int) -> tuple[Cards, ...]:
    """Lay some melds on the table, none sharing a card; not too long ones, for then little fits."""
    every_meld = [*SHORT_SETS_AND_RUNS, *sorted(melds.pairs, key=sorted)]
    every_meld += [frozenset(rng.sample(sorted(bearers), 4)) for bearers in melds.stashes.values()]
    lying: list[Cards] = []
    for meld in rng.choices(every_meld, k=5 * most):
        if len(lying) < most and not any(meld & other for other in lying):
            lying.append(meld)
    return tuple(lying)


def hand_that_fits(rng: random.Random, size: int, lying: Sequence[Cards], melds: Melds) -> Cards:
    """Take cards that fit on the table, cards of the suits of its runs, and whole melds, in any mixture."""
    out: Cards = frozenset().union(*lying)
    fitting = [frozenset({card}) for meld in lying for card in DECK if melds.extended_by(meld, card)]
    suits = {card[-1] for meld in lying if meld in melds.runs for card in meld}
    beyond = [frozenset({card}) for card in DECK if card[-1] in suits]
    some_melds = [*SHORT_SETS_AND_RUNS, *sorted(melds.pairs, key=sorted)]
    some_melds += [
        frozenset(rng.sample(sorted(bearers - out), 4)) for bearers in melds.stashes.values() if len(bearers - out) > 3
    ]
    anything = [frozenset({card}) for card in DECK]
    sources = [source for source in (fitting, fitting, beyond, beyond, some_melds, some_melds, anything) if source]
    hand: Cards = frozenset()
    while len(hand) < size:
        hand |= rng.choice(rng.choice(sources)) - out
    return frozenset(rng.sample(sorted(hand), size))


def cards(names: str) -> tuple[Card, ...]:
    return tuple(CARDS_BY_NAME[name] for name in names.split())


def card_names(text: str) -> list[str]:
    """Return the names in a text of cards, with or without blanks: `5C6C10C`."""
    return re.findall(r"10[CDHS]|[A2-9JQK][CDHS]", text)
