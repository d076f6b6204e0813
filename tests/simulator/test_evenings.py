"""A hundred simulated evenings: whatever goes wrong, no hand is seen early, lost, or there twice."""

from collections.abc import Iterator

import pytest

from tests.simulator.evening import Table, laid, play

TOGETHER = 10
SHOWN = 150


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with laid() as made:
        yield made


@pytest.mark.parametrize("first", range(0, 100, TOGETHER))
def test_evenings_end_well(table: Table, first: int) -> None:
    for seed in range(first, first + TOGETHER):
        played = play(table, seed)
        assert not played.wrong, played.told(SHOWN)


def test_a_seed_always_plays_the_same_evening(table: Table) -> None:
    assert play(table, 7).trace == play(table, 7).trace
