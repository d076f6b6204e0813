"""Bets and calls at the table of two sides: jewels won and lost, penalties booked, all of it taken back by a tap."""

import re

from tests.support.gem2_table import Table, totals
from tests.support.pages import value_of, words_of


def test_a_bet_won(table: Table) -> None:
    table.took(0)
    assert table.press("keep", **{"bet-0": "5"}).status_code == 303
    assert "one on a bet on 5" in table.words()
    table.took(6)
    assert totals(table) == {"Ann": 5 * 6 + 25, "Bob": 0}
    assert table.document()["rounds"][0]["deals"][1] == {"removed": 6, "bets": [5]}


def test_a_lost_bet_moves_the_jewel_and_without_one_there_is_no_bet(table: Table) -> None:
    assert table.press("record", count="1", **{"bet-0": "10"}).status_code == 303
    assert totals(table) == {"Ann": 50, "Bob": 5}
    assert 'name="bet-1"' in table.page()
    table.took(0)
    assert 'name="bet-0"' not in table.page()
    refused = table.press("record", count="2", **{"bet-0": "5"}, **{"bets-were": ""})
    assert refused.status_code == 422
    assert "Deal 3 has more bets than Bob has Betting Jewels (0)." in words_of(refused)


def test_a_bet_placed_on_another_phone_is_not_lost_by_a_page_that_does_not_know_it(table: Table) -> None:
    stale = {**table.form(), "act": "record", "count": "3", "bet-0": "0"}
    table.press("keep", **{"bet-0": "5"})
    assert table.phone.post("/turn", stale).status_code == 303
    assert table.document()["rounds"][0]["deals"] == [{"removed": 3, "bets": [5]}]


def test_a_wrong_call_costs_the_points_and_the_jewel_and_the_turn_goes_on(table: Table) -> None:
    assert table.call("wrong-move=wrong", "first").status_code == 303
    said = table.words()
    assert "Bob +25: Ann wrongly called Wrong Move in deal 1." in said
    assert "Bob's turn" in said
    table.took(2)
    assert totals(table) == {"Ann": 0, "Bob": 35}
    answer = table.call("missed-move=right", "first", last=True)
    assert answer.status_code == 422
    assert "Ann has no Penalty Jewel left" in words_of(answer)


def test_a_right_call_lets_the_other_side_finish_and_both_numbers_are_asked_for(table: Table) -> None:
    assert table.call("wrong-move=right", "first").status_code == 303
    assert "Ann finishes Bob's turn" in table.words()
    assert "How many cards had Bob taken off by then?" in table.words()
    asked = {**table.form(), "act": "record", "count": "2"}
    assert table.phone.post("/turn", asked).status_code == 303
    for count in ("2", "0"):  # tapped twice, or on another phone: neither the next answer nor another one
        for act in ("keep", "record"):
            late = {**asked, "act": act, "count": count}
            assert table.phone.post("/turn", late).status_code == 303
    assert "Choose how many" in table.words()
    assert table.document()["rounds"] == []
    assert "How many cards did Ann take off after that?" in table.words()
    assert value_of(table.page(), "before") == "2"
    assert table.press("record", count="1", before="2").status_code == 303
    deal = {"removed": 2, "finished_by_opponent": 1}
    call = {"penalty": "wrong-move", "caller": "Ann", "correct": True}
    assert table.document()["rounds"] == [{"deals": [{**deal, "calls": [call]}]}]
    assert totals(table) == {"Ann": 30, "Bob": 10}


def test_before_a_call_no_more_is_taken_than_lies_there(table: Table) -> None:
    table.call("wrong-move=right", "first")
    refused = table.press("record", count="4")
    assert refused.status_code == 422
    assert "only 3 of the 4 cards on the board can come off" in words_of(refused)
    assert "How many cards had Bob taken off by then?" in table.words()


def test_what_was_counted_before_a_call_is_kept(table: Table) -> None:
    table.press("plus")
    assert table.press("call").headers["Location"].endswith("/call")
    table.call("wrong-move=right", "first")
    assert value_of(table.page(), "before") == "1"


def test_a_penalty_takes_the_jewel_of_a_bet_and_no_points(table: Table) -> None:
    table.press("keep", **{"bet-0": "5"})
    table.call("wrong-move=right", "first")
    table.press("record", count="0", before="0")
    assert totals(table) == {"Ann": 25, "Bob": 0}
    assert 'name="bet-1"' in table.page()


