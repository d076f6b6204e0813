"""The home page: the latest game first, the next one of the same players at one tap, and the season's people."""

import re
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store.people import persons
from companion.web.home import people as people_at_home
from tests.support.documents import counted_hand, game_document
from tests.support.pages import fields_of, form_with, words_of
from tests.support.phones import Phone, device_of, import_game, start_game, store_of
from tests.support.store import change

LAST = counted_hand("Ann", (3, 4), Ann=1, Bob=98)
FINISHED = game_document(hands=[LAST], house_rules={"target": 60, "minimum_score": 5})
RUNNING = game_document("gin-rummy", ("Cid", "Dee"))


def button(client: FlaskClient) -> tuple[str, dict[str, str]]:
    """Return where the button's form goes, and its fields."""
    form = form_with(client.get("/"), "/rematch")
    return form.partition('action="')[2].partition('"')[0], fields_of(form)


def continued(page: str) -> str:
    """Return where Continue leads."""
    (address,) = re.findall(r'<a class="button main wide"\s+href="([^"]*)"><span>Continue', page)
    return str(address)


def test_a_running_game_comes_first_and_is_gone_on_with(client: FlaskClient) -> None:
    finished, running = import_game(client, FINISHED), import_game(client, RUNNING)
    finished.submit("/about", finished.form("/about", 'value="note"'), act="note", note="Changed later")
    page = client.get("/").text
    assert page.index(running.address) < page.index(finished.address)
    assert continued(page) == running.address
    running.submit("/hand/1", knock="1:")
    assert "Continue Dee knocked" in words_of(client.get("/"))
    assert client.get(continued(client.get("/").text), follow_redirects=True).request.path != running.address


def test_the_same_players_again_keep_their_house_rules(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    said = words_of(client.get("/"))
    assert "Ann and Bob again" in said
    assert "Gem Rummy to 60, minimum score: 5" in said
    address, form = button(client)
    for _ in range(2):  # two taps start one game
        table = Phone(client, Phone(client).submit(address, {**form, "dealer": "1"}).split("?")[0])
    assert len(store_of(client.application).rows("SELECT id FROM games")) == 2
    exported = table.exported()
    assert (exported["house_rules"], exported["players"]) == (FINISHED["house_rules"], ["Ann", "Bob"])
    assert exported["first_dealer"] == "Bob"
    assert "Ann leads 1 : 0." in table.words()
    home = client.get("/")
    assert "again" not in words_of(home), "these players are playing"
    # A game begun by mistake is deleted from the home page and offered again.
    assert f'href="{table.address}/leave"' in home.text
    assert table.post("/leave", sure="yes", seen="1").status_code == 303
    assert "Ann and Bob again" in words_of(client.get("/"))
    start_game(client, "Cid", "Dee", game="gin-rummy")
    assert "Ann and Bob again" in words_of(client.get("/")), "other players may be playing meanwhile"


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
