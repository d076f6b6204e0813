"""The reference for columns and bonuses, against a printed game and games worked by hand."""

import random

import pytest

from tests.support.rummy.gin_columns_reference import Hand, dealers, paper_sheet
from tests.support.rummy.oklahoma_reference import limit, priced
from tests.support.rummy.random_gin_games import NAMES, VARIANTS, filed, points_of, random_game, random_rules


def won(name: str, points: int) -> Hand:
    return {"Ann": 0, "Bob": 0} | {name: points}, name


def both(ann: int, bob: int, winner: str) -> Hand:
    return {"Ann": ann, "Bob": bob}, winner


def test_the_printed_hollywood_game_comes_out() -> None:
    hands = [("You", 18), ("Opp", 12), ("You", 25), ("Opp", 30), ("You", 15), ("You", 22), ("Opp", 20)]
    told: list[Hand] = [({"You": 0, "Opp": 0} | {name: points}, name) for name, points in hands]
    after = []
    for count in range(1, len(told) + 1):
        columns = paper_sheet({"columns": 3}, ("You", "Opp"), told[:count])["columns"]
        after.append(tuple(tuple(column["totals"][name] for column in columns) for name in ("You", "Opp")))
    assert after == [
        ((18, 0, 0), (0, 0, 0)),
        ((18, 0, 0), (12, 0, 0)),
        ((43, 25, 0), (12, 0, 0)),
        ((43, 25, 0), (42, 30, 0)),
        ((58, 40, 15), (42, 30, 0)),
        ((80, 62, 37), (42, 30, 0)),
        ((80, 62, 37), (62, 50, 20)),
    ]


def test_who_is_shut_out_of_the_first_column_starts_in_the_second() -> None:
    rules = {"target": 50, "columns": 3, "game_bonus": 100, "box_bonus": 20, "shutout": "difference"}
    hands = [won("Ann", 30), won("Ann", 25), won("Bob", 20), None, won("Bob", 40), won("Ann", 10), won("Bob", 15)]
    sheet = paper_sheet(rules, NAMES, hands)
    nothing = {"Ann": None, "Bob": None}
    first, second, third = sheet["columns"]
    assert first["entries"] == [{"Ann": 30, "Bob": None}, {"Ann": 25, "Bob": None}, *[nothing] * 5]
    assert second["entries"] == [
        nothing,
        {"Ann": 25, "Bob": None},
        {"Ann": None, "Bob": 20},
        nothing,
        {"Ann": None, "Bob": 40},
        nothing,
        nothing,
    ]
    assert third["entries"] == [
        *[nothing] * 4,
        {"Ann": None, "Bob": 40},
        {"Ann": 10, "Bob": None},
        {"Ann": None, "Bob": 15},
    ]
    assert first["lines"] == [
        {"code": "game-bonus", "player": "Ann", "points": 100},
        {"code": "box-bonus", "player": "Ann", "points": 40},
        {"code": "shutout", "player": "Ann", "points": 195},
    ]
    assert second["lines"] == [
        {"code": "game-bonus", "player": "Bob", "points": 100},
        {"code": "box-bonus", "player": "Ann", "points": 20},
        {"code": "box-bonus", "player": "Bob", "points": 40},
    ]
    assert [column["final"] for column in sheet["columns"]] == [
        {"Ann": 390, "Bob": 0},
        {"Ann": 45, "Bob": 200},
        {"Ann": 30, "Bob": 195},
    ]
    assert [column["won_by"] for column in sheet["columns"]] == [
        {"player": "Ann", "points": 390},
        {"player": "Bob", "points": 155},
        {"player": "Bob", "points": 165},
    ]
    assert sheet["final"] == {"Ann": 465, "Bob": 395}
    assert sheet["won_by"] == {"player": "Ann", "points": 70}
    assert (sheet["winners"], sheet["over"], sheet["used"]) == (["Ann"], True, 7)


def test_who_is_shut_out_of_all_columns_has_no_entry_anywhere() -> None:
    sheet = paper_sheet(
        {"target": 30, "columns": 3, "shutout": "hand-points"},
        NAMES,
        [won("Ann", 30), won("Ann", 29), won("Ann", 1), won("Ann", 40)],
    )
    assert [column["totals"]["Ann"] for column in sheet["columns"]] == [30, 30, 41]
    assert sheet["final"] == {"Ann": 202, "Bob": 0}


