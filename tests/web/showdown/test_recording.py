"""Recording a hand with the gems that it taught: both, or neither."""

import json

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import games, journals
from companion.store.errors import StoreBusy
from tests.support.documents import Document, knocked
from tests.support.pages import form_with, value_of, values_of
from tests.support.phones import store_of
from tests.support.showdown_table import Table

GEMS = {"4H": "E", "6C": "E"}
LEGAL = knocked(5, 25, dice=[3, 4])


@pytest.fixture
def table(client: FlaskClient) -> Table:
    return Table(client, "Ann", "Bob")


def send(table: Table, document: Document = LEGAL, gems: object = GEMS, **form: str) -> TestResponse:
    said = json.dumps({"hand": document, "gems": gems})
    fields = {"hand_json": said, "hand": "new", "idempotency_key": "once-upon-a-time", "seen": "1", **form}
    return table.phone.post("/hand/1/ruling", fields)


def kinds(table: Table) -> list[str]:
    records = journals.read(store_of(table.client.application), table.address.removeprefix("/g/"))
    return [type(record.event).__name__ for record in records]


def test_a_hand_and_its_gems_are_recorded_together_once_or_fail_as_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreBusy

    with monkeypatch.context() as patch:
        patch.setattr(games, "save_summary", fail)
        assert send(table).status_code == 503
    assert kinds(table) == ["GameStarted"]
    for _ in range(2):
        assert send(table).status_code == 303
        assert kinds(table) == ["GameStarted", "GemsLearned", "HandRecorded"]
    assert table.exported()["gems"] == GEMS


def test_a_refused_hand_leaves_no_gems(table: Table) -> None:
    # The dice allow no knock with 30.
    assert send(table, knocked(30, 40, dice=[3, 4])).status_code == 422
    assert kinds(table) == ["GameStarted"]


def test_a_hand_that_comes_too_late_leaves_no_gems(table: Table) -> None:
    assert send(table, {"drawn": True}, {}, idempotency_key="somebody-elses").status_code == 303
    late = send(table)
    assert late.status_code == 409
    assert value_of(late, "seen") == "2"
    assert kinds(table) == ["GameStarted", "HandRecorded"]


def test_a_hand_sent_under_a_name_of_before_is_shown_under_the_new_one(table: Table) -> None:
    form = values_of(form_with(table.phone.get("/about"), 'value="names"'))
    table.phone.submit("/about", {**form, "act": "names", "names-0": "Anna", "names-1": "Bob"})
    late = send(table)
    assert late.status_code == 409
    assert json.loads(value_of(late.text, "hand_json"))["hand"]["knocker"] == "Anna"
    assert kinds(table) == ["GameStarted", "PlayersRenamed"]
    assert send(table, seen="2", idempotency_key="after-the-renaming").status_code == 422
