"""What a deck has taught: its corners as the net's features, and cards recognized by the nearest of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from companion.photo.indices import CARDS, Index
from companion.photo.network import Floats
from companion.photo.reading import TaughtLook

SHARPNESS = 30.0
"""How much likelier a card is for each step of likeness."""
ALIKE = 0.75
"""From here on a corner is like one of the deck's, and the more the less the net is asked."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """The corners of a deck: a row of features for each, all of one length, and which card each shows."""

    features: Floats
    cards: np.ndarray[tuple[int], np.dtype[np.intp]]

    @classmethod
    def of(cls, lessons: Iterable[TaughtLook]) -> Self:
        known = list(lessons)
        features = np.array([unpacked(lesson.look) for lesson in known], np.float32)
        return cls(_of_one_length(features), np.array([CARDS.index(lesson.card) for lesson in known], np.intp))

    def applied(self, indices: Sequence[Index]) -> list[Index]:
        """Return corners as the net read them, corrected by what they look like in this deck."""
        if not indices:
            return []
        likeness = _of_one_length(np.stack([index.features for index in indices])) @ self.features.T
        best = np.full((len(indices), len(CARDS)), -1, np.float32)
        for card in np.unique(self.cards):
            best[:, card] = likeness[:, self.cards == card].max(axis=1)
        return [replace(index, cards=_corrected(index.cards, like)) for index, like in zip(indices, best, strict=True)]


def _corrected(cards: Floats, like: Floats) -> Floats:
    shares = np.exp(SHARPNESS * (like - like.max()))
    trust = min(max((float(like.max()) - ALIKE) / (1 - ALIKE), 0.0), 1.0)
    return np.asarray(trust * shares / shares.sum() + (1 - trust) * cards, np.float32)


def packed(features: Floats) -> bytes:
    return features.astype("<f2").tobytes()


def unpacked(stored: bytes) -> Floats:
    """Return a corner's features from storage; what is no number counts as nothing."""
    return np.nan_to_num(np.frombuffer(stored, "<f2").astype(np.float32))


def _of_one_length(features: Floats) -> Floats:
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=-1, keepdims=True), 1e-6), np.float32)
