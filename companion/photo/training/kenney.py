"""Kenney's faces, whose indices are found by their ink."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from companion.photo.indices import CARDS
from companion.photo.training.arrays import Points, box_points
from companion.photo.training.faces import WIDE, Face, FaceIndex
from companion.photo.training.kennard import on_white

NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
EDGE = 8
"""Pixels at the edge of a face that are its border."""


def kenney_deck(folder: Path) -> dict[str, Face]:
    """Return his faces."""
    return {card: _face(folder / f"card{NAMES[card[-1]]}{card[:-1]}.png", card) for card in CARDS}


def _face(path: Path, card: str) -> Face:
    drawn = Image.open(path).convert("RGBA")
    high = round(WIDE * drawn.height / drawn.width)
    picture = on_white(drawn.resize((WIDE, high), Image.Resampling.BICUBIC))
    box = _index(picture[EDGE : round(high * 0.32), EDGE : round(WIDE * 0.258)].astype(int)) + EDGE
    return Face(picture, [FaceIndex(card, box), FaceIndex(card, np.array([WIDE, high]) - box)], card)


def _index(corner: np.ndarray) -> Points:
    """Return the box around what is inked in a corner and does not reach out of it."""
    inked = ((np.ptp(corner, axis=2) > 60) | (corner.min(2) < 140)).astype(np.uint8)
    _, _, found, _ = cv2.connectedComponentsWithStats(inked, connectivity=8)
    left, top, wide, high, size = found[1:].T  # the first is what is not inked
    right, bottom = left + wide, top + high
    kept = (size > 40) & (right < corner.shape[1]) & (bottom < corner.shape[0])
    return box_points(left[kept].min(), top[kept].min(), right[kept].max(), bottom[kept].max())
