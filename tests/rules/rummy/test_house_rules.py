"""House rules: each one takes effect, and none that is unknown, wrong or contradictory gets by."""

from dataclasses import fields
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
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
from companion.rules.rummy.ruleset import SEATS, Game, HouseRule, KnockAt, RuleSet, SetName

Document = dict[str, Any]
GEM, GIN, KNOCK = "gem-rummy", "gin-rummy", "knock-rummy"
NAMES = ("Ann", "Bob", "Cid")


def counted(game: str, *deadwood: int, call: str = "knock", gem_parts: str = "") -> Document:
    """Ann knocks; the table has counted the hands."""
    players: list[Document] = [
        {"name": name, "deadwood_points": points} for name, points in zip(NAMES, deadwood, strict=False)
    ]
    for player in players:
        if player["name"] == gem_parts:
            player["gem_parts"] = True
    dice = {"dice": [4, 5]} if game == GEM else {}
    return {"game": game, **dice, "knocker": "Ann", "call": call, "players": players}


def with_hand(game: str, hand: Document) -> Document:
    """Ann knocks with cards, Bob's were counted."""
    document = counted(game, 0, 30)
    return {**document, "players": [{"name": "Ann", **hand}, document["players"][1]]}


def game_of(game: str, *hands: tuple[int, int]) -> Document:
    """Write down a game of counted hands; whoever has the lower count knocked."""
    played: list[Document] = []
    for deadwood in hands:
        document = counted(game, *deadwood)
        document["knocker"] = NAMES[deadwood.index(min(deadwood))]
        played.append({key: value for key, value in document.items() if key != "game"})
    return {"game": game, "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": played}


def tied_game(game: str) -> Document:
    """Write down a game that ends in a tie, in which Bob scored more in the last hand.

    One player a hand scores as a rule, so that a tie at the end takes a table that sets a ruling aside.
    """
    document = game_of(game, (5, 9), (5, 9))
    for hand, points in zip(document["hands"], ({"Ann": 70, "Bob": 60}, {"Ann": 40, "Bob": 50}), strict=True):
        hand["overruled"] = {"points": points, "winner": "Ann", "reason": "agreed", "by": "Bob"}
    return document


def told(document: Document) -> object:
    """Tell what came out: points, or the faults, or who has won the game."""
    if "hands" in document:
        sheet = score_document(document)
        if sheet["over"] and "won_by" in sheet:
            return sheet["won_by"]
        return sheet["winners"] if sheet["over"] else "goes on"
    verdict: Document = judge_document(document)
    if not verdict["legal"]:
        return [fault["code"] for fault in verdict["faults"]]
    return [player["points"] for player in verdict["players"]]


def loose(names: str) -> Document:
    return {"cards": names.split()}


BOBS_OTHERS = "2D 2S 4D 4S 6D 6S JD JH QS 10S"

BADLY_LAID_11: Document = {
    "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"], ["KC", "KD", "KH"]],
    "deadwood": ["KS", "AH"],
}
BADLY_LAID_10: Document = {
    "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"], ["4D", "4H", "4S"]],
    "deadwood": ["9S"],
}

