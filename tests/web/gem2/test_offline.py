"""A round of Gem II that a phone without a network enters and sends later: once, in its place, or it says why not."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.people.members import Role
from tests.support.gem2_table import Table, another_phone, started
from tests.support.pages import says, value_of, words_of

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
