"""Drawn scenes as the nets are trained on them."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.photo.training.arrays import Picture, Points
from companion.photo.training.truth import read_drawn


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene's picture, and its indices as arrays: centers, ways down, heights, how much shows, and the cards."""

    picture: Picture
    centers: Points
    downs: Points
    heights: np.ndarray
    shows: np.ndarray
    cards: list[str]


def load(folder: Path, seed: int) -> Sample:
    """Read a scene."""
    indices = read_drawn(folder, seed).indices
    picture = cv2.imread(str(folder / f"{seed}.jpg"))[..., ::-1]
    boxes = np.array([box for _, box, _ in indices], float).reshape(-1, 4, 2)
    tops, bottoms = boxes[:, :2].mean(1), boxes[:, 2:].mean(1)
    heights = np.linalg.norm(bottoms - tops, axis=1)
    downs = (bottoms - tops) / np.maximum(heights, 1e-6)[:, None]
    shows = np.array([part for _, _, part in indices], float)
    cards = [card for card, _, _ in indices]
    return Sample(np.ascontiguousarray(picture), boxes.mean(1), downs, heights, shows, cards)
