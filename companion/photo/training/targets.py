"""What the finder is trained on: squares of scenes at every scale, and what is to be found in them."""

import cv2
import numpy as np

from companion.photo.corners import STRIDE, USUAL_HEIGHT
from companion.photo.training.arrays import Picture, Points
from companion.photo.training.samples import Sample

SIDE = 320
"""Pixels of a square."""
LOWEST, HIGHEST = 9.0, 50.0
"""Heights of indices that one scale is to find."""
WHOLE = 0.7
"""An index of which less shows is neither wanted nor a mistake."""


def square(sample: Sample, pick: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a square of an evened scene at some scale, turned by quarters, and the maps of what is in it."""
    middle, scale = _aim(sample, pick)
    corner = middle * scale - pick.uniform(0.1, 0.9, 2) * SIDE
    part = _cut_out(sample.picture, corner, scale)
    centers, downs = sample.centers * scale - corner, sample.downs
    for _ in range(int(pick.integers(4))):
        part = np.rot90(part)
        centers = np.stack([centers[:, 1], SIDE - centers[:, 0]], 1)
        downs = np.stack([downs[:, 1], -downs[:, 0]], 1)
    wanted = targets(centers, downs, sample.heights * scale, sample.shows)
    return np.ascontiguousarray(part.transpose(2, 0, 1), np.float32), wanted


def _aim(sample: Sample, pick: np.random.Generator) -> tuple[Points, float]:
    """Return what is to be near the middle, and the scale: mostly an index at a height that is to be found."""
    high, wide = sample.picture.shape[:2]
    if not len(sample.heights) or pick.random() >= 0.9:
        return pick.uniform(0, 1, 2) * [wide, high], float(pick.uniform(0.25, 1))
    which = int(pick.integers(len(sample.heights)))
    wanted = float(np.exp(pick.uniform(np.log(LOWEST), np.log(HIGHEST))))
    return sample.centers[which], float(np.clip(wanted / sample.heights[which], 0.12, 1.25))


def _cut_out(picture: Picture, corner: Points, scale: float) -> Picture:
    """Return the square whose upper left corner is given in pixels of the scaled picture."""
    if scale < 0.6:  # sampling so sparsely would leave out pixels: they are averaged first
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        scale = 1.0
    matrix = np.array([[scale, 0, -corner[0]], [0, scale, -corner[1]]])
    return np.asarray(cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR))


def targets(centers: Points, downs: Points, heights: np.ndarray, shows: np.ndarray) -> np.ndarray:
    """Return eight maps: heat, its weight, whether a center is here, its place, way down, logarithm of its height."""
    cells = SIDE // STRIDE
    maps = np.zeros((8, cells, cells), np.float32)
    heat, weight = maps[0], maps[1]
    weight[:] = 1
    y, x = np.mgrid[0:cells, 0:cells]
    for (cx, cy), down, height, part in zip(centers / STRIDE - 0.5, downs, heights, shows, strict=True):
        column, row = round(float(cx)), round(float(cy))
        away = (x - cx) ** 2 + (y - cy) ** 2
        if part < WHOLE or not LOWEST * 0.75 <= height <= HIGHEST * 1.25:
            weight[away < max(2.0, height / STRIDE * 0.5) ** 2] = 0
        elif 0 <= column < cells and 0 <= row < cells:
            spread = 0.6 + height / STRIDE * 0.11
            np.maximum(heat, np.exp(-away / (2 * spread**2)), out=heat)
            heat[row, column] = 1
            maps[2:, row, column] = (1, cx - column, cy - row, *down, np.log(height / USUAL_HEIGHT))
    weight[heat > 0.4] = 1
    return maps
