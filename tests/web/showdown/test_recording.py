"""Recording a hand with the letters that it taught: both, or neither."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import games, journals
from companion.store.errors import StoreBusy
from tests.support.documents import knocked
from tests.support.pages import form_with, value_of, values_of
from tests.support.showdown_table import Table

LETTERS = {"4H": "E", "6C": "E"}


def send(table: Table, document: dict[str, Any], **form: str) -> TestResponse:
    said = json.dumps({"hand": document, "gems": LETTERS})
    fields = {"hand_json": said, "hand": "new", "idempotency_key": "once-upon-a-time", "seen": "1", **form}
    return table.phone.post("/hand/1/ruling", fields)


def kinds(table: Table) -> list[str]:
    store = table.client.application.extensions["companion.store"]
    return [type(record.event).__name__ for record in journals.read(store, table.address.removeprefix("/g/"))]


def test_a_hand_and_its_letters_are_recorded_together(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    assert send(table, knocked(5, 25, dice=[3, 4])).status_code == 303
    assert kinds(table) == ["GameStarted", "GemsLearned", "HandRecorded"]
    assert table.exported()["gems"] == LETTERS
    # Sent again, nothing more is recorded.
    assert send(table, knocked(5, 25, dice=[3, 4])).status_code == 303
    assert kinds(table) == ["GameStarted", "GemsLearned", "HandRecorded"]


def test_a_refused_hand_leaves_no_letters(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    # The dice allow no knock with 30.
    assert send(table, knocked(30, 40, dice=[3, 4])).status_code == 422
    assert kinds(table) == ["GameStarted"]
    assert "gems" not in table.exported()


def test_a_hand_that_comes_too_late_leaves_no_letters(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    drawn = json.dumps({"hand": {"drawn": True}, "gems": {}})
    quicker = {"hand_json": drawn, "hand": "new", "idempotency_key": "somebody-elses", "seen": "1"}
    assert client.post(f"{table.address}/hand/1/ruling", data=quicker).status_code == 303
    late = send(table, knocked(5, 25, dice=[3, 4]))
    assert late.status_code == 409
    assert 'name="seen" value="2"' in late.text
    assert kinds(table) == ["GameStarted", "HandRecorded"]


def test_letters_and_hand_fail_as_one(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(client, "Ann", "Bob")

    def fail(*_: object) -> None:
        raise StoreBusy

    with monkeypatch.context() as patch:
        patch.setattr(games, "save_summary", fail)
        assert send(table, knocked(5, 25, dice=[3, 4])).status_code == 503
    assert kinds(table) == ["GameStarted"]
    assert send(table, knocked(5, 25, dice=[3, 4])).status_code == 303
    assert kinds(table) == ["GameStarted", "GemsLearned", "HandRecorded"]


def test_a_hand_sent_under_a_name_of_before_is_shown_under_the_new_one(client: FlaskClient) -> None:
    table = Table(client, "Ann", "Bob")
    form = values_of(form_with(table.phone.get("/about"), 'value="names"'))
    table.phone.submit("/about", {**form, "act": "names", "names-0": "Anna", "names-1": "Bob"})
    late = send(table, knocked(5, 25, dice=[3, 4]))
    assert late.status_code == 409
    assert json.loads(value_of(late.text, "hand_json"))["hand"]["knocker"] == "Anna"
    assert kinds(table) == ["GameStarted", "PlayersRenamed"]
    assert send(table, knocked(5, 25, dice=[3, 4]), seen="2", idempotency_key="after-the-renaming").status_code == 422
