"""Gem II alone: a tap a deal, bonus rounds, the lost one that fills the next row, the X, personal bests."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, imported, started
from tests.support.pages import words_of
from tests.support.phones import Phone

FOUR_LEFT = (3, 4, 4, 4, 4, 4, 4, 4, 3, 2)
"""36 of 40 come off in ten deals."""
NINE_LEFT = (3, 3, 3, 3, 3, 3, 3, 3, 3, 4)


def won(high: int) -> list[int]:
    """Remove all but four of a deck up to `high`, never five at once and never the last card of the board."""
    return [3, *[4] * (high - 3), 3, 2] if high > 2 else []


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return started(client, "gem-ii-solo", level="2")


def score(table: Table) -> dict[str, Any]:
    return score_document(table.document())


def test_a_deal_is_one_tap(table: Table) -> None:
    assert "Deal 1 of 10: 4 cards on the board" in table.words()
    table.took(3)
    said = table.words()
    assert "Deal 2 of 10: 5 cards on the board" in said
    assert "Deal 1: 3 cards off." in said
    assert table.document() == {
        "game": "gem-ii-solo",
        "players": ["Ann"],
        "level": 2,
        "rounds": [{"deals": [3]}],
    }


def test_card_runs_are_marked_as_in_the_book(table: Table) -> None:
    table.took(0, 0, 0, 6, 0, 0, 11)
    said = table.words()
    assert "/ * 55" in said
    assert "Ann, total 55" in said


def test_a_won_round_is_followed_by_its_bonus_round(table: Table) -> None:
    table.took(*FOUR_LEFT)
    said = table.words()
    assert "Round 1, bonus round 1" in said
    assert "You won the round: four cards left." in said
    assert "Take out the four X's: IX is now the highest, and 36 cards are left." in said
    assert "Deal 1 of 9" in said


def test_a_lost_bonus_round_fills_the_next_row(table: Table) -> None:
    table.took(*FOUR_LEFT)
    for number in (3, 4, 4, 4, 4, 4, 4, 2):
        table.took(number)
    answer = table.press("record", count="2")
    assert answer.headers["Location"].endswith("/hands/1?over=1")
    said = words_of(table.client.get(answer.headers["Location"]))
    # Five cards left in the bonus round: 5 dealer points in row 2; row 1 has 10 for its four cards.
    assert "15 points" in said
    assert "Row 2 of the card lost bonus round 1" in said
    assert "lost bonus round" in table.words()
    assert "Round 2" in table.words()
    assert [row["total"] for row in score(table)["rows"]] == [10, 5]


def test_five_bonus_rounds_earn_the_x_and_a_hundred_more(table: Table) -> None:
    table.took(*FOUR_LEFT)
    for high in (9, 8, 7, 6, 5):
        table.took(*won(high))
    said = table.words()
    assert "✓✓✓✓✓ X 150" in said
    assert "Round 2" in said
    # 10 dealer points and 5 x 10 + 100.
    assert "Ann, total 160" in said


def test_plus_and_minus_count_and_undo_takes_back_one_thing_a_tap(table: Table) -> None:
    table.took(1)
    table.press("plus", count="1")
    assert "2 cards off" in table.words()
    table.press("undo")
    assert "Choose how many" in table.words()
    table.press("undo")
    assert table.document()["rounds"] == []
    table.press("redo")
    assert table.document()["rounds"] == [{"deals": [1]}]
    table.press("undo")
    table.press("record", count="2")
    assert table.document()["rounds"] == [{"deals": [2]}]


def test_a_number_is_chosen_first_and_then_recorded(table: Table) -> None:
    for act in ("record", "keep"):
        table.press(act)
        assert table.document()["rounds"] == []
    assert "Choose how many cards came off, then record the deal." in words_of(table.press("record"))
    table.press("keep", count="0")
    assert "No card off next deal" in table.words()
    table.press("record")
    assert table.document()["rounds"] == [{"deals": [0]}]
    assert table.press("record").status_code == 422
    assert table.document()["rounds"] == [{"deals": [0]}]


def test_more_cards_than_lie_there_are_refused_and_stay_counted(table: Table) -> None:
    answer = table.press("record", count="4")
    assert answer.status_code == 422
    assert "4 removed, but only 3 of the 4 cards on the board can come off." in words_of(answer)
    assert table.document()["rounds"] == []


def test_a_form_sent_again_or_too_late_records_one_deal(table: Table) -> None:
    form = {**table.form(), "act": "record", "count": "2"}
    for _ in range(2):
        assert table.phone.post("/turn", form).status_code == 303
    late = table.phone.post("/turn", {**form, "idempotency_key": "another-tab"})
    assert late.status_code == 409
    assert table.document()["rounds"] == [{"deals": [2]}]


def test_the_deals_of_a_round_are_put_right_afterwards(table: Table) -> None:
    table.took(*NINE_LEFT)
    deals = ["2", *map(str, NINE_LEFT[1:])]
    assert table.post("/hands/1/deals", **{"deals-0": deals, "deals-1": [""] * 9}).status_code == 303
    assert table.document()["rounds"] == [{"deals": [2, *NINE_LEFT[1:]]}]
    # Ten cards left bring nothing.
    assert score(table)["grand_total"] == 0


def test_deals_that_cannot_be_are_refused_and_stay_typed(table: Table) -> None:
    table.took(*NINE_LEFT)
    deals = ["4", *map(str, NINE_LEFT[1:])]
    answer = table.post("/hands/1/deals", **{"deals-0": deals, "deals-1": ["3", *[""] * 8]})
    assert answer.status_code == 422
    assert "4 removed, but only 3 of the 4 cards on the board can come off." in words_of(answer)
    assert 'value="4"' in answer.text
    bonus = table.post("/hands/1/deals", **{"deals-0": list(map(str, NINE_LEFT)), "deals-1": ["3"]})
    assert "no bonus round is earned" in words_of(bonus).lower()
    letters = table.post("/hands/1/deals", **{"deals-0": ["three"]})
    assert letters.status_code == 422
    assert table.document()["rounds"] == [{"deals": list(NINE_LEFT)}]


def test_five_rounds_to_the_end_and_a_personal_best(client: FlaskClient) -> None:
    for deals, why in (
        (NINE_LEFT, "Your first game on Level 1"),
        ((3, 3, 3, 3, 3, 3, 3, 3, 4, 5), "A new personal best"),
    ):
        table = started(client, "gem-ii-solo")
        for _ in range(5):
            table.took(*deals)
        assert client.get(table.address).headers["Location"].endswith("/end")
        assert why in table.words("/end")
    # Seven cards left bring 3, a card run of five 5, five times.
    assert score(table)["grand_total"] == 40
    assert "The highest so far was 5" in table.words("/end")
    assert "Totals after each round. Ann: 8, 16, 24, 32, 40." in client.get(f"{table.address}/end").text
    again = client.post(f"{table.address}/rematch", data={"idempotency_key": "play-again"})
    table = Table(Phone(client, again.location.split("?")[0]))
    assert "Ann's best on Level 1 on this phone: 40." in table.words()
    other = started(client, "gem-ii-solo", level="2")
    assert "best on Level" not in other.words()


def test_a_game_goes_out_and_in_and_out_the_same(client: FlaskClient) -> None:
    document = {
        "game": "gem-ii-solo",
        "players": ["Ann"],
        "level": 1,
        "at": "2026-11-21",
        "note": "=1+1",
        "rounds": [
            {"deals": list(FOUR_LEFT), "bonus_rounds": [{"deals": [*won(9)[:-1], 1]}], "note": "well"},
            {"deals": list(NINE_LEFT[:4])},
        ],
    }
    table = imported(client, json.dumps(document))
    assert table.document() == document
    assert imported(client, json.dumps(table.document())).document() == document
    written = client.get(f"{table.address}/export.csv").text
    assert "2,1,lost-bonus-round,5,0,0,5,well" in written
    paper = table.words("/print")
    assert "Grand total 15" in paper
    assert "Signature of Ann" in paper
    assert "Dealer: 4 cards left 10, 5 cards 5, 6 cards 4, 7 cards 3, 8 cards 2, 9 cards 1" in paper
    assert "5 to 9 cards / 5, 10 or more * 50" in paper
