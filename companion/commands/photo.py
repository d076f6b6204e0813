"""The command `read`: the cards of a photo as JSON, or as a hand for a showdown document."""

import sys

from companion.commands.terminal import CommandError
from companion.photo import reader
from companion.photo.files import MAX_BYTES
from companion.photo.reading import LIKELY, Box, CardRead, PhotoError, PhotoReading, Trouble

MOST = MAX_BYTES + 1
"""Bytes to read of a photo: one more than allowed tells that it is too long."""

_TROUBLES = {
    Trouble.TOO_LARGE: "the photo is too large; at most 16 MB and, by format, 12 to 64 million pixels are read",
    Trouble.TOO_SMALL: "the photo is too small for cards to be read",
    Trouble.NO_PHOTO: "this isn't a JPEG, PNG or WebP photo, or it is broken",
    Trouble.BUSY: "other photos are being read; try again",
    Trouble.NOT_HERE: "what reads photos is not here",
}


def reading_document(body: bytes, *, hand: bool) -> dict[str, object]:
    missing = reader.missing()
    if missing:
        raise CommandError(_missing(missing))
    try:
        reading = reader.read_photo(body)
    except PhotoError as error:
        raise CommandError(_TROUBLES[error.trouble]) from error
    cards = [card for card in reading.cards if card.confidence >= LIKELY]
    return _hand(cards) if hand else _document(cards, reading)


def _missing(names: tuple[str, ...]) -> str:
    packages = [name for name in names if name != reader.WEIGHTS.name]
    if packages:
        return f"photos can't be read without {' and '.join(packages)}: {sys.executable} -m pip install numpy pillow"
    return f"photos can't be read here: this installation lacks {reader.WEIGHTS.name}"


def _document(cards: list[CardRead], reading: PhotoReading) -> dict[str, object]:
    read = [
        {
            "card": card.name,
            "confidence": round(card.confidence, 3),
            "second": card.second,
            "box": _box(card.box),
            "meld": card.group,
        }
        for card in cards
    ]
    return {"cards": read, "unread": [{"box": _box(box)} for box in reading.unread]}


def _hand(cards: list[CardRead]) -> dict[str, object]:
    groups: dict[int, list[str]] = {}
    for card in cards:
        if card.group is not None:
            groups.setdefault(card.group, []).append(card.name)
    melds = {number: names for number, names in groups.items() if len(names) >= 3}
    return {"melds": list(melds.values()), "deadwood": [card.name for card in cards if card.group not in melds]}


def _box(box: Box) -> list[int]:
    return [box.x, box.y, box.width, box.height]
