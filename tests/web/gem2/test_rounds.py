"""A round afterwards: its lines, its deals put right, counted rounds, struck out, set aside, had back; the card."""

import csv
import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, imported, started
from tests.support.pages import listed, says, value_of, words_of
from tests.support.phones import store_of

DEALS = (2, 3, 4, 2, 5, 3, 2, 4, 3, 3)
"""The receiver takes off 16, the dealer 15; nine are left."""


@pytest.fixture
def table(client: FlaskClient) -> Table:
    made = started(client)
    made.took(*DEALS)
    return made


def removed(table: Table) -> list[int]:
    return [deal["removed"] for deal in table.document()["rounds"][0]["deals"]]


def test_a_round_shows_its_lines_with_their_rules(table: Table) -> None:
    said = table.words("/hands/1")
    says(said, "Ann 85, Bob 80", "9 cards left on the board 10", "15 cards held, 5 points each 75")
    assert "II.duel.dealer-points" in listed(table.phone.get("/hands/1"))
    says(table.page("/hands/2"), "This round isn't on the card.")
    gone = table.post("/hands/1/version", version="99")
    assert gone.status_code == 404
    says(gone, "There is no such version of this round.")


def test_a_deal_is_put_right_with_bet_and_call(table: Table) -> None:
    form = {"removed": "4", "finished": "", "bet-0": "5", "bet-1": "0", "penalty": "pass-turn", "caller": "second"}
    answer = table.post("/hands/1/deals/5", **form, correct="yes", dealt="4")
    assert answer.status_code == 422
    assert "Bob can't call Pass Turn in deal 5 while making the moves." in words_of(answer)
    assert 'value="4"' in answer.text
    done = table.post("/hands/1/deals/5", **{**form, "caller": "first"}, correct="no", dealt="4")
    assert done.status_code == 303
    call = {"penalty": "pass-turn", "caller": "Ann", "correct": False}
    assert table.document()["rounds"][0]["deals"][4] == {"removed": 4, "bets": [5], "calls": [call]}
    # Bob lost a bet on five (25 for Ann) and has 5 for the wrong call; ten are left, nothing for the dealer.
    assert score_document(table.document())["totals"] == {"Ann": 75 + 25, "Bob": 75 + 5}
    says(table.page("/history"), "Ann wrongly called Pass Turn")
    table.post("/hands/1/deals/5", removed="5", dealt="4", **{"bet-0": "0"})
    assert table.document()["rounds"][0]["deals"][4] == {"removed": 5}


def test_a_deal_recorded_twice_is_taken_out_and_a_forgotten_one_put_in(table: Table) -> None:
    form = {"idempotency_key": "the-key-of-this-button", "seen": table.form("/hands/1")["seen"]}
    for _ in range(2):
        assert table.phone.submit("/hands/1/deals/10/delete", form) == "/hands/1"
    assert removed(table) == list(DEALS[:9])
    says(table.page(), "Ann's turn", but=["Bob's turn"])
    away = table.post("/hands/1/deals/2/insert").headers["Location"]
    assert away.endswith("/hands/1/deals/2")
    assert removed(table) == [2, 0, *DEALS[1:9]]
    full = table.post("/hands/1/deals/2/insert")
    assert full.status_code == 422
    assert "The round was over after 10 deals." in words_of(full)


def test_a_correction_that_later_deals_cannot_follow_is_refused(table: Table) -> None:
    answer = table.post("/hands/1/deals/1", removed="4", dealt="4")
    assert answer.status_code == 422
    assert "4 removed, but only 3 of the 4 cards on the board can come off." in words_of(answer)
    letters = table.post("/hands/1/deals/1", removed="two", dealt="4")
    assert letters.status_code == 422
    assert "Enter a whole number of at most 2 digits." in words_of(letters)
    assert removed(table) == list(DEALS)


def test_deals_and_calls_are_no_corrections(table: Table) -> None:
    assert table.call("missed-move=wrong", "second", last=True).status_code == 303
    kinds = [row["kind"] for row in store_of(table.phone.app).rows("SELECT kind FROM journal ORDER BY seq")]
    assert kinds == ["game-started", "hand-recorded", *["deal-recorded"] * 10]
    said = table.words("/history") + table.words("/hands/1")
    assert "Round 1, deal 10: 3 off" in said
    assert "Bob wrongly called Missed Move" in said
    assert "corrected" not in said
    assert "last deal of round 1" in table.words("/sheet")


