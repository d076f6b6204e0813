"""Read photos where numpy and Pillow are: Pillow decodes them, numpy computes the nets."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.photo import nets
from companion.photo.image import decode
from companion.photo.nets import Nets
from companion.photo.reading import DeckPhoto, PhotoReading, TaughtLook
from companion.photo.with_numpy import Floats, Pixels, WithNumpy


@cache
def loaded(weights: Path) -> Nets[Pixels, Floats]:
    return Nets.load(weights.read_bytes(), WithNumpy())


def read(weights: Path, body: bytes, lessons: Sequence[TaughtLook] = ()) -> PhotoReading:
    image = decode(body)
    return nets.read(loaded(weights), image, lessons)


def look_at_deck(weights: Path, body: bytes) -> DeckPhoto:
    image = decode(body)
    return nets.look_at_deck(loaded(weights), image)
