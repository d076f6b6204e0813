"""A round afterwards: deals put right, counted, set aside, had back, on paper; and one that a phone sends later."""

import csv
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.answers.scoring import score_document
from companion.store.people.members import Role
from tests.support.gem2_table import Table, another_phone, imported, started
from tests.support.pages import says, value_of, words_of

DEALS = (2, 3, 4, 2, 5, 3, 2, 4, 3, 3)
"""The receiver takes off 16, the dealer 15; nine are left."""


@pytest.fixture
def table(client: FlaskClient) -> Table:
    made = started(client)
    made.took(*DEALS)
    return made


def removed(table: Table) -> list[int]:
    return [deal["removed"] for deal in table.document()["rounds"][0]["deals"]]


def test_a_deal_is_put_right_with_bet_and_call(table: Table) -> None:
    form = {"removed": "4", "finished": "", "bet-0": "5", "bet-1": "0", "penalty": "pass-turn", "caller": "second"}
    answer = table.post("/hands/1/deals/5", **form, correct="yes", dealt="4")
    says(answer, "Bob can't call Pass Turn in deal 5 while making the moves.", status=422)
    assert 'value="4"' in answer.text
    says(table.post("/hands/1/deals/5", removed="two", dealt="4"), "Enter a whole number of at most 2 digits.")
    assert removed(table) == list(DEALS)
    assert table.post("/hands/1/deals/5", **{**form, "caller": "first"}, correct="no", dealt="4").status_code == 303
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
    says(table.post("/hands/1/deals/2/insert"), "The round was over after 10 deals.", status=422)


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


TYPED = {"cards-0": "25", "cards-1": "9", "remaining": "7", "betting-1": "25"}


def test_a_counted_round_that_does_not_add_up_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = started(client)
    refused: tuple[tuple[dict[str, str], str, list[str]], ...] = (
        ({}, "34 held and 7 left don't add up to 40 cards.", ["remaining"]),
        ({"cards-0": "x"}, "Enter a whole number of at most 4 digits.", ["cards-0"]),
        ({"remaining": "", "betting-1": "", "penalties-1": "7"}, "", ["penalties-1"]),
        # Who left the number out reads of the cards.
        ({"cards-1": "13", "remaining": ""}, "2 cards can't be left", ["cards-0", "cards-1"]),
        ({"remaining": "6", "betting-1": "", "four_x": "no"}, "exactly four cards are left, not 6", []),
    )
    for typed, sentence, fields in refused:
        answer = table.post("/counted", **{**TYPED, **typed}, ending=["unannounced"])
        says(answer, sentence, status=422)
        assert re.findall(r'<input[^>]*aria-invalid="true"[^>]*name="([^"]+)"', answer.text) == fields, typed
        assert "error-box" not in answer.text or not fields, "it stands beside its field"
        (focused,) = re.findall(r"<input[^>]*\sautofocus[^>]*>", answer.text)
        assert (f'name="{fields[0]}"' if fields else 'id="four-x-no"') in focused
        assert value_of(answer, "cards-0") == {**TYPED, **typed}["cards-0"]
        assert 'id="ending-unannounced" name="ending" value="unannounced" checked' in " ".join(answer.text.split())
    assert table.document()["rounds"] == []


def test_a_round_begun_deal_by_deal_is_counted_instead_and_corrected(table: Table) -> None:
    table.took(3)
    assert "These totals replace" in table.words("/counted")
    form = {"cards-0": "20", "cards-1": "16", "remaining": "4", "ending": ["unannounced"], "four_x": "1"}
    assert table.post("/counted", **form).status_code == 303
    counted = {"remaining": 4, "cards": {"Ann": 20, "Bob": 16}}
    told = {"counted": counted, "announced_eight": False, "not_all_x": True, "x_held_by": "Bob"}
    assert table.document()["rounds"][1] == told
    assert "Gem II, round 3" in table.words()
    assert table.form("/counted?hand=2")["four_x"] == "1"
    assert table.post("/counted?hand=2", **{**form, "ending": ["C"], "four_x": "yes"}).status_code == 303
    assert table.document()["rounds"][1] == {"counted": counted, "incorrect_deal": ["C"]}


CALL = {"penalty": "wrong-move", "caller": "=Ann", "correct": True}
PENALTIES = {"=Ann": 0, "Bob": 25}
DOCUMENT: dict[str, Any] = {
    "game": "gem-ii",
    "players": ["=Ann", "Bob"],
    "first_dealer": "Bob",
    "level": 2,
    "timer": 2,
    "note": "at the lake",
    "rounds": [
        {"at": "2026-11-21", "counted": {"remaining": 6, "cards": {"=Ann": 25, "Bob": 9}, "penalties": PENALTIES}},
        {
            "deals": [
                {"removed": 1, "bets": [10]},
                {"removed": 6, "bets": [5], "dealt": 5},
                {"removed": 2, "finished_by_opponent": 3, "calls": [CALL]},
                {"removed": 0, "timed_out": True},
            ],
            "note": "+cmd",
        },
    ],
}


