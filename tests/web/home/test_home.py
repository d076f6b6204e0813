"""The home page: the latest game first, and the next one of the same players at one tap."""

import re

from flask.testing import FlaskClient

from tests.support.documents import counted_hand, game_document
from tests.support.pages import fields_of, form_with, words_of
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


def test_finished_games_say_when_they_were_played(client: FlaskClient) -> None:
    import_game(client, {**RUNNING, "at": "2019-05-06"})
    for at in ("2019-03-04T20:15", "2018-12-31"):
        import_game(client, {**FINISHED, "at": at})
    words = words_of(client.get("/"))
    assert "Ann won, March 4, 2019 " in words
    assert "Ann won, December 31, 2018 " in words
    assert "May 6" not in words, "a running game isn't of one day"
