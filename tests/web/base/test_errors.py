"""What goes wrong is said in words with a way on; names and notes as they are written, days by the phone's clock."""

import csv
import re
import time
from collections.abc import Iterator
from itertools import product
from unittest.mock import Mock

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.store.errors import NotPossible
from companion.store.people import members, polling
from companion.web.base import pages
from companion.web.base.dates import day_of
from companion.web.base.pages import isolate
from companion.web.config import Settings
from companion.web.table.exchange import safe_text
from tests.support.phones import linted_app, store_of


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Give an app of its own, to which addresses are added that fail."""
    made = linted_app(Settings(tmp_path_factory.mktemp("failing")))

    @made.get("/fail/<int:status>")
    def fail(status: int) -> str:
        abort(status)

    @made.get("/fail/crash")
    def crash() -> str:
        raise RuntimeError("a secret of the inside")

    yield made
    store_of(made).close()


def test_each_failure_has_a_page_of_its_own_that_leads_home(client: FlaskClient) -> None:
    titles = set()
    for status in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503):
        answer = client.get(f"/fail/{status}")
        assert answer.status_code == status
        assert re.search(r'class="button main wide" href="/"', answer.text)
        assert "requested URL" not in answer.text
        titles |= set(re.findall(r"<h1>(.*?)</h1>", answer.text))
    assert len(titles) == 10
    crashed = client.get("/fail/crash").text
    assert [inside for inside in ("a secret of the inside", "Traceback") if inside in crashed] == []


def test_no_address_is_logged_even_if_the_error_page_fails(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "show", Mock(side_effect=NotPossible))
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    with pytest.raises(NotPossible):
        client.get("/fail/404")
    assert "NotPossible" in caplog.text
    assert "/fail/404" not in caplog.text.replace(__file__, "")


def test_an_address_with_a_nul_leads_nowhere(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    # PostgreSQL takes none, so the store isn't asked.
    monkeypatch.delattr(polling, "poll_state")
    client.get("/")
    for path in ("/g/%00", "/g/a%00b/pulse?held"):
        assert client.get(path).status_code == 404


ARABIC = "عبد الرحمن"
ISOLATED = f"\u2068{ARABIC}\u2069"


@pytest.mark.parametrize(
    ("page", "isolated"),
    [
        ("<p>Ann +3</p>", "<p>Ann +3</p>"),
        # What is sent back stays as it was typed.
        (f'<input value="{ARABIC}">', f'<input value="{ARABIC}">'),
        (f"<textarea>{ARABIC}</textarea>{ARABIC}", f"<textarea>{ARABIC}</textarea>{ISOLATED}"),
        (f"<script>{ARABIC}</script>", f"<script>{ARABIC}</script>"),
        (f"<p>Hand 1: {ARABIC} +28.</p>", f"<p>Hand 1: {ISOLATED} +28.</p>"),
        (f"<text>{ARABIC} 47</text>", f"<text>{ISOLATED} 47</text>"),
        (f"{ARABIC} 3, {ARABIC} 4", f"{ISOLATED} 3, {ISOLATED} 4"),
        ("דנה, שרה", "\u2068דנה\u2069, \u2068שרה\u2069"),
    ],
)
def test_a_right_to_left_name_keeps_to_itself(page: str, isolated: str) -> None:
    assert isolate(page) == isolated


SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


def test_no_cell_begins_as_a_formula_does_and_other_text_stays_as_it_is() -> None:
    for before, sign, parts_at in product(("", " ", "Ann; ", "Ann|", "Ann\r\n", ";;"), SIGNS, ",;|\t"):
        written = safe_text(f"{before}{sign}cmd|'/C calc'!A0")
        for row in csv.reader(written.splitlines(), delimiter=parts_at):
            assert not [cell for cell in row if cell.strip()[:1] in set(SIGNS)], (parts_at, row)
    for plain in ("", "Ann-Marie", "1+1 is 2", "a@b.example", "Bob: 20 - 3", "\u202aAnn"):
        assert safe_text(plain) == plain


def test_a_day_is_the_phones_own(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where the phone says nothing that can be read, the machine's own zone.
    days = {"America/New_York": 21, "Pacific/Kiritimati": 22, "": 22, "../../etc/passwd": 22, "x" * 5000: 22}
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        for zone, day in days.items():
            with app.test_request_context(headers={"Cookie": f"zone={zone}"}):
                assert day_of("2026-11-21T20:30:00Z") == f"2026-11-{day}", zone
                # What the table wrote itself stays.
                for written in ("2026-11-21T23:30", "2026-11-21", "some day"):
                    assert day_of(written) == written.partition("T")[0]
    time.tzset()


def test_who_was_here_before_the_clock_was_set_back_is_not_here_for_ever() -> None:
    for seen_at in ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):
        assert not members.is_present(members.Member("game", 1, members.Role.SEAT, 0, "", seen_at, seen_at))
