"""Bets and calls at the table of two sides: jewels won and lost, penalties booked, all of it taken back by a tap."""

from tests.support.gem2_table import Table, totals
from tests.support.pages import says, value_of

CALL = {"penalty": "wrong-move", "caller": "Ann", "correct": True}
"""As documents have it."""


def test_a_bet_is_kept_named_where_it_is_undone_redone_and_won(table: Table) -> None:
    table.took(0)
    assert table.press("keep", **{"bet-0": "5"}).status_code == 303
    says(table.page(), "one on a bet on 5")
    table.press("undo")
    says(table.page(), "Undone: Ann's bet on 5.", but=["one on a bet"])
    table.press("redo")
    says(table.page(), "one on a bet on 5")
    table.took(6)
    assert totals(table) == {"Ann": 5 * 6 + 25, "Bob": 0}
    assert table.document()["rounds"][0]["deals"][1] == {"removed": 6, "bets": [5]}


def test_a_bet_placed_on_another_phone_is_not_lost_by_a_page_that_does_not_know_it(table: Table) -> None:
    stale = {**table.form(), "act": "record", "count": "3", "bet-0": "0"}
    table.press("keep", **{"bet-0": "5"})
    assert table.phone.post("/turn", stale).status_code == 303
    assert table.document()["rounds"][0]["deals"] == [{"removed": 3, "bets": [5]}]


def test_a_wrong_call_costs_the_points_and_the_jewel_and_the_turn_goes_on(table: Table) -> None:
    says(
        table.page("/call"),
        "Ann calls a penalty (1 penalty jewel left)",
        "Wrong Move 25 Correct call Wrong call",
        "Last Round 4X: an X was taken off",
        "If a side has taken an X off, the other side can call it for 100 points, which ends the round.",
    )
    assert table.call("wrong-move=wrong", "first").status_code == 303
    says(table.page(), "Bob +25: Ann wrongly called Wrong Move in deal 1.", "Bob's turn", "Total 25")
    says(
        table.page("/call"),
        "Bob calls a penalty (2 penalty jewels left)",
        "Ann calls a penalty (no penalty jewel left) Last Round 4X 100 Own up",
    )
    table.took(2)
    assert totals(table) == {"Ann": 0, "Bob": 35}
    says(table.call("missed-move=right", "first", last=True), "Ann has no Penalty Jewel left", status=422)


def test_a_right_call_lets_the_other_side_finish_and_both_numbers_are_asked_for(table: Table) -> None:
    assert table.call("wrong-move=right", "first").status_code == 303
    says(table.page(), "Ann finishes Bob's turn", "How many cards had Bob taken off by then?")
    says(table.press("record", count="4"), "only 3 of the 4 cards on the board can come off", status=422)
    says(table.page(), "How many cards had Bob taken off by then?")
    asked = {**table.form(), "act": "record", "count": "2"}
    assert table.phone.post("/turn", asked).status_code == 303
    for count in ("2", "0"):  # tapped twice, or on another phone: neither the next answer nor another one
        for act in ("keep", "record"):
            assert table.phone.post("/turn", {**asked, "act": act, "count": count}).status_code == 303
    says(table.page(), "Choose how many", "How many cards did Ann take off after that?")
    assert table.document()["rounds"] == []
    assert value_of(table.page(), "before") == "2"
    assert table.press("record", count="1", before="2").status_code == 303
    deal = {"removed": 2, "finished_by_opponent": 1}
    assert table.document()["rounds"] == [{"deals": [{**deal, "calls": [CALL]}]}]
    assert totals(table) == {"Ann": 30, "Bob": 10}


def test_a_turn_that_a_missed_move_opens_again_can_be_left_as_it_was(table: Table) -> None:
    table.took(1)
    table.call("missed-move=right", "first", last=True)
    assert table.press("leave").status_code == 303
    says(table.page(), "Ann's turn", "Undone: Ann's correct call of Missed Move.")
    assert table.document()["rounds"] == [{"deals": [{"removed": 1}]}]
    stale = {**table.form(), "act": table.undo_button()}
    table.press("redo")
    says(table.page(), "Ann finishes Bob's turn", "already on the card. You're changing it")
    assert table.press("record", count="2", before="1").status_code == 303
    # What was recorded leaves nothing to redo, on a page that is out of date either.
    table.phone.post("/turn", stale)
    assert table.undo_button().startswith("undo:")
    says(table.page(), "Ann's turn")
    assert totals(table) == {"Ann": 25 + 10, "Bob": 5}


def test_a_call_and_an_undo_that_are_sent_twice_happen_once(table: Table) -> None:
    table.took(2)
    page = table.page("/call")
    form = {name: value_of(page, name) for name in ("idempotency_key", "seen", "hand", "deal", "calls", "caller")}
    for _ in range(2):
        assert table.phone.post("/call", {**form, "call": "pass-turn=wrong"}).status_code == 303
    assert table.words().count("wrongly called Pass Turn") == 1
    undo = {**table.form(), "act": table.undo_button()}
    for _ in range(2):
        table.phone.post("/turn", undo)
    # The call is gone; the deal, which the second tap did not name, stands.
    says(table.page(), but=["wrongly called"])
    assert table.document()["rounds"][0]["deals"] == [{"removed": 2}]


def test_a_call_on_a_turn_before_the_last_one_comes_too_late(table: Table) -> None:
    page = table.page("/call")
    form = {name: value_of(page, name) for name in ("idempotency_key", "seen", "hand", "deal", "calls", "caller")}
    table.took(2, 1)
    assert table.phone.post("/call", {**form, "call": "wrong-move=right"}).status_code == 409
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}, {"removed": 1}]}]
