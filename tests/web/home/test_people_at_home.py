"""The home page's line of this year's season, and the people of the latest games."""

import re
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store.people import persons
from companion.web.home import people as people_at_home
from tests.support.documents import counted_hand, game_document
from tests.support.pages import words_of
from tests.support.phones import device_of, import_game, store_of
from tests.support.store import change

THIS_YEAR = 2026
TEAMS = {
    "game": "gem-ii",
    "players": ["The Cats", "Bo & Cid"],
    "teams": [["Dora", "Eve"], ["Bo", "Cid"]],
    "first_dealer": "The Cats",
    "level": 1,
    "rounds": [],
}


def play(client: FlaskClient, winner: str, loser: str, day: str = "-03-14", year: int = THIS_YEAR, **more: Any) -> None:  # noqa: ANN401
    """Bring in a game that is over; no two are copies of each other."""
    deadwood = 50 + len(store_of(client.application).rows("SELECT id FROM games"))
    hand = counted_hand(winner, (3, 4), **{winner: 2, loser: deadwood})
    players = sorted((winner, loser))
    at = f"{year}{day}"
    import_game(client, game_document(players=players, hands=[hand], house_rules={"target": 40}, at=at, **more))
    order_games(client)


def order_games(client: FlaskClient) -> None:
    """Have the game that was just brought in be the one changed last: all of a test are of the same second."""
    store = store_of(client.application)
    number = len(store.rows("SELECT id FROM games"))
    change(store, "UPDATE games SET changed_at = ? WHERE changed_at < '3'", [f"3000-01-{number:02}T20:00:00Z"])


def people(client: FlaskClient) -> list[str]:
    return re.findall(r'href="/people/person\?name=[^"]*"><bdi>([^<]*)', client.get("/").text)


def test_the_two_who_played_most_this_year_are_compared(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_at_home, "today", lambda: date(THIS_YEAR, 11, 21))
    assert "this year" not in words_of(client.get("/"))
    play(client, "Ann", "Bob")
    play(client, "Bob", "Ann", year=2020)
    assert "this year" not in words_of(client.get("/")), "one game is no season"
    play(client, "Ann", "Bob")
    assert "Ann leads Bob 2 : 0 this year" in words_of(client.get("/"))
    for _ in range(2):
        play(client, "Bob", "Ann")
    play(client, "Cid", "Ann")
    home = client.get("/")
    assert "Bob and Ann are tied 2 : 2 this year" in words_of(home), "he has made more points"
    (address,) = re.findall(r'class="season"\s+href="([^"]*)"', home.text)
    assert address == f"/people?when={THIS_YEAR}"
    assert client.get(address).status_code == 200
    play(client, "Bob", "Ann")
    assert "Bob leads Ann 3 : 2 this year" in words_of(client.get("/"))


def test_the_latest_people_lead_to_their_pages_each_once(client: FlaskClient) -> None:
    assert people(client) == []
    play(client, "Ann", "Bob")
    import_game(client, TEAMS)
    order_games(client)
    assert people(client) == ["Dora", "Eve", "Bo", "Cid", "Ann", "Bob"]
    for name in ("<i>", "Anne", "Fay"):
        play(client, name, "Bob")
    assert people(client) == ["Bob", "Fay", "Anne", "&lt;i&gt;", "Dora", "Eve"]
    store, phone = store_of(client.application), device_of(client)
    persons.merge(store, phone, "Anne", "Ann")
    persons.describe(store, phone, "Ann", "Annie", "")
    assert people(client) == ["Bob", "Fay", "Annie", "&lt;i&gt;", "Dora", "Eve"]
    addresses = re.findall(r'href="(/people/person[^"]*)"', client.get("/").text)
    assert [client.get(address).status_code for address in addresses] == [200] * 6
