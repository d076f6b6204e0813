"""The deck, entered from real cards group by group; its file; and what becomes of it in a game."""

import io
import json
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import name_of
from companion.rules.gems import GEMS, GROUPS
from tests.support.pages import says, words_of


def make(client: FlaskClient, **form: str) -> str:
    answer = client.post("/decks", data=form)
    assert answer.status_code == 303, words_of(answer)
    return "/decks/" + answer.location.split("/")[2]


def put(client: FlaskClient, deck: str, what: str, group: int = 0) -> TestResponse:
    return client.post(f"{deck}/group/{group}", data={"put": what})


def send(client: FlaskClient, content: bytes) -> TestResponse:
    form = {"name": "Copy", "file": (io.BytesIO(content), "deck.json")}
    return client.post("/decks/import", data=form, content_type="multipart/form-data")


def gems_of(client: FlaskClient, deck: str) -> dict[str, str]:
    gems: dict[str, str] = json.loads(client.get(f"{deck}/export.json").data)["gems"]
    return gems


def enter(client: FlaskClient, deck: str, place: int) -> int:
    """Enter a group as the screen asks for it, and count the taps."""
    taps = 0
    while asked := re.search(r"Tap the <b>(\w+)</b> card", client.get(f"{deck}/group/{place}").text):
        letter = asked[1][0]
        card = next(name_of(one) for one in GROUPS[place].cards if letter in MADE_UP_PRINT[name_of(one)])
        assert put(client, deck, f"{letter}:{card}", place).status_code == 303
        taps += 1
    return taps


def test_a_whole_print_is_entered_in_forty_nine_taps(client: FlaskClient) -> None:
    deck = make(client, name="Blue box")
    assert sum(enter(client, deck, place) for place in range(len(GROUPS))) == 49
    assert "All gems known" in words_of(client.get(deck))
    assert json.loads(client.get(f"{deck}/export.json").data)["print"] == MADE_UP_PRINT


def test_decks_are_named_chosen_and_removed(client: FlaskClient) -> None:
    first, second = make(client, name="Blue box"), make(client)
    client.post(second, data={"name": " Red   box "})
    decks = words_of(client.get("/decks"))
    assert "Red box 0 of 56 gems known" in decks
    assert "Blue box 0 of 56 gems known, the usual one" in decks
    client.post(f"{second}/usual")
    assert "Red box 0 of 56 gems known, the usual one" in words_of(client.get("/decks"))
    client.post(f"{first}/remove")
    assert "Blue box" not in words_of(client.get("/decks"))
    assert client.get(first).status_code == 404
    assert client.post(f"{second}/burn").status_code == 404
    made_up = client.post("/decks/made-up").location
    for page in (made_up, "/decks"):
        says(client.get(page), "made up")


def test_a_deck_goes_out_and_comes_in_as_a_file(client: FlaskClient) -> None:
    deck = make(client)
    enter(client, deck, 0)
    answer = send(client, client.get(f"{deck}/export.json").data)
    copied = gems_of(client, answer.location)
    assert copied == gems_of(client, deck)
    assert len(copied) == len(GEMS)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{}", ""),
        (b"not json", "this isn't JSON"),
        (b"[]", "This file isn't a deck."),
        (b'{"gems": {"AC": "X"}}', "isn't a gem"),
        (b'{"gems": {"AC": "G", "AD": "G"}}', "Gold appears twice"),
    ],
)
def test_a_file_that_is_not_a_deck_is_refused_with_the_reason(
    client: FlaskClient, content: bytes, sentence: str
) -> None:
    answer = send(client, content)
    assert answer.status_code == (422 if sentence else 303)
    assert sentence in words_of(answer)


def test_what_is_not_there_is_refused(client: FlaskClient) -> None:
    deck = make(client)
    for what in ("G:5C", "G:XX", ""):
        assert put(client, deck, what).status_code == 400, "of another group"
    assert client.get(f"{deck}/group/7").status_code == put(client, deck, "G:AC", 7).status_code == 404
    stranger = client.application.test_client()
    assert stranger.get(deck).status_code == put(stranger, deck, "G:AC").status_code == 404
