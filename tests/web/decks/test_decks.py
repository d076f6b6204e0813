"""A deck, entered from real cards or taught by photos of them, kept in a file, and private to its phone."""

import base64
import html
import io
import json
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.photo import reader
from companion.photo.reading import (
    LOOK_BYTES,
    Box,
    DeckPhoto,
    PhotoError,
    PhotoReading,
    TaughtLook,
    Trouble,
    UnnamedCard,
)
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import RANK_NAMES, name_of
from companion.rules.gems import GEMS, GROUPS
from companion.web.decks.lesson_form import MOST_CARDS
from tests.support.pages import says, words_of
from tests.support.phones import store_of
from tests.support.photo_reader import PREVIEW


def make(client: FlaskClient, **form: str) -> str:
    answer = client.post("/decks", data=form)
    assert answer.status_code == 303, words_of(answer)
    return "/decks/" + answer.location.split("/")[2]


def put(client: FlaskClient, deck: str, what: str, group: int = 0) -> TestResponse:
    return client.post(f"{deck}/group/{group}", data={"put": what})


def send(client: FlaskClient, content: bytes) -> TestResponse:
    form = {"name": "Copy", "file": (io.BytesIO(content), "deck.json")}
    return client.post("/decks/import", data=form, content_type="multipart/form-data")


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
    says(client.get("/decks"), "Red box 0 of 56 gems known", "Blue box 0 of 56 gems known, the usual one")
    client.post(f"{second}/usual")
    says(client.get("/decks"), "Red box 0 of 56 gems known, the usual one")
    client.post(f"{first}/remove")
    says(client.get("/decks"), but=["Blue box"])
    assert client.get(first).status_code == 404
    assert client.post(f"{second}/burn").status_code == 404
    made_up = client.post("/decks/made-up").location
    for page in (made_up, "/decks"):
        says(client.get(page), "made up")


def test_a_deck_goes_out_and_comes_in_as_a_file(client: FlaskClient) -> None:
    deck = make(client)
    enter(client, deck, 0)
    saved = client.get(f"{deck}/export.json").data
    copied = client.get(f"{send(client, saved).location}/export.json").data
    gems, copied_gems = (json.loads(document)["gems"] for document in (saved, copied))
    assert copied_gems == gems
    assert len(gems) == len(GEMS)


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


CLUBS = [f"{rank}C" for rank in RANK_NAMES]
Form = dict[str, list[str]]


