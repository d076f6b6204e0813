"""Gem II alone: a tap a deal, bonus rounds, the lost one that fills the next row, the X, personal bests."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, imported, started
from tests.support.pages import says, words_of
from tests.support.phones import Phone

FOUR_LEFT = (3, 4, 4, 4, 4, 4, 4, 4, 3, 2)
"""36 of 40 come off in ten deals."""
NINE_LEFT = (3, 3, 3, 3, 3, 3, 3, 3, 3, 4)


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return started(client, "gem-ii-solo", level="2")


def score(table: Table) -> dict[str, Any]:
    return score_document(table.document())


def test_a_deal_is_chosen_recorded_once_and_taken_back_one_thing_a_tap(table: Table) -> None:
    says(table.page(), "Deal 1 of 10: 4 cards on the board")
    for act in ("record", "keep"):
        refused = table.press(act)
        assert table.document()["rounds"] == []
    says(table.press("record"), "Choose how many cards came off, then record the deal.")
    more = table.press("record", count="4")
    assert (refused.status_code, more.status_code) == (303, 422)
    says(more, "4 removed, but only 3 of the 4 cards on the board can come off.")
    table.took(1)
    says(table.page(), "Deal 2 of 10: 7 cards on the board", "Deal 1: 1 card off.")
    table.press("plus", count="1")
    says(table.page(), "2 cards off")
    table.press("undo")
    says(table.page(), "Choose how many")
    for act, rounds in (("undo", []), ("redo", [{"deals": [1]}]), ("undo", []), ("record", [{"deals": [2]}])):
        table.press(act, count="2")
        assert table.document() == {"game": "gem-ii-solo", "players": ["Ann"], "level": 2, "rounds": rounds}


def test_a_lost_bonus_round_fills_the_next_row(table: Table) -> None:
    table.took(*FOUR_LEFT)
    says(table.page(), "Round 1, bonus round 1", "Take out the four X's", "Deal 1 of 9")
    table.took(3, 4, 4, 4, 4, 4, 4, 2)
    answer = table.press("record", count="2")
    assert answer.headers["Location"].endswith("/hands/1?over=1")
    # Five cards left in the bonus round: 5 dealer points in row 2; row 1 has 10 for its four cards.
    says(table.client.get(answer.headers["Location"]), "15 points", "Row 2 of the card lost bonus round 1")
    says(table.page(), "lost bonus round", "Round 2")
    assert [row["total"] for row in score(table)["rows"]] == [10, 5]


def test_deals_are_put_right_and_those_that_cannot_be_stay_typed(table: Table) -> None:
    table.took(*NINE_LEFT)
    deals = ["4", *map(str, NINE_LEFT[1:])]
    answer = table.post("/hands/1/deals", **{"deals-0": deals, "deals-1": ["3", *[""] * 8]})
    says(answer, "4 removed, but only 3 of the 4 cards on the board can come off.", status=422)
    assert 'value="4"' in answer.text
    bonus = table.post("/hands/1/deals", **{"deals-0": list(map(str, NINE_LEFT)), "deals-1": ["3"]})
    assert "no bonus round is earned" in words_of(bonus).lower()
    assert table.post("/hands/1/deals", **{"deals-0": ["three"]}).status_code == 422
    assert table.document()["rounds"] == [{"deals": list(NINE_LEFT)}]
    right = {"deals-0": ["2", *deals[1:]], "deals-1": [""] * 9}
    assert table.post("/hands/1/deals", **right).status_code == 303
    assert table.document()["rounds"] == [{"deals": [2, *NINE_LEFT[1:]]}]


def test_five_rounds_to_the_end_and_a_personal_best(client: FlaskClient) -> None:
    alone: dict[str, Any] = {"game": "gem-ii-solo", "players": ["Ann"], "level": 1}
    for deals, why in (
        (NINE_LEFT, "Your first game on Level 1"),
        ((3, 3, 3, 3, 3, 3, 3, 3, 4, 5), "A new personal best"),
    ):
        table = imported(client, {**alone, "rounds": [{"deals": deals}] * 4 + [{"deals": deals[:9]}]})
        table.took(deals[9])
        assert client.get(table.address).headers["Location"].endswith("/end")
        assert why in table.words("/end")
    # Seven cards left bring 3, a card run of five 5, five times.
    assert score(table)["grand_total"] == 40
    assert "The highest so far was 5" in table.words("/end")
    assert "Totals after each round. Ann: 8, 16, 24, 32, 40." in client.get(f"{table.address}/end").text
    again = client.post(f"{table.address}/rematch", data={"idempotency_key": "play-again"})
    assert "Ann's best on Level 1 on this phone: 40." in Table(Phone(client, again.location.split("?")[0])).words()
    assert "best on Level" not in started(client, "gem-ii-solo", level="2").words()
