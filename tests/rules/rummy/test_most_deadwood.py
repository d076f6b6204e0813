"""The most cards that a hand can have, and the most that it can count."""

import pytest

from companion.rules.rummy.calls import most_cards, most_deadwood
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.ruleset import Game


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    [
        (Game.KNOCK_RUMMY, 3, 70),
        (Game.KNOCK_RUMMY, 2, 100),
        (Game.GIN_RUMMY, 2, 100),
        (Game.GEM_RUMMY, 2, 110),
        # 26 cards: 16 of 10, four Nines, four Eights, two Sevens.
        (Game.GEM_RUMMY, 3, 160 + 36 + 32 + 14),
    ],
)
def test_a_hand_counts_at_most_its_highest_cards(game: Game, seats: int, most: int) -> None:
    assert most_deadwood(ruleset_for(game, seats)) == most


def test_a_house_rule_for_larger_hands_counts() -> None:
    # 20 cards: 16 of 10, four Nines.
    assert most_deadwood(ruleset_for(Game.GIN_RUMMY, 2, {"hand_size": 20})) == 196


@pytest.mark.parametrize(
    ("game", "seats", "house", "most"),
    [
        (Game.GIN_RUMMY, 2, {}, 11),
        (Game.GEM_RUMMY, 2, {}, 12),
        (Game.KNOCK_RUMMY, 2, {}, 11),
        (Game.KNOCK_RUMMY, 7, {}, 8),
        (Game.GIN_RUMMY, 2, {"hand_size": 25}, 26),
        # The others hold 22 cards, and three are left to draw.
        (Game.GEM_RUMMY, 3, {}, 52 - 22 - 3),
        # The others hold a card each.
        (Game.GEM_RUMMY, 3, {"hand_size": 1}, 52 - 2 - 3),
        # Three hands leave one card to draw.
        (Game.GEM_RUMMY, 3, {"hand_size": 17}, 18),
    ],
)
def test_a_hand_has_at_most_the_cards_that_a_player_can_get(
    game: Game, seats: int, house: dict[str, int], most: int
) -> None:
    assert most_cards(ruleset_for(game, seats, house)) == most