def test_a_game_goes_out_as_a_document_a_spreadsheet_and_a_card_on_paper(client: FlaskClient) -> None:
    table = imported(client, DOCUMENT)
    assert table.document() == DOCUMENT
    written = client.get(f"{table.address}/export.csv").text.lstrip("\ufeff")
    head, first, second = csv.reader(io.StringIO(written))
    assert head[4] == "'=Ann dealer points", "no formula gets into a spreadsheet"
    # Bob dealt: 40 for six cards left, 45 for nine held, 25 for a penalty.
    assert first[:4] == ["1", "2026-11-21", "Bob", "counts"]
    assert first[4:16] == ["0", "125", "0", "0", "125", "125", "40", "45", "0", "25", "110", "110"]
    assert second[-1] == "'+cmd"
    says(table.page("/print"), "1 doesn't deal —— 125 125 2 45 50 + 25 25 145", "1 40 45 25 110")


COUNTED = {"cards-0": "20", "cards-1": "14", "betting-1": "25"}


def send(table: Table, idempotency_key: str, **typed: Any) -> TestResponse:  # noqa: ANN401 (fields of a form)
    form = {**table.form("/offline"), "idempotency_key": idempotency_key, **typed}
    return table.phone.post("/offline", form)


@pytest.mark.parametrize(
    ("typed", "said"), [({"four_x": "0"}, {"x_held_by": "Ann"}), ({"ending": "not_all_x"}, {}), ({"four_x": "no"}, {})]
)
def test_who_holds_the_missing_x_is_sent_too(client: FlaskClient, typed: dict[str, str], said: dict[str, str]) -> None:
    table = started(client)
    assert "No, Ann holds an X: another 100 for Bob" in table.words("/offline")
    form = {**table.form("/offline"), **COUNTED, "betting-1": "", "cards-1": "16", "idempotency_key": "of-the-phone"}
    if "four_x" not in typed:  # as a phone has kept it from before the question was asked
        del form["four_x"]
    answer = client.post(f"{table.address}/offline", data={**form, **typed})
    assert answer.status_code == 303, words_of(answer)
    counted = {"remaining": 4, "cards": {"Ann": 20, "Bob": 16}}
    assert table.document()["rounds"] == [{"counted": counted, "not_all_x": True, **said}]


def test_rounds_that_waited_in_a_row_follow_each_other_to_the_end(client: FlaskClient) -> None:
    table = started(client)
    seen = value_of(table.page("/offline"), "seen")
    for number in range(6):
        after = f"of-the-phone-{number - 1}" if number else ""
        for _ in range(2):  # sent again where the answer was lost
            answer = send(table, f"of-the-phone-{number}", seen=seen, after=after, **COUNTED)
            assert answer.status_code == 303, words_of(answer)
    counted = {"remaining": 6, "cards": {"Ann": 20, "Bob": 14}, "betting": {"Ann": 0, "Bob": 25}}
    assert table.document()["rounds"] == [{"counted": counted}] * 6
    says(table.page("/offline"), "You can't enter a round here")
    says(send(table, "after-the-end", seen="7", **COUNTED), "over or closed", status=422)


def test_a_round_begun_deal_by_deal_is_replaced_unless_another_phone_went_on_with_it(client: FlaskClient) -> None:
    table = started(client)
    table.took(2)
    form = {**table.form("/offline"), "idempotency_key": "of-the-phone", **COUNTED}
    table.took(1)
    table.post("/hands/1/note", at="2026-11-21", note="by candle light")
    assert client.post(f"{table.address}/offline", data=form).status_code == 409
    assert send(another_phone(table, Role.SEAT), "of-a-player", **COUNTED).status_code == 403
    assert table.document()["rounds"][0]["deals"] == [{"removed": 2}, {"removed": 1}]
    assert send(table, "of-the-phone-now", **COUNTED).status_code == 303
    (played,) = table.document()["rounds"]
    assert (played["note"], played["counted"]["remaining"]) == ("by candle light", 6)


def test_alone_the_deals_are_entered_and_those_known_stand_there(client: FlaskClient) -> None:
    table = started(client, "gem-ii-solo")
    table.took(0, 4)
    page = table.page("/offline")
    assert 'aria-label="The ten deals, deal 2"' in page
    assert page.count('name="deals-0"') == 10
    assert page.count('name="deals-5"') == 5
    deals = ["0", "4", "4", "4", "4", "4", "4", "4", "4", "4"]
    answer = send(table, "of-the-phone", **{"deals-0": deals, "deals-1": ["0", "", "5"]})
    assert answer.status_code == 303, words_of(answer)
    assert table.document()["rounds"] == [
        {"deals": [int(one) for one in deals], "bonus_rounds": [{"deals": [0, 0, 5]}]}
    ]
    refused = send(table, "of-the-phone-too", **{"deals-0": ["0", "x"]})
    says(refused, "Enter a whole number of at most 2 digits.", status=422)
    empty = client.post(f"{table.address}/offline", data={})
    assert empty.status_code == 422
    assert 'name="deals-0"' in empty.get_data(as_text=True)