def test_a_version_from_before_a_renaming_is_had_back_under_the_present_names(table: Table) -> None:
    table.call("missed-move=wrong", "second", last=True)
    assert table.post("/about", act="names", **{"names-0": "Rob", "names-1": "Ann"}).status_code == 303
    table.post("/hands/1/deals/1", removed="1", dealt="4")
    assert "Round 1, deal 1 corrected: 1 off." in table.words("/hands/1")
    # The call was the game's twelfth record; she who called as Bob is Ann now, and who was Ann is Rob.
    assert table.post("/hands/1/version", version="12").status_code == 303
    assert removed(table) == list(DEALS)
    call = {"penalty": "missed-move", "caller": "Ann", "correct": False}
    assert table.document()["rounds"][0]["deals"][9] == {"removed": 3, "calls": [call]}


def test_rounds_are_called_by_their_place_on_the_sheet_everywhere(table: Table) -> None:
    table.took(1)
    table.press("undo")
    # The second round was undone: what is played next is again the second one, though the third ever begun.
    table.took(*DEALS)
    assert table.post("/hands/3/overrule", **{"points-0": "1", "points-1": "2"}, by="0", reason="so")
    assert "Round 2 " in table.words("/hands/3")
    said = table.words("/history")
    assert "Round 2, overruled by Ann" in said
    assert "Undone: round 2, deal 1: 1 off." in said
    assert "ound 3" not in said + table.words("/hands/3")
    table.post("/hands/1/strike", reason="misdealt")
    card = table.words("/sheet")
    assert card.count("Round 1 ") == 1
    assert "Round 2 Ann 1, Bob 2 round 1 of those that count" in card
    assert "Gem II, round 3" in table.words()
    assert "Totals of round 3" in table.words("/counted")
    assert re.search(r'<input[^>]*enterkeyhint="next"[^>]*name="penalties-0"', table.page("/counted"))
    assert 'data-hand="3"' in table.page("/offline")


def test_struck_out_and_restored_the_totals_and_the_sides_follow(table: Table) -> None:
    assert "Ann's turn" in table.words()
    assert table.post("/hands/1/strike", reason="<b>misdealt</b>").status_code == 303
    page = table.page("/sheet")
    assert "Struck out" in page
    assert "<b>misdealt" not in page
    says(table.words(), "Total 0", "Bob's turn")
    assert table.post("/hands/1/restore").status_code == 303
    assert "Total 85" in table.words()


def test_a_round_is_set_aside_by_the_table_counts_again_and_is_accepted(table: Table) -> None:
    form = {"points-0": "10", "points-1": "-5", "by": "1", "reason": "cards fell off the table"}
    assert table.post("/hands/1/overrule", **{**form, "reason": " "}).status_code == 422
    assert table.post("/hands/1/overrule", **{**form, "points-0": "ten"}).status_code == 422
    assert table.post("/hands/1/overrule", **{**form, "by": ""}).status_code == 422
    assert table.post("/hands/1/overrule", **form, winner="0").status_code == 303
    assert table.document()["rounds"][0]["overruled"].get("winner") is None
    assert score_document(table.document())["totals"] == {"Ann": 10, "Bob": -5}
    says(table.page("/sheet"), "overruled by Bob: cards fell off the table")
    says(table.page("/history"), "overruled by Bob: “")
    assert table.post("/hands/1/overrule/withdraw").status_code == 303
    assert score_document(table.document())["totals"] == {"Ann": 85, "Bob": 80}
    for seat in (0, 1):
        assert table.post("/hands/1/word", act="accept", seat=seat).status_code == 303
    says(table.page("/sheet"), "accepted by all")
    table.post("/hands/1/deals/1", removed="1", dealt="4")
    says(table.page("/sheet"), but=["accepted"])


SAMPLE = ((25, 9, 50), (14, 14, 0), (15, 19, 0), (14, 14, 0), (17, 17, 25), (20, 14, 25))
"""Cards of one side and of the other, and betting points, so that the card is the one that the book prints."""


