"""Melding and laying off together, against trying every order of everything."""

import pytest

from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.rummy.lay_offs import OpenMeld, best_plan
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, classify
from tests.support.rummy.random_hands import ALL_ROLLS, hand_from, hand_that_fits, melds_on_table, table_of
from tests.support.rummy.reference import Cards, Melds, all_melds, lay_offs_from, least_with_lay_offs, random_print
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

PLAIN_MELDS = all_melds()


def open_melds(lying: tuple[Cards, ...], table: MeldContext) -> list[OpenMeld]:
    melds = [classify(tuple(CARDS_BY_NAME[name] for name in names), table) for names in lying]
    return [OpenMeld(0, place, meld) for place, meld in enumerate(melds) if isinstance(meld, Meld)]


def can_all_be_laid_off(cards: Cards, lying: tuple[Cards, ...], melds: Melds) -> bool:
    return not cards or any(
        can_all_be_laid_off(left, table, melds) for _, _, left, table in lay_offs_from(cards, lying, melds)
    )


def check_plan(seed: int, names: Cards, lying: tuple[Cards, ...], table: MeldContext, melds: Melds) -> None:
    plan = best_plan(hand_from(names), open_melds(lying, table), table)
    assert plan.points == least_with_lay_offs(names, lying, melds), (seed, lying, names)
    melded = Hand.of(one for meld in plan.melds for one in meld.cards)
    laid_off = frozenset(name_of(one) for one in plan.laid_off)
    assert not melded & plan.laid_off
    assert (hand_from(names) - melded - plan.laid_off).points == plan.points
    assert can_all_be_laid_off(laid_off, lying, melds), (seed, lying, names)


def test_plain_rummy() -> None:
    for seed, rng in random_sources(1_000):
        lying = melds_on_table(rng, PLAIN_MELDS, rng.randint(1, 3))
        names = hand_that_fits(rng, rng.randint(3, 11), lying, PLAIN_MELDS)
        check_plan(seed, names, lying, PLAIN, PLAIN_MELDS)


def test_gem_rummy() -> None:
    for seed, rng in random_sources(40):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        for _ in range(25):
            lying = melds_on_table(rng, melds, rng.randint(1, 4))
            names = hand_that_fits(rng, rng.randint(3, 12), lying, melds)
            check_plan(seed, names, lying, table, melds)
