"""The reader of photos as a worker of the pocket edition runs it, with a browser that is played."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from companion.photo import nets, reader
from companion.photo import reading as reading_module
from companion.photo.image import decode
from companion.photo.nets import Photo
from companion.photo.reading import DeckPhoto, PhotoReading, TaughtLook, Trouble
from tests.support.photo_browser import Worker, asked, with_fake_browser
from tests.support.photos import exif, jpeg_scans, png, written

HANDS = sorted((Path(__file__).parents[1] / "photo" / "hands").glob("*.jpg"))
NEAR = 0.002
"""Confidences of numpy and of the kernel differ at most by this."""

ALIKE = 12
"""Two pictures shrunk in two ways differ by less than this of 255; quite different ones by 40 and more."""


@pytest.fixture(scope="module")
def worker() -> Worker:
    return with_fake_browser()


def size(picture: bytes) -> tuple[int, int]:
    with Pillow.open(BytesIO(picture)) as opened:
        assert opened.format == "JPEG"
        return opened.size


def pixels(picture: bytes) -> NDArray[np.int64]:
    with Pillow.open(BytesIO(picture)) as opened:
        return np.asarray(opened).astype(np.int64)


def bare(reading: PhotoReading) -> PhotoReading:
    """Return a reading without its pictures, and without what the two engines compute a little differently."""
    cards = (replace(card, corner=b"", confidence=round(card.confidence, 1)) for card in reading.cards)
    return replace(reading, preview=b"", cards=tuple(cards))


@pytest.mark.parametrize("photo", HANDS[:2], ids=lambda photo: photo.stem)
def test_a_hand_is_read_as_on_a_server(photo: Path, worker: Worker) -> None:
    body = photo.read_bytes()
    expected, reading = reader.read_photo(body), asked(worker, body)
    assert bare(reading) == bare(expected)
    assert size(reading.preview) == size(expected.preview)
    for card, other in zip(reading.cards, expected.cards, strict=True):
        assert card.confidence == pytest.approx(other.confidence, abs=NEAR)


def test_the_corner_of_an_unsure_card_is_shown(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "SURE", 1.1)
    body = HANDS[0].read_bytes()
    expected, reading = reader.read_photo(body), asked(worker, body)
    assert len(reading.cards) >= 10
    for card, other in zip(reading.cards, expected.cards, strict=True):
        assert size(card.corner) == size(other.corner)
        assert np.abs(pixels(card.corner) - pixels(other.corner)).mean() < ALIKE
    assert np.abs(pixels(reading.preview) - pixels(expected.preview)).mean() < ALIKE


def test_a_taught_deck_is_read_by_what_it_was_taught(worker: Worker) -> None:
    body = HANDS[1].read_bytes()
    expected, deck = reader.look_at_deck(body), asked(worker, body, None)
    assert isinstance(deck, DeckPhoto)
    assert [(card.box, card.guess, len(card.looks)) for card in deck.cards] == [
        (card.box, card.guess, len(card.looks)) for card in expected.cards
    ]
    assert size(deck.preview) == size(expected.preview)
    ace = [card for card in deck.cards if card.guess == "AH"]
    assert ace
    lessons = [TaughtLook("2S", look) for card in ace for look in card.looks]
    assert {card.name for card in asked(worker, body, lessons).cards} ^ {card.guess for card in deck.cards} == {
        "AH",
        "2S",
    }


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(10))
def test_a_photo_is_turned_as_the_camera_says(
    orientation: int, kind: str, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(_: object, photo: Photo[object], _lessons: object) -> PhotoReading:
        return PhotoReading((), (), photo.full_width, photo.full_height, photo.preview())

    monkeypatch.setattr(nets, "read", look)
    noise = np.random.default_rng(1).integers(0, 255, (96, 160, 3), dtype=np.uint8)
    body = written(Pillow.fromarray(noise), kind, lossless=True, exif=b"Exif\0\0" + exif(orientation))
    expected, reading = decode(body), asked(worker, body)
    assert np.array_equal(worker[1].sheet, expected.pixels)
    assert (reading.width, reading.height) == (expected.full_width, expected.full_height)


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        (b"", Trouble.NO_PHOTO),
        (b"<!doctype html>", Trouble.NO_PHOTO),
        (png(4_001, 4_000, b""), Trouble.TOO_LARGE),
        (jpeg_scans(64, 64, 5_000), Trouble.TOO_LARGE),
        (png(4_000, 100, b""), Trouble.TOO_SMALL),
    ],
    ids=["nothing", "a page", "many pixels", "many scans", "narrow"],
)
def test_what_the_server_refuses_never_reaches_the_browser(body: bytes, trouble: Trouble, worker: Worker) -> None:
    worker[1].opened.clear()
    assert asked(worker, body) == trouble
    assert not worker[1].opened


def test_what_the_browser_cannot_decode_is_no_photo(worker: Worker) -> None:
    whole = HANDS[0].read_bytes()
    assert asked(worker, whole[: len(whole) // 2]) == Trouble.NO_PHOTO
    assert asked(worker, png(100, 100, b"")) == Trouble.NO_PHOTO


def test_a_picture_of_another_size_than_was_weighed_is_no_photo(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def other(_body: bytes, _kind: str) -> Pillow.Image:
        return Pillow.new("RGB", (5_000, 5_000))

    monkeypatch.setattr(worker[1], "open", other)
    assert asked(worker, HANDS[0].read_bytes()) == Trouble.NO_PHOTO


def test_a_photo_for_which_there_is_no_memory_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = with_fake_browser()
    monkeypatch.setattr(worker[1], "call", lambda name, *_: pytest.fail(name) if name != "reach" else 0)
    with Pillow.open(HANDS[0]) as hand:
        large = written(hand.resize((1600, 1600)), "PNG")
    assert asked(worker, large) == Trouble.TOO_LARGE