def look(number: int) -> bytes:
    return struct.pack(f"<{LOOK_BYTES // 2}e", *([number / 2] * (LOOK_BYTES // 2)))


def form_of(page: TestResponse) -> Form:
    """Return what the form of numbered cards sends as it stands."""
    cards = re.findall(r'<select name="card">(.*?)</select>', page.text, re.DOTALL)
    chosen = [re.search(r'value="([^"]+)"\s+selected', options) for options in cards]
    values = {
        name: [html.unescape(value) for value in re.findall(rf'name="{name}"\s+value="([^"]*)"', page.text)]
        for name in ("found", "size", "preview")
    }
    return {**values, "card": [match[1] if match else "?" for match in chosen]}


@dataclass
class Deck:
    """A deck of a phone, and what it is taught."""

    client: FlaskClient
    address: str
    monkeypatch: pytest.MonkeyPatch

    def page(self) -> str:
        return words_of(self.client.get(f"{self.address}/teach"))

    def take(self, *guesses: str, sure: bool = False, trouble: Trouble | None = None) -> TestResponse:
        """Send a photo of a row of cards, both corners of the first one in sight."""
        cards = (
            UnnamedCard(
                Box(20 + 90 * place, 300, 40, 70),
                (look(place), look(100 + place)) if place == 0 else (look(place),),
                guess,
                0.97 if sure else 0.4,
            )
            for place, guess in enumerate(guesses)
        )

        def look_at_deck(body: bytes) -> DeckPhoto:
            assert body == b"a photo"
            if trouble is not None:
                raise PhotoError(trouble)
            return DeckPhoto(tuple(cards), 1600, 1200, PREVIEW)

        self.monkeypatch.setattr(reader, "look_at_deck", look_at_deck)
        return photograph(self.client, f"{self.address}/teach/photo")

    def send(self, act: str, form: Mapping[str, object], client: FlaskClient | None = None) -> TestResponse:
        data = {"act": act, **form}
        return (client or self.client).post(f"{self.address}/teach", data=data, content_type="multipart/form-data")

    def taught(self) -> list[tuple[str, bytes]]:
        rows = store_of(self.client.application).rows("SELECT card, look FROM lessons ORDER BY card, number")
        return [(row["card"], row["look"]) for row in rows]


def photograph(client: FlaskClient, address: str) -> TestResponse:
    form = {"photo": (io.BytesIO(b"a photo"), "photo.jpg")}
    return client.post(address, data=form, content_type="multipart/form-data")


@pytest.fixture
def deck(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.setattr(reader, "is_available", lambda: True)
    made = client.post("/decks", data={"act": "new"}).headers["Location"]
    return Deck(client, "/decks/" + made.split("/")[2], monkeypatch)


def test_a_suit_is_taught_by_a_photo_one_order_and_save_and_forgotten(deck: Deck) -> None:
    says(deck.client.get(deck.address), "Only if photos of this deck are read wrongly")
    says(deck.page(), "No cards taught yet.", but=["new games"])
    page = deck.take(*["8S"] * 13)
    assert form_of(page)["card"] == ["?"] * 13
    ordered = deck.send("C", form_of(page))
    for shown in (page, ordered):
        assert shown.headers["Cache-Control"] == "no-store"
        assert f"data:image/jpeg;base64,{base64.b64encode(PREVIEW).decode()}" in shown.text
    assert form_of(ordered)["card"] == CLUBS
    assert ordered.text.count('aria-pressed="true"') == 1
    assert deck.taught() == []
    saved = deck.send("save", form_of(ordered))
    assert (saved.status_code, saved.location) == (303, f"{deck.address}/teach")
    assert {("AC", look(0)), ("AC", look(100))} <= set(deck.taught())
    assert {card for card, _ in deck.taught()} == set(CLUBS)
    says(deck.page(), "13 of 52 cards taught.", "Clubs: all taught", "Hearts: none taught", "Forget what was taught")
    says(deck.client.get(deck.address), "13 of 52 cards taught.")
    assert deck.send("forget", {}).status_code == 303
    assert deck.taught() == []
    says(deck.page(), but=["Forget what was taught"])


def test_cards_are_named_one_by_one_and_skipped(deck: Deck) -> None:
    assert form_of(deck.take("9C", "KD", "9C", sure=True))["card"].count("9C") == 1, "a sure guess is chosen once"
    form = form_of(deck.take("9C", "9C", "9C"))
    assert deck.send("save", {**form, "card": ["QH", "-", "?"]}).status_code == 303
    assert deck.taught() == [("QH", look(0)), ("QH", look(100))]
    says(deck.page(), "Hearts: A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, K missing")


def test_a_wrong_number_of_cards_for_a_suit_is_said(deck: Deck) -> None:
    says(deck.send("C", form_of(deck.take(*["8S"] * 12))), "12 cards found, and ♣ has 13. If one is missing in between")
    many = deck.send("C", form_of(deck.take(*["8S"] * 14)))
    says(many, "14 cards found, and ♣ has 13. Skip what isn't a card of it")
    assert form_of(many)["card"] == [*CLUBS, "?"]
    says(deck.send("C", {**form_of(many), "card": ["-", *["?"] * 13]}), but=["has 13"])
    more_than_a_deck = form_of(deck.take(*["8S"] * (MOST_CARDS + 20)))
    assert len(more_than_a_deck["found"]) == MOST_CARDS
    assert deck.send("C", more_than_a_deck).status_code == 200
    assert deck.send("C", {name: values * 2 for name, values in more_than_a_deck.items()}).status_code == 400


LOOK = base64.b64encode(look(1)).decode()


FORGED: tuple[dict[str, object], ...] = (
    {"found": f"1 2 3 4 ? {LOOK[:-4]}"},
    {"found": f"1 2 3 4 ? {LOOK}{LOOK}"},
    {"found": f"1 2 3 4 ? {LOOK} {LOOK} {LOOK}"},
    {"found": "1 2 3 4 ? " + base64.b64encode(struct.pack("<64e", *[float("nan")] * 64)).decode()},
    {"found": f"1 2 3 4 ? {LOOK}\n"},
    {"found": f"1 2 3 1234567 ? {LOOK}"},
    {"found": f"\uff11 2 3 4 ? {LOOK}"},
    {"found": ["1 2 3 4 ?", "1 2 3 4 ?"]},
    {"card": "XX"},
    {"card": []},
    {"size": "-1 1"},
    {"preview": '"><script>'},
    {"preview": "A" * 100_004},
    {"act": "burn"},
)


def test_a_forged_form_is_refused(deck: Deck) -> None:
    sound = {"found": [f"1 2 3 4 ? {LOOK}"], "card": ["9C"], "size": ["1600 1200"], "preview": ["AAAA"]}
    for fields in FORGED:
        assert deck.send("save", sound | fields).status_code == 400, fields
    assert deck.taught() == []
    assert deck.send("save", sound).status_code == 303


def test_another_phone_finds_nothing(deck: Deck) -> None:
    form = {**form_of(deck.take("8S")), "card": ["9C"]}
    deck.send("save", form)
    stranger = deck.client.application.test_client()
    assert stranger.get(f"{deck.address}/teach").status_code == 404
    assert photograph(stranger, f"{deck.address}/teach/photo").status_code == 404
    for act in ("save", "forget"):
        assert deck.send(act, form, stranger).status_code == 404
    assert len(deck.taught()) == 2


def test_without_a_reader_there_is_nothing_to_teach(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    says(deck.client.get(deck.address), but=["Teach this deck"])
    for path in ("teach", "teach/photo"):
        for ask in (deck.client.get, deck.client.post):
            assert ask(f"{deck.address}/{path}").status_code == 404


def test_later_photos_are_read_with_what_the_deck_was_taught(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    deck.send("save", {**form_of(deck.take("8S")), "card": ["9C"]})
    known: list[Sequence[TaughtLook]] = []

    def read_photo(_body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
        known.append(lessons)
        return PhotoReading((), (), 1600, 1200, PREVIEW)

    monkeypatch.setattr(reader, "read_photo", read_photo)
    assert photograph(deck.client, "/count/photo").status_code == 200
    assert known == [(TaughtLook("9C", look(100)), TaughtLook("9C", look(0)))]
