"""Learn from mistakes: what the finder takes for indices in scenes, rightly or wrongly, as the reader will meet it."""

from functools import lru_cache
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.corners import Corner, Finder, find_corners
from companion.photo.indices import RANKS, SUITS
from companion.photo.pictures import at_scales
from companion.photo.training.corners import (
    NOTHING,
    READABLE,
    ROOM_HIGH,
    ROOM_WIDE,
    Corners,
    joined,
    levels,
    upright,
)
from companion.photo.training.render import PROCESSES
from companion.photo.training.samples import Sample, load

NEAR, FAR = 0.35, 0.7
"""A find is of an index within this share of its height, and of none beyond; between them that can't be said."""
COVERED = 0.35
"""An index of which less shows is none."""
SAME_WAY = 0.8
"""A find whose way down differs more is not of that index."""
HEIGHTS = (0.65, 1.5)
"""A find much lower or higher than the index can't be read."""


def mistakes(folder: Path, seeds: range, weights: Path) -> Corners:
    """Return what the finder finds in scenes: indices as it sees them, and what is none."""
    with Pool(PROCESSES) as pool:
        return joined(pool.starmap(_found_in, [(folder, seed, weights) for seed in seeds], chunksize=8))


def _found_in(folder: Path, seed: int, weights: Path) -> Corners:
    cv2.setNumThreads(1)
    sample = load(folder, seed)
    pictures = levels(sample.picture)
    rooms, labels = [], []
    for corner in find_corners(_finder(weights), at_scales(sample.picture)):
        label = label_of(sample, corner)
        if label is not None:
            place = np.array([corner.x, corner.y]), np.array(corner.down), corner.height
            rooms.append(upright(pictures, place))
            labels.append(label)
    kinds = np.array(labels, np.int64).reshape(-1, 2)
    return Corners(np.array(rooms, np.uint8).reshape(-1, ROOM_HIGH, ROOM_WIDE, 3), kinds[:, 0], kinds[:, 1])


@lru_cache(maxsize=1)
def _finder(weights: Path) -> Finder:
    return Finder.load(weights)


def label_of(sample: Sample, corner: Corner) -> tuple[int, int] | None:
    """Return the rank and suit that a find shows, nothing twice for no index, or None where that can't be said."""
    number, apart = nearest(sample, corner)
    if apart > NEAR:
        return (NOTHING, NOTHING) if apart > FAR else None
    shows = sample.shows[number]
    if float(sample.downs[number] @ corner.down) < SAME_WAY or shows < COVERED:
        return NOTHING, NOTHING
    if shows < READABLE or not HEIGHTS[0] < corner.height / sample.heights[number] < HEIGHTS[1]:
        return None
    card = sample.cards[number]
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def nearest(sample: Sample, corner: Corner) -> tuple[int, float]:
    """Return the nearest index of a scene, and how far away it is in heights of it."""
    if not sample.cards:
        return 0, np.inf
    apart = np.linalg.norm(sample.centers - [corner.x, corner.y], axis=1) / np.maximum(sample.heights, 1)
    number = int(apart.argmin())
    return number, float(apart[number])