# game, key, value, showdown or game, what the book makes of it, what the house rule makes of it
EFFECTS: list[tuple[str, str, object, Document, object, object]] = [
    (GEM, "hand_size", 4, with_hand(GEM, loose("5C 6C 7C AD")), ["card-count"], [29, 0]),
    (GEM, "target", 50, game_of(GEM, (0, 50)), "goes on", ["Ann"]),
    (GEM, "knock_limit", 20, counted(GEM, 10, 30), ["knock-too-high"], [20, 0]),
    (GEM, "knock_limit", 4, counted(GEM, 5, 30), [25, 0], ["knock-too-high"]),
    (GEM, "knock_limit", "dice", counted(GEM, 10, 30), ["knock-too-high"], ["knock-too-high"]),
    (GEM, "gin_bonus", 30, counted(GEM, 0, 10, call="gin"), [35, 0], [40, 0]),
    (GEM, "big_gin_bonus", 50, counted(GEM, 0, 10, call="big-gin"), [45, 0], [60, 0]),
    (GEM, "big_gin_bonus", None, counted(GEM, 0, 10, call="big-gin"), [45, 0], ["not-big-gin"]),
    (GEM, "undercut_bonus", 10, counted(GEM, 9, 4), [0, 30], [0, 15]),
    (GEM, "undercut_on_tie", False, counted(GEM, 5, 5), [0, 25], [11, 0]),
    (GEM, "undercut_scores_difference", False, counted(GEM, 9, 4), [0, 30], [0, 25]),
    (GEM, "minimum_score", 5, counted(GEM, 5, 8), [11, 0], [5, 0]),
    (GEM, "minimum_score", 0, counted(GEM, 5, 8), [11, 0], [3, 0]),
    (GEM, "gem_parts_knocker", 20, counted(GEM, 5, 35, gem_parts="Ann"), [46, 0], [50, 0]),
    (GEM, "gem_parts_other", 2, counted(GEM, 5, 35, gem_parts="Bob"), [30, 8], [30, 2]),
    (GEM, "layout", "best", with_hand(GEM, BADLY_LAID_11), ["knock-too-high"], [29, 0]),
    (GEM, "tie_break", "play-on", tied_game(GEM), ["Bob"], "goes on"),
    (GIN, "hand_size", 4, with_hand(GIN, loose("5C 6C 7C AD")), ["card-count"], [29, 0]),
    (GIN, "target", 50, game_of(GIN, (5, 55)), "goes on", ["Ann"]),
    (GIN, "knock_limit", 5, counted(GIN, 8, 30), [22, 0], ["knock-too-high"]),
    (GIN, "gin_bonus", 20, counted(GIN, 0, 10, call="gin"), [35, 0], [30, 0]),
    (GIN, "big_gin_bonus", 31, counted(GIN, 0, 10, call="big-gin"), ["not-big-gin"], [41, 0]),
    (GIN, "undercut_bonus", 10, counted(GIN, 9, 4), [0, 30], [0, 15]),
    (GIN, "undercut_on_tie", False, counted(GIN, 5, 5), [0, 25], [0, 0]),
    (GIN, "undercut_scores_difference", False, counted(GIN, 9, 4), [0, 30], [0, 25]),
    (GIN, "minimum_score", 5, counted(GIN, 5, 8), [3, 0], [5, 0]),
    (GIN, "layout", "best", with_hand(GIN, BADLY_LAID_10), [21, 0], [55, 0]),
    (GIN, "tie_break", "play-on", tied_game(GIN), ["Bob"], "goes on"),
    (GIN, "knock_limit", "upcard", {**counted(GIN, 5, 30), "upcard": "4C"}, [25, 0], ["knock-too-high"]),
    (GIN, "straight", True, counted(GIN, 5, 30), [25, 0], ["knock-too-high"]),
    (GIN, "spades_double", True, {**counted(GIN, 5, 30), "upcard": "2S"}, [25, 0], [50, 0]),
    (GIN, "columns", 3, game_of(GIN, (5, 55), (5, 65)), ["Ann"], "goes on"),
    (GIN, "game_bonus", 50, game_of(GIN, (0, 75)), ["Ann"], {"player": "Ann", "points": 150}),
    (GIN, "box_bonus", 20, game_of(GIN, (9, 4), (0, 75)), ["Ann"], {"player": "Ann", "points": 95}),
    (GIN, "shutout", "hand-points", game_of(GIN, (0, 75)), ["Ann"], {"player": "Ann", "points": 200}),
    (GIN, "shutout", "difference", game_of(GIN, (0, 75)), ["Ann"], {"player": "Ann", "points": 200}),
    (GIN, "shutout", "none", game_of(GIN, (0, 75)), ["Ann"], ["Ann"]),
    (KNOCK, "hand_size", 4, with_hand(KNOCK, loose("5C 6C 7C AD")), ["card-count"], [29, 0]),
    (KNOCK, "target", 50, game_of(KNOCK, (5, 55)), "goes on", ["Ann"]),
    (KNOCK, "knock_limit", 9, counted(KNOCK, 10, 30), [20, 0], ["knock-too-high"]),
    (KNOCK, "knock_limit", None, counted(KNOCK, 90, 95), [5, 0], [5, 0]),
    (KNOCK, "undercut_bonus", 20, counted(KNOCK, 10, 4), [0, 16], [0, 26]),
    (KNOCK, "rum_bonus", 10, counted(KNOCK, 0, 30, call="rum"), [55, 0], [40, 0]),
    (KNOCK, "zero_sum", True, counted(KNOCK, 5, 30, 12), [32, 0, 0], [32, -25, -7]),
    (KNOCK, "zero_sum", True, counted(KNOCK, 10, 4, 12), [0, 24, 0], [-16, 24, -8]),
    (KNOCK, "layout", "best", with_hand(KNOCK, BADLY_LAID_10), [21, 0], [55, 0]),
    (KNOCK, "tie_break", "play-on", tied_game(KNOCK), ["Bob"], "goes on"),
]


@pytest.mark.parametrize(("game", "key", "value", "document", "by_the_book", "by_the_house"), EFFECTS)
def test_a_house_rule_takes_effect(
    game: str, key: str, value: object, document: Document, by_the_book: object, by_the_house: object
) -> None:
    assert document["game"] == game
    assert told(document) == by_the_book
    assert told({**document, "house_rules": {key: value}}) == by_the_house


