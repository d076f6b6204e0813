"""Gin for more than two: who plays whom, who deals, and what a round counts, in small games worked out by hand."""

from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.rules.rummy.match import HandResult, Pairing
from companion.rules.rummy.rounds import Seats, keep_rounds
from companion.rules.rummy.ruleset import Form, Game, book_rules

PARTNERS = {
    "game": "gin-rummy",
    "form": "partners",
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "sides": [["Ann", "Cid"], ["Bob", "Dee"]],
    "first_dealer": "Ann",
}
CAPTAIN = {
    "game": "gin-rummy",
    "form": "captain",
    "players": ["Ann", "Bob", "Cid"],
    "sides": [["Ann"], ["Bob", "Cid"]],
    "first_dealer": "Bob",
}
CUTTHROAT = {"game": "gin-rummy", "form": "cutthroat", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
DRAWN = {"drawn": True}


def won(winner: str, loser: str, points: int) -> dict[str, Any]:
    players = [{"name": winner, "deadwood_points": 1}, {"name": loser, "deadwood_points": points + 1}]
    return {"knocker": winner, "players": players}


def sheet(head: dict[str, Any], *hands: dict[str, Any], **house_rules: object) -> dict[str, Any]:
    return score_document({**head, "hands": list(hands), **({"house_rules": house_rules} if house_rules else {})})


def test_only_the_side_ahead_scores_and_only_the_difference() -> None:
    """The sample of rummy-games.com: 16 and 12 are 28; then 7 against 13 are 6 for the others."""
    hands = [won("Ann", "Bob", 16), won("Cid", "Dee", 12), won("Ann", "Dee", 7), won("Bob", "Cid", 13)]
    played = sheet(PARTNERS, *hands)
    assert [each["points"] for each in played["rounds"]] == [[28, 0], [0, 6]]
    assert played["side_totals"] == [28, 6]


def test_partners_change_opponents_after_each_round() -> None:
    level = [DRAWN, DRAWN]
    assert sheet(PARTNERS, *level)["next"]["pairs"] == [["Ann", "Dee"], ["Cid", "Bob"]]
    assert sheet(PARTNERS, *level, *level)["next"]["pairs"] == [["Ann", "Bob"], ["Cid", "Dee"]]
    assert sheet(PARTNERS, *level, opponents="stay")["next"]["pairs"] == [["Ann", "Bob"], ["Cid", "Dee"]]


@pytest.mark.parametrize(
    ("house_rules", "dealers"),
    [({}, ["Dee", "Bob"]), ({"next_dealer": "loser"}, ["Ann", "Cid"]), ({"next_dealer": "next-seat"}, ["Dee", "Bob"])],
)
def test_one_side_deals_a_round(house_rules: dict[str, str], dealers: list[str]) -> None:
    """The side that won the round deals the next one, or the one that lost it, or each by turns."""
    assert sheet(PARTNERS)["next"]["dealers"] == ["Ann", "Cid"]
    assert sheet(PARTNERS, won("Bob", "Ann", 9), DRAWN, **house_rules)["next"]["dealers"] == dealers


def test_a_round_counts_when_all_its_hands_are_in() -> None:
    begun = sheet(PARTNERS, won("Ann", "Bob", 90), target=10)
    assert (begun["rounds"], begun["side_totals"], begun["over"]) == ([], [0, 0], False)
    assert begun["next"] == {"pairs": [["Cid", "Dee"]], "dealers": ["Cid"], "sits_out": None}


def test_whoever_loses_to_the_captain_sits_out() -> None:
    """The other one plays on, whoever deals, until a hand is lost to the captain."""
    assert sheet(CAPTAIN)["next"] == {"pairs": [["Ann", "Bob"]], "dealers": ["Bob"], "sits_out": "Cid"}
    won_by_captain = sheet(CAPTAIN, won("Ann", "Bob", 9))
    assert won_by_captain["next"] == {"pairs": [["Ann", "Cid"]], "dealers": ["Ann"], "sits_out": "Bob"}
    assert sheet(CAPTAIN, won("Bob", "Ann", 9))["next"]["sits_out"] == "Cid"
    assert sheet(CAPTAIN, DRAWN)["next"] == {"pairs": [["Ann", "Bob"]], "dealers": ["Bob"], "sits_out": "Cid"}


def test_of_several_the_one_who_lost_most_to_the_captains_sits_out() -> None:
    five = {**CAPTAIN, "players": ["Ann", "Bob", "Cid", "Dee", "Eli"], "sides": [["Ann", "Bob"], ["Cid", "Dee", "Eli"]]}
    five["first_dealer"] = "Ann"
    played = sheet(five, won("Ann", "Cid", 9), won("Bob", "Dee", 12))
    assert played["next"] == {"pairs": [["Ann", "Cid"], ["Bob", "Eli"]], "dealers": ["Cid", "Eli"], "sits_out": "Dee"}


def test_who_lost_most_gives_place_also_where_a_captain_plays_two_hands() -> None:
    """Ann beats Cid by 1, and Dee by 30 in Bob's place: so the next round is that of the pairs due, without Dee."""
    five = {**CAPTAIN, "players": ["Ann", "Bob", "Cid", "Dee", "Eli"], "sides": [["Ann", "Bob"], ["Cid", "Dee", "Eli"]]}
    played = sheet({**five, "first_dealer": "Ann"}, won("Ann", "Cid", 1), won("Ann", "Dee", 30))
    assert played["next"] == {"pairs": [["Ann", "Cid"], ["Bob", "Eli"]], "dealers": ["Cid", "Eli"], "sits_out": "Dee"}


def test_the_captain_settles_with_each_of_the_others() -> None:
    over = sheet(CAPTAIN, won("Bob", "Ann", 9), won("Ann", "Bob", 30), target=30)
    assert [(owed["from"], owed["to"], owed["points"]) for owed in over["settlement"]] == [
        (["Bob"], ["Ann"], 21),
        (["Cid"], ["Ann"], 21),
    ]


def test_in_cutthroat_whoever_comes_in_deals_to_the_winner() -> None:
    played = sheet(CUTTHROAT, won("Bob", "Ann", 9))
    assert played["next"] == {"pairs": [["Bob", "Cid"]], "dealers": ["Cid"], "sits_out": "Ann"}


def test_in_cutthroat_each_settles_with_each() -> None:
    """Ann has no entry and pays the bonus besides: 9 and 30 to Cid and Bob, 21 between those two."""
    hands = [won("Bob", "Ann", 9), won("Cid", "Bob", 30)]
    over = sheet(CUTTHROAT, *hands, target=30, shutout_bonus=100)
    assert [(owed["from"], owed["to"], owed["points"]) for owed in over["settlement"]] == [
        (["Ann"], ["Bob"], 9),
        (["Ann"], ["Cid"], 130),
        (["Bob"], ["Cid"], 21),
    ]


def test_a_substitute_plays_in_the_place_of_the_one_who_is_due() -> None:
    """Dee plays for Bob too: both hands count for their side, and the next pairs are as without."""
    played = sheet(PARTNERS, won("Dee", "Ann", 9), won("Dee", "Cid", 5))
    assert played["rounds"][0]["points"] == [0, 14]
    assert played["next"]["pairs"] == [["Ann", "Dee"], ["Cid", "Bob"]]


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"form": "teams"}, "form"),
        ({"form": "captain"}, "players"),
        ({"form": "cutthroat"}, "players"),
        ({"sides": [["Ann"], ["Bob", "Cid", "Dee"]]}, "sides"),
        ({"sides": [["Ann", "Bob"], ["Ann", "Dee"]]}, "sides"),
        ({"house_rules": {"opponents": "change"}}, "house_rules.opponents"),
        ({"game": "gem-rummy"}, "form"),
        ({"hands": [won("Ann", "Cid", 5)]}, "hands[0].players"),
        ({"hands": [{"knocker": "Ann", "players": [{"name": "Ann", "deadwood_points": 5}]}]}, "hands[0].players"),
        ({"hands": [{"knocker": "Ann", "players": [{"deadwood_points": 5}]}]}, "hands[0].players[0].name"),
        ({"hands": [{**won("Ann", "Bob", 5), "dealer": "Dee"}]}, "hands[0].dealer"),
        ({"hands": [{**DRAWN, "dealer": "Dee"}]}, "hands[0].dealer"),
    ],
)
def test_what_no_table_plays_is_refused_with_its_place(changed: dict[str, Any], place: str) -> None:
    with pytest.raises(DocumentError) as refused:
        score_document({**PARTNERS, "hands": [], **changed})
    assert refused.value.where == place


