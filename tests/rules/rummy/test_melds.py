"""What is a meld, what comes nearest to one, and what extends one (P.four-melds, R.2, R.3)."""

import pytest

from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import name_of
from companion.rules.gems import Gem, Print, group_of
from companion.rules.rummy.melds import (
    Meld,
    MeldContext,
    MeldKind,
    classify,
    designated_diamond,
    may_be_stash,
)
from companion.wording.cards import card_word
from companion.wording.faults import no_meld_sentence
from tests.support.rummy.random_hands import cards, print_from
from tests.support.rummy.reference import DECK, Cards, Melds, all_melds, random_print
from tests.support.seeds import random_sources

SEVEN = MeldContext(has_gems=True, gems=print_from(MADE_UP_PRINT), diamond=designated_diamond((3, 4)))
NO_PRINT = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((3, 4)))
SAPPHIRES = "2S 4H 6D 8C"


def steps(group: Cards, melds: Melds) -> int:
    """Count the cards that must come or go before a group is the nearest of all melds that there are."""
    bearers = melds.stashes.values()
    stashes = [len(group - own) + max(0, 4 - len(group & own)) for own in bearers if group & own]
    return min(*stashes, *(len(group ^ meld) for meld in (*melds.sets, *melds.runs)), len(group) + 4)


@pytest.mark.seeded
def test_the_nearest_meld_of_any_group_is_as_near_as_trying_all_melds_finds() -> None:
    for seed, rng in random_sources(500):
        letters = random_print(rng)
        melds = all_melds(letters)
        table = MeldContext(has_gems=True, gems=print_from(letters), diamond=None)
        near = rng.sample(DECK, rng.randint(6, 20))
        group = frozenset(rng.sample(near, rng.randint(2, 6)))
        found = classify(cards(" ".join(sorted(group))), table)
        if isinstance(found, Meld):
            assert steps(group, melds) == 0, (seed, group)
            continue
        told = frozenset(map(name_of, (*found.belonging, *found.missing)))
        assert told == (group - set(map(name_of, found.strangers))) | set(map(name_of, found.missing))
        if found.around:
            suits = {name[-1] for name in told}
            assert len(suits) == 1
            assert {"A" + suit for suit in suits} | {"K" + suit for suit in suits} <= told
            assert found.distance - 1 <= steps(group, melds), (seed, group)
        else:
            assert found.distance == steps(group, melds), (seed, group)


@pytest.mark.seeded
def test_a_card_whose_letter_is_not_known_is_never_said_to_bear_another_gem() -> None:
    for seed, rng in random_sources(500):
        letters = {name: gems for name, gems in random_print(rng).items() if rng.random() < 0.6}
        gems = Print.of({one: tuple(map(Gem, letters[name])) for name in letters for one in cards(name)})
        group = rng.sample(DECK, rng.randint(3, 6))
        found = classify(cards(" ".join(group)), MeldContext(has_gems=True, gems=gems, diamond=None))
        if isinstance(found, Meld) or found.nearest != MeldKind.STASH or found.gem is None:
            continue
        sentence = no_meld_sentence(found)
        for one in found.strangers:
            mates = [mate for mate in found.belonging if group_of(mate) == group_of(one)]
            denied = found.gem not in gems.possible(one)
            never = any(f"{card_word(mate)} and {card_word(one)} can't both be" in sentence for mate in mates)
            assert denied or never, (seed, sentence)


@pytest.mark.parametrize(
    ("names", "table", "may"),
    [
        (SAPPHIRES, SEVEN, True),
        ("2S 4H 6D", SEVEN, False),
        ("2S 4H 6D 8D", SEVEN, False),
        ("AH 3C 7D 9S", NO_PRINT, True),
        ("AH 2C 7D 9S", NO_PRINT, False),
        ("5C 6C 7C 8C", NO_PRINT, False),
    ],
)
def test_what_may_be_a_stash_as_far_as_the_letters_are_known(names: str, table: MeldContext, may: bool) -> None:
    """A♥ and 2♣ are of one group of eight different gems; so are 5♣ 6♣ and 7♣ 8♣, and a run isn't a stash."""
    assert may_be_stash(cards(names), table) == may
