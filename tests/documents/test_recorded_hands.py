"""A hand of a game is read into seats and written back under the names that the game has by then."""

from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.documents.hand_writer import write_recorded_hand
from companion.journal.codec import from_json, to_json
from companion.journal.kinds import kind_of
from companion.journal.names import renamed_head
from companion.register.cases import CaseKind, cases
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import USUAL_ENDING, RoundEnding
from tests.support.documents import hand_of
from tests.support.gem2.random_documents import random_document
from tests.support.seeds import random_sources

GAMES = {
    case.id: case.document
    for case in cases().values()
    if case.kind in {CaseKind.GAME, CaseKind.GEM_II, CaseKind.GEM_II_SOLO} and "error" not in case.expect
}


def hands_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = document[kind_of(document["game"]).hands_key]
    return hands


@pytest.mark.parametrize("document", GAMES.values(), ids=GAMES)
def test_a_hand_is_read_as_it_was_written_and_scores_the_same(document: dict[str, Any]) -> None:
    check(document)


@pytest.mark.seeded
@pytest.mark.parametrize("game", ["gem-ii", "gem-ii-solo"])
def test_random_rounds_are_read_as_they_were_written(game: str) -> None:
    for _, source in random_sources(20):
        check(random_document(game, source))


def check(document: dict[str, Any]) -> None:
    kind = kind_of(document["game"])
    read = [kind.read_hand(hand, "", document) for hand in hands_of(document)]
    written = [write_recorded_hand(hand, document) for hand in read]
    assert [kind.read_hand(hand, "", document) for hand in written] == read
    assert score_document({**document, kind.hands_key: written}) == score_document(document)
    assert [from_json(RecordedHand, to_json(hand)) for hand in read] == read
    others = {name: f"{name} II" for name in document["players"]}
    head = renamed_head(document, others)
    assert [kind.read_hand(write_recorded_hand(hand, head), "", head) for hand in read] == read


def test_the_ending_of_a_round_is_as_usual_unless_it_says_otherwise() -> None:
    counted = {"remaining": 4, "cards": {"Ann": 18, "Bob": 18}}
    held = hand_of({"counted": counted, "not_all_x": True, "x_held_by": "Bob"})
    assert ending_of(held) == RoundEnding(not_all_x=True, x_held_by=Side.SECOND)
    assert ending_of(hand_of({"deals": [{"removed": 3}]})) == ending_of(None) == USUAL_ENDING
