"""A hundred simulated evenings: whatever goes wrong, no hand is seen early, lost, or there twice."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.simulator.evening import Table, laid, play

TOGETHER = 10


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with laid() as made:
        yield made


@pytest.mark.parametrize("first", range(0, 100, TOGETHER))
def test_evenings_end_well(table: Table, first: int) -> None:
    for seed in range(first, first + TOGETHER):
        played = play(table, seed)
        assert not played.wrong, played.told(150)


def test_a_seed_plays_the_same_evening_in_every_process() -> None:
    command = [sys.executable, "-m", "tests.simulator", "--seed", "55"]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))  # noqa: S603 (our own module)
    *trace, _spent = first.splitlines()
    assert trace == again.splitlines()[:-1]
    assert any("the server starts" in line for line in trace)
