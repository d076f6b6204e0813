"""The home page: the latest game first, the next one of the same players at one tap, and the season's people."""

import re
from datetime import date
from itertools import count

import pytest
from flask.testing import FlaskClient

from companion.web.home import people as people_at_home
from tests.support.documents import counted_hand, game_document, won_by
from tests.support.pages import fields_of, form_with, found_in, words_of
from tests.support.phones import Phone, import_game, start_game, store_of

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


def test_the_two_who_played_most_this_year_are_compared(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_at_home, "today", lambda: date(2026, 11, 21))
    numbers = count(1)

    def play(winner: str, loser: str, *, year: int = 2026) -> str:
        """Bring in a game that is no copy of one before, and return what the home page says."""
        import_game(client, won_by(winner, loser, f"{year}-03-14", 60 + next(numbers)))
        return words_of(client.get("/"))

    assert "this year" not in play("Ann", "Bob")
    assert "this year" not in play("Bob", "Ann", year=2020), "one game is no season"
    assert "Ann leads Bob 2 : 0 this year" in play("Ann", "Bob")
    for winner, loser in (("Bob", "Ann"), ("Bob", "Ann"), ("Cid", "Ann")):
        said = play(winner, loser)
    assert "tied 2 : 2 this year" in said
    assert client.get(found_in(client.get("/"), r'class="season"\s+href="([^"]*)"')).status_code == 200
    assert "Bob leads Ann 3 : 2 this year" in play("Bob", "Ann")