def test_every_house_rule_is_seen_to_take_effect() -> None:
    seen = {(game, key) for game, key, _, _, book, house in EFFECTS if book != house}
    on_screens = {(GEM, "lay_offs"), (GIN, "lay_offs")}
    assert seen | on_screens == {(str(game), key) for game, keys in HOUSE_RULES.items() for key in keys}


@pytest.mark.parametrize("value", ["as-played", "found"])
@pytest.mark.parametrize("game", [GEM, GIN])
def test_who_finds_the_lay_offs_changes_no_document(game: str, value: str) -> None:
    """5C 6C 7C takes Bob's 8C: a document that leaves lay-offs out means it, one with an empty list does not."""
    size = 11 if game == GEM else 10
    kings = ["KC", "KD", "KH", "KS"][: size - 7]
    ann = {"name": "Ann", "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"], kings], "deadwood": ["AH"]}
    bob = {"name": "Bob", "melds": [], "deadwood": ["8C", *BOBS_OTHERS.split()[: size - 1]]}
    dice = {"dice": [3, 4]} if game == GEM else {}
    document = {"game": game, **dice, "knocker": "Ann", "players": [ann, bob], "house_rules": {"lay_offs": value}}
    for lay_offs, laid_off in (({}, ["8C"]), ({"lay_offs": []}, [])):
        verdict: Document = judge_document({**document, **lay_offs})
        assert verdict["players"][1]["laid_off"] == laid_off


def test_the_page_of_formats_names_the_same_keys() -> None:
    """The table in formats, column by column."""
    common = {"hand_size", "target", "knock_limit", "undercut_bonus", "layout", "tie_break"}
    gin = common | {"gin_bonus", "big_gin_bonus", "undercut_on_tie", "undercut_scores_difference", "minimum_score"}
    gin |= {"lay_offs"}
    at_tables = {"straight", "spades_double", "game_bonus", "box_bonus", "shutout", "columns"}
    assert set(HOUSE_RULES[Game.GEM_RUMMY]) == gin | {"gem_parts_knocker", "gem_parts_other"}
    assert set(HOUSE_RULES[Game.GIN_RUMMY]) == gin | at_tables
    assert set(HOUSE_RULES[Game.KNOCK_RUMMY]) == common | {"rum_bonus", "zero_sum"}


@pytest.mark.parametrize(
    ("game", "seats", "key", "value"),
    [
        (Game.GEM_RUMMY, 2, "hand_size", 11),
        (Game.GEM_RUMMY, 2, "target", 110),
        (Game.GEM_RUMMY, 3, "target", 140),
        (Game.GEM_RUMMY, 3, "knock_limit", KnockAt.DICE),
        (Game.GIN_RUMMY, 2, "hand_size", 10),
        (Game.GIN_RUMMY, 2, "target", 100),
        (Game.GIN_RUMMY, 2, "knock_limit", 10),
        (Game.GIN_RUMMY, 2, "big_gin_bonus", None),
        (Game.KNOCK_RUMMY, 2, "hand_size", 10),
        (Game.KNOCK_RUMMY, 3, "hand_size", 7),
        (Game.KNOCK_RUMMY, 7, "target", 100),
        (Game.KNOCK_RUMMY, 4, "knock_limit", None),
    ],
)
def test_without_house_rules_the_book_holds(game: Game, seats: int, key: str, value: object) -> None:
    assert book_value(game, seats, key) == value
    assert changed(ruleset_for(game, seats)) == {}


def changed(rules: RuleSet) -> Document:
    """Tell in which house rules a table differs from the book."""
    book = ruleset_for(rules.game, rules.seats)
    keys = [key for key in HOUSE_RULES[rules.game] if getattr(rules, key) != getattr(book, key)]
    return {key: getattr(rules, key) for key in keys}


def test_named_sets() -> None:
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


@pytest.mark.parametrize(
    ("game", "seats", "house", "ways"),
    [
        (Game.GIN_RUMMY, 2, {"gin_bonus": 20}, {"N.uk"}),
        (Game.GIN_RUMMY, 2, {"gin_bonus": 21, "box_bonus": 20}, {"T.box-20"}),
        (Game.GIN_RUMMY, 2, {"undercut_bonus": 10, "undercut_on_tie": False}, {"N.uk", "R.7"}),
        (Game.GEM_RUMMY, 2, {"gin_bonus": 20, "undercut_bonus": 10}, set()),
        (Game.GEM_RUMMY, 2, {"target": 110}, set()),
        (Game.GEM_RUMMY, 3, {"target": 110}, {"G.end"}),
        (Game.GEM_RUMMY, 2, values_of_set(Game.GEM_RUMMY, "gamerules"), {"G.undercut", "R.7"}),
    ],
)
def test_rules_say_by_which_sentences_they_differ_from_the_book(
    game: Game, seats: int, house: Document, ways: set[str]
) -> None:
    assert ruleset_for(game, seats, house).other_ways == ways