@pytest.mark.parametrize(
    ("head", "house_rules", "place"),
    [
        (CAPTAIN, {"opponents": "stay"}, "house_rules.opponents"),
        (CUTTHROAT, {"next_dealer": "winner"}, "house_rules.next_dealer"),
        ({**CUTTHROAT, "first_dealer": "Cid"}, {}, "first_dealer"),
        ({**CUTTHROAT, "sides": [["Ann"], ["Bob", "Cid"]]}, {}, "sides"),
        ({key: value for key, value in CAPTAIN.items() if key != "sides"}, {}, "sides"),
    ],
)
def test_house_rules_that_say_nothing_in_a_form_are_refused(
    head: dict[str, Any], house_rules: dict[str, str], place: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        sheet(head, **house_rules)
    assert refused.value.where == place


def test_captain_owes_nothing_for_as_many_boxes() -> None:
    over = sheet(CAPTAIN, won("Bob", "Ann", 9), won("Ann", "Bob", 30), target=30, stake_per_box=50)
    assert (over["over"], over["settlement"]) == (True, [])


@pytest.mark.parametrize(("rule", "dealers"), [("winner", ["Ann"]), ("loser", ["Cid"]), ("next-seat", ["Ann"])])
def test_in_captains_play_the_table_says_who_deals_next(rule: str, dealers: list[str]) -> None:
    assert sheet(CAPTAIN, won("Ann", "Bob", 9), next_dealer=rule)["next"]["dealers"] == dealers


def test_in_cutthroat_a_hand_without_a_winner_is_played_on_by_the_same_two() -> None:
    """Only the table's own ruling leaves a hand without a winner. Bob deals, who didn't deal before."""
    rules = book_rules(Game.GIN_RUMMY, 3, Form.CUTTHROAT)
    seats = Seats(Form.CUTTHROAT, ((0,), (1,), (2,)))
    score = keep_rounds(rules, seats, 0, [HandResult((0, 0, 0), None, seats=(0, 1))])
    assert score.coming == Pairing(((0, 1),), (1,), 2)


def test_partners_of_knock_rummy_are_two_or_three_on_a_side() -> None:
    alone = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid", "Dee"], "sides": [["Ann"], ["Bob", "Cid", "Dee"]]}
    with pytest.raises(DocumentError) as refused:
        score_document({**alone, "first_dealer": "Ann", "hands": []})
    assert refused.value.where == "sides"
