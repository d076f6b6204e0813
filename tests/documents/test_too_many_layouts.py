"""A hand that would be searched for too long is refused with its place; it is never ruled wrongly."""

from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.documents.errors import Defect, Flaw
from companion.journal.sheet import Standing, rule_on
from companion.rules.cards import ALL_CARDS, name_of
from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from tests.support.documents import HEAD, error_of, hand_of

PLAYERS = [
    {"name": "Ann", "cards": ["3C", "4C", "5C", "3D", "4D", "5D", "3H", "4H", "5H", "AS"]},
    {"name": "Bob", "deadwood_points": 30},
]


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    judge.cache_clear()


def test_a_hand_that_would_be_searched_for_too_long_is_refused_or_stored_with_its_reason() -> None:
    hand: dict[str, Any] = {"knocker": "Ann", "players": PLAYERS}
    assert error_of(judge_document, {"game": "gin-rummy", **hand}) == ("too-many-layouts", "players")
    assert error_of(score_document, {**HEAD, "hands": [hand]}) == ("too-many-layouts", "hand 1")
    ruling = rule_on(HEAD, hand_of(hand))
    assert (ruling.standing, ruling.defect) == (Standing.UNREADABLE, Defect(Flaw.TOO_MANY_LAYOUTS, "", {}))


def test_more_cards_than_a_hand_can_have_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", 0)
    names = [name_of(card) for card in ALL_CARDS]
    players = [{"name": "Ann", "cards": names[:40]}, {"name": "Bob", "melds": [names[40:43]], "deadwood": names[43:50]}]
    verdict: Any = judge_document({"game": "gin-rummy", "knocker": "Ann", "players": players})
    assert [fault["message"] for fault in verdict["faults"]] == ["Ann has 40 cards but should have 10."]
    ann, bob = verdict["players"]
    assert (ann["melds"], len(ann["deadwood"]), ann["best"]) == ([], 40, None)
    assert (len(bob["melds"]), len(bob["deadwood"]), bob["best"]) == (1, 7, None)


def test_nothing_is_laid_off_beside_a_hand_of_more_cards_than_any_has() -> None:
    left = [name_of(card) for card in ALL_CARDS if name_of(card) not in {"5C", "6C", "7C"}]
    ann = {"name": "Ann", "melds": [["5C", "6C", "7C"]], "deadwood": []}
    lay_off = {"player": "Bob", "card": "9C", "onto": {"player": "Ann", "meld": 0}}
    document: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann", "players": [ann, {"name": "Bob", "cards": left}]}
    verdict: Any = judge_document({**document, "lay_offs": [lay_off]})
    assert [(fault["code"], fault["player"]) for fault in verdict["faults"]] == [
        ("card-count", "Ann"),
        ("card-count", "Bob"),
    ]
    assert verdict["lay_offs"] == []


def test_a_hand_of_more_cards_than_a_deck_is_not_read() -> None:
    """52 groups of all 52 cards took three seconds."""
    names = [name_of(card) for card in ALL_CARDS]
    players = [{"name": "Ann", "melds": [names, names[:1]], "deadwood": []}, PLAYERS[1]]
    document = {"game": "gin-rummy", "knocker": "Ann", "players": players}
    assert error_of(judge_document, document) == ("too-many", "players[0]")
