"""What goes wrong is said in words, with a way on, and never as a traceback."""

import re
from collections.abc import Iterator
from typing import NoReturn

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.store.errors import NotPossible
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


@pytest.fixture
def failing(app: Flask) -> FlaskClient:
    return app.test_client()


def test_each_failure_has_a_page_of_its_own_that_leads_home(failing: FlaskClient) -> None:
    titles = set()
    for status in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503):
        answer = failing.get(f"/fail/{status}")
        assert answer.status_code == status
        assert re.search(r'class="button main wide" href="/"', answer.text)
        assert "requested URL" not in answer.text
        titles |= set(re.findall(r"<h1>(.*?)</h1>", answer.text))
    assert len(titles) == 10
    crashed = failing.get("/fail/crash").text
    assert [inside for inside in ("a secret of the inside", "Traceback") if inside in crashed] == []


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


@pytest.mark.parametrize("path", ["/g/%00", "/g/a%00b/pulse?held"])
def test_an_address_with_a_nul_leads_nowhere(client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise NotPossible

    # PostgreSQL takes none, so the store isn't asked.
    monkeypatch.setattr(polling, "poll_state", refuse)
    client.get("/")
    assert client.get(path).status_code == 404
