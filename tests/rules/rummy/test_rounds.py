"""Gin for more than two: what no table plays, and what the register's games and random ones don't reach."""

import pytest

from companion.answers.scoring import score_document
from companion.rules.rummy.match import HandResult, Pairing
from companion.rules.rummy.rounds import Seats, keep_rounds
from companion.rules.rummy.ruleset import Form, Game, book_rules
from tests.support.documents import Document, counted_hand, error_of

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
FIVE = {"deadwood_points": 5}


@pytest.mark.parametrize(
    ("head", "changed", "place"),
    [
        (PARTNERS, {"form": "teams"}, "form"),
        (PARTNERS, {"form": "captain"}, "players"),
        (PARTNERS, {"form": "cutthroat"}, "players"),
        (PARTNERS, {"sides": [["Ann"], ["Bob", "Cid", "Dee"]]}, "sides"),
        (PARTNERS, {"sides": [["Ann", "Bob"], ["Ann", "Dee"]]}, "sides"),
        (PARTNERS, {"house_rules": {"opponents": "change"}}, "house_rules.opponents"),
        (PARTNERS, {"game": "gem-rummy"}, "form"),
        (PARTNERS, {"hands": [counted_hand("Ann", Ann=1, Cid=6)]}, "hands[0].players"),
        (PARTNERS, {"hands": [{"knocker": "Ann", "players": [{"name": "Ann", **FIVE}]}]}, "hands[0].players"),
        (PARTNERS, {"hands": [{"knocker": "Ann", "players": [FIVE]}]}, "hands[0].players[0].name"),
        (PARTNERS, {"hands": [{**counted_hand("Ann", Ann=1, Bob=6), "dealer": "Dee"}]}, "hands[0].dealer"),
        (PARTNERS, {"hands": [{**DRAWN, "dealer": "Dee"}]}, "hands[0].dealer"),
        (PARTNERS, {"game": "knock-rummy", "form": None, "sides": [["Ann"], ["Bob", "Cid", "Dee"]]}, "sides"),
        (CAPTAIN, {"house_rules": {"opponents": "stay"}}, "house_rules.opponents"),
        (CAPTAIN, {"sides": None}, "sides"),
        (CUTTHROAT, {"house_rules": {"next_dealer": "winner"}}, "house_rules.next_dealer"),
        (CUTTHROAT, {"first_dealer": "Cid"}, "first_dealer"),
        (CUTTHROAT, {"sides": [["Ann"], ["Bob", "Cid"]]}, "sides"),
    ],
)
def test_what_no_table_plays_is_refused_with_its_place(head: Document, changed: Document, place: str) -> None:
    document = {key: value for key, value in {**head, "hands": [], **changed}.items() if value is not None}
    assert error_of(score_document, document)[1] == place


def test_captain_owes_nothing_for_as_many_boxes() -> None:
    hands, rules = (
        [counted_hand("Bob", Bob=1, Ann=10), counted_hand("Ann", Ann=1, Bob=31)],
        {"target": 30, "stake_per_box": 50},
    )
    over: Document = score_document({**CAPTAIN, "hands": hands, "house_rules": rules})
    assert (over["over"], over["settlement"]) == (True, [])


def test_in_cutthroat_a_hand_without_a_winner_is_played_on_by_the_same_two() -> None:
    """Only the table's own ruling leaves a hand without a winner. Bob deals, who didn't deal before."""
    rules = book_rules(Game.GIN_RUMMY, 3, Form.CUTTHROAT)
    seats = Seats(Form.CUTTHROAT, ((0,), (1,), (2,)))
    score = keep_rounds(rules, seats, 0, [HandResult((0, 0, 0), None, seats=(0, 1))])
    assert score.coming == Pairing(((0, 1),), (1,), 2)