def test_the_card_that_the_book_prints_comes_out_as_745(client: FlaskClient) -> None:
    table = started(client)
    for cards, others, bets in SAMPLE:
        answer = table.post("/counted", **{"cards-0": cards, "cards-1": others, "betting-0": bets, "remaining": ""})
        assert answer.status_code == 303, words_of(answer)
    rounds = score_document(table.document())["rounds"]
    assert isinstance(rounds, list)
    assert [one["players"]["Ann"]["total"] for one in rounds] == [215, 70, 115, 70, 150, 125]
    card = table.words("/sheet").split("Bob Rd")[0]
    assert "1 40 125 50 215" in card
    assert "2 doesn't deal —— 70 70" in card
    assert "5 40 85 25 150" in card
    assert "Grand total 745" in card
    paper = table.words("/print")
    assert "Grand total 745" in paper
    assert "Dealer: 4 cards left 100, 5 cards 50, 6 cards 40, 7 cards 30, 8 cards 20, 9 cards 10" in paper
    assert "on 5 won 25, lost 25; on 10 won 100, lost 50" in paper
    drawn = table.phone.get("/sheet").text
    assert "Totals after each round. Ann: 215, 285, 400, 470, 620, 745. Bob: " in drawn
    assert drawn.count("<polyline") == 2
    assert "The game goes to" not in drawn


def marked(answer: TestResponse) -> list[str]:
    """Return the fields that a page marks as wrong."""
    return re.findall(r'<input[^>]*aria-invalid="true"[^>]*name="([^"]+)"', answer.text)


TYPED = {"cards-0": "25", "cards-1": "9", "remaining": "7", "betting-1": "25"}
REFUSED: list[tuple[dict[str, str], str, list[str]]] = [
    ({}, "34 held and 7 left don't add up to 40 cards.", ["remaining"]),
    ({"cards-0": "x"}, "Enter a whole number of at most 4 digits.", ["cards-0"]),
    (
        {"remaining": "6", "betting-1": "20"},
        "Bob can't have 20 betting points, only 0, 25, 50 and so on.",
        ["betting-1"],
    ),
    ({"remaining": "", "betting-1": "", "penalties-1": "7"}, "", ["penalties-1"]),
    (
        {"cards-0": "30", "cards-1": "30", "remaining": ""},
        "60 cards are held, but the deck has only 40.",
        ["cards-0", "cards-1"],
    ),
    # Who left the number out reads of the cards.
    ({"cards-1": "13", "remaining": ""}, "2 cards can't be left", ["cards-0", "cards-1"]),
    ({"remaining": "6", "betting-1": "", "four_x": "no"}, "exactly four cards are left, not 6", []),
]
"""What is typed besides, what is said of it, and which fields are marked."""


def test_a_counted_round_that_does_not_add_up_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = started(client)
    for typed, sentence, fields in REFUSED:
        answer = table.post("/counted", **{**TYPED, **typed}, ending=["unannounced"])
        assert answer.status_code == 422
        says(answer, sentence)
        assert marked(answer) == fields, typed
        assert "error-box" not in answer.text or not fields, "it stands beside its field"
        (focused,) = re.findall(r"<input[^>]*\sautofocus[^>]*>", answer.text)
        assert (f'name="{fields[0]}"' if fields else 'id="four-x-no"') in focused
        assert value_of(answer, "cards-0") == {**TYPED, **typed}["cards-0"]
        assert 'id="ending-unannounced" name="ending" value="unannounced" checked' in " ".join(answer.text.split())
    assert table.document()["rounds"] == []


def test_a_round_begun_deal_by_deal_is_counted_instead_and_corrected(table: Table) -> None:
    table.took(3)
    assert "These totals replace" in table.words("/counted")
    form = {"cards-0": "20", "cards-1": "16", "remaining": "4", "ending": ["unannounced"], "four_x": "no"}
    assert table.post("/counted", **form).status_code == 303
    counted = {"remaining": 4, "cards": {"Ann": 20, "Bob": 16}}
    told = {"counted": counted, "announced_eight": False, "not_all_x": True}
    assert table.document()["rounds"][1] == told
    assert "Gem II, round 3" in table.words()
    assert "checked" in table.page("/counted?hand=2")
    again = table.post("/counted?hand=2", **{**form, "ending": ["C"], "four_x": "yes"})
    assert again.status_code == 303
    assert table.document()["rounds"][1] == {"counted": counted, "incorrect_deal": ["C"]}


def test_who_holds_the_missing_x_of_a_counted_round_is_asked_and_kept(client: FlaskClient) -> None:
    table = started(client)
    form = {"cards-0": "20", "cards-1": "16", "remaining": "4", "four_x": "1"}
    assert table.post("/counted", **form).status_code == 303
    # Ann dealt, but not to four X's: 20 cards, and the penalty of Bob, who holds the X.
    assert score_document(table.document())["totals"] == {"Ann": 100 + 100, "Bob": 80}
    page = " ".join(table.page("/counted?hand=1").split())
    assert 'id="four-x-1" name="four_x" value="1" checked' in page
    again = {**table.form("/counted?hand=1"), "cards-0": "19", "cards-1": "17", "idempotency_key": "counted-once-more"}
    assert again["four_x"] == "1"
    assert client.post(f"{table.address}/counted?hand=1", data=again).status_code == 303
    (played,) = table.document()["rounds"]
    assert (played["not_all_x"], played["x_held_by"]) == (True, "Bob")
    five = table.post("/counted?hand=1", **{**form, "cards-1": "15", "remaining": "5"})
    assert five.status_code == 422


