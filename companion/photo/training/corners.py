"""What the reader is trained on: upright corners of scenes, and what only looks like one."""

from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.indices import RANKS, SUITS, TALL, by_halves
from companion.photo.training.arrays import Matrix, Picture, Points
from companion.photo.training.render import PROCESSES
from companion.photo.training.samples import Sample, load
from companion.photo.with_numpy import WithNumpy

ROOM_WIDE, ROOM_HIGH = 76, 104
"""Pixels of a corner as it is kept: with room to turn and shift it."""
READABLE = 0.72
"""An index of which less shows is not read."""
LOWEST = 8
"""Nor is one of fewer pixels."""
NOTHING = -1
"""The rank and suit of what is no index."""
UPRIGHT = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
Place = tuple[Points, Points, float]
"""Center, way down and height of what may be an index."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Upright corners with their ranks and suits; those of no index have neither."""

    pictures: Picture
    ranks: np.ndarray
    suits: np.ndarray


def gather(folder: Path, seeds: range) -> Corners:
    """Cut the corners out of all scenes."""
    with Pool(PROCESSES) as pool:
        return joined(pool.starmap(corners_of, [(folder, seed) for seed in seeds], chunksize=32))


def joined(parts: list[Corners]) -> Corners:
    """Return all corners of some lots."""
    return Corners(
        np.concatenate([part.pictures for part in parts]),
        np.concatenate([part.ranks for part in parts]),
        np.concatenate([part.suits for part in parts]),
    )


def corners_of(folder: Path, seed: int) -> Corners:
    """Cut the readable corners of a scene out, and some that are none."""
    cv2.setNumThreads(1)
    sample = load(folder, seed)
    pictures = by_halves(WithNumpy(), sample.picture)
    kept: list[Picture] = []
    kinds: list[tuple[int, int]] = []
    for number, card in enumerate(sample.cards):
        if sample.shows[number] >= READABLE and sample.heights[number] >= LOWEST:
            kept.append(upright(pictures, _place(sample, number)))
            kinds.append((RANKS.index(card[:-1]), SUITS.index(card[-1])))
    for place in misleading(sample, np.random.default_rng(seed)):
        kept.append(upright(pictures, place))
        kinds.append((NOTHING, NOTHING))
    labels = np.array(kinds, np.int64).reshape(-1, 2)
    return Corners(np.array(kept, np.uint8).reshape(-1, ROOM_HIGH, ROOM_WIDE, 3), labels[:, 0], labels[:, 1])


def upright(pictures: list[Picture], place: Place) -> Picture:
    """Cut an index out so that it stands upright and `TALL` high in the middle of its room."""
    center, down, height = place
    scale = height / TALL
    level = int(np.clip(np.floor(np.log2(max(scale, 1e-3)) + 0.3), 0, len(pictures) - 1))
    middle = (center + 0.5) / 2**level - 0.5
    matrix = np.stack([_right(down), down], 1) * scale / 2**level
    return cut_out(pictures[level], matrix, middle, (ROOM_WIDE, ROOM_HIGH))


def cut_out(picture: Picture, matrix: Matrix, middle: Points, size: tuple[int, int]) -> Picture:
    """Return what is around a place: the matrix takes steps in what is cut out to steps in the picture."""
    offset = middle - matrix @ [(size[0] - 1) / 2, (size[1] - 1) / 2]
    edge = cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(picture, np.c_[matrix, offset], size, flags=UPRIGHT, borderMode=edge))


def misleading(sample: Sample, pick: np.random.Generator) -> list[Place]:
    """Return places that are no index: pips, courts, cloth, indices upside down or half."""
    high, wide = sample.picture.shape[:2]
    places = [
        (pick.uniform(0, 1, 2) * [wide, high], _direction(pick), float(np.exp(pick.uniform(2.3, 4.5))))
        for _ in range(3)
    ]
    for number in pick.permutation(len(sample.heights))[:4]:
        place = _misread(_place(sample, int(number)), pick)
        if _is_no_index(place, sample):
            places.append(place)
    return places


def _misread(place: Place, pick: np.random.Generator) -> Place:
    """Return an index upside down, half, on its side, or something else on its card."""
    center, down, height = place
    right, way = _right(down), float(pick.choice([-1, 1]))
    match int(pick.integers(4)):
        case 0:
            return center, -down, height * float(pick.uniform(0.8, 1.2))
        case 1:
            return center + down * height * way * float(pick.uniform(0.55, 1.2)), down, height
        case 2:
            return center, right * way, height * float(pick.uniform(0.8, 1.2))
        case _:
            shift = right * height * float(pick.uniform(0.5, 3)) + down * height * float(pick.uniform(-0.5, 3))
            return center + shift, down * way, height * float(pick.uniform(0.6, 1.6))


def _is_no_index(place: Place, sample: Sample) -> bool:
    """Return whether a place is not, by chance, an index after all."""
    center, down, height = place
    near = np.linalg.norm(sample.centers - center, axis=1) < height * 0.5
    return not (near & (sample.downs @ down > 0.5)).any()


def _place(sample: Sample, number: int) -> Place:
    return sample.centers[number], sample.downs[number], float(sample.heights[number])


def _right(down: Points) -> Points:
    return np.array([down[1], -down[0]])


def _direction(pick: np.random.Generator) -> Points:
    angle = float(pick.uniform(0, 2 * np.pi))
    return np.array([np.cos(angle), np.sin(angle)])
