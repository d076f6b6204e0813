"""How sure a reading is: a logistic regression on what was true of readings of scenes that no net was trained on."""

from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.cards import FACTS, facts
from companion.photo.indices import CARDS
from companion.photo.server import loaded
from companion.photo.training.mistakes import nearest
from companion.photo.training.render import PROCESSES
from companion.photo.training.samples import load

NEAR = 0.6
"""A reading whose center is within this share of an index's height is of that index."""
STEPS = 40
DECAY = 1.0
"""Keeps the weights finite where everything was right."""


def calibrated(folder: Path, seeds: range, weights: Path) -> np.ndarray:
    """Return the weights with which `Calibration` says how likely a reading is right."""
    with Pool(PROCESSES) as pool:
        parts = pool.starmap(_read_in, [(folder, seed, weights) for seed in seeds], chunksize=8)
    return fitted(np.concatenate([known for known, _ in parts]), np.concatenate([right for _, right in parts]))


def fitted(known: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Fit a logistic regression by Newton's steps."""
    weights = np.zeros(known.shape[1])
    decay = np.eye(len(weights)) * DECAY
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-known @ weights))
        slope = known.T @ (right - chance) - decay @ weights
        curve = (known * (chance * (1 - chance))[:, None]).T @ known + decay
        weights = weights + np.linalg.solve(curve, slope)
    return weights.astype(np.float32)


def _read_in(folder: Path, seed: int, weights: Path) -> tuple[np.ndarray, np.ndarray]:
    cv2.setNumThreads(1)
    sample = load(folder, seed)
    known, right = [], []
    for found in loaded(weights).cards_in(sample.picture):
        number, apart = nearest(sample, found.first.corner)
        known.append(facts(found.indices, found.cards, found.best))
        right.append(apart < NEAR and sample.cards[number] == CARDS[found.best])
    return np.array(known, float).reshape(-1, FACTS), np.array(right, float)
