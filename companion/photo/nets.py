"""From the bytes of a photo to its cards: decode it, find corners, read them, and put them together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Self

from companion.photo.cards import UNREADABLE, Calibration, Found, load_calibration, put_apart, put_together
from companion.photo.corners import Corner, Finder, at_scales, find_corners
from companion.photo.image import cut_out, decode, preview
from companion.photo.indices import CARDS, Index, Reader, read_indices
from companion.photo.lessons import Lessons, packed
from companion.photo.melds import groups, in_reading_order
from companion.photo.network import Pixels
from companion.photo.reading import LIKELY, Box, CardRead, DeckPhoto, PhotoReading, TaughtLook, UnnamedCard

SLIM = 0.6
"""Widths of an index for each height, about."""


@dataclass(frozen=True, slots=True)
class Nets:
    finder: Finder
    reader: Reader
    calibration: Calibration

    @classmethod
    def load(cls, path: Path) -> Self:
        return cls(Finder.load(path), Reader.load(path), load_calibration(path))

    def indices_in(self, pixels: Pixels) -> list[Index]:
        return read_indices(self.reader, pixels, find_corners(self.finder, at_scales(pixels)))

    def cards_in(self, pixels: Pixels, lessons: Sequence[TaughtLook] = ()) -> list[Found]:
        indices = self.indices_in(pixels)
        if lessons:
            indices = Lessons.of(lessons).applied(indices)
        return put_together(indices, self.calibration)


@cache
def loaded(weights: Path) -> Nets:
    return Nets.load(weights)


def read(weights: Path, body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
    image = decode(body)
    scale = image.full_width / image.pixels.shape[1]
    found = loaded(weights).cards_in(image.pixels, lessons)
    cards = [card for card in found if card.confidence >= LIKELY]
    return PhotoReading(
        cards=_laid_out(cards, scale, image.pixels),
        unread=tuple(
            _box(card.first.corner, scale)
            for card in found
            if card.confidence < LIKELY and card.first.readable >= UNREADABLE
        ),
        width=image.full_width,
        height=image.full_height,
        preview=preview(image.pixels),
    )


def look_at_deck(weights: Path, body: bytes) -> DeckPhoto:
    image = decode(body)
    scale = image.full_width / image.pixels.shape[1]
    nets = loaded(weights)
    found = put_apart(nets.indices_in(image.pixels), nets.calibration)
    cards = tuple(
        UnnamedCard(
            _box(card.first.corner, scale),
            tuple(packed(index.features) for index in card.indices),
            CARDS[card.best],
            round(card.confidence, 4),
        )
        for card in (found[number] for number in in_reading_order([card.place for card in found]))
    )
    return DeckPhoto(cards, image.full_width, image.full_height, preview(image.pixels))


def _laid_out(cards: Sequence[Found], scale: float, pixels: Pixels) -> tuple[CardRead, ...]:
    places = [card.place for card in cards]
    order = in_reading_order(places)
    together = groups([places[number] for number in order])
    read = [_card(cards[number], group, scale, pixels) for number, group in zip(order, together, strict=True)]
    first = {card.group: number for number, card in reversed(list(enumerate(read))) if card.group is not None}
    return tuple(
        card
        for _, card in sorted(
            enumerate(read), key=lambda one: (one[0] if one[1].group is None else first[one[1].group], one[0])
        )
    )


def _card(card: Found, group: int | None, scale: float, pixels: Pixels) -> CardRead:
    corner = card.first.corner
    read = CardRead(CARDS[card.best], round(card.confidence, 4), CARDS[card.second], _box(corner, scale), group)
    return read if read.sure else replace(read, corner=cut_out(pixels, _box(corner, 1)))


def _box(corner: Corner, scale: float) -> Box:
    """Return the rectangle around an index, however it is turned."""
    across, along = (abs(side) for side in corner.down)
    wide, high = corner.height * (across + along * SLIM), corner.height * (along + across * SLIM)
    return Box(
        round((corner.x - wide / 2) * scale),
        round((corner.y - high / 2) * scale),
        round(wide * scale),
        round(high * scale),
    )
