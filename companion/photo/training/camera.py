"""Where the phone is held: turned, tilted, and far enough for all cards."""

import numpy as np

from companion.photo.training.arrays import Matrix, Points, moved, projected, turned
from companion.photo.training.layouts import Placed

LARGEST = 0.62
"""A card alone fills no more of a photo's width."""


def view_of(
    cards: list[Placed], ratio: float, size: tuple[int, int], pick: np.random.Generator, *, careful: bool
) -> Matrix:
    """Return the matrix from the table to a picture, given by width and height."""
    corners = np.array([(x, y) for x in (-0.5, 0.5) for y in (-ratio / 2, ratio / 2)])
    points = np.concatenate([projected(card.matrix, corners) for card in cards])
    view = _tilted(points, pick)
    return _framed(projected(view, points), size, pick, careful=careful) @ view


def _tilted(points: Points, pick: np.random.Generator) -> Matrix:
    """Return the matrix that turns the table and sees it at a slant."""
    turn = float(pick.normal(0, 0.12) if pick.random() < 0.7 else pick.uniform(0, 2 * np.pi))
    tilt = min(abs(float(pick.normal(0, 0.3))), 0.75)
    flat = turned(turn) @ moved(*-(points.min(0) + points.max(0)) / 2)
    reach = float(np.abs(projected(flat, points)).max()) + 0.3
    away = reach * float(pick.uniform(2.2, 4))
    # Leaning about the horizontal axis: height and depth depend on the height alone.
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / away, 1]])
    heading = turned(float(pick.normal(0, 0.5)))
    return np.asarray(heading.T @ lean @ heading @ flat)


def _framed(points: Points, size: tuple[int, int], pick: np.random.Generator, *, careful: bool) -> Matrix:
    """Return the matrix that scales and moves what is seen into the picture: mostly whole, sometimes cut."""
    low, span = points.min(0), np.ptp(points, axis=0)
    room = float(pick.uniform(1.02, 1.5) if careful or pick.random() < 0.8 else pick.uniform(1.5, 3))
    if not careful and pick.random() < 0.06:
        room = float(pick.uniform(0.6, 1))
    scale = min(float((size / span).min()) / room, size[0] * LARGEST)
    free = np.maximum(0, size - span * scale)
    x, y = (size - span * scale) / 2 + free / 2 * pick.uniform(-1, 1, 2) - low * scale
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])
