"""Documents of Gin Rummy as real tables score it: the upcard, and what sheets have besides the hands."""

from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from tests.support.documents import Document, error_of, knocked

OKLAHOMA: Document = {"game": "gin-rummy", "house_rules": {"knock_limit": "upcard"}, **knocked(5, 30)}


def points_with(document: Document) -> list[int]:
    verdict: Any = judge_document(document)
    return [player["points"] for player in verdict["players"]]


def test_an_upcard_is_read_like_any_card_and_needed_where_it_rules() -> None:
    assert points_with({**OKLAHOMA, "upcard": "t♠"}) == [25, 0]
    assert error_of(judge_document, OKLAHOMA) == ("missing-key", "upcard")
    assert error_of(judge_document, {**OKLAHOMA, "upcard": "11S"}) == ("unknown-card", "upcard")
    assert error_of(judge_document, {**OKLAHOMA, "upcard": None}) == ("unknown-card", "upcard")


def test_where_it_rules_nothing_an_upcard_changes_nothing() -> None:
    plain = {"game": "gin-rummy", **knocked(5, 30)}
    assert judge_document({**plain, "upcard": "AS"}) == judge_document(plain)


@pytest.mark.parametrize(("game", "more"), [("gem-rummy", {"dice": [3, 4]}), ("knock-rummy", {})])
def test_other_games_have_no_upcard(game: str, more: Document) -> None:
    document = {"game": game, **knocked(5, 30), **more, "upcard": "4D"}
    assert error_of(judge_document, document) == ("unknown-key", "upcard")


def test_a_drawn_hand_may_have_an_upcard_and_needs_none() -> None:
    game = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "house_rules": {"columns": 3}}
    for drawn in ({"drawn": True}, {"drawn": True, "upcard": "4D"}):
        sheet: Any = score_document({**game, "hands": [drawn]})
        assert [column["entries"] for column in sheet["columns"]] == [[{"Ann": None, "Bob": None}]] * 3
    assert error_of(score_document, {**game, "hands": [{"drawn": True, "upcard": "X"}]})[0] == "unknown-card"


@pytest.mark.parametrize("key", ["columns", "final", "won_by"])
def test_a_sheet_without_these_rules_is_what_it_was(key: str) -> None:
    game = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann", "hands": [knocked(0, 80)]}
    assert key not in score_document(game)
    assert key in score_document({**game, "house_rules": {"box_bonus": 25}})
