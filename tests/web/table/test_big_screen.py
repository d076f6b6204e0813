"""The big screen: which cards are on it, and how it follows all tables."""

import re

import pytest
from flask.testing import FlaskClient

from companion.web.base.live import HOLD
from companion.web.table import big_screen
from tests.support.documents import counted_hand, game_document
from tests.support.pages import says
from tests.support.phones import import_game
from tests.support.showdown_table import WRITTEN, Table

ANN_27 = counted_hand("Ann", (3, 4), Ann=3, Bob=30)
CARDS = re.compile(r'class="card[^>]*aria-label="([^"]+)"')
SECONDS = re.compile(r'data-seconds="(\d+)"')
PULSE = re.compile(r'data-pulse="([^"]+)" data-worker="[^"]*" data-seen="([^"]+)"')


def test_the_last_ruling_stands_there_with_its_cards_for_a_while(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.showdown(*WRITTEN)
    before = table.phone.get("/screen")
    says(before, "Ann knocked")
    assert [card for card in CARDS.findall(before.text) if card not in {"Any Queen", "7 of diamonds"}] == []
    assert not SECONDS.search(before.text)
    table.submit("/lay-offs", act="done")
    table.record()
    page = table.phone.get("/screen")
    says(page, "Ann wins 19", "Ann knocked 6 left, 7 allowed", "Bob 25 left", "Hand 2: Bob starts")
    assert "King of clubs" in CARDS.findall(page.text)
    left = SECONDS.search(page.text)
    assert left
    assert 0 < int(left[1]) <= big_screen.RULING_SHOWN_FOR
    monkeypatch.setattr(big_screen, "RULING_SHOWN_FOR", -1)
    later = table.phone.get("/screen")
    says(later, "Hand 1: Ann +19.", but=["Ann wins"])
    assert CARDS.findall(later.text) == []


def test_all_tables_are_side_by_side_and_each_has_its_news(client: FlaskClient) -> None:
    empty = client.get("/screen")
    says(empty, "No game is being played on this device.")
    assert "data-pulse" not in empty.text
    # A page with games that are all gone is loaded again.
    assert client.get("/screen/pulse?seen=g-1.0").status_code == 404
    first = import_game(client, game_document(hands=[ANN_27]))
    alone = client.get("/screen").text
    assert alone.count('<section class="shelf') == alone.count("<polyline") // 2 == 1
    assert "All tables" not in first.get("/screen").text
    second = import_game(client, game_document("gem-ii", ("Cid", "Dee"), rounds=[]))
    page = client.get("/screen")
    assert page.text.count('<section class="shelf') == 2
    says(page, "Gem Rummy", "Gem II", "Ann", "Dee", but=["Ann wins"])
    assert "All tables" in first.get("/screen").text
    followed = PULSE.search(page.text)
    assert followed
    asked = f"{followed[1]}?seen={followed[2]}"
    waits = client.get(f"{asked}&held")
    games = {phone.address.removeprefix("/g/") for phone in (first, second)}
    assert waits.status_code == 204
    assert {held.split(" ")[0] for held in waits.headers[HOLD].split(",")} == games
    assert HOLD not in client.get(asked).headers
    # The screen stays awake.
    assert " data-awake" in page.text
    first.submit("/dice", first=3, second=4, act="set", seen=0)
    news = client.get(f"{asked}&held")
    assert (news.status_code, news.text.split(".")[1]) != (204, followed[2].split(".")[1])
    says(client.get("/screen"), "Knock with at most 7")
    first.submit("/about", first.form("/about", "close"), act="close")
    says(client.get("/screen"), "Closed before the end", "Dee")
    assert client.get(f"/screen/pulse?seen={followed[2]}").status_code == 200
