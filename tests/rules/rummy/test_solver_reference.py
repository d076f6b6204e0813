"""The solver against the slow and obvious way, on hands of every size and on hands where melds overlap thickly."""

import pytest

from companion.rules.cards import Hand, hand_of, points_in
from companion.rules.rummy.melds import MeldContext, classify, melds_of
from companion.rules.rummy.solver import Layout, MeldRules, best_layouts, least_deadwood
from tests.support.rummy.random_hands import ALL_ROLLS, hand_from, random_hand, rich_hand, table_of, thick_hand
from tests.support.rummy.reference import all_melds, random_print
from tests.support.rummy.reference import least_deadwood as plain_least_deadwood
from tests.support.seeds import random_sources

PLAIN_MELDS = all_melds()


def check_layout(layout: Layout, hand: Hand, table: MeldContext) -> None:
    """See that a layout is one: real melds, each card in one place, and its deadwood counted."""
    melds = melds_of(layout)
    for meld in melds:
        assert classify(meld.cards, table) == meld
    placed = [*(one for meld in melds for one in meld.cards)]
    assert len(placed) == len(set(placed))
    assert hand_of(placed) | layout.deadwood == hand
    assert not hand_of(placed) & layout.deadwood
    assert points_in(layout.deadwood) == layout.points


def test_plain_rummy_hands_of_ten() -> None:
    for seed, rng in random_sources(8_000):
        names = random_hand(rng, 10) if seed % 2 else rich_hand(rng, 10, PLAIN_MELDS)
        hand = hand_from(names)
        expected = plain_least_deadwood(names, PLAIN_MELDS)
        assert least_deadwood(hand) == expected, (seed, sorted(names))
        assert best_layouts(hand, MeldRules())[0].points == expected, (seed, sorted(names))


def test_plain_rummy_hands_of_any_size() -> None:
    for seed, rng in random_sources(1_000):
        size = rng.randint(0, 26)
        names = random_hand(rng, size) if seed % 2 else rich_hand(rng, size, PLAIN_MELDS)
        expected = plain_least_deadwood(names, PLAIN_MELDS)
        assert least_deadwood(hand_from(names)) == expected, (seed, sorted(names))
        assert best_layouts(hand_from(names), MeldRules())[0].points == expected, (seed, sorted(names))


@pytest.mark.parametrize("size", [11, 12])
def test_gem_rummy_hands(size: int) -> None:
    for seed, rng in random_sources(60):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        for turn in range(60):
            names = random_hand(rng, size) if turn % 3 == 0 else rich_hand(rng, size, melds)
            found = best_layouts(hand_from(names), table.meld_rules)[0]
            assert found.points == plain_least_deadwood(names, melds), (seed, sorted(names))
            check_layout(found, hand_from(names), table)


@pytest.mark.slow
def test_gem_rummy_hands_of_any_size() -> None:
    for seed, rng in random_sources(30):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        for size in range(28):
            names = random_hand(rng, size) if size % 3 == 0 else rich_hand(rng, size, melds)
            found = best_layouts(hand_from(names), table.meld_rules)[0]
            assert found.points == plain_least_deadwood(names, melds), (seed, sorted(names))
            check_layout(found, hand_from(names), table)


@pytest.mark.slow
def test_stashes_with_kings_under_sets_and_runs() -> None:
    for seed, rng in random_sources(60):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        for _ in range(15):
            names = thick_hand(rng, melds)
            found = best_layouts(hand_from(names), table.meld_rules)[0]
            assert found.points == plain_least_deadwood(names, melds), (seed, sorted(names))
            check_layout(found, hand_from(names), table)


def test_several_layouts_are_all_the_best_and_all_different() -> None:
    """Where a choice between equals is asked for, each is as good as the one alone, and none comes twice."""
    for seed, rng in random_sources(600):
        letters, dice = random_print(rng), rng.choice(ALL_ROLLS)
        table, melds = table_of(letters, dice), all_melds(letters, dice)
        names = rich_hand(rng, 11, melds)
        found = best_layouts(hand_from(names), table.meld_rules, most=100)
        assert {layout.points for layout in found} == {plain_least_deadwood(names, melds)}, (seed, sorted(names))
        assert len({melds_of(layout) for layout in found}) == len(found), (seed, sorted(names))
        for layout in found:
            check_layout(layout, hand_from(names), table)