def test_a_later_column_may_be_over_before_an_earlier_one() -> None:
    hands = [both(-20, 0, "Ann"), won("Ann", 30), won("Bob", 4), won("Bob", 5), won("Ann", 6)]
    columns = paper_sheet({"target": 30, "columns": 3}, NAMES, hands)["columns"]
    assert [column["over"] for column in columns] == [False, True, False]
    assert [column["totals"] for column in columns] == [
        {"Ann": 16, "Bob": 9},
        {"Ann": 30, "Bob": 0},
        {"Ann": 6, "Bob": 5},
    ]


def test_both_are_entered_before_a_column_ends() -> None:
    rules = {"target": 50, "columns": 3, "shutout": "hand-points"}
    first, second, _ = paper_sheet(rules, NAMES, [won("Ann", 40), both(20, 5, "Ann"), won("Bob", 7)])["columns"]
    assert (first["final"], first["lines"]) == ({"Ann": 60, "Bob": 5}, [])
    assert second["totals"] == {"Ann": 20, "Bob": 7}


def test_a_box_is_a_hand_won_not_a_hand_with_points() -> None:
    sheet = paper_sheet({"target": 50, "box_bonus": 20}, NAMES, [both(10, 30, "Ann"), both(0, 30, "Ann")])
    assert sheet["columns"][0]["entries"][1] == {"Ann": 0, "Bob": 30}
    assert sheet["columns"][0]["lines"] == [{"code": "box-bonus", "player": "Ann", "points": 40}]


@pytest.mark.parametrize(
    ("shutout", "codes", "final"),
    [
        ("none", ["game-bonus", "box-bonus"], 195),
        ("hand-points", ["shutout", "game-bonus", "box-bonus"], 250),
        ("difference", ["game-bonus", "box-bonus", "shutout"], 390),
    ],
)
def test_a_shutout_counts_as_its_rule_says(shutout: str, codes: list[str], final: int) -> None:
    rules = {"target": 50, "game_bonus": 100, "box_bonus": 20, "shutout": shutout}
    sheet = paper_sheet(rules, NAMES, [won("Ann", 30), None, won("Ann", 25)])
    assert [line["code"] for line in sheet["columns"][0]["lines"]] == codes
    assert sheet["final"] == {"Ann": final, "Bob": 0}
    assert sheet["won_by"] == {"player": "Ann", "points": final}


@pytest.mark.parametrize("hand", [both(0, 0, "Bob"), both(20, -5, "Ann"), both(20, 5, "Ann")])
@pytest.mark.parametrize("last", [False, True])
def test_any_entry_of_the_other_prevents_a_shutout(hand: Hand, *, last: bool) -> None:
    hands = [won("Ann", 35), hand] if last else [hand, won("Ann", 55)]
    for shutout in ("hand-points", "difference"):
        sheet = paper_sheet({"target": 50, "shutout": shutout}, NAMES, hands)
        assert sheet["columns"][0]["lines"] == []


def test_equal_sums_and_equal_entries_are_a_tie() -> None:
    rules = {"target": 50, "game_bonus": 100, "shutout": "difference"}
    sheet = paper_sheet(rules, NAMES, [won("Ann", 30), won("Bob", 30), both(20, 20, "Bob")])
    assert sheet["columns"][0]["lines"] == [
        {"code": "game-bonus", "player": "Ann", "points": 100},
        {"code": "game-bonus", "player": "Bob", "points": 100},
    ]
    assert (sheet["final"], sheet["winners"], sheet["won_by"]) == ({"Ann": 150, "Bob": 150}, ["Ann", "Bob"], None)
    sheet = paper_sheet({**rules, "box_bonus": 25}, NAMES, [won("Ann", 30), won("Bob", 30), both(20, 20, "Bob")])
    assert (sheet["final"], sheet["winners"]) == ({"Ann": 175, "Bob": 200}, ["Bob"])


def test_with_equal_sums_the_higher_last_entry_reached_the_target() -> None:
    rules = {"target": 50, "game_bonus": 100}
    sheet = paper_sheet(rules, NAMES, [won("Ann", 40), won("Bob", 30), both(10, 20, "Ann")])
    assert sheet["columns"][0]["lines"] == [{"code": "game-bonus", "player": "Bob", "points": 100}]