def test_what_to_check_of_a_round_comes_after_the_question_and_folded_where_it_is_much(client: FlaskClient) -> None:
    """The highest card of each suit stays, so only wrong moves take off four cards in deal after deal."""
    deals = [{"removed": number} for number in (3, 4, 4, 4, 4, 4, 4, 4, 3, 2)]
    game = {
        "game": "gem-ii",
        "players": ["Ann", "Bob"],
        "first_dealer": "Ann",
        "level": 1,
        "rounds": [{"deals": deals}],
    }
    said = imported(client, json.dumps(game)).words("/hands/1")
    question, folded = said.index("are they the four X's?"), said.index("7 deals to check")
    assert question < folded < said.index("Deal 3: 4 cards removed, but legal moves can take off at most 3")


def test_undo_and_redo_from_the_card(table: Table) -> None:
    page = table.page("/sheet")
    form = {"seen": value_of(page, "seen"), "from": "sheet"}
    undone = table.phone.post("/undo", {**form, "act": "undo:11", "idempotency_key": "undo-once"})
    assert undone.headers["Location"].endswith("/sheet")
    assert removed(table) == list(DEALS[:9])
    form["seen"] = value_of(table.page("/sheet"), "seen")
    table.phone.post("/undo", {**form, "act": "redo:11", "idempotency_key": "redo-once"})
    assert removed(table) == list(DEALS)
    table.post("/hands/1/deals/1", removed="1", dealt="4")
    form["seen"] = value_of(table.page("/sheet"), "seen")
    table.phone.post("/undo", {**form, "act": "undo:14", "idempotency_key": "undo-more"})
    says(
        table.page("/history"),
        "Undone: round 1, deal 10: 3 off.",
        "Redone: round 1, deal 10: 3 off.",
        "Undone: correction of round 1.",
    )


DOCUMENT: dict[str, Any] = {
    "game": "gem-ii",
    "players": ["=Ann", "Bob"],
    "first_dealer": "Bob",
    "level": 2,
    "timer": 2,
    "note": "at the lake",
    "rounds": [
        {
            "counted": {"remaining": 6, "cards": {"=Ann": 25, "Bob": 9}, "penalties": {"=Ann": 0, "Bob": 25}},
            "at": "2026-11-21",
        },
        {
            "deals": [
                {"removed": 1, "bets": [10]},
                {"removed": 6, "bets": [5], "dealt": 5},
                {
                    "removed": 2,
                    "finished_by_opponent": 3,
                    "calls": [{"penalty": "wrong-move", "caller": "=Ann", "correct": True}],
                },
                {"removed": 0, "timed_out": True},
            ],
            "note": "+cmd",
        },
    ],
}


def test_a_game_goes_out_and_in_and_out_the_same(client: FlaskClient) -> None:
    table = imported(client, json.dumps(DOCUMENT))
    assert table.document() == DOCUMENT
    assert imported(client, json.dumps(table.document())).document() == DOCUMENT


def test_no_formula_gets_into_a_spreadsheet(client: FlaskClient) -> None:
    table = imported(client, json.dumps(DOCUMENT))
    written = client.get(f"{table.address}/export.csv").text.lstrip("\ufeff")
    head, first, second = csv.reader(io.StringIO(written))
    assert head[4] == "'=Ann dealer points"
    # Bob dealt: 40 for six cards left, 45 for nine held, 25 for a penalty.
    assert first[:4] == ["1", "2026-11-21", "Bob", "counts"]
    assert first[4:16] == ["0", "125", "0", "0", "125", "125", "40", "45", "0", "25", "110", "110"]
    assert second[-1] == "'+cmd"


def test_the_home_page_lists_a_running_game_and_an_ended_one(client: FlaskClient, table: Table) -> None:
    says(client.get("/"), "Level 1, round 2, deal 1", "Ann 85")
    for _ in range(5):
        table.took(*DEALS)
    # With 16 and 15 cards in turn and 10 as dealers both have the same in the end.
    assert "Ann and Bob won" in words_of(client.get("/"))
