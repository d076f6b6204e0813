"""The cases of Gem II: their expectations are complete, and the answers add up."""

from itertools import accumulate
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules

KEYS = {
    CaseKind.GEM_II_SOLO: {"rows", "lines", "grand_total", "over", "doubts", "rounds"},
    CaseKind.GEM_II: {"rounds", "totals", "over", "winners", "doubts"},
    CaseKind.GEM_II_BOARD: {"moves", "must_move"},
}
CASES = [case for case in cases().values() if case.kind in KEYS]
GAMES = [case for case in CASES if case.kind != CaseKind.GEM_II_BOARD]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_an_expectation_is_complete(case: Case) -> None:
    if "error" in case.expect:
        assert set(case.expect) == {"error"}
    elif case.kind == CaseKind.GEM_II_BOARD:
        assert set(case.expect) == KEYS[case.kind] | (set(case.document) & {"claimed", "best"})
    else:
        assert set(case.expect) == KEYS[case.kind] | (set() if case.expect["over"] else {"next"})


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case.id)
def test_points_totals_and_lines_add_up(case: Case) -> None:
    """The notation of expectations leaves these out."""
    try:
        sheet: Any = score_document(case.document)
    except DocumentError:
        assert "error" in case.expect
        return
    rounds = sheet["rounds"]
    players = [player for played in rounds for player in played.get("players", {}).values()]
    for row in [*sheet.get("rows", []), *players]:
        assert row["total"] == sum(line["points"] for line in row["lines"])
        assert all(line["text"] for line in row["lines"])
    for played in rounds:
        for name, player in played.get("players", {}).items():
            assert played["points"][name] == player["total"]
    for name in rounds[0]["points"] if rounds else []:
        running = list(accumulate(played["points"][name] for played in rounds))
        assert running == [played["totals"][name] for played in rounds]
        assert running[-1] == (sheet["totals"][name] if "totals" in sheet else sheet["grand_total"])


def expected_lines(expect: dict[str, Any]) -> list[str]:
    rounds = [played for played in expect.get("rounds", []) if isinstance(played, dict)]
    lines = [line for row in expect.get("lines", []) for line in row]
    return lines + [line for played in rounds for key in played if key.endswith("_lines") for line in played[key]]


def test_every_line_of_an_expectation_names_a_rule() -> None:
    lines = [line.split() for case in CASES for line in expected_lines(case.expect)]
    assert len(lines) > 100
    assert {code for code, _, *rest in lines if not rest} == {"overruled"}
    assert {rest[0] for _, _, *rest in lines if rest} <= {rule for rule in rules() if rule.startswith(("II.", "R."))}
