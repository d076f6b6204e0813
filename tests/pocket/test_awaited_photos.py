"""Photos in the app of the pocket edition: asked of another worker, and answered with what that one said."""

import pickle
import struct

import pytest

from companion.photo import reader
from companion.photo.reading import Box, DeckPhoto, TaughtLook, Trouble, UnnamedCard
from tests.support.pages import value_of
from tests.support.photo_reader import PHOTO, PREVIEW, reading
from tests.support.pocket_page import PocketPage

COUNTED = "count?game=gin-rummy&card=KS"


def photograph(pocket: PocketPage, shows: object) -> str:
    """Count a hand with the King of spades and what a photo shows; return the words of the page."""
    pocket.said = shows if isinstance(shows, bytes | str) and not isinstance(shows, Trouble) else pickle.dumps(shows)
    pocket.open(COUNTED)
    return pocket.post(COUNTED.replace("count", "count/photo"), {}, {"photo": PHOTO})


def test_cards_of_a_photo_are_counted_with_those_that_are_there(pocket: PocketPage) -> None:
    words = photograph(pocket, reading("5C 6C 7C/7S | QC QD QH"))
    assert "6 of 10" in words
    assert "It's the 7 of clubs" in pocket.html
    assert pocket.headers["cache-control"] == "no-store"
    assert [pickle.loads(question) for question in pocket.asked] == [(PHOTO, ())]  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        (Trouble.NO_PHOTO, 422, "This file isn't a photo that the app can read."),
        (Trouble.TOO_LARGE, 413, "This photo is too large."),
        (Trouble.TOO_SMALL, 422, "This picture is too small"),
        (b"", 503, "The first photo needs a connection: 1 MB is downloaded once."),
        ("RangeError: out of memory", 500, "Something went wrong"),
    ],
)
def test_what_was_not_read_is_said_and_changes_nothing(
    pocket: PocketPage, said: object, status: int, sentence: str
) -> None:
    words = photograph(pocket, said)
    assert (pocket.status, sentence in words) == (status, True), words
    assert status == 500 or 'value="KS" checked' in " ".join(pocket.html.split())
    assert "7 of 10" in photograph(pocket, reading("5C 6C 7C | QC QD QH"))


def test_without_a_photo_nobody_is_asked(pocket: PocketPage) -> None:
    pocket.open(COUNTED)
    assert "Take a photo first" in pocket.post("count/photo", {}, {"photo": b""})
    assert not pocket.asked


def test_a_deck_is_taught_and_what_it_was_taught_goes_along(pocket: PocketPage) -> None:
    pocket.open("decks")
    pocket.post("decks/made-up", {})
    look = struct.pack("<64e", *[0.5] * 64)
    pocket.said = pickle.dumps(DeckPhoto((UnnamedCard(Box(40, 400, 40, 70), (look,), "AC", 0.3),), 1600, 1200, PREVIEW))
    pocket.open("decks/1/teach")
    pocket.post("decks/1/teach/photo", {}, {"photo": PHOTO})
    assert pickle.loads(pocket.asked.pop()) == (PHOTO, None)  # noqa: S301 - our own
    kept = {name: value_of(pocket.html, name) for name in ("found", "size", "preview")}
    assert "1 of 52 cards taught." in pocket.post("decks/1/teach", {**kept, "act": "save", "card": "9S"})
    assert "2 of 10" in photograph(pocket, reading("9S"))
    assert pickle.loads(pocket.asked.pop()) == (PHOTO, (TaughtLook("9S", look),))  # noqa: S301 - our own


def test_only_while_the_app_answers_photos_are_read_elsewhere(
    pocket: PocketPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "missing", lambda: ("numpy",))
    pocket.open(COUNTED)
    assert 'id="photo-file"' in pocket.html
    assert not reader.is_available()
