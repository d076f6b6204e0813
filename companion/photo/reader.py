"""The way in: whether photos can be read here, and reading one. numpy and Pillow are loaded with the first photo."""

from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from companion.photo.reading import Box, PhotoError, PhotoReading, Trouble

WEIGHTS = Path(__file__).with_name("weights.npz")
WAIT = 10.0
"""Seconds that a photo waits for the others before it."""

_one_at_a_time = Lock()


def missing() -> tuple[str, ...]:
    """Name what reading photos lacks here: packages, or the file of weights."""
    packages = (name for module, name in (("numpy", "numpy"), ("PIL", "Pillow")) if not _is_installed(module))
    return (*packages, *(() if WEIGHTS.is_file() else (WEIGHTS.name,)))


def is_available() -> bool:
    """Return whether photos can be read here."""
    return not missing()


def read_photo(body: bytes) -> PhotoReading:
    """Return the cards of a photo; `PhotoError` if it is none, or the photos before it take too long."""
    from companion.photo.image import decode, preview

    read_cards = import_module("companion.photo.cards").read_cards  # comes with the weights

    if not _one_at_a_time.acquire(timeout=WAIT):
        raise PhotoError(Trouble.BUSY)
    try:
        image = decode(body)
        cards, unread = read_cards(image.pixels)
        scale = image.full_width / image.pixels.shape[1]
        return PhotoReading(
            tuple(replace(card, box=_enlarged(card.box, scale)) for card in cards),
            tuple(_enlarged(box, scale) for box in unread),
            image.full_width,
            image.full_height,
            preview(image.pixels),
        )
    finally:
        _one_at_a_time.release()


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


def _enlarged(box: Box, scale: float) -> Box:
    return Box(*(round(side * scale) for side in (box.x, box.y, box.width, box.height)))
