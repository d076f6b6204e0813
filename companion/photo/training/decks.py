"""Decks that nobody prints: fonts, pips, colors, proportions and courts by chance."""

import cv2
import numpy as np

from companion.photo.indices import SUITS
from companion.photo.training.arrays import Color, Picture, any_color, box_points
from companion.photo.training.bodies import Bodies
from companion.photo.training.faces import WIDE, Face, FaceIndex
from companion.photo.training.figures import polygon
from companion.photo.training.glyphs import Letters, Strokes, as_high, ink, resized, weighted
from companion.photo.training.pips import FINE, pip_mask
from companion.photo.training.styles import Style

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of a face."""


class DrawnDeck:
    """A deck made up by chance; each face is drawn when it is first asked for."""

    def __init__(self, name: str, letters: Letters | Strokes, pick: np.random.Generator, courts: list[Picture]) -> None:
        self.name = name
        self.letters = letters
        self.pick = pick
        self.style = Style.by_chance(pick)
        self.pips = {suit: pip_mask(suit, pick) for suit in SUITS}
        self.bodies = Bodies(self.style, letters, self.pips, courts)
        self.faces: dict[str, Face] = {}

    def face(self, card: str) -> Face:
        """Return a card's face."""
        if card not in self.faces:
            self.faces[card] = self._draw(card)
        return self.faces[card]

    def _draw(self, card: str) -> Face:
        picture = np.empty((round(WIDE * self.style.proportions.ratio), WIDE, 3), np.float32)
        picture[:] = self.style.colors.paper
        self.bodies.draw(picture, card, self.pick)
        size = np.array([WIDE, picture.shape[0]])
        indices = []
        for mirrored in (False, True) if self.style.manner.four_indices else (False,):
            box = self._index(picture, card, mirrored=mirrored)
            indices += [FaceIndex(card, box), FaceIndex(card, size - box)]
        return Face(np.clip(picture, 0, 255).astype(np.uint8), indices, card)

    def _index(self, picture: Picture, card: str, *, mirrored: bool) -> np.ndarray:
        """Draw the index in the upper left corner (or right) and, upside down, in the opposite one; return its box."""
        sizes = self.style.proportions
        color = self.style.colors.inks[card[-1]]
        rank = weighted(self.letters.mask(card[:-1]), sizes.strokes)
        high = sizes.rank * WIDE
        scale = high / self.letters.mask("7").shape[0]
        wide = min(rank.shape[1] * scale * sizes.squeeze, high * 0.95)
        tall = min(rank.shape[0] * scale, high * 1.3)  # the tail of a J or Q goes lower
        pip = as_high(self.pips[card[-1]], sizes.pip * WIDE)
        center = WIDE * (1 - sizes.center if mirrored else sizes.center)
        center = float(np.clip(center, wide / 2 + 3, WIDE - wide / 2 - 3))
        top = sizes.top * WIDE
        pip_top = top + high + sizes.gap * WIDE + max(0.0, tall - high) * 0.6
        ink(picture, resized(rank, wide, tall), center - wide / 2, top, color)
        ink(picture, pip, center - pip.shape[1] / 2, pip_top, color)
        edge = max(wide, pip.shape[1]) / 2
        box = (center - edge, top, center + edge, pip_top + sizes.pip * WIDE)
        inked = box if mirrored or self.style.manner.extra_place == "none" else self._extra(picture, box)
        _repeat_opposite(picture, inked)
        return box_points(*box)

    def _extra(self, picture: Picture, box: Box) -> Box:
        """Draw a letter or a gem beside or below the index, as some decks have; return the box around all."""
        pick = self.pick
        left, top, right, bottom = box
        size = self.style.proportions.pip * WIDE * float(pick.uniform(0.6, 1.1))
        x, y = (
            (right + size * 0.25, top + float(pick.uniform(0, 0.5)) * (bottom - top))
            if self.style.manner.extra_place == "beside"
            else ((left + right) / 2 - size / 2, bottom + size * 0.3)
        )
        color = any_color(pick, 0, 200)
        if self.style.manner.gems:
            _gem(picture, (x, y), size, color, pick)
        else:
            letter = self.letters.mask(str(pick.choice(list("GEMPARTS"))))
            ink(picture, resized(letter, size * 0.7, size), x, y, color)
        return min(left, x), top, max(right, x + size), max(bottom, y + size)


def _gem(picture: Picture, corner: tuple[float, float], size: float, color: Color, pick: np.random.Generator) -> None:
    points = polygon(int(pick.integers(4, 9)), pick) * size / 2 + corner + [size / 2, size / 2]
    cv2.fillPoly(picture, [(points * 2**FINE).astype(np.int32)], color, cv2.LINE_AA, shift=FINE)


def _repeat_opposite(picture: Picture, box: Box) -> None:
    """Copy what is around a box to the opposite corner, upside down; room around it hides what stood there."""
    high = picture.shape[0]
    left, right = max(0, round(box[0] - 26)), min(WIDE, round(box[2] + 26))
    low = min(high // 2, round(box[3] + 30))
    picture[high - low :, WIDE - right : WIDE - left] = picture[:low, left:right][::-1, ::-1].copy()
