"""What goes wrong is said in words, with a way on, and never as a traceback."""

import re
from collections.abc import Iterator
from typing import NoReturn

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.store.drafts import DraftConflict
from companion.store.errors import NotPossible, StoreBusy, StoreFull
from companion.store.people import polling
from companion.web.base import pages
from companion.web.config import Settings
from tests.support.phones import linted_app, store_of


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Give an app of its own, to which addresses are added that fail."""
    made = linted_app(Settings(tmp_path_factory.mktemp("failing")))
    add_failures(made)
    yield made
    store_of(made).close()


def add_failures(app: Flask) -> None:
    @app.get("/fail/<int:status>")
    def fail(status: int) -> str:
        abort(status)

    @app.get("/fail/crash")
    def crash() -> str:
        message = "a secret of the inside"
        raise RuntimeError(message)

    @app.get("/fail/busy")
    def busy() -> str:
        raise StoreBusy

    @app.get("/fail/recorded")
    def recorded() -> str:
        raise DraftConflict(None)

    @app.get("/fail/full")
    def full() -> str:
        raise StoreFull


@pytest.fixture
def failing(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 413, 422, 429, 500, 503])
def test_each_failure_has_a_page_that_says_what_to_do_and_leads_home(failing: FlaskClient, status: int) -> None:
    answer = failing.get(f"/fail/{status}")
    page = answer.text
    assert answer.status_code == status
    assert re.search(r'class="button main wide" href="/"', page)
    assert "requested URL" not in page


def test_no_two_failures_say_the_same(failing: FlaskClient) -> None:
    titles = [
        re.findall(r"<h1>(.*?)</h1>", failing.get(f"/fail/{status}").text)[0]
        for status in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503)
    ]
    assert len(set(titles)) == len(titles)


def test_a_fault_of_the_app_is_logged_and_not_shown(failing: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    page = failing.get("/fail/crash").text
    assert "a secret of the inside" not in page
    assert "Traceback" not in page
    assert "a secret of the inside" in caplog.text


def test_no_address_is_logged_even_if_the_error_page_fails(
    failing: FlaskClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> NoReturn:
        raise NotPossible

    monkeypatch.setattr(pages, "show", fail)
    failing.application.config["PROPAGATE_EXCEPTIONS"] = False
    with pytest.raises(NotPossible):
        failing.get("/fail/404")
    assert "NotPossible" in caplog.text
    assert "/fail/404" not in caplog.text.replace(__file__, "")


@pytest.mark.parametrize("path", ["/g/%00", "/g/a%00b/pulse?held", "/g/%00/hand/1", "/%00"])
def test_an_address_with_a_nul_leads_nowhere(client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise NotPossible

    # PostgreSQL takes none, so the store isn't asked.
    monkeypatch.setattr(polling, "poll_state", refuse)
    client.get("/")
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "words"), [("/fail/busy", "try again in a moment"), ("/fail/full", "free some space")]
)
def test_a_store_that_cannot_write_says_that_nothing_was_saved(failing: FlaskClient, path: str, words: str) -> None:
    answer = failing.get(path)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Nothing was saved" in answer.text
    assert words in answer.text


def test_a_hand_that_was_recorded_while_it_was_entered_is_no_failure_of_the_disk(
    failing: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = failing.get("/fail/recorded")
    assert answer.status_code == 409
    assert "This hand was recorded in the meantime." in answer.text
    assert caplog.text == ""


def test_a_form_from_elsewhere_is_refused_with_a_page(client: FlaskClient) -> None:
    answer = client.post("/new", data={"player": ["Ann", "Bob"]}, headers={"Origin": "http://elsewhere.test"})
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_a_body_that_is_too_large_is_refused_with_a_page(client: FlaskClient) -> None:
    assert client.post("/settings", data={"theme": "x" * 70_000}).status_code == 413


def test_a_failure_inside_a_game_leads_back_to_its_table(client: FlaskClient) -> None:
    table = client.post("/new", data={"player": ["Ann", "Bob"], "dealer": "0", "idempotency_key": "12345678"}).headers[
        "Location"
    ]
    answer = client.post(f"{table}/undo", data={"act": "undo:99", "idempotency_key": "87654321", "seen": "1"})
    assert answer.status_code == 422
    assert f'class="button main wide" href="{table}"' in answer.text
    assert "There is nothing to undo" in answer.text
