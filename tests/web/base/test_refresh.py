"""What a script gets that fetches its page again because another phone changed the game."""

import re

import pytest
from flask.testing import FlaskClient

from tests.support.gem2_table import started
from tests.support.showdown_table import Table

ANN, BOB = "567c QH7d 9cds ac 2d 3s", "456d KKK-s 8c as 2h 4s jd"
BLOCK = re.compile(r'id="([^"]+)"[^>]* data-live="([^"]+)"')
FACTS = re.compile(r'<title>[^<]*|data-(?:seen|role|keep|fresh)="[^"]*"')
AROUND = ("<header", "app.css", 'id="say"')


def assert_same_blocks(client: FlaskClient, address: str) -> None:
    page = client.get(address).get_data(as_text=True)
    again = client.get(address, headers={"X-Refresh": "1"}).get_data(as_text=True)
    assert BLOCK.findall(page)
    assert BLOCK.findall(again) == BLOCK.findall(page)
    assert FACTS.findall(again) == FACTS.findall(page)
    assert [part in page for part in AROUND] == [True] * len(AROUND)
    assert [part in again for part in AROUND] == [False] * len(AROUND)


@pytest.mark.parametrize("path", ["", "/hands/1", "/hand/2"])
def test_it_has_the_blocks_of_the_page(table: Table, path: str) -> None:
    table.submit(knock="0:knock")
    table.write(0, ANN)
    table.write(1, BOB)
    table.submit("/lay-offs", act="done")
    table.record()
    table.number = 2
    table.roll(3, 4)
    assert_same_blocks(table.client, table.address + path)


def test_so_it_does_in_gem_ii(client: FlaskClient) -> None:
    assert_same_blocks(client, started(client).address)
