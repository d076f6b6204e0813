"""Counting a hand for practice, typed, tapped or by a photo, of which the address keeps the cards and what is open."""

import io
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.photo import reader
from companion.photo.reading import Trouble
from tests.support.pages import says, words_of
from tests.support.photo_reader import PHOTO, FakeReader
from tests.support.showdown_table import HTMX

TICKED = "/count?card=5C&card=6C&card=7C&card=QH&card=7D&card=9C&card=9D&card=9S&card=AC&card=2D&card=3S"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/count", "Tap the cards of a hand."),
        (f"{TICKED}&first=3&second=4", "Can knock: 6 is within the limit of 7."),
        (f"{TICKED}&first=1&second=1", "Can't knock: 11 is 9 over the limit of 2."),
        (TICKED, "Enter the dice to see whether it can knock."),
        ("/count?typed=&hand=567c&game=knock-rummy", "No deadwood."),
        ("/count?typed=&hand=568c&first=6&second=6", "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ("/count?typed=&hand=a-kc+a-kd+a-2h", "No hand has more than 27 cards, and here are 28."),
        ("/count?typed=&hand=5x", "5x isn't a card"),
        ("/count?typed=&hand=ah3s5c7d&deck=made-up", "stash"),
        ("/count?typed=&hand=5-8c+8dh", "Best layout: 0"),
        ("/count?typed=&deck=made-up&first=1&second=2&hand=acdhs+2cdhs", "All eight gems: Gem Parts."),
        ("/count?card=XX&first=9&deck=7&game=chess", "Tap the cards of a hand."),
    ],
)
def test_a_hand_is_counted(client: FlaskClient, address: str, said: str) -> None:
    assert said in words_of(client.get(address))


def send(client: FlaskClient, query: str, headers: dict[str, str] | None = None) -> TestResponse:
    data = {"photo": (io.BytesIO(PHOTO), "IMG_1.jpg")}
    return client.post(f"/count/photo?{query}", data=data, content_type="multipart/form-data", headers=headers)


def test_what_cannot_be_read_is_said_and_the_hand_stays(client: FlaskClient, camera: FakeReader) -> None:
    camera.trouble = Trouble.NO_PHOTO
    page = send(client, "card=KS")
    says(page, "isn't a photo", status=422)
    boxes = re.findall(r'<input type="checkbox"(.*?)>', page.text, re.DOTALL)
    assert re.findall(r'value="(\w+)"', " ".join(box for box in boxes if "checked" in box)) == ["KS"]
    assert send(client, "card=KS", HTMX).mimetype == "text/plain"
    camera.trouble, camera.table = None, "5C"
    wrong = send(client, "typed=&hand=KS+KS")
    assert wrong.status_code == 422
    assert 'value="KS KS"' in wrong.text


def test_without_a_reader_there_is_no_camera(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    assert "photo" not in client.get("/count").text
    assert send(client, "card=KS").status_code == 404
