"""The home page: the latest game first, and the next one of the same players at one tap."""

import re

import pytest
from flask.testing import FlaskClient

from companion.photo import reader
from tests.support.documents import counted_hand, game_document
from tests.support.pages import fields_of, form_with, words_of
from tests.support.phones import Party, Phone, begun, import_game, start_game, store_of

LAST = counted_hand("Ann", (3, 4), Ann=1, Bob=98)
FINISHED = game_document(hands=[LAST], house_rules={"target": 60, "minimum_score": 5})
RUNNING = game_document("gin-rummy", ("Cid", "Dee"))


def again(client: FlaskClient) -> Phone:
    """Tap the button of the home page that starts the next game of the same players."""
    address, form = button(client)
    return Phone(client, Phone(client).submit(address, form).split("?")[0])


def button(client: FlaskClient) -> tuple[str, dict[str, str]]:
    """Return where the button's form goes, and its fields."""
    form = form_with(client.get("/"), "/rematch")
    return form.partition('action="')[2].partition('"')[0], fields_of(form)


def continued(page: str) -> str:
    """Return where Continue leads."""
    (address,) = re.findall(r'<a class="button main wide"\s+href="([^"]*)"><span>Continue', page)
    return str(address)


def test_a_first_visit_offers_a_new_game_a_table_to_join_and_a_sample(client: FlaskClient) -> None:
    page = client.get("/")
    for address in ("/new", "/join", "/sample", "/rules", "/settings"):
        assert f'href="{address}"' in page.text
    assert "again" not in words_of(page)


def test_a_running_game_comes_first_and_is_gone_on_with(client: FlaskClient) -> None:
    finished, running = import_game(client, FINISHED), import_game(client, RUNNING)
    finished.submit("/about", finished.form("/about", 'value="note"'), act="note", note="Changed later")
    page = client.get("/").text
    assert page.index(running.address) < page.index(finished.address)
    assert continued(page) == running.address


def test_continue_opens_the_hand_that_is_half_entered(client: FlaskClient) -> None:
    table = import_game(client, RUNNING)
    table.submit("/hand/1", knock="1:")
    table.write(1, "567c")
    page = client.get("/").text
    assert "Continue Dee knocked" in words_of(page)
    opened = client.get(continued(page), follow_redirects=True)
    assert opened.request.path == f"{table.address}/hand/1/seat/1"


def test_all_games_are_reached_by_a_button_with_their_number(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    assert "All games" not in words_of(client.get("/"))
    import_game(client, RUNNING)
    page = client.get("/").text
    assert re.search(r'<a class="button[^"]*"\s+href="/games">', page)
    assert "All games (2)" in words_of(page)


def test_the_next_game_asks_who_deals_and_knows_who_leads(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    assert "Who deals first? Ann Bob Pick at random" in words_of(client.get("/"))
    address, form = button(client)
    table = Phone(client, Phone(client).submit(address, {**form, "dealer": "1"}).split("?")[0])
    assert table.exported()["first_dealer"] == "Bob"
    said = table.words()
    assert "picked at random" not in said
    assert "Ann leads 1 : 0." in said


def test_a_dealer_who_does_not_sit_there_is_drawn_by_lot(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    address, form = button(client)
    for number, dealer in enumerate(("draw", "7", "-1", "²")):
        sent = {**form, "dealer": dealer, "idempotency_key": f"again-no-{number}"}
        table = Phone(client).submit(address, sent)
        assert table.endswith("?drawn=1" if not number else table.split("/")[-1])
        assert Phone(client, table.split("?")[0]).exported()["first_dealer"] in {"Ann", "Bob"}


def test_the_same_players_again_keep_their_house_rules(client: FlaskClient) -> None:
    import_game(client, FINISHED)
    said = words_of(client.get("/"))
    assert "Ann and Bob again" in said
    assert "Gem Rummy to 60, minimum score: 5" in said
    address, form = button(client)
    table = again(client)
    assert Phone(client).submit(address, form).split("?")[0] == table.address, "two taps start one game"
    assert len(store_of(client.application).rows("SELECT id FROM games")) == 2
    exported = table.exported()
    assert (exported["house_rules"], exported["players"]) == (FINISHED["house_rules"], ["Ann", "Bob"])
    assert "60 to go" in table.words()
    home = client.get("/")
    assert "again" not in words_of(home), "these players are playing"
    # A game begun by mistake is deleted from the home page and offered again.
    assert f'href="{table.address}/leave"' in home.text
    assert table.post("/leave", sure="yes", seen="1").status_code == 303
    assert "Ann and Bob again" in words_of(client.get("/"))
    start_game(client, "Cid", "Dee", game="gin-rummy")
    assert "Ann and Bob again" in words_of(client.get("/")), "other players may be playing meanwhile"


def test_a_game_with_hands_is_not_offered_to_be_deleted(client: FlaskClient) -> None:
    table = import_game(client, game_document(hands=[counted_hand("Ann", (3, 4), Ann=1, Bob=9)]))
    assert f"{table.address}/leave" not in client.get("/").text


def test_who_only_watched_starts_no_game_of_others(two: Party) -> None:
    party = begun(two.app, "Ann", "Bob")
    viewer = party.join("watch")
    party.owner.submit("/about", party.owner.form("/about", 'value="close"'), act="close")
    assert "again" in words_of(party.owner.client.get("/"))
    assert "again" not in words_of(viewer.client.get("/"))


def test_home_says_that_cards_can_be_photographed_where_they_can(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for available in (True, False):
        monkeypatch.setattr(reader, "is_available", lambda here=available: here)
        assert ("or photograph them" in words_of(client.get("/"))) is available
