"""Every numbered case against its complete expectation."""

from itertools import accumulate
from typing import Any

import pytest

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.showdown import DECK_KEYS, read_showdown, write_hand
from companion.register.cases import Case, CaseKind, cases, cases_of
from tests.support.outcomes import outcome

CASES = list(cases().values())
GAMES = [case for case in CASES if case.kind in {CaseKind.GEM_II_SOLO, CaseKind.GEM_II}]
SHOWDOWNS = [case for case in CASES if case.kind == CaseKind.SHOWDOWN]


def comparable(case: Case, result: Any) -> Any:  # noqa: ANN401
    """Return a result without nulls, and with sorted lists where the order doesn't matter.

    Faults and lines come in any order, and so do lay-offs that the app found.
    """
    match result:
        case dict():
            kept = {key: comparable(case, value) for key, value in result.items() if value is not None}
            free = ("faults", "lines", *(() if "lay_offs" in case.document else ("laid_off", "lay_offs")))
            flat = {key for key in kept.keys() & free if all(isinstance(text, str) for text in kept[key])}
            return {key: sorted(value) if key in flat else value for key, value in kept.items()}
        case list() | tuple():
            return [comparable(case, value) for value in result]
        case _:
            return result


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_has_the_result_worked_out_by_hand(case: Case) -> None:
    assert comparable(case, outcome(case)) == comparable(case, case.expect)


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: case.id)
def test_the_hand_of_a_case_is_written_as_it_was_read(case: Case) -> None:
    said_by_the_game = {"game", "house_rules", *DECK_KEYS}
    hand = {key: value for key, value in case.document.items() if key not in said_by_the_game}
    assert write_hand(read_showdown(case.document)) == hand


def test_the_cases_of_a_rule_are_found() -> None:
    assert [case.id for case in cases_of("R.17")] == [case.id for case in CASES if "R.17" in case.rules]
    assert cases_of("no such rule") == []


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case.id)
def test_points_totals_and_lines_of_gem_ii_add_up(case: Case) -> None:
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
