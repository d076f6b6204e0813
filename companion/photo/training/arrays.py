"""What arrays hold, in words."""

import numpy as np

Picture = np.ndarray
"""Height, width, and red, green and blue: bytes, or floats from 0 to 255 while it is drawn."""
Mask = np.ndarray
"""Ink between 0 and 1, one number a pixel."""
Points = np.ndarray
"""Across and down, one row a point."""
Matrix = np.ndarray
"""Takes points of one plane to another: three by three, so that it can also tilt."""
Color = tuple[float, ...]
"""Red, green and blue, from 0 to 255."""


def projected(matrix: Matrix, points: Points) -> Points:
    """Return where a matrix takes points."""
    seen = matrix @ np.c_[points, np.ones(len(points))].T
    return np.asarray((seen[:2] / seen[2]).T)


def moved(x: float, y: float) -> Matrix:
    """Return the matrix that moves points."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def turned(angle: float) -> Matrix:
    """Return the matrix that turns points about the origin."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def box_points(left: float, top: float, right: float, bottom: float) -> Points:
    """Return the corners of an upright box: top left, top right, bottom right, bottom left."""
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)


def whole(point: Points) -> tuple[int, int]:
    """Return a point in whole pixels, as cv2 wants it."""
    return round(float(point[0])), round(float(point[1]))


def any_color(pick: np.random.Generator, low: int = 0, high: int = 255) -> Color:
    """Return a color by chance, each part of it from `low` to below `high`."""
    return tuple(float(part) for part in pick.integers(low, high, 3))
