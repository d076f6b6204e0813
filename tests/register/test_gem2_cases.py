"""The cases of Gem II: what their expectations leave out, the sums."""

from itertools import accumulate
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules

GAMES = [case for case in cases().values() if case.kind in {CaseKind.GEM_II_SOLO, CaseKind.GEM_II}]


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
    lines = [line.split() for case in GAMES for line in expected_lines(case.expect)]
    assert len(lines) > 100
    assert {code for code, _, *rest in lines if not rest} == {"overruled"}
    assert {rest[0] for _, _, *rest in lines if rest} <= {rule for rule in rules() if rule.startswith(("II.", "R."))}
