"""Ranks and words as masks of ink, from fonts and from Kennard's strokes."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.photo.training.arrays import Color, Mask, Picture


class Letters:
    """Ranks in a font; `spacing` pulls the two digits of a 10 together."""

    def __init__(self, font: Path, spacing: float = 0.0) -> None:
        self.font = font
        self.spacing = spacing

    def mask(self, text: str) -> Mask:
        """Return a rank or a word."""
        return _letters(self.font, text, self.spacing)


class Strokes:
    """Ranks as Kennard drew them, with strokes as fine or bold as wanted; other words in a font."""

    def __init__(self, ranks: dict[str, Mask], other: Letters) -> None:
        self.ranks = ranks
        self.other = other

    def mask(self, text: str) -> Mask:
        """Return a rank or a word."""
        return self.ranks[text] if text in self.ranks else self.other.mask(text)


@lru_cache(maxsize=256)
def _letters(font: Path, text: str, spacing: float, *, height: int = 160) -> Mask:
    """Draw a word about `height` high."""
    face = ImageFont.truetype(str(font), height)
    canvas = Image.new("L", (height * (len(text) + 2), height * 3), 0)
    draw = ImageDraw.Draw(canvas)
    x = float(height)
    for letter in text:
        draw.text((x, height // 2), letter, fill=255, font=face)
        x += face.getlength(letter) * (1 - spacing)
    return cut(np.asarray(canvas, dtype=np.float32) / 255)


def cut(mask: Mask) -> Mask:
    """Cut a mask to what is inked."""
    rows, columns = np.where(mask.max(1) > 0.2)[0], np.where(mask.max(0) > 0.2)[0]
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()  # a view would keep the whole canvas


def resized(mask: Mask, width: float, height: float) -> Mask:
    """Scale a mask, averaging over what becomes one pixel."""
    size = (max(1, round(width)), max(1, round(height)))
    way = cv2.INTER_AREA if size[0] < mask.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, size, interpolation=way))


def as_high(mask: Mask, height: float) -> Mask:
    """Scale a mask in its own proportions."""
    return resized(mask, height * mask.shape[1] / mask.shape[0], height)


def weighted(mask: Mask, strokes: float) -> Mask:
    """Make strokes bolder (above 0) or finer (below 0), by a share of the height."""
    by = round(abs(strokes) * mask.shape[0])
    if by == 0:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * by + 1, 2 * by + 1))
    padded = cv2.copyMakeBorder(mask, by, by, by, by, cv2.BORDER_CONSTANT, value=0.0)
    changed = cv2.dilate(padded, kernel) if strokes > 0 else cv2.erode(padded, kernel)
    return np.asarray(changed)


def ink(picture: Picture, mask: Mask, x: float, y: float, color: Color) -> None:
    """Print a mask in a color with its upper left corner at a place, in whole pixels, cut at the edges."""
    x0, y0 = round(x), round(y)
    left, top = max(0, -x0), max(0, -y0)
    part = mask[top : max(0, picture.shape[0] - y0), left : max(0, picture.shape[1] - x0)]
    if part.size == 0:
        return
    where = picture[y0 + top : y0 + top + part.shape[0], x0 + left : x0 + left + part.shape[1]]
    where += (np.array(color, np.float32) - where) * part[..., None]


def ink_centered(picture: Picture, mask: Mask, x: float, y: float, color: Color) -> None:
    """Print a mask in a color with its center at a place."""
    ink(picture, mask, x - mask.shape[1] / 2, y - mask.shape[0] / 2, color)
