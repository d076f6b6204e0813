"""Names and notes as they are written: from right to left beside numbers, and in a spreadsheet, never as a formula."""

import csv

import pytest

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
