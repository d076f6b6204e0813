"""Text in a spreadsheet: whatever a name or a note holds, no cell of it is a formula."""

import csv

import pytest

from companion.web.table.exchange import safe_text

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("before", ["", " ", "\t", "Ann;", "Ann; ", "Ann|", "Ann\n", "Ann\r\n", ";;"])
def test_no_cell_begins_as_a_formula_does(before: str, sign: str) -> None:
    written = safe_text(f"{before}{sign}cmd|'/C calc'!A0")
    for parts_at in ",;|\t":
        for row in csv.reader(written.splitlines(), delimiter=parts_at):
            assert not [cell for cell in row if cell.strip()[:1] in set(SIGNS)], (parts_at, row)


@pytest.mark.parametrize("plain", ["", "Ann", "Ann-Marie", "1+1 is 2", "a@b.example", "Bob: 20 - 3", "\u202aAnn"])
def test_other_text_stays_as_it_is(plain: str) -> None:
    assert safe_text(plain) == plain