def test_the_sentences_of_a_set_are_cited() -> None:
    oklahoma = ruleset_for(Game.GIN_RUMMY, 2, values_of_set(Game.GIN_RUMMY, "oklahoma"))
    assert (oklahoma.cites.knock, oklahoma.cites.undercut) == ("T.oklahoma", "N.undercut")
    british = ruleset_for(Game.GIN_RUMMY, 2, values_of_set(Game.GIN_RUMMY, "uk"))
    assert (british.cites.gin_bonus, british.cites.undercut, british.cites.big_gin) == ("N.uk", "N.uk", "R.16")
    flat = {**values_of_set(Game.GIN_RUMMY, "uk"), "undercut_scores_difference": False}
    assert ruleset_for(Game.GIN_RUMMY, 2, flat).cites.undercut == "R.7"


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


@pytest.mark.parametrize("game", Game)
def test_a_game_refuses_the_keys_of_the_others(game: Game) -> None:
    others = {key for keys in HOUSE_RULES.values() for key in keys} - set(HOUSE_RULES[game])
    for key in [*others, "", "Target", "target ", "knock-limit", "seats"]:
        error = refusal(game, 2, {key: 1})
        assert (error.problem, error.keys) == (HouseRuleProblem.UNKNOWN, (key,))


@pytest.mark.parametrize(
    ("game", "seats", "house", "keys"),
    [
        (Game.GEM_RUMMY, 2, {"gin_bonus": 40, "big_gin_bonus": 35}, ("gin_bonus", "big_gin_bonus")),
        (Game.GIN_RUMMY, 2, {"big_gin_bonus": 10, "gin_bonus": 11}, ("gin_bonus", "big_gin_bonus")),
        (
            Game.GEM_RUMMY,
            3,
            {"undercut_bonus": 0, "undercut_scores_difference": False},
            ("undercut_bonus", "undercut_scores_difference"),
        ),
        (Game.GEM_RUMMY, 2, {"minimum_score": 60, "target": 50}, ("minimum_score", "target")),
        (Game.GIN_RUMMY, 2, {"straight": True, "knock_limit": 5}, ("straight", "knock_limit")),
        (Game.GIN_RUMMY, 2, {"straight": True, "knock_limit": "upcard"}, ("straight", "knock_limit")),
        (Game.GIN_RUMMY, 2, {"straight": True, "undercut_bonus": 10}, ("straight", "undercut_bonus")),
        (Game.GIN_RUMMY, 2, {"straight": True, "undercut_on_tie": False}, ("straight", "undercut_on_tie")),
        (
            Game.GIN_RUMMY,
            2,
            {"straight": True, "undercut_scores_difference": False},
            ("straight", "undercut_scores_difference"),
        ),
        (Game.GIN_RUMMY, 2, {"straight": True, "minimum_score": 5}, ("straight", "minimum_score")),
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
        (Game.GEM_RUMMY, 2, {"undercut_bonus": 1, "undercut_scores_difference": False}),
        (Game.GEM_RUMMY, 2, {"undercut_bonus": 0, "undercut_scores_difference": True}),
        (Game.GEM_RUMMY, 2, {"minimum_score": 50, "target": 50}),
        (Game.GEM_RUMMY, 3, {"hand_size": 17}),
        (Game.KNOCK_RUMMY, 7, {"hand_size": 7}),
    ],
)
def test_house_rules_that_just_go_together_stand(game: Game, seats: int, house: Document) -> None:
    assert {key: getattr(ruleset_for(game, seats, house), key) for key in house} == house


@pytest.mark.parametrize(("knocker", "other", "played"), [(16, 8, True), (0, 8, True), (16, 0, True), (0, 0, False)])
def test_gem_parts_is_played_where_it_gives_anybody_points(knocker: int, other: int, *, played: bool) -> None:
    rules = ruleset_for(Game.GEM_RUMMY, 2, {"gem_parts_knocker": knocker, "gem_parts_other": other})
    assert rules.has_gem_parts == played
    house_rules = {"gem_parts_knocker": knocker, "gem_parts_other": other}
    assert plays_without_gem_parts(house_rules) != played
    assert not plays_without_gem_parts({"gem_parts_knocker": knocker})


@pytest.mark.parametrize("game", [Game.GEM_RUMMY, Game.KNOCK_RUMMY])
def test_somebody_must_be_able_to_draw(game: Game) -> None:
    assert refusal(game, 2, {"hand_size": 26}).keys == ("hand_size",)
    seats = max(SEATS[game])
    assert ruleset_for(game, seats, {"hand_size": 51 // seats}).hand_size == 51 // seats
    assert refusal(game, seats, {"hand_size": 51 // seats + 1}).problem == HouseRuleProblem.CONTRADICTION
