"""A round afterwards: its lines, its deals put right, counted rounds, struck out, set aside, had back; the card."""

import csv
import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.answers.scoring import score_document
from tests.support.gem2_table import Table, imported, started
from tests.support.pages import says, value_of

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


def marked(answer: TestResponse) -> list[str]:
    """Return the fields that a page marks as wrong."""
    return re.findall(r'<input[^>]*aria-invalid="true"[^>]*name="([^"]+)"', answer.text)


TYPED = {"cards-0": "25", "cards-1": "9", "remaining": "7", "betting-1": "25"}
REFUSED: list[tuple[dict[str, str], str, list[str]]] = [
    ({}, "34 held and 7 left don't add up to 40 cards.", ["remaining"]),
    ({"cards-0": "x"}, "Enter a whole number of at most 4 digits.", ["cards-0"]),
    ({"remaining": "", "betting-1": "", "penalties-1": "7"}, "", ["penalties-1"]),
    # Who left the number out reads of the cards.
    ({"cards-1": "13", "remaining": ""}, "2 cards can't be left", ["cards-0", "cards-1"]),
    ({"remaining": "6", "betting-1": "", "four_x": "no"}, "exactly four cards are left, not 6", []),
]
"""What is typed besides, what is said of it, and which fields are marked."""


def test_a_counted_round_that_does_not_add_up_is_refused_and_stays_typed(client: FlaskClient) -> None:
    table = started(client)
    for typed, sentence, fields in REFUSED:
        answer = table.post("/counted", **{**TYPED, **typed}, ending=["unannounced"])
        says(answer, sentence, status=422)
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
    form = {"cards-0": "20", "cards-1": "16", "remaining": "4", "ending": ["unannounced"], "four_x": "1"}
    assert table.post("/counted", **form).status_code == 303
    counted = {"remaining": 4, "cards": {"Ann": 20, "Bob": 16}}
    told = {"counted": counted, "announced_eight": False, "not_all_x": True, "x_held_by": "Bob"}
    assert table.document()["rounds"][1] == told
    assert "Gem II, round 3" in table.words()
    assert table.form("/counted?hand=2")["four_x"] == "1"
    assert table.post("/counted?hand=2", **{**form, "ending": ["C"], "four_x": "yes"}).status_code == 303
    assert table.document()["rounds"][1] == {"counted": counted, "incorrect_deal": ["C"]}


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
