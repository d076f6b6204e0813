"""The best layout of a hand, with and without lay-offs, against trying everything."""

from collections.abc import Sequence

import pytest

from companion.rules.cards import CARDS_BY_NAME, Hand, name_of
from companion.rules.rummy import solver
from companion.rules.rummy.lay_offs import OpenMeld, best_plan
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, classify, melds_of
from companion.rules.rummy.solver import Layout, best_layouts
from tests.support.rummy.random_hands import (
    ALL_ROLLS,
    hand_from,
    hand_that_fits,
    melds_on_table,
    random_hand,
    rich_hand,
    table_of,
    thick_hand,
)
from tests.support.rummy.reference import (
    Cards,
    Melds,
    all_melds,
    lay_offs_from,
    least_deadwood,
    least_with_lay_offs,
    random_print,
)
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

PLAIN_MELDS = all_melds()


def check_layout(layout: Layout, hand: Hand, context: MeldContext) -> None:
    """Check that a layout has real melds, each card in one place, and its deadwood counted."""
    melds = melds_of(layout)
    for meld in melds:
        assert classify(meld.cards, context) == meld
    placed = [*(card for meld in melds for card in meld.cards)]
    assert len(placed) == len(set(placed))
    assert Hand.of(placed) | layout.deadwood == hand
    assert not Hand.of(placed) & layout.deadwood
    assert layout.deadwood.points == layout.points


def check_solver(names: Cards, melds: Melds, context: MeldContext, seed: int) -> None:
    """Check the best layout of a hand against the reference."""
    found = best_layouts(hand_from(names).bits, context.meld_rules)[0]
    assert found.points == least_deadwood(names, melds), (seed, sorted(names))
    assert solver.least_deadwood(hand_from(names).bits, context.meld_rules) == found.points, (seed, sorted(names))
    check_layout(found, hand_from(names), context)


@pytest.mark.parametrize(("count", "sizes"), [(3_000, (10, 10)), (500, (0, 26))])
def test_plain_rummy_hands(count: int, sizes: tuple[int, int]) -> None:
    for seed, rng in random_sources(count):
        size = rng.randint(*sizes)
        names = random_hand(rng, size) if seed % 2 else rich_hand(rng, size, PLAIN_MELDS)
        check_solver(names, PLAIN_MELDS, PLAIN, seed)


@pytest.mark.parametrize(
    ("prints", "sizes"),
    [
        (25, [11] * 60),
        (25, [12] * 60),
        pytest.param(12, range(28), marks=pytest.mark.slow),
    ],
)
def test_gem_rummy_hands(prints: int, sizes: Sequence[int]) -> None:
    for seed, rng in random_sources(prints):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        context, melds = table_of(letters, dice), all_melds(letters, dice)
        for turn, size in enumerate(sizes):
            names = random_hand(rng, size) if turn % 3 == 0 else rich_hand(rng, size, melds)
            check_solver(names, melds, context, seed)


@pytest.mark.slow
def test_stashes_with_kings_under_sets_and_runs() -> None:
    for seed, rng in random_sources(25):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        context, melds = table_of(letters, dice), all_melds(letters, dice)
        for _ in range(15):
            check_solver(thick_hand(rng, melds), melds, context, seed)


def test_several_layouts_are_all_the_best_and_all_different() -> None:
    """Every layout is as good as the single best one, and none is returned twice."""
    for seed, rng in random_sources(250):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        context, melds = table_of(letters, dice), all_melds(letters, dice)
        names = rich_hand(rng, 11, melds)
        found = best_layouts(hand_from(names).bits, context.meld_rules, most=100)
        assert {layout.points for layout in found} == {least_deadwood(names, melds)}, (seed, sorted(names))
        assert len({melds_of(layout) for layout in found}) == len(found), (seed, sorted(names))
        for layout in found:
            check_layout(layout, hand_from(names), context)


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


def test_lay_offs_of_plain_rummy() -> None:
    for seed, rng in random_sources(1_000):
        lying = melds_on_table(rng, PLAIN_MELDS, rng.randint(1, 3))
        names = hand_that_fits(rng, rng.randint(3, 11), lying, PLAIN_MELDS)
        check_plan(seed, names, lying, PLAIN, PLAIN_MELDS)


def test_lay_offs_of_gem_rummy() -> None:
    for seed, rng in random_sources(40):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        for _ in range(25):
            lying = melds_on_table(rng, melds, rng.randint(1, 4))
            names = hand_that_fits(rng, rng.randint(3, 12), lying, melds)
            check_plan(seed, names, lying, table, melds)
