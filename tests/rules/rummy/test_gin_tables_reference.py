"""Random games with bonuses, Hollywood, Oklahoma and Straight Gin against a plain scorer that was written apart."""

import pytest

from tests.support.rummy.gin_comparison import compare, compare_after_corrections
from tests.support.rummy.random_gin_games import VARIANTS, random_game, random_rules
from tests.support.seeds import random_sources

pytestmark = pytest.mark.random

GAMES = 300
"""Of each variant; `python -m bench gin_tables` plays 5,000."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_come_out_as_on_paper(variant: str) -> None:
    for _, rng in random_sources(GAMES):
        compare(random_game(rng, random_rules(rng, variant)))


def test_correcting_striking_and_restoring_files_every_later_hand_again() -> None:
    for _, rng in random_sources(GAMES):
        compare_after_corrections(rng)
