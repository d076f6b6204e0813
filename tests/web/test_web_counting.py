"""The end of a game while the phone's earlier games are counted again, as after an update."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.store import duels
from tests.web.showdown_table import Table, text_of

if TYPE_CHECKING:
    import pytest
    from flask.testing import FlaskClient


def won_with(points: int) -> dict[str, Any]:
    players = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 2 + points}]
    return {"knocker": "Ann", "players": players}


def test_the_end_says_that_figures_are_still_being_counted(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for points in (60, 61, 62):
        hands = [won_with(points)]
        table = Table(client, "Ann", "Bob", game="gin-rummy", house_rules={"target": 50}, hands=hands)
    store = client.application.extensions["companion.store"]
    whole = client.get(f"{table.address}/end")
    assert "3 games, 3 hands on this phone" in text_of(whole)
    assert "Still counting" not in text_of(whole)
    assert "load delay" not in whole.get_data(as_text=True)
    store.db.execute("UPDATE tallies SET rules = 'those of last week'")
    monkeypatch.setattr(duels, "GAMES_COUNTED_AT_ONCE", 1)
    first = client.get(f"{table.address}/end")
    assert "1 game, 1 hand" in text_of(first)
    assert "Still counting: 2 more games of this phone to look at." in text_of(first)
    # With a script the page goes on by itself.
    again = first.get_data(as_text=True).partition('role="status"')[2].partition(">")[0]
    assert f'hx-get="{table.address}/end"' in again
    assert 'hx-trigger="load delay:1s"' in again
    assert "Still counting: 1 more game of this phone" in text_of(client.get(f"{table.address}/end"))
    last = client.get(f"{table.address}/end")
    assert "Still counting" not in text_of(last)
    assert "3 games, 3 hands on this phone" in text_of(last)
