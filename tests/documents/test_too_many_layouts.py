"""A hand that would be searched for too long is refused with its place; it is never ruled wrongly."""

from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.journal.sheet import Standing, rule_on
from companion.rules.cards import ALL_CARDS, name_of
from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from companion.wording.document_errors import document_error_sentence
from tests.support.documents import hand_of

PLAYERS = [
    {"name": "Ann", "cards": ["3C", "4C", "5C", "3D", "4D", "5D", "3H", "4H", "5H", "AS"]},
    {"name": "Bob", "deadwood_points": 30},
]


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    judge.cache_clear()


def test_a_showdown() -> None:
    document: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann", "players": PLAYERS}
    with pytest.raises(DocumentError) as refused:
        judge_document(document)
    assert (refused.value.code, refused.value.where) == ("too-many-layouts", "players")


def test_a_hand_of_a_game() -> None:
    hands = [{"knocker": "Ann", "players": PLAYERS}]
    document = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": hands}
    with pytest.raises(DocumentError) as refused:
        score_document(document)
    assert (refused.value.code, refused.value.where) == ("too-many-layouts", "hand 1")


def test_a_stored_hand_says_why_it_does_not_count() -> None:
    head = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}
    ruling = rule_on(head, hand_of({"knocker": "Ann", "players": PLAYERS}))
    assert ruling.standing == Standing.UNREADABLE
    assert ruling.defect is not None
    assert (
        document_error_sentence(ruling.defect)
        == "a hand of these cards can be laid out in too many ways: check how many cards it has"
    )


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


def test_all_that_is_wrong_with_a_hand_of_two_cards_too_many() -> None:
    laid_out = {
        "name": "Ann",
        "melds": [["5C", "6C", "7C"]],
        "deadwood": ["KD", "QH", "9S", "2H", "4D", "8H", "JS", "AD", "3H"],
    }
    document: dict[str, Any] = {"game": "gin-rummy", "knocker": "Ann", "players": [laid_out, PLAYERS[1]]}
    verdict: Any = judge_document(document)
    assert sorted(fault["code"] for fault in verdict["faults"]) == ["card-count", "knock-too-high"]


def test_a_hand_of_more_cards_than_a_deck_is_not_read() -> None:
    """52 groups of all 52 cards took three seconds."""
    names = [name_of(card) for card in ALL_CARDS]
    players = [{"name": "Ann", "melds": [names, names[:1]], "deadwood": []}, PLAYERS[1]]
    with pytest.raises(DocumentError) as refused:
        judge_document({"game": "gin-rummy", "knocker": "Ann", "players": players})
    assert (refused.value.code, refused.value.where) == ("too-many", "players[0]")
    assert "at most 52, not 53" in document_error_sentence(refused.value)
