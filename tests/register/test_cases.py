"""Every numbered case against its complete expectation."""

from typing import Any

import pytest

from companion.documents.showdown import DECK_KEYS, read_showdown, write_hand
from companion.register.cases import Case, CaseKind, cases
from tests.support.outcomes import outcome

CASES = list(cases().values())
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
