"""House rules: each one takes effect, and none that is unknown, wrong or contradictory gets by."""

from dataclasses import fields
from typing import Any

import pytest

from companion.register.entries import rules
from companion.rules.rummy.citations import Citations
from companion.rules.rummy.house_rules import (
    CHOICES,
    HOUSE_RULES,
    NAMED_SETS,
    NULLABLE,
    NUMBER_LIMITS,
    OTHER_WAYS,
    HouseRuleError,
    HouseRuleProblem,
    OtherWay,
    book_value,
    plays_without_gem_parts,
    ruleset_for,
    values_of_set,
)
from companion.rules.rummy.ruleset import SEATS, Game, HouseRule, RuleSet, SetName

Document = dict[str, Any]


def changed(rules: RuleSet) -> Document:
    """Tell in which house rules a table differs from the book."""
    book = ruleset_for(rules.game, rules.seats)
    keys = [key for key in HOUSE_RULES[rules.game] if getattr(rules, key) != getattr(book, key)]
    return {key: getattr(rules, key) for key in keys}


def test_named_sets() -> None:
    assert [book_value(Game.GEM_RUMMY, seats, "target") for seats in (2, 3)] == [110, 140]
    gamerules = ruleset_for(Game.GEM_RUMMY, 2, values_of_set(Game.GEM_RUMMY, "gamerules"))
    assert changed(gamerules) == {"undercut_on_tie": False, "undercut_scores_difference": False}
    for_three = ruleset_for(Game.GEM_RUMMY, 3, values_of_set(Game.GEM_RUMMY, "gamerules"))
    assert changed(for_three) == {"target": 110, **changed(gamerules)}
    british = ruleset_for(Game.GIN_RUMMY, 2, values_of_set(Game.GIN_RUMMY, "uk"))
    assert changed(british) == {"gin_bonus": 20, "undercut_bonus": 10}
    bonuses = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}
    oklahoma = {"target": 150, "knock_limit": "upcard", "spades_double": True}
    at_tables = {
        "full-scoring": bonuses,
        "hollywood": {**bonuses, "columns": 3},
        "oklahoma": {**bonuses, **oklahoma},
        "hollywood-oklahoma": {**bonuses, **oklahoma, "columns": 3},
        "straight": {"straight": True},
    }
    for name, values in at_tables.items():
        assert changed(ruleset_for(Game.GIN_RUMMY, 2, values_of_set(Game.GIN_RUMMY, name))) == values, name
    assert changed(ruleset_for(Game.GEM_RUMMY, 3, values_of_set(Game.GEM_RUMMY, "publisher"))) == {}
    assert changed(ruleset_for(Game.GIN_RUMMY, 2, values_of_set(Game.GIN_RUMMY, "north-american"))) == {}


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, sets in NAMED_SETS.items() for name in sets])
def test_a_table_says_which_named_set_it_plays_however_far_the_game_goes(game: Game, name: str) -> None:
    seats, values = SEATS[game][-1], values_of_set(game, name)
    chosen = SetName(name) if values else None
    assert ruleset_for(game, seats, values).named_set is chosen
    assert ruleset_for(game, seats, {**values, "target": 777}).named_set is chosen
    assert ruleset_for(game, seats, {**values, "hand_size": 9}).named_set is None


@pytest.mark.parametrize("way", [way for ways in OTHER_WAYS.values() for way in ways])
def test_another_way_is_a_rule_of_the_register(way: OtherWay) -> None:
    assert way.rule in rules()
    assert set(way.cited_for) <= {field.name for field in fields(Citations)}


def test_every_house_rule_is_a_number_or_switch_of_a_table() -> None:
    assert {rule.value for rule in HouseRule} <= {field.name for field in fields(RuleSet)}
    assert set(HouseRule) == {rule for of_game in HOUSE_RULES.values() for rule in of_game}


def refusal(game: Game, seats: int, house: Document) -> HouseRuleError:
    with pytest.raises(HouseRuleError) as caught:
        ruleset_for(game, seats, house)
    return caught.value


EVERY_KEY = [(game, key) for game, keys in HOUSE_RULES.items() for key in keys]


@pytest.mark.parametrize(("game", "key"), EVERY_KEY)
def test_no_key_takes_a_value_outside_its_list(game: Game, key: str) -> None:
    wrong: list[Any] = ["", "yes", [], {}, 1.0, -1, 10**9]
    wrong += [None] if key not in NULLABLE[game] else []
    wrong += [True, False] if key in NUMBER_LIMITS else []
    wrong += [0, 2] if key not in NUMBER_LIMITS and key not in CHOICES else []
    wrong += [1] if key not in NUMBER_LIMITS and key not in CHOICES and key != "columns" else []
    wrong += ["dice"] if (game, key) != (Game.GEM_RUMMY, "knock_limit") else []
    wrong += ["upcard"] if (game, key) != (Game.GIN_RUMMY, "knock_limit") else []
    for value in wrong:
        error = refusal(game, SEATS[game][0], {key: value})
        assert (error.problem, error.keys) == (HouseRuleProblem.WRONG_VALUE, (key,)), value


