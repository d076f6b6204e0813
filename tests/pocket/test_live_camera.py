"""The live camera of the pocket edition without a browser: what its worker makes of frames, and what it is told."""

import json
import pickle
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image as Pillow

from companion.photo.reading import Box, CardRead, PhotoReading, TaughtLook, Trouble
from companion.photo.sweep import CornerMark, CornerState, SweepSeen
from companion.pocket import live_reader
from tests.support.photo_browser import Worker, asked, finished, with_fake_browser
from tests.support.photo_reader import PHOTO, WIDTH, reading
from tests.support.photos import written
from tests.support.pocket_page import PocketPage

INSIDE, OUTSIDE = Box(40, 30, 20, 30), Box(40, -90, 20, 30)
FRAME = Pillow.new("RGB", (640, 360), "green")


@pytest.fixture(scope="module")
def worker() -> Worker:
    return with_fake_browser()


class FakeSweep:
    """Sees two sure cards, and one of which it sees too little, in every frame."""

    def __init__(self, _nets: object, lessons: Sequence[TaughtLook], _wanted: int) -> None:
        self.lessons = lessons

    def look(self, _picture: object, _seconds: float) -> SweepSeen:
        marks = [
            CornerMark(50, 45, 30, name, state)
            for name, state in (("9C", CornerState.SEEN), ("10H", CornerState.DOUBTED), ("", CornerState.NEW))
        ]
        return SweepSeen(tuple(marks), 2, complete=True)

    def reading(self) -> PhotoReading:
        cards = (
            CardRead("9C", 0.99, "9S", INSIDE, 0),
            *(CardRead("10H", 0.7, "10D", box, 0) for box in (INSIDE, OUTSIDE)),
        )
        return PhotoReading(cards, (), *FRAME.size, b"")


def begun(worker: Worker, wanted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_reader, "Sweep", FakeSweep)
    worker[0].begin_live(pickle.dumps(((), wanted)))


@pytest.mark.parametrize(
    ("size", "looked_at"),
    [((1280, 720), [1280, 720]), ((2160, 3840), [720, 1280]), ((1, 1), [1, 1]), ((16_000, 3), [1280, 1])],
)
def test_a_frame_is_looked_at_within_bounds(size: tuple[int, int], looked_at: list[int], worker: Worker) -> None:
    worker[0].begin_live(pickle.dumps(((), 11)))
    shown = json.loads(worker[0].look(Pillow.new("RGB", size, "green"), 0.0))
    assert shown == {
        "size": looked_at,
        "marks": [],
        "line": "Hold the phone over the cards.",
        "take": "",
        "complete": False,
    }


@pytest.mark.parametrize(
    ("wanted", "line", "complete"), [(3, "2 of 3", True), (0, "2 cards", False)], ids=["so many", "any number"]
)
def test_each_card_is_marked_and_counted_and_a_hand_of_any_number_is_never_complete(
    wanted: int, line: str, complete: bool, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(worker, wanted, monkeypatch)
    shown = json.loads(worker[0].look(FRAME, 0.0))
    assert [(mark["state"], mark["word"]) for mark in shown["marks"]] == [
        ("seen", "9♣"),
        ("doubted", "10♥?"),
        ("new", ""),
    ]
    assert (shown["line"], shown["take"], shown["complete"]) == (line, "Take these 2", complete)


def test_the_photo_of_what_was_taken_is_answered_with_it_and_no_other_photo_is(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(worker, 3, monkeypatch)
    worker[0].look(FRAME, 0.0)
    assert asked(worker, b"") == Trouble.NO_PHOTO
    photo = finished(worker[0].take())
    taken = asked(worker, photo)
    assert [(card.name, bool(card.corner)) for card in taken.cards] == [("9C", False), ("10H", True), ("10H", False)]
    assert (taken.width, taken.height) == FRAME.size
    for picture, size in ((photo, FRAME.size), (taken.preview, (480, 270))):
        with Pillow.open(BytesIO(picture)) as opened:
            assert (opened.format, opened.size) == ("JPEG", size)
    with Pillow.open(BytesIO(photo)) as frame:
        other = written(frame, "JPEG")
    assert not asked(worker, other).cards


def test_cards_beyond_the_last_frame_are_counted_and_not_marked(pocket: PocketPage) -> None:
    seen = reading("5C 6C 7C/7S ??")
    beyond = [replace(card, box=replace(card.box, x=card.box.x + WIDTH)) for card in seen.cards[1:]]
    pocket.said = pickle.dumps(replace(seen, cards=(seen.cards[0], *beyond)))
    pocket.open("count?game=gin-rummy")
    assert "3 of 10" in pocket.post("count/photo?game=gin-rummy", {}, {"photo": PHOTO})
    assert pocket.html.count('<rect class="') == len(["5C", "??"])


def test_the_camera_learns_what_the_deck_was_taught_and_how_many_cards_are_wanted(pocket: PocketPage) -> None:
    pocket.open("count?game=gin-rummy")
    assert "/app/camera?wanted=10" in pocket.html
    pocket.open("camera?wanted=10")
    assert pickle.loads(pocket.content) == ((), 10)  # noqa: S301 - our own
    assert pocket.headers["cache-control"] == "no-store"
