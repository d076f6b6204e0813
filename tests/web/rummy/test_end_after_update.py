"""The end of a game while the phone's earlier games are counted again, as after an update."""

import pytest
from flask.testing import FlaskClient

from companion.store.derived import recompute
from tests.support.documents import won_hand
from tests.support.pages import says, words_of
from tests.support.showdown_table import Table
from tests.support.store import change


def test_the_end_says_that_figures_are_still_being_counted(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for points in (60, 61, 62):
        hands = [won_hand(points)]
        table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"target": 50}, hands=hands)
    store = client.application.extensions["companion.store"]
    whole = client.get(f"{table.address}/end")
    says(whole, "3 games, 3 hands on this phone", but=["Still counting"])
    assert "load delay" not in whole.text
    change(store, "UPDATE tallies SET rules = 'those of last week'")
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    first = client.get(f"{table.address}/end")
    says(first, "1 game, 1 hand", "Still counting: 2 more games to go.")
    # With a script the page goes on by itself.
    again = first.text.partition('role="status"')[2].partition(">")[0]
    assert f'hx-get="{table.address}/end"' in again
    assert 'hx-trigger="load delay:1s"' in again
    assert "Still counting: 1 more game to go" in words_of(client.get(f"{table.address}/end"))
    last = client.get(f"{table.address}/end")
    says(last, "3 games, 3 hands on this phone", but=["Still counting"])


def test_the_lists_of_games_say_what_is_still_being_counted_and_what_cannot_be_read(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [Table(client, name, "Bob", game="gin-rummy", hands=[]) for name in ("Ann", "Cid", "Dora")]
    store = client.application.extensions["companion.store"]
    monkeypatch.setattr(recompute, "GAMES_AT_ONCE", 1)
    for path in ("/", "/games"):
        change(store, "UPDATE standings SET rules = 'those of last week'")
        first = client.get(path)
        assert "Still counting: 2 more games to go." in words_of(first)
        assert f'hx-get="{path}' in first.text
        assert first.text.count('href="/g/') >= 1
        client.get(path)
        whole = client.get(path)
        assert "Still counting" not in words_of(whole)
        assert all(table.address in whole.text for table in tables)
    change(store, "UPDATE standings SET rules = 'those of last week'")
    change(store, "UPDATE journal SET body = '{'")
    for _ in range(3):
        home = client.get("/")
    assert home.status_code == 200
    assert "3 games of this phone can't be read." in words_of(home)
    assert "This phone has no games yet" not in words_of(client.get("/games"))
