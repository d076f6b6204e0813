"""A hand that would be searched for too long is refused with its place; it is never ruled wrongly."""

from typing import Any

import pytest

from companion.documents.answers import judge_document, score_document
from companion.documents.errors import DocumentError
from companion.journal.rulings import Standing, rule_on
from companion.rules.rummy import effort
from companion.rules.rummy.solver import best_layouts

PLAYERS = [
    {"name": "Ann", "cards": ["3C", "4C", "5C", "3D", "4D", "5D", "3H", "4H", "5H", "AS"]},
    {"name": "Bob", "deadwood_points": 30},
]


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MOST_STEPS", 1)
    best_layouts.cache_clear()


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
    ruling = rule_on(head, {"knocker": "Ann", "players": PLAYERS})
    assert ruling.standing == Standing.UNREADABLE
    assert ruling.faults == ("a hand of these cards can be laid out in too many ways: check how many cards it has",)
