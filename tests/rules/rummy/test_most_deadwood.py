"""The most that a hand can count: the highest cards of a deck, as many as it may have."""

import pytest

from companion.rules.rummy.calls import most_deadwood
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.ruleset import Game


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    [
        (Game.KNOCK_RUMMY, 3, 70),
        (Game.KNOCK_RUMMY, 2, 100),
        (Game.GIN_RUMMY, 2, 100),
        (Game.GEM_RUMMY, 2, 110),
        # 27 cards: 16 of 10, four Nines, four Eights, three Sevens.
        (Game.GEM_RUMMY, 3, 160 + 36 + 32 + 21),
    ],
)
def test_a_hand_counts_at_most_its_highest_cards(game: Game, seats: int, most: int) -> None:
    assert most_deadwood(ruleset_for(game, seats)) == most


def test_a_house_rule_for_larger_hands_counts() -> None:
    # 20 cards: 16 of 10, four Nines.
    assert most_deadwood(ruleset_for(Game.GIN_RUMMY, 2, {"hand_size": 20})) == 196