def test_a_missed_move_is_called_on_the_turn_that_has_just_ended(table: Table) -> None:
    table.took(1)
    assert table.call("missed-move=right", "first", last=True).status_code == 303
    said = table.words()
    assert "Ann finishes Bob's turn" in said
    assert "already on the card. You're changing it" in said
    assert table.press("record", count="2", before="1").status_code == 303
    assert "Ann's turn" in table.words()
    assert totals(table) == {"Ann": 25 + 10, "Bob": 5}


def test_a_turn_entered_once_more_can_be_left_as_it_was(table: Table) -> None:
    table.took(1)
    table.call("missed-move=right", "first", last=True)
    assert table.press("leave").status_code == 303
    assert "Ann's turn" in table.words()
    assert table.document()["rounds"] == [{"deals": [{"removed": 1}]}]
    assert "Undone: Ann's correct call of Missed Move." in table.words()
    stale = {**table.form(), "act": table.undo_button()}
    table.press("redo")
    said = table.words()
    assert "Ann finishes Bob's turn" in said
    assert "already on the card. You're changing it" in said
    assert table.press("record", count="2", before="1").status_code == 303
    # What was recorded leaves nothing to redo, on a page that is out of date either.
    table.phone.post("/turn", stale)
    assert table.undo_button().startswith("undo:")
    assert totals(table) == {"Ann": 25 + 10, "Bob": 5}


def test_a_turn_of_the_last_deal_of_a_round_can_be_left_as_it_was(table: Table) -> None:
    table.took(2, 3, 4, 2, 5, 3, 2, 4, 3, 3)
    table.call("missed-move=right", "second", last=True)
    assert "You're changing it" in table.words()
    table.press("leave")
    assert "Undone" not in table.words()
    assert len(table.document()["rounds"][0]["deals"]) == 10


def test_a_wrong_call_on_the_last_turn_is_booked_at_once(table: Table) -> None:
    table.took(1)
    assert table.call("missed-move=wrong", "first", last=True).status_code == 303
    assert "Ann's turn" in table.words()
    assert totals(table) == {"Ann": 0, "Bob": 30}


def test_the_page_of_a_call_says_how_many_penalty_jewels_a_side_has_left(table: Table) -> None:
    said = table.words("/call")
    assert "Ann calls a penalty (1 penalty jewel left)" in said
    table.call("wrong-move=wrong", "first")
    said = table.words("/call")
    assert "Bob calls a penalty (2 penalty jewels left)" in said
    assert "Ann calls a penalty (no penalty jewel left) Last Round 4X 100 Own up" in said


def test_the_page_of_a_call_explains_last_round_4x(table: Table) -> None:
    said = table.words("/call")
    assert "Last Round 4X: an X was taken off" in said
    assert "If a side has taken an X off, the other side can call it for 100 points, which ends the round." in said


def test_an_undone_call_is_named_redone_and_followed_by_nothing_older(table: Table) -> None:
    table.took(2)
    table.press("keep", **{"bet-0": "5"})
    table.call("wrong-move=wrong", "second")
    called = table.words()
    assert "Bob wrongly called Wrong Move" in called
    undo = {**table.form(), "act": table.undo_button()}
    for _ in range(2):
        assert table.phone.post("/turn", undo).status_code == 303
    said = table.words()
    assert "Undone: Bob's wrong call of Wrong Move." in said
    assert "wrongly called" not in said
    # What was entered before stands, however often the button was tapped.
    assert "one on a bet on 5" in said
    assert table.undo_button().startswith("redo:")
    table.press("redo")
    said = table.words()
    assert "Bob wrongly called Wrong Move" in said
    assert "Undone" not in said
    assert table.undo_button().startswith("undo:")
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}]}]


def test_undone_bets_are_named_and_redone(table: Table) -> None:
    table.press("keep", **{"bet-0": "5"})
    table.press("undo")
    said = table.words()
    assert "one on a bet" not in said
    assert "Undone: Bob's bet on 5." in said
    table.press("redo")
    assert "one on a bet on 5" in table.words()


def test_what_is_entered_after_an_undone_call_leaves_nothing_to_redo(table: Table) -> None:
    table.call("wrong-move=right", "first")
    table.press("undo")
    stale = {**table.form(), "act": table.undo_button()}
    table.press("plus")
    assert "Undone" not in table.words()
    table.phone.post("/turn", stale)
    assert "finishes" not in table.words()
    table.press("undo")
    # A number is put back by tapping it.
    assert table.undo_button() == ""