def test_boxes_may_beat_the_one_who_reached_the_target() -> None:
    hands = [won("Bob", 10), won("Bob", 10), won("Bob", 20), won("Ann", 50)]
    sheet = paper_sheet({"target": 50, "box_bonus": 25, "game_bonus": 10}, NAMES, hands)
    assert (sheet["final"], sheet["winners"]) == ({"Ann": 85, "Bob": 115}, ["Bob"])


def test_a_game_that_goes_on_has_nothing_final() -> None:
    sheet = paper_sheet({"columns": 3, "target": 20}, NAMES, [won("Ann", 25), None])
    assert sheet["columns"][0]["winners"] == ["Ann"]
    assert [column["over"] for column in sheet["columns"]] == [True, False, False]
    assert (sheet["final"], sheet["winners"], sheet["won_by"], sheet["over"]) == (None, [], None, False)
    assert (sheet["columns"][1]["final"], sheet["columns"][1]["won_by"]) == (None, None)


@pytest.mark.parametrize("late", [won("Bob", 5), None])
def test_a_hand_after_the_end_is_refused(late: Hand) -> None:
    with pytest.raises(ValueError, match="Hand 2"):
        paper_sheet({}, NAMES, [won("Ann", 100), late])


def test_a_drawn_hand_leaves_the_deal_where_it_is() -> None:
    assert dealers(NAMES, "Bob", [won("Ann", 1), None, won("Ann", 2)]) == ["Bob", "Ann", "Ann", "Bob"]


def test_the_upcard_limits_and_doubles() -> None:
    oklahoma = {"knock_limit": "upcard", "spades_double": True}
    assert [limit(oklahoma, upcard) for upcard in ("AH", "2C", "9D", "10S", "JS", "QC", "KD")] == [
        0,
        2,
        9,
        10,
        10,
        10,
        10,
    ]
    assert (limit({}, None), limit({"knock_limit": 7}, None), limit({"straight": True}, None)) == (10, 7, 0)
    assert priced({"Ann": 12, "Bob": 0}, "10S", oklahoma) == {"Ann": 24, "Bob": 0}
    assert priced({"Ann": 12, "Bob": 0}, "10H", oklahoma) == {"Ann": 12, "Bob": 0}
    assert priced({"Ann": 12, "Bob": 0}, "10S", {"knock_limit": "upcard"}) == {"Ann": 12, "Bob": 0}


@pytest.mark.parametrize(
    ("ann", "bob", "call", "points"),
    [
        (0, 17, None, (42, 0)),
        (0, 0, "gin", (25, 0)),
        (0, 17, "big-gin", (48, 0)),
        (8, 17, "knock", (9, 0)),
        (8, 8, None, (0, 10)),
        (8, 3, None, (0, 15)),
    ],
)
@pytest.mark.parametrize("upcard", ["10S", "10D"])
def test_a_counted_hand_has_its_points(
    ann: int, bob: int, call: str | None, points: tuple[int, int], upcard: str
) -> None:
    rules = {"undercut_bonus": 10, "big_gin_bonus": 31, "spades_double": True}
    players = [{"name": "Ann", "deadwood_points": ann}, {"name": "Bob", "deadwood_points": bob}]
    hand = {"knocker": "Ann", "players": players, "upcard": upcard} | ({"call": call} if call else {})
    times = 2 if upcard == "10S" else 1
    assert points_of(hand, rules) == {"Ann": times * points[0], "Bob": times * points[1]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_are_legal_and_end_when_they_are_over(variant: str) -> None:
    rng = random.Random(variant)
    finished = shutouts = 0
    for _ in range(300):
        rules = random_rules(rng, variant)
        game = random_game(rng, rules)
        hands = [filed(hand, rules) for hand in game["hands"]]
        sheet = paper_sheet(rules, NAMES, hands)
        for count in range(len(hands)):
            assert not paper_sheet(rules, NAMES, hands[:count])["over"]
        for hand in game["hands"]:
            if "drawn" not in hand:
                count = {player["name"]: player["deadwood_points"] for player in hand["players"]}[hand["knocker"]]
                assert count <= limit(rules, hand.get("upcard"))
        finished += sheet["over"]
        shutouts += any(line["code"] == "shutout" for column in sheet["columns"] for line in column["lines"])
    assert finished > 150
    assert shutouts > 30
