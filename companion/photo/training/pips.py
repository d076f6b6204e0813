"""The pips of the four suits, slim or round, pointed or blunt, as chance has it."""

import cv2
import numpy as np

from companion.photo.training.arrays import Mask, Points
from companion.photo.training.glyphs import cut, resized

SIZE = 160
"""Pixels of the height of a pip."""
FINE = 4
"""cv2 takes places in sixteenths of a pixel: this many bits behind the point."""


def pip_mask(suit: str, pick: np.random.Generator) -> Mask:
    """Draw a suit's pip."""
    draw = {"H": _heart, "D": _diamond, "S": _spade, "C": _club}[suit]
    canvas = np.zeros((2 * SIZE, 2 * SIZE), np.uint8)
    draw(canvas, pick)
    mask = cut(canvas.astype(np.float32) / 255)
    width = SIZE * float(pick.uniform(0.72, 1.0)) * (0.92 if suit == "D" else 1)
    return resized(mask, width, SIZE)


def _curve(*points: tuple[float, float], steps: int = 24) -> Points:
    """Return a cubic Bézier curve."""
    t = np.linspace(0, 1, steps)[:, None]
    a, b, c, d = (np.array(point, float) for point in points)
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


def _on_canvas(places: Points, size: int) -> Points:
    """Take places in the square from -1 to 1 to a canvas, in sixteenths of a pixel."""
    return np.asarray(((places * 0.45 + 0.5) * size * 2**FINE).astype(np.int32))


def _fill(canvas: np.ndarray, outline: Points) -> None:
    """Fill an outline given in the square from -1 to 1."""
    cv2.fillPoly(canvas, [_on_canvas(outline, canvas.shape[0])], 255, cv2.LINE_AA, shift=FINE)


def _mirrored(right: Points) -> Points:
    """Return the outline of which this is the right half."""
    return np.concatenate([right, right[::-1] * [-1, 1]])


def _heart_outline(pick: np.random.Generator) -> Points:
    notch, top, wide, belly = pick.uniform((-0.62, -1.15, 0.95, 0.1), (-0.3, -0.95, 1.25, 0.5))
    side = (wide * 0.96, -0.35)
    upper = _curve((0, notch), (0.12, top), (wide, top), side)
    lower = _curve(side, (wide * 0.92, belly * 0.6), (pick.uniform(0.15, 0.4), belly), (0, 1))
    return _mirrored(np.concatenate([upper, lower]))


def _heart(canvas: np.ndarray, pick: np.random.Generator) -> None:
    _fill(canvas, _heart_outline(pick))


def _diamond(canvas: np.ndarray, pick: np.random.Generator) -> None:
    pull = pick.choice([0.0, pick.uniform(0, 0.2)])  # how far the sides bend inwards
    wide = pick.uniform(0.62, 1.0)
    upper = _curve(
        (0, -1), (wide * 0.33 - pull * 0.4, -0.66 + pull * 0.2), (wide * 0.66 - pull, -0.33 + pull * 0.3), (wide, 0)
    )
    _fill(canvas, _mirrored(np.concatenate([upper, upper[::-1] * [1, -1]])))


def _stem(canvas: np.ndarray, pick: np.random.Generator, top: float) -> None:
    foot, thin, bend = pick.uniform((0.15, 0.03, 0), (0.5, 0.12, 1))
    if pick.random() < 0.12:  # like a stick
        right = np.array([(thin * 1.5, top), (thin * 1.5, 1.0)])
    else:
        right = _curve((thin, top), (thin, top + (1 - top) * 0.7), (foot * (0.3 + 0.4 * bend), 0.97), (foot, 1))
    _fill(canvas, _mirrored(right))


def _spade(canvas: np.ndarray, pick: np.random.Generator) -> None:
    _fill(canvas, _heart_outline(pick) * [1, -0.85] + [0, -0.15])
    _stem(canvas, pick, 0.1)


def _club(canvas: np.ndarray, pick: np.random.Generator) -> None:
    radius = pick.uniform(0.36, 0.5)
    top, low = -1 + radius, pick.uniform(0.0, 0.3)
    spread = (1 - radius) * pick.uniform(0.88, 1.0)
    size = canvas.shape[0]
    for center in _on_canvas(np.array([(0, top), (-spread, low), (spread, low)]), size).tolist():
        cv2.circle(canvas, center, round(radius * 0.45 * size * 2**FINE), 255, -1, cv2.LINE_AA, shift=FINE)
    _fill(canvas, np.array([(-0.22, low), (0, top), (0.22, low), (0, low + 0.2)]))
    _stem(canvas, pick, low - 0.1)
