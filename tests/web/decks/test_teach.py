"""Teaching a deck: photos of its cards, named one by one or a suit at a time, kept with the deck."""

import base64
import html
import io
import re
import struct
from collections.abc import Callable, Sequence

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
from companion.rules.cards import RANK_NAMES
from companion.store.database import Store
from companion.web.decks.lesson_form import MOST_CARDS
from tests.support.pages import words_of
from tests.support.phones import store_of

PREVIEW = b"\xff\xd8\xff a small photo \xff\xd9"
CLUBS = tuple(f"{rank}C" for rank in RANK_NAMES)


def look(number: int) -> bytes:
    return struct.pack(f"<{LOOK_BYTES // 2}e", *([number / 2] * (LOOK_BYTES // 2)))


def photo_of(*guesses: str, sure: bool = False) -> DeckPhoto:
    """Return a photo of a row of cards, both corners of the first one in sight."""
    cards = (
        UnnamedCard(
            Box(20 + 90 * place, 300, 40, 70),
            (look(place), look(100 + place)) if place == 0 else (look(place),),
            guess,
            0.97 if sure else 0.4,
        )
        for place, guess in enumerate(guesses)
    )
    return DeckPhoto(tuple(cards), 1600, 1200, PREVIEW)


Taken = Callable[[DeckPhoto | Trouble], TestResponse]


@pytest.fixture
def deck(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(reader, "is_available", lambda: True)
    return "/decks/" + client.post("/decks", data={"act": "new"}).headers["Location"].split("/")[2]


@pytest.fixture
def take(client: FlaskClient, deck: str, monkeypatch: pytest.MonkeyPatch) -> Taken:
    """Send a photo that shows this."""

    def taken(shown: DeckPhoto | Trouble) -> TestResponse:
        def look_at_deck(body: bytes) -> DeckPhoto:
            assert body == b"a photo"
            if isinstance(shown, Trouble):
                raise PhotoError(shown)
            return shown

        monkeypatch.setattr(reader, "look_at_deck", look_at_deck)
        form = {"photo": (io.BytesIO(b"a photo"), "photo.jpg")}
        return client.post(f"{deck}/teach/photo", data=form, content_type="multipart/form-data")

    return taken


def form_of(page: TestResponse) -> dict[str, list[str]]:
    """Return what the form of numbered cards sends as it stands."""
    cards = re.findall(r'<select name="card">(.*?)</select>', page.text, re.DOTALL)
    chosen = [re.search(r'value="([^"]+)"\s+selected', options) for options in cards]
    values = {
        name: [html.unescape(value) for value in re.findall(rf'name="{name}"\s+value="([^"]*)"', page.text)]
        for name in ("found", "size", "preview")
    }
    return {**values, "card": [match[1] if match else "?" for match in chosen]}


def send(client: FlaskClient, deck: str, act: str, form: dict[str, list[str]], **more: object) -> TestResponse:
    data = {"act": act, **form, **more}
    return client.post(f"{deck}/teach", data=data, content_type="multipart/form-data")


def taught(store: Store) -> list[tuple[str, bytes]]:
    return [(row["card"], row["look"]) for row in store.rows("SELECT card, look FROM lessons ORDER BY card, number")]


@pytest.fixture
def store(client: FlaskClient) -> Store:
    return store_of(client.application)


def test_a_suit_is_taught_by_a_photo_one_order_and_save_and_forgotten(
    client: FlaskClient, deck: str, take: Taken, store: Store
) -> None:
    assert "Only if photos of this deck are read wrongly" in words_of(client.get(deck))
    assert "No cards taught yet." in words_of(client.get(f"{deck}/teach"))
    page = take(photo_of(*["8S"] * 13))
    assert form_of(page)["card"] == ["?"] * 13
    ordered = send(client, deck, "C", form_of(page))
    for shown in (page, ordered):
        assert shown.headers["Cache-Control"] == "no-store"
        assert f"data:image/jpeg;base64,{base64.b64encode(PREVIEW).decode()}" in shown.text
    assert form_of(ordered)["card"] == list(CLUBS)
    assert ordered.text.count('aria-pressed="true"') == 1
    assert taught(store) == []
    saved = send(client, deck, "save", form_of(ordered))
    assert (saved.status_code, saved.location) == (303, f"{deck}/teach")
    assert {("AC", look(0)), ("AC", look(100))} <= set(taught(store))
    assert {card for card, _ in taught(store)} == set(CLUBS)
    words = words_of(client.get(f"{deck}/teach"))
    for said in ("13 of 52 cards taught.", "Clubs: all taught", "Hearts: none taught", "Forget what was taught"):
        assert said in words
    assert "13 of 52 cards taught." in words_of(client.get(deck))
    assert send(client, deck, "forget", {}).status_code == 303
    assert taught(store) == []
    assert "Forget what was taught" not in words_of(client.get(f"{deck}/teach"))


def test_cards_are_named_one_by_one_and_skipped(client: FlaskClient, deck: str, take: Taken, store: Store) -> None:
    form = form_of(take(photo_of("9C", "9C", "9C")))
    assert send(client, deck, "save", {**form, "card": ["QH", "-", "?"]}).status_code == 303
    assert taught(store) == [("QH", look(0)), ("QH", look(100))]
    assert "Hearts: A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, K missing" in words_of(client.get(f"{deck}/teach"))


@pytest.mark.parametrize(
    ("order", "chosen", "filled"),
    [
        ("H", "? - ?", "AH - 2H"),
        ("H", "KS 3H ? ?", "AH 3H 4H 5H"),
        ("-H", "? 9H ?", "KH 9H 8H"),
        ("H", "KH ? ?", "KH ? ?"),
        ("H", "? ? AH", "AH 2H 3H"),
    ],
)
def test_an_order_fills_all_but_what_is_skipped_and_goes_on_after_a_gap(
    client: FlaskClient, deck: str, take: Taken, order: str, chosen: str, filled: str
) -> None:
    form = {**form_of(take(photo_of(*["8S"] * len(chosen.split())))), "card": chosen.split()}
    again = form_of(send(client, deck, order, form))
    assert again["card"] == filled.split()
    assert form_of(send(client, deck, order, again))["card"] == filled.split()


def test_a_wrong_number_of_cards_for_a_suit_is_said(client: FlaskClient, deck: str, take: Taken) -> None:
    words = words_of(send(client, deck, "C", form_of(take(photo_of(*["8S"] * 12)))))
    assert "12 cards found, and ♣ has 13. If one is missing in between" in words
    many = send(client, deck, "C", form_of(take(photo_of(*["8S"] * 14))))
    assert "14 cards found, and ♣ has 13. Skip what isn't a card of it" in words_of(many)
    assert form_of(many)["card"] == [*CLUBS, "?"]
    assert "has 13" not in words_of(send(client, deck, "C", {**form_of(many), "card": ["-", *["?"] * 13]}))


def test_the_same_card_twice_is_not_saved(client: FlaskClient, deck: str, take: Taken, store: Store) -> None:
    form = {**form_of(take(photo_of("8S", "8S", "8S"))), "card": ["9C", "QH", "9C"]}
    answer = send(client, deck, "save", form)
    assert answer.status_code == 422
    assert "Numbers 1 and 3 are both the 9♣. Change one of them." in words_of(answer)
    assert form_of(answer)["card"] == form["card"]
    assert "Choose which cards these are" in words_of(send(client, deck, "save", {**form, "card": ["-", "?", "?"]}))
    assert taught(store) == []


def test_a_photo_that_cannot_be_read_says_so(client: FlaskClient, deck: str, take: Taken) -> None:
    answer = take(Trouble.NO_PHOTO)
    assert answer.status_code == 422
    assert "This file isn't a photo that the app can read. Take another one. " in words_of(answer)
    assert "No cards found" in words_of(take(photo_of()))
    assert "Take a photo first. " in words_of(client.post(f"{deck}/teach/photo"))
    assert client.get(f"{deck}/teach/photo").location == f"{deck}/teach"


def test_a_deck_that_is_not_the_usual_one_says_so(client: FlaskClient, deck: str) -> None:
    assert "new games" not in words_of(client.get(f"{deck}/teach"))
    client.post("/decks", data={"act": "new"})
    second = client.get("/decks").text.split('href="/decks/')[2].split('"')[0]
    assert "Photos are read with the deck that this phone uses for new games." in words_of(
        client.get(f"/decks/{second}/teach")
    )


def test_more_cards_than_a_deck_has_are_cut_off(client: FlaskClient, deck: str, take: Taken) -> None:
    form = form_of(take(photo_of(*["8S"] * (MOST_CARDS + 20))))
    assert len(form["found"]) == MOST_CARDS
    assert send(client, deck, "C", form).status_code == 200
    assert send(client, deck, "C", {name: values * 2 for name, values in form.items()}).status_code == 400


LOOK = base64.b64encode(look(1)).decode()


def forged(numbers: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}e", *numbers)).decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"found": f"1 2 3 4 ? {LOOK[:-4]}"},
        {"found": f"1 2 3 4 ? {LOOK}{LOOK}"},
        {"found": f"1 2 3 4 ? {LOOK} {LOOK} {LOOK}"},
        {"found": "1 2 3 4 ? " + forged([float("nan")] * 64)},
        {"found": "1 2 3 4 ? " + forged([1.0] * 63 + [float("inf")])},
        {"found": f"1 2 3 4 ? {LOOK}\n"},
        {"found": f"1 2 3 1234567 ? {LOOK}"},
        {"found": f"\uff11 2 3 4 ? {LOOK}"},
        {"found": f"1 2 3 4 {LOOK}"},
        {"found": ["1 2 3 4 ?", "1 2 3 4 ?"]},
        {"card": "XX"},
        {"card": ""},
        {"card": []},
        {"size": "1 1 1"},
        {"size": "-1 1"},
        {"size": ""},
        {"preview": '"><script>'},
        {"preview": "A" * 100_004},
        {"act": "burn"},
        {"act": ""},
    ],
)
def test_a_forged_form_is_refused(client: FlaskClient, deck: str, store: Store, fields: dict[str, object]) -> None:
    sound = {"found": f"1 2 3 4 ? {LOOK}", "card": "9C", "size": "1600 1200", "preview": "AAAA"}
    answer = client.post(f"{deck}/teach", data={"act": "save", **sound, **fields}, content_type="multipart/form-data")
    assert answer.status_code == 400
    assert taught(store) == []
    assert client.post(f"{deck}/teach", data={"act": "save", **sound}).status_code == 303


def test_another_phone_finds_nothing(client: FlaskClient, deck: str, take: Taken, store: Store) -> None:
    form = {**form_of(take(photo_of("8S"))), "card": ["9C"]}
    send(client, deck, "save", form)
    stranger = client.application.test_client()
    assert stranger.get(f"{deck}/teach").status_code == 404
    assert send(stranger, deck, "save", form).status_code == 404
    assert send(stranger, deck, "forget", {}).status_code == 404
    photo = {"photo": (io.BytesIO(b"a photo"), "photo.jpg")}
    assert stranger.post(f"{deck}/teach/photo", data=photo).status_code == 404
    assert len(taught(store)) == 2


def test_without_a_reader_there_is_nothing_to_teach(
    client: FlaskClient, deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    assert "Teach this deck" not in words_of(client.get(deck))
    for path in ("teach", "teach/photo"):
        assert client.get(f"{deck}/{path}").status_code == 404
        assert client.post(f"{deck}/{path}").status_code == 404


def test_later_photos_are_read_with_what_the_deck_was_taught(
    client: FlaskClient, deck: str, take: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert form_of(take(photo_of("9C", "KD", "9C", sure=True)))["card"].count("9C") == 1, "a sure guess is chosen once"
    send(client, deck, "save", {**form_of(take(photo_of("8S"))), "card": ["9C"]})
    known: list[Sequence[TaughtLook]] = []

    def read_photo(_body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
        known.append(lessons)
        return PhotoReading((), (), 1600, 1200, PREVIEW)

    monkeypatch.setattr(reader, "read_photo", read_photo)
    form = {"photo": (io.BytesIO(b"a photo"), "photo.jpg")}
    assert client.post("/count/photo", data=form, content_type="multipart/form-data").status_code == 200
    assert known == [(TaughtLook("9C", look(100)), TaughtLook("9C", look(0)))]
