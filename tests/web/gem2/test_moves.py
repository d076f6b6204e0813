"""Who was right about a move: the referee, bets and calls at the table of two sides, all of it taken back by a tap."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient

from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, totals
from tests.support.pages import FORM, fields_of, found_in, says, value_of, words_of

BOARD = {"p": ["IIE VH", "IXM", "VIR XE IVM", ""], "level": "1"}
"""Piles from the bottom card to the top one; the fourth is empty."""


def asked(client: FlaskClient, address: str = "/moves", **more: str) -> str:
    return words_of(client.get(address, query_string={**BOARD, **more}))


def test_a_card_is_laid_and_taken_back_and_the_board_cleared(client: FlaskClient) -> None:
    says(client.get("/moves"), "Bottom card first, for example 1, V, Heart.")
    for pressed, board in (
        ({"pile": "3", "numeral": "10", "act": "lay:R"}, ["IIE VH", "IXM", "VIR XE IVM", "XR"]),
        ({"pile": "2", "act": "back"}, ["IIE VH", "IXM", "VIR XE", ""]),
        ({"act": "clear"}, [""] * 4),
    ):
        led_to = client.get("/moves", query_string={**BOARD, **pressed}).location
        assert parse_qs(urlsplit(led_to).query, keep_blank_values=True)["p"] == board
        assert client.get(led_to).status_code == 200


def test_a_board_that_cannot_be_is_refused_and_stays_as_it_was(client: FlaskClient) -> None:
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({**BOARD, "act": "lay:E"}, "Tap a numeral first, then the suit."),
        ({**BOARD, "act": "lay:E", "numeral": "10"}, "X Emerald is already on the board."),
        ({"p": ["XX", "", "", ""], "typing": "1"}, "isn't a card: use a numeral I to X and a suit E, M, R or H."),
        ({"p": ["IIE ?", "", "", ""], "typing": "1"}, "The top card of pile 1 must be named."),
    )
    for query, sentence in refused:
        answer = client.get("/moves", query_string=query)
        says(answer, sentence, status=422)
        assert value_of(answer, "p") == query["p"][0]


def test_the_legal_moves_are_listed_and_the_best_play_is_looked_for_when_asked(client: FlaskClient) -> None:
    says(
        asked(client),
        "A move must be made",
        "Move 1: IV Marquis comes off; IX Marquis is higher.",
        "Move 2: V Heart goes into the empty space of pile 4.",
        but=["can still come off before"],
    )
    document = {"game": "gem-ii", "level": 1, "piles": [pile.split() for pile in BOARD["p"]], "best": True}
    best = moves_document(document)["best"]
    assert isinstance(best, dict)
    says(asked(client, best="1"), f"{best['cards_off']} cards can still come off before", best["moves"][0]["text"])
    quiet = client.get("/moves", query_string={"p": ["IE", "VM", "IXR", "IIIH"]})
    says(quiet, "No move has to be made", "There is no legal move on this board.")


def test_a_disputed_move_is_judged_as_the_document_is(client: FlaskClient) -> None:
    for claim, headline, reason in (
        ({"claim": "1", "card": "IVM", "also": "VH"}, "That move was wrong", "Cards come off one at a time"),
        ({"claim": "2", "card": "VH", "onto": "3"}, "That move was right", ""),
        ({"claim": "3", "card": "VH", "onto": "1"}, "That move was wrong", "aren't one numeral apart"),
        ({"claim": "3", "card": "VH"}, "Which pile did it move onto?", ""),
        ({"claim": "pass"}, "Passing the turn was wrong", "IV Marquis can still make Move 1"),
    ):
        says(asked(client, **claim), headline, reason)


def test_at_a_table_of_two_the_referee_says_what_is_legal_only_once_it_has_judged(table: Table) -> None:
    advice = ("comes off; IX Marquis", "A move must be made", "best play", "to pile 4")
    says(asked(table.client, f"{table.address}/moves", best="1"), "What happened?", but=advice)
    says(asked(table.client, f"{table.address}/moves", claim="pass"), *advice)


def test_a_turn_passed_too_early_is_booked_on_the_turn_that_has_just_ended(table: Table) -> None:
    table.took(2)
    page = table.client.get(f"{table.address}/moves", query_string={**BOARD, "claim": "pass"})
    form = next(one for one in FORM.findall(page.text) if 'name="call"' in one)
    table.phone.submit("/call", fields_of(form), call=found_in(form, r'name="call"\s+value="([^"]*)'))
    assert "Ann finishes Bob's turn" in table.words()
    table.press("record", count="1", before="2")
    assert score_document(table.document())["totals"] == {"Ann": 30, "Bob": 10}


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
    call = {"penalty": "wrong-move", "caller": "Ann", "correct": True}
    assert table.document()["rounds"] == [{"deals": [{"removed": 2, "finished_by_opponent": 1, "calls": [call]}]}]
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


def call_form(table: Table) -> dict[str, str]:
    page = table.page("/call")
    return {name: value_of(page, name) for name in ("idempotency_key", "seen", "hand", "deal", "calls", "caller")}


def test_a_call_and_an_undo_that_are_sent_twice_happen_once(table: Table) -> None:
    table.took(2)
    form = call_form(table)
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
    form = call_form(table)
    table.took(2, 1)
    assert table.phone.post("/call", form, call="wrong-move=right").status_code == 409
    assert table.document()["rounds"] == [{"deals": [{"removed": 2}, {"removed": 1}]}]
