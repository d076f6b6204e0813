"""Every figure of people beside a plain recount of their exported games; `make bench` takes a thousand histories."""

from pathlib import Path

import pytest

from companion.store.opening import open_store
from tests.support.people.comparison import compare, differences
from tests.support.people.households import Household
from tests.support.seeds import random_sources
from tests.support.store import change


@pytest.mark.random
def test_every_figure_is_that_of_a_plain_recount(tmp_path: Path) -> None:
    for seed, rng in random_sources(8):
        assert compare(rng, tmp_path / str(seed)) == [], seed


@pytest.mark.random
def test_the_recount_sees_a_hand_that_is_not_counted(tmp_path: Path) -> None:
    """A comparison that finds nothing must be able to find something."""
    (_, rng), *_ = random_sources(1)
    store = open_store(tmp_path)
    household = Household(rng, store)
    household.play(3)
    change(store, "UPDATE played SET hands = hands + 1, points = points + 1")
    found = "\n".join(differences(rng, household))
    store.close()
    assert "hands" in found
    assert "points" in found
