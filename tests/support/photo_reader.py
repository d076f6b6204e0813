"""Photos without a camera: a reader that finds what a test says, in the notation of a table.

5C 6C 7C | 9D | QC QH/QS ??     a group of three, a card alone, a Queen of hearts or of spades, a corner not read

python -m tests.support.photo_reader 8123 FOLDER      serve until stopped, reading every JPEG as a hand of eleven
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.photo import reader
from companion.photo.reading import (
    LOOK_BYTES,
    Box,
    CardRead,
    DeckPhoto,
    PhotoError,
    PhotoReading,
    TaughtLook,
    Trouble,
    UnnamedCard,
)
from companion.web.server import options, serve
from companion.web.server.gate import Gate
from tests.support.server import HOST, Served, free_port, running

WIDTH, HEIGHT = 1600, 1200
PREVIEW = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc0000b080001000101011100ffc400"
    "14000100000000000000000000000000000009ffc40014100100000000000000000000000000000000ffda0008010100003f00547fffd9"
)
"""A gray JPEG of one pixel."""
PHOTO = b"\xff\xd8\xff a photo of cards, secret by its nature \xff\xd9"


def reading(table: str, preview: bytes = PREVIEW) -> PhotoReading:
    cards, unread = [], []
    left = 40
    for place, group in enumerate(table.split("|")):
        names = group.split()
        for name in names:
            box = Box(left, 300 + 40 * (place % 5), 40, 70)
            left += 90
            first, _, second = name.partition("/")
            if name == "??":
                unread.append(box)
                continue
            other = second or ("AS" if first != "AS" else "AC")
            together = place if names[1:] else None
            cards.append(CardRead(first, 0.7 if second else 0.98, other, box, together, preview if second else b""))
    return PhotoReading(tuple(cards), tuple(unread), WIDTH, HEIGHT, preview)


WHOLE = "5C 6C 7C | QC QD QH | 9C 9D 9S | AC | 2D"
IN_WORDS = b"TABLE "
"""What no browser takes for a picture, so that it is sent as it is."""
HELD = b"HELD "
"""Before the path of a pipe: the photo is read once somebody writes there."""


def read_anything(body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
    """Read what a file says in words, and from any real JPEG a hand of eleven."""
    if body.startswith(HELD):
        pipe, _, body = body.removeprefix(HELD).partition(b"\n")
        Path(pipe.decode()).read_bytes()
    if body.startswith(IN_WORDS):
        return reading(body.removeprefix(IN_WORDS).decode())
    if body.startswith(b"\xff\xd8"):
        return reading(WHOLE, body)
    assert not lessons
    raise PhotoError(Trouble.NO_PHOTO)


def look_at_suit(body: bytes) -> DeckPhoto:
    """Find thirteen cards in a row in whatever is sent."""
    assert body
    cards = (
        UnnamedCard(Box(40 + 115 * place, 400, 40, 70), (bytes([place]) * LOOK_BYTES,), "AC", 0.3)
        for place in range(13)
    )
    return DeckPhoto(tuple(cards), WIDTH, HEIGHT, PREVIEW)


def worker() -> Gate:
    reader.is_available = lambda: True
    reader.read_photo = read_anything
    reader.look_at_deck = look_at_suit
    return serve.worker()


@contextmanager
def serving_photos(folder: Path) -> Iterator[Served]:
    port = free_port()
    with running([sys.executable, "-m", "tests.support.photo_reader", str(port), str(folder)], port, folder) as served:
        yield served


class FakeReader:
    """Returns the cards it was given, and remembers the photos it got."""

    def __init__(self) -> None:
        self.table = ""
        self.trouble: Trouble | None = None
        self.sent: list[bytes] = []

    def read(self, body: bytes) -> PhotoReading:
        self.sent.append(body)
        if self.trouble is not None:
            raise PhotoError(self.trouble)
        return reading(self.table)


def with_reader(monkeypatch: pytest.MonkeyPatch, read: Callable[[bytes], PhotoReading]) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: True)
    monkeypatch.setattr(reader, "read_photo", lambda body, _lessons=(): read(body))


if __name__ == "__main__":
    _port, _folder = sys.argv[1:]
    serve.serve(options.ServeOptions(HOST, int(_port), Path(_folder)), "tests.support.photo_reader:worker")
