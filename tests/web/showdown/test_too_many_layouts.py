"""A showdown whose search is given up: a page says so, and everything that was entered is kept."""

import pytest

from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from tests.support.pages import words_of
from tests.support.showdown_table import HTMX, Table

PAGE = "A hand of these cards can be laid out in too many ways. Everything that was entered is kept."


def test_a_page_says_what_to_do_and_nothing_is_lost(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.submit(knock="0:knock")
    for seat in (0, 1):
        table.submit(f"/seat/{seat}", act="way:loose")
    table.write(0, "3C 4C 5C 3D 4D 5D 3H 4H 5H AS 2C")
    table.submit("/seat/1?typed=", text="6C 8C 10C QC 6D 8D 10D QD 7H 9H JH")
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    judge.cache_clear()
    answer = table.post("/seat/1", act="as-laid")
    assert answer.status_code == 422
    assert PAGE in words_of(answer)
    assert "count the deadwood and enter only the number" in words_of(answer)
    assert f'href="{table.address}"' in answer.text
    part = table.hand.post("/seat/1", {"act": "as-laid"}, HTMX)
    assert part.status_code == 422
    assert PAGE in words_of(part)
    assert (part.headers["HX-Retarget"], part.headers["HX-Reswap"]) == ("body", "innerHTML")
    for seat, points in enumerate(("3", "90")):
        assert "11 of 11" in table.words(f"/seat/{seat}")
        table.submit(f"/seat/{seat}", act="way:counted")
        table.submit(f"/seat/{seat}", points=points)
    assert table.submit("/seat/1", act="done") == "/ruling"
