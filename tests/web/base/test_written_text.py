"""Names and notes as they are written, beside numbers and in a spreadsheet; days as the phone's clock has them."""

import csv
import time
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.people import members
from companion.web.base.dates import day_of
from companion.web.base.pages import isolate
from companion.web.table.exchange import safe_text

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


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("before", ["", " ", "Ann; ", "Ann|", "Ann\r\n", ";;"])
def test_no_cell_begins_as_a_formula_does(before: str, sign: str) -> None:
    written = safe_text(f"{before}{sign}cmd|'/C calc'!A0")
    for parts_at in ",;|\t":
        for row in csv.reader(written.splitlines(), delimiter=parts_at):
            assert not [cell for cell in row if cell.strip()[:1] in set(SIGNS)], (parts_at, row)


@pytest.mark.parametrize("plain", ["", "Ann", "Ann-Marie", "1+1 is 2", "a@b.example", "Bob: 20 - 3", "\u202aAnn"])
def test_other_text_stays_as_it_is(plain: str) -> None:
    assert safe_text(plain) == plain


@pytest.fixture
def machine_in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("America/New_York", "2026-11-21"),
        ("Europe/Vienna", "2026-11-21"),
        ("Pacific/Kiritimati", "2026-11-22"),
        # Where the phone says nothing that can be read, the machine's own zone.
        ("", "2026-11-22"),
        ("../../etc/passwd", "2026-11-22"),
        ("/etc/localtime", "2026-11-22"),
        ("x" * 5000, "2026-11-22"),
    ],
)
@pytest.mark.usefixtures("machine_in_tokyo")
def test_a_day_is_the_phones_own(app: Flask, zone: str, day: str) -> None:
    with app.test_request_context(headers={"Cookie": f"zone={zone}"}):
        assert day_of("2026-11-21T20:30:00Z") == day
        # What the table wrote itself stays.
        for written in ("2026-11-21T23:30", "2026-11-21", "some day"):
            assert day_of(written) == written.partition("T")[0]


def test_who_was_here_before_the_clock_was_set_back_is_not_here_for_ever() -> None:
    for seen_at in ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):
        assert not members.is_present(members.Member("game", 1, members.Role.SEAT, 0, "", seen_at, seen_at))
