"""From a decoded photo to its cards: find corners, read them, and put them together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self

from companion.photo.arithmetic import Arithmetic, Numbers, P_co, Picture
from companion.photo.cards import UNREADABLE, Calibration, Found, put_apart, put_together
from companion.photo.corners import Corner, Finder, find_corners
from companion.photo.indices import CARDS, Index, Reader, read_indices
from companion.photo.lessons import Lessons, packed
from companion.photo.melds import groups, in_reading_order
from companion.photo.reading import LIKELY, Box, CardRead, DeckPhoto, PhotoReading, TaughtLook, UnnamedCard
from companion.photo.weights import read_weights

SLIM = 0.6
"""Widths of an index for each height, about."""


class Photo(Protocol[P_co]):
    """A decoded photo."""

    @property
    def pixels(self) -> P_co: ...
    @property
    def width(self) -> int:
        """Return the width of the pixels."""

    @property
    def full_width(self) -> int:
        """Return the width of the upright photo that was sent."""

    @property
    def full_height(self) -> int: ...
    def preview(self) -> bytes:
        """Return it as a small JPEG without metadata."""

    def cut_out(self, box: Box) -> bytes:
        """Return what a box of it shows, with some of what is around it, as a small JPEG."""


@dataclass(frozen=True, slots=True)
class Nets(Generic[Picture, Numbers]):
    finder: Finder[Picture, Numbers]
    reader: Reader[Picture, Numbers]
    calibration: Calibration

    @classmethod
    def load(cls, file: bytes, arithmetic: Arithmetic[Picture, Numbers]) -> Self:
        weights = read_weights(file)
        calibration = Calibration(weights["calibration"].numbers())
        return cls(Finder.load(weights, arithmetic), Reader.load(weights, arithmetic), calibration)

    def indices_in(self, picture: Picture) -> list[Index]:
        return read_indices(self.reader, picture, find_corners(self.finder, picture))

    def cards_in(self, picture: Picture, lessons: Sequence[TaughtLook] = ()) -> list[Found]:
        indices = self.indices_in(picture)
        if lessons:
            indices = Lessons.of(lessons).applied(indices)
        return put_together(indices, self.calibration)


def read(nets: Nets[Picture, Numbers], photo: Photo[Picture], lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
    scale = photo.full_width / photo.width
    found = nets.cards_in(photo.pixels, lessons)
    cards = [card for card in found if card.confidence >= LIKELY]
    return PhotoReading(
        cards=laid_out(cards, lambda card, group: _card(card, group, scale, photo)),
        unread=tuple(
            boxed(card.first.corner, scale)
            for card in found
            if card.confidence < LIKELY and card.first.readable >= UNREADABLE
        ),
        width=photo.full_width,
        height=photo.full_height,
        preview=photo.preview(),
    )


def look_at_deck(nets: Nets[Picture, Numbers], photo: Photo[Picture]) -> DeckPhoto:
    scale = photo.full_width / photo.width
    found = put_apart(nets.indices_in(photo.pixels), nets.calibration)
    cards = tuple(
        UnnamedCard(
            boxed(card.first.corner, scale),
            tuple(packed(index.features) for index in card.indices),
            CARDS[card.best],
            round(card.confidence, 4),
        )
        for card in (found[number] for number in in_reading_order([card.place for card in found]))
    )
    return DeckPhoto(cards, photo.full_width, photo.full_height, photo.preview())


def laid_out(cards: Sequence[Found], read_as: Callable[[Found, int | None], CardRead]) -> tuple[CardRead, ...]:
    """Return cards in reading order, group by group; `read_as` gets the group of each."""
    places = [card.place for card in cards]
    order = in_reading_order(places)
    together = groups([places[number] for number in order])
    read = [read_as(cards[number], group) for number, group in zip(order, together, strict=True)]
    first = {card.group: number for number, card in reversed(list(enumerate(read))) if card.group is not None}
    return tuple(
        card
        for _, card in sorted(
            enumerate(read), key=lambda one: (one[0] if one[1].group is None else first[one[1].group], one[0])
        )
    )


def _card(card: Found, group: int | None, scale: float, photo: Photo[Picture]) -> CardRead:
    corner = card.first.corner
    read = CardRead(CARDS[card.best], round(card.confidence, 4), CARDS[card.second], boxed(corner, scale), group)
    return read if read.sure else replace(read, corner=photo.cut_out(boxed(corner, 1)))


def boxed(corner: Corner, scale: float) -> Box:
    """Return the rectangle around an index, however it is turned."""
    across, along = (abs(side) for side in corner.down)
    wide, high = corner.height * (across + along * SLIM), corner.height * (along + across * SLIM)
    return Box(
        round((corner.x - wide / 2) * scale),
        round((corner.y - high / 2) * scale),
        round(wide * scale),
        round(high * scale),
    )
