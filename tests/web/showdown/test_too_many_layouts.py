"""A showdown whose search is given up: a page says so, and everything that was entered is kept."""

import pytest
from flask.testing import FlaskClient

from companion.rules.rummy import solver
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.solver import best_layouts
from tests.support.pages import words_of
from tests.support.showdown_table import Table

ANN = "3C 4C 5C 3D 4D 5D 3H 4H 5H AS 2C"
HTMX = {"HX-Request": "true", "HX-Target": "hand"}
PAGE = "A hand of these cards can be laid out in too many ways. Everything that was entered is kept."


@pytest.fixture
def table(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Enter just the cards of two hands, and leave next to nothing for the search."""
    table = Table(client, "Ann", "Bob")
    table.roll(6, 6)
    table.submit(knock="0:knock")
    table.submit("/seat/0", act="way:loose")
    table.write(0, ANN)
    table.submit("/seat/1", act="way:loose")
    table.submit("/seat/1?typed=", text="6C 8C 10C QC 6D 8D 10D QD 7H 9H JH")
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    judge.cache_clear()
    return table


def test_a_page_says_what_to_do_and_nothing_is_lost(table: Table) -> None:
    answer = table.post("/seat/1", act="as-laid")
    assert answer.status_code == 422
    assert PAGE in words_of(answer)
    assert "count the deadwood and enter only the number" in words_of(answer)
    assert f'href="{table.address}"' in answer.text
    assert "11 of 11" in table.words("/seat/0")
    assert "11 of 11" in table.words("/seat/1")


def test_with_a_script_the_page_takes_the_place_of_the_hand(table: Table) -> None:
    answer = table.hand.post("/seat/1", {"act": "as-laid"}, HTMX)
    assert answer.status_code == 422
    assert PAGE in words_of(answer)
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("body", "innerHTML")


def test_the_number_alone_still_goes_on(table: Table) -> None:
    table.post("/seat/1", act="as-laid")
    for seat, points in enumerate(("3", "90")):
        table.submit(f"/seat/{seat}", act="way:counted")
        table.submit(f"/seat/{seat}", points=points)
    assert table.submit("/seat/1", act="done") == "/ruling"