def test_a_wrong_value_is_refused_also_after_a_right_one_that_equals_it() -> None:
    for key, right, wrong in (("columns", 1, True), ("straight", True, 1), ("target", 100, 100.0)):
        ruleset_for(Game.GIN_RUMMY, 2, {key: right})
        house: Document = {key: wrong}
        assert refusal(Game.GIN_RUMMY, 2, house).keys == (key,)


FLAT: Document = {"undercut_scores_difference": False}
KNOCKING: Document = {
    "knock_limit": "upcard",
    "undercut_bonus": 10,
    "undercut_on_tie": False,
    **FLAT,
    "minimum_score": 5,
}
"""What a table can't choose where nobody knocks."""
AT_TABLES: list[Document] = [
    {"straight": True, "undercut_boxes": 1},
    {"knock_limit": 5, "ace_allows_one": True},
    {"shutout": "difference", "shutout_bonus": 100},
    {"stake_per_point": 5, "stake_per_box": 100},
]
EXTRA_BOXES = ("gin_boxes", "undercut_boxes")


@pytest.mark.parametrize(
    ("game", "seats", "house", "keys"),
    [
        (Game.GEM_RUMMY, 2, {"gin_bonus": 40, "big_gin_bonus": 35}, ("gin_bonus", "big_gin_bonus")),
        (Game.GIN_RUMMY, 2, {"big_gin_bonus": 10, "gin_bonus": 11}, ("gin_bonus", "big_gin_bonus")),
        (Game.GEM_RUMMY, 3, {"undercut_bonus": 0, **FLAT}, ("undercut_bonus", "undercut_scores_difference")),
        (Game.GEM_RUMMY, 2, {"minimum_score": 60, "target": 50}, ("minimum_score", "target")),
        *((Game.GIN_RUMMY, 2, {"straight": True, key: value}, ("straight", key)) for key, value in KNOCKING.items()),
        *((Game.GIN_RUMMY, 2, house, tuple(house)) for house in AT_TABLES),
        (Game.GIN_RUMMY, 2, {"ace_allows_one": True}, ("knock_limit", "ace_allows_one")),
        (Game.GIN_RUMMY, 2, {"box_bonus": 25, "big_gin_boxes": 2}, ("big_gin_bonus", "big_gin_boxes")),
        *((Game.GIN_RUMMY, 2, {key: 1, "stake_per_point": 5}, ("box_bonus", key)) for key in EXTRA_BOXES),
        (Game.GEM_RUMMY, 3, {"hand_size": 18}, ("hand_size", "players")),
        (Game.KNOCK_RUMMY, 4, {"hand_size": 13}, ("hand_size", "players")),
        (Game.KNOCK_RUMMY, 7, {"hand_size": 8}, ("hand_size", "players")),
    ],
)
def test_house_rules_that_contradict_each_other_are_refused_by_both_names(
    game: Game, seats: int, house: Document, keys: tuple[str, ...]
) -> None:
    error = refusal(game, seats, house)
    assert (error.problem, error.keys) == (HouseRuleProblem.CONTRADICTION, keys)
    assert all(key in str(error) for key in keys)


@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [
        (Game.GEM_RUMMY, 2, {"gin_bonus": 40, "big_gin_bonus": 40}),
        (Game.GEM_RUMMY, 2, {"gin_bonus": 40, "big_gin_bonus": None}),
        (Game.GEM_RUMMY, 2, {"undercut_bonus": 1, **FLAT}),
        (Game.GEM_RUMMY, 2, {"undercut_bonus": 0, "undercut_scores_difference": True}),
        (Game.GEM_RUMMY, 2, {"minimum_score": 50, "target": 50}),
        (Game.GIN_RUMMY, 2, {"ace_allows_one": False, "stake_per_box": 50, "gin_boxes": 2, "undercut_boxes": 1}),
        (Game.GIN_RUMMY, 2, {"big_gin_bonus": 31, "box_bonus": 25, "gin_boxes": 2, "big_gin_boxes": 2}),
        (Game.GEM_RUMMY, 3, {"hand_size": 17}),
        (Game.KNOCK_RUMMY, 7, {"hand_size": 7}),
    ],
)
def test_house_rules_that_just_go_together_stand(game: Game, seats: int, house: Document) -> None:
    assert {key: getattr(ruleset_for(game, seats, house), key) for key in house} == house


@pytest.mark.parametrize(("knocker", "other", "played"), [(16, 8, True), (0, 8, True), (16, 0, True), (0, 0, False)])
def test_gem_parts_is_played_where_it_gives_anybody_points(knocker: int, other: int, *, played: bool) -> None:
    house_rules: Document = {"gem_parts_knocker": knocker, "gem_parts_other": other}
    assert ruleset_for(Game.GEM_RUMMY, 2, house_rules).has_gem_parts == played
    assert plays_without_gem_parts(house_rules) != played
    assert not plays_without_gem_parts({"gem_parts_knocker": knocker})
