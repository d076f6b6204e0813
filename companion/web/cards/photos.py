"""Photos of cards that a form sends: read, shown once with each card marked, and forgotten.

A photo lives in the memory of its request and in its answer. It is in no store and in no log.
"""

import base64
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import Response, abort, request

from companion.photo import reader
from companion.photo.reading import LIKELY, Box, CardRead, DeckPhoto, PhotoError, PhotoReading, Trouble
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.entry import UnsureCard
from companion.rules.rummy.photo_entry import Seen
from companion.store.decks import lessons_for
from companion.web.current_store import current_store
from companion.web.security.phone import current_phone
from companion.web.security.rate_limits import has_sent_too_many_photos
from companion.wording import photos as wording
from companion.wording.cards import card_word

Result = TypeVar("Result")

FIELD = "photo"
PICTURE = "data:image/jpeg;base64,"
"""What the source of a picture within its page begins with."""
MOST_AT_A_TIME = 2
"""Photos in a process, being read or waiting for that: another one would take the last threads from everyone's taps."""
RETRY_AFTER = 2
"""Seconds after which a photo is worth sending again when others are being read."""
_places = threading.BoundedSemaphore(MOST_AT_A_TIME)
_STATUS = {Trouble.BUSY: 503, Trouble.NOT_HERE: 503, Trouble.TOO_LARGE: 413}
MARGIN = 0.35
"""What a mark leaves free around an index, as a part of its height."""


class PhotoRefusedError(Exception):
    """A photo that is not read, and why."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a card was found in a photo, or a corner that can't be read."""

    kind: str
    x: int
    y: int
    width: int
    height: int
    label: str
    """What stands beside it; empty for a card that is sure."""


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo as its answer shows it: small, each card marked."""

    source: str
    """The picture itself, as a data URI."""
    width: int
    height: int
    marks: tuple[Mark, ...]
    alt: str
    words: tuple[tuple[str, str], ...]
    """What each kind of mark stands for."""
    corners: tuple[tuple[str, str], ...]
    """What the unsure cards look like: each guess, and its corner as a data URI."""


def read_sent_photo(game: str | None = None) -> PhotoReading:
    """Read the photo in the form, with what its deck was taught; raise PhotoRefusedError if it can't be read."""
    phone = current_phone()
    lessons = lessons_for(current_store(), phone.id if phone else None, game)
    return _sent(lambda body: reader.read_photo(body, lessons))


def look_at_sent_deck() -> DeckPhoto:
    """Find the cards in the form's photo of a deck; raise PhotoRefusedError if it can't be read."""
    return _sent(reader.look_at_deck)


def _sent(read: Callable[[bytes], Result]) -> Result:
    if not reader.is_available():
        abort(404, wording.NO_READER)
    body = request.files[FIELD].read() if FIELD in request.files else b""
    if not body:
        raise PhotoRefusedError(wording.NO_PHOTO_SENT)
    if not _places.acquire(blocking=False):
        raise PhotoRefusedError(wording.TROUBLES[Trouble.BUSY], _STATUS[Trouble.BUSY])
    try:
        if has_sent_too_many_photos():
            raise PhotoRefusedError(wording.TOO_MANY_PHOTOS, 429)
        return read(body)
    except PhotoError as error:
        raise PhotoRefusedError(wording.TROUBLES[error.trouble], _STATUS.get(error.trouble, 422)) from None
    finally:
        _places.release()


def groups_of(reading: PhotoReading) -> tuple[tuple[Seen, ...], ...]:
    """Return the cards of a photo in groups as they lie, in their order."""
    groups: dict[int, list[Seen]] = {}
    for place, read in enumerate(_shown(reading)):
        seen = Seen(CARDS_BY_NAME[read.name], CARDS_BY_NAME.get(read.second), sure=read.sure)
        groups.setdefault(-place - 1 if read.group is None else read.group, []).append(seen)
    return tuple(map(tuple, groups.values()))


def _shown(reading: PhotoReading) -> list[CardRead]:
    return [read for read in reading.cards if read.confidence >= LIKELY and read.name in CARDS_BY_NAME]


def view_photo(reading: PhotoReading) -> PhotoView:
    """Return a photo with its marks."""
    seen = [seen for group in groups_of(reading) for seen in group]
    sure = [card.card for card in seen if card.sure]
    doubts = [UnsureCard(card.card, card.second) for card in seen if not card.sure]
    marks = [
        mark("sure" if read.sure else "unsure", read.box, _label(read))
        for read in _shown(reading)
        if reading.shows(read.box)
    ]
    marks += [mark("unread", box, "?") for box in reading.unread if reading.shows(box)]
    kinds = ("sure", "unsure", "unread")
    words = zip(kinds, wording.photo_words(len(sure), len(doubts), len(reading.unread)), strict=True)
    return PhotoView(
        source=_source(reading.preview),
        width=reading.width,
        height=reading.height,
        marks=tuple(marks),
        alt=wording.photo_alt(sure, doubts, len(reading.unread)),
        words=tuple((kind, said) for kind, said in words if said),
        corners=_corners([read for read in _shown(reading) if read.corner]),
    )


def _corners(unsure: Sequence[CardRead]) -> tuple[tuple[str, str], ...]:
    """Return the corner for each guess that a question may begin with: first guesses come before second ones."""
    guesses = [*((read.name, read) for read in unsure), *((read.second, read) for read in unsure)]
    corners: dict[str, str] = {}
    for name, read in guesses:
        corners.setdefault(name, _source(read.corner))
    return tuple(corners.items())


def _source(picture: bytes) -> str:
    return PICTURE + base64.b64encode(picture).decode()


def _label(read: CardRead) -> str:
    return "" if read.sure else f"{card_word(CARDS_BY_NAME[read.name])}?"


def mark(kind: str, box: Box, label: str) -> Mark:
    """Return the mark around an index."""
    margin = round(MARGIN * box.height)
    return Mark(kind, box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin, label)


def not_stored(answer: Response) -> Response:
    """Have nobody keep an answer that has a photo in it."""
    answer.headers["Cache-Control"] = "no-store"
    return answer


def refuse(refused: PhotoRefusedError) -> Response:
    """Answer a script with the sentence alone: the page stays as it is."""
    answer = Response(refused.sentence, refused.status, mimetype="text/plain")
    if refused.status == _STATUS[Trouble.BUSY]:
        answer.headers["Retry-After"] = str(RETRY_AFTER)
    return not_stored(answer)
