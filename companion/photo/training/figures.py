"""Figures drawn by chance: what looks like a court from afar, and gems."""

import cv2
import numpy as np

from companion.photo.training.arrays import Color, Picture, Points, whole

COURT_COLORS = ((200, 30, 30), (20, 20, 20), (230, 190, 50), (30, 60, 150), (250, 240, 225), (40, 120, 60))
THICKNESSES = (-1, 1, 2, 3)
"""In pixels; -1 fills."""


def polygon(sides: int, pick: np.random.Generator) -> Points:
    """Return a polygon around the origin, a little irregular."""
    angles = np.sort(np.arange(sides) * 2 * np.pi / sides + pick.uniform(-0.2, 0.2, sides))
    return np.stack([np.cos(angles), np.sin(angles)], 1)


def false_court(high: int, wide: int, pick: np.random.Generator, paper: Color) -> Picture:
    """Draw bands, curls, dots and lines in a few colors, and the same upside down."""
    half = np.empty((high // 2 + high % 2, wide, 3), np.float32)
    half[:] = paper
    shapes = (_ellipse, _polygon, _bands, _dots, _curl)
    for _ in range(int(pick.integers(25, 90))):
        place = pick.uniform(0, (wide, half.shape[0]))
        size = float(pick.uniform(4, wide * 0.25))
        color = COURT_COLORS[int(pick.integers(len(COURT_COLORS)))]
        shapes[int(pick.integers(len(shapes)))](half, place, size, color, pick)
    full = np.empty((high, wide, 3), np.float32)
    full[: half.shape[0]] = half
    full[high - half.shape[0] :] = half[::-1, ::-1]
    return full


def _ellipse(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    axes = (round(size), round(size * float(pick.uniform(0.3, 1))))
    turn, arc = float(pick.uniform(0, 180)), float(pick.uniform(120, 360))
    cv2.ellipse(picture, whole(place), axes, turn, 0, arc, color, int(pick.choice(THICKNESSES)), cv2.LINE_AA)


def _polygon(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    points = (polygon(int(pick.integers(3, 8)), pick) * size + place).astype(np.int32)
    thick = int(pick.choice(THICKNESSES))
    if thick < 0:
        cv2.fillPoly(picture, [points], color, cv2.LINE_AA)
    else:
        cv2.polylines(picture, [points], True, color, thick, cv2.LINE_AA)


def _bands(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    angle, apart = float(pick.uniform(0, np.pi)), float(pick.uniform(3, 8))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = along[::-1] * [1, -1]
    thick = abs(int(pick.choice(THICKNESSES)))
    for number in range(int(pick.integers(2, 9))):
        start = place + across * number * apart
        cv2.line(picture, whole(start), whole(start + along * size * 2), color, thick, cv2.LINE_AA)


def _dots(picture: Picture, place: Points, _size: float, color: Color, pick: np.random.Generator) -> None:
    for number in range(int(pick.integers(2, 12))):
        cv2.circle(picture, whole(place + np.array([number * 7, 0])), int(pick.integers(1, 4)), color, -1, cv2.LINE_AA)


def _curl(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    wave = np.sin(np.linspace(0, float(pick.uniform(3, 12)), 20)) * size * 0.3
    points = np.stack([place[0] + np.linspace(0, size * 2, 20), place[1] + wave], 1)
    thick = abs(int(pick.choice(THICKNESSES)))
    cv2.polylines(picture, [points.astype(np.int32)], False, color, thick, cv2.LINE_AA)
