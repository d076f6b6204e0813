"""The dearest hands that climbing found leave most of the budget of a ruling."""

import pytest

from bench.hostile.worst_hands import Document, kind_of, stored
from companion.documents.showdown import read_showdown
from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts


@pytest.mark.parametrize("document", stored(), ids=lambda document: str(kind_of(document)))
def test_the_dearest_hands_spend_less_than_half_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, document: Document
) -> None:
    monkeypatch.setattr(solver, "MOST_STEPS", solver.MOST_STEPS // 2)
    best_layouts.cache_clear()
    judge.cache_clear()
    judge(read_showdown(document))