def test_the_second_of_two_calls_is_undone_and_named_while_the_turn_is_finished(table: Table) -> None:
    table.call("wrong-move=right", "first")
    table.call("wrong-move=right", "second")
    assert "Called Wrong Move on Ann" in table.words()
    table.press("undo")
    said = table.words()
    assert "Undone: Bob's correct call of Wrong Move." in said
    assert "Ann finishes Bob's turn" in said


def test_a_call_and_an_undo_that_are_sent_twice_happen_once(table: Table) -> None:
    table.took(2)
    page = table.page("/call")
    form = {name: value_of(page, name) for name in ("idempotency_key", "seen", "hand", "deal", "calls", "caller")}
    for _ in range(2):
        answer = table.phone.post("/call", {**form, "call": "pass-turn=wrong"})
        assert answer.status_code == 303
    assert table.words().count("wrongly called Pass Turn") == 1
    undo = {**table.form(), "act": table.undo_button()}
    for _ in range(2):
        table.phone.post("/turn", undo)
    # The call is gone; the deal, which the second tap did not name, stands.
    assert "wrongly called" not in table.words()
    assert table.document()["rounds"][0]["deals"] == [{"removed": 2}]


def test_each_of_two_bets_has_its_name(table: Table) -> None:
    assert "First bet" not in table.words()
    table.press("record", count=1, **{"bet-0": "10"})
    said = table.words()
    assert "First bet" in said
    assert "Second bet" in said


def test_the_only_possible_answer_after_a_call_is_not_asked_for(table: Table) -> None:
    """Of four cards three can come off: when those are off, whoever finishes the turn takes none."""
    call = {"caller": "Ann", "correct": True}
    table.took(3)
    assert table.call("missed-move=right", "first", last=True).status_code == 303
    first = {"removed": 3, "calls": [{**call, "penalty": "missed-move"}]}
    assert table.document()["rounds"] == [{"deals": [first]}]
    assert "How many did Ann take off?" in table.words()


def test_all_cards_taken_before_a_call_leave_nothing_to_ask(table: Table) -> None:
    call = {"penalty": "wrong-move", "caller": "Ann", "correct": True}
    table.call("wrong-move=right", "first")
    assert table.press("record", count="3").status_code == 303
    assert table.document()["rounds"] == [{"deals": [{"removed": 3, "calls": [call]}]}]


def test_a_number_chosen_before_a_call_that_leaves_nothing_is_recorded_with_it(table: Table) -> None:
    table.press("keep", count="3")
    table.call("wrong-move=right", "first")
    assert table.document()["rounds"][0]["deals"][0]["removed"] == 3
    assert "How many did Ann take off?" in table.words()


def test_the_last_deal_says_what_its_cards_bets_and_calls_brought(table: Table) -> None:
    table.press("record", count="3", **{"bet-0": "5"})
    assert "Deal 1: Ann +25 (Bob's lost bet on 5); Bob took off 3 (+15)." in table.words()
    table.call("missed-move=wrong", "first", last=True)
    assert "Bob +25 (Ann wrongly called Missed Move)" in table.words()


def test_the_points_of_a_call_are_in_the_total_at_once(table: Table) -> None:
    table.call("wrong-move=wrong", "first")
    said = table.words()
    assert "Bob +25" in said
    assert "Total 25" in said
    table.took(2)
    assert "Total 35" in table.words()


def test_a_call_on_a_recorded_turn_counts_once_in_the_total(table: Table) -> None:
    table.call("wrong-move=wrong", "first")
    table.took(1)
    table.call("incorrect-deal:A=right", "second", last=True)
    said = table.words()
    assert "Bob +25" in said
    assert "Total 55" in said


def test_a_bet_that_cannot_be_won_is_grayed_but_can_be_entered(table: Table) -> None:
    """Whoever bets like that at the table loses the jewel, so the sheet must take it."""
    grayed = re.compile(r'out-of-reach" for="bet-0-(\d+)"')
    assert grayed.findall(" ".join(table.page().split())) == ["5", "10"], "four cards lie on the board"
    table.took(1)
    table.took(1)
    assert grayed.findall(" ".join(table.page().split())) == ["10"]
    table.press("record", count=3, **{"bet-0": "10"})
    assert table.document()["rounds"][0]["deals"][-1]["bets"] == [10]


def test_the_side_that_finishes_a_turn_sees_that_time_ran_out(table: Table) -> None:
    assert "time ran out" not in table.words()
    table.press("time-up")
    said = table.words()
    assert "Ann finishes Bob's turn" in said
    assert "Bob's time ran out." in said
