"""Learn from mistakes: what the finder takes for indices in scenes and is none."""

from functools import lru_cache
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.corners import Corner, Finder, find_corners
from companion.photo.indices import by_halves
from companion.photo.training.corners import NOTHING, ROOM_HIGH, ROOM_WIDE, Corners, joined, upright
from companion.photo.training.render import PROCESSES
from companion.photo.training.samples import Sample, load
from companion.photo.weights import read_weights
from companion.photo.with_numpy import Floats, Pixels, WithNumpy

FAR = 0.7
"""A find farther from every index than this share of its height is of none."""
COVERED = 0.35
"""An index of which less shows is none."""
ANOTHER_WAY = 0.5
"""A find whose way down differs more from an index's is none."""


def mistakes(folder: Path, seeds: range, weights: Path) -> Corners:
    """Return what the finder finds in scenes that is no index."""
    with Pool(PROCESSES) as pool:
        return joined(pool.starmap(_mistakes_in, [(folder, seed, weights) for seed in seeds], chunksize=8))


def _mistakes_in(folder: Path, seed: int, weights: Path) -> Corners:
    cv2.setNumThreads(1)
    sample = load(folder, seed)
    pictures = by_halves(WithNumpy(), sample.picture)
    rooms = [
        upright(pictures, (np.array([corner.x, corner.y]), np.array(corner.down), corner.height))
        for corner in find_corners(_finder(weights), sample.picture)
        if is_mistake(sample, corner)
    ]
    nothing = np.full(len(rooms), NOTHING, np.int64)
    return Corners(np.array(rooms, np.uint8).reshape(-1, ROOM_HIGH, ROOM_WIDE, 3), nothing, nothing)


@lru_cache(maxsize=1)
def _finder(weights: Path) -> Finder[Pixels, Floats]:
    return Finder.load(read_weights(weights.read_bytes()), WithNumpy())


def is_mistake(sample: Sample, corner: Corner) -> bool:
    """Return whether what was found is clearly no index."""
    number, apart = nearest(sample, corner)
    if apart > FAR:
        return True
    other_way = float(sample.downs[number] @ corner.down) < ANOTHER_WAY
    return bool(other_way or sample.shows[number] < COVERED)


def nearest(sample: Sample, corner: Corner) -> tuple[int, float]:
    """Return the nearest index of a scene, and how far away it is in heights of it."""
    if not sample.cards:
        return 0, np.inf
    apart = np.linalg.norm(sample.centers - [corner.x, corner.y], axis=1) / np.maximum(sample.heights, 1)
    number = int(apart.argmin())
    return number, float(apart[number])
