"""What a deck has taught: its corners as the net's features, and cards recognized by the nearest of them."""

import math
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.photo.indices import CARDS, Index
from companion.photo.reading import LOOK_BYTES, TaughtLook
from companion.photo.sums import length, product

SHARPNESS = 30.0
"""How much likelier a card is for each step of likeness."""
ALIKE = 0.75
"""From here on a corner is like one of the deck's, and the more the less the net is asked."""
HALVES = struct.Struct(f"<{LOOK_BYTES // 2}e")
LARGEST = 65_504.0
"""No number of half precision is larger."""

Features = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Lessons:
    """The corners of a deck: for each card that was taught the features of its corners, all of one length."""

    looks: Mapping[int, Sequence[Features]]

    @classmethod
    def of(cls, lessons: Iterable[TaughtLook]) -> Self:
        looks = defaultdict[int, list[Features]](list)
        for lesson in lessons:
            looks[CARDS.index(lesson.card)].append(_of_one_length(unpacked(lesson.look)))
        return cls(looks)

    def applied(self, indices: Sequence[Index]) -> list[Index]:
        """Return corners as the net read them, corrected by what they look like in this deck."""
        return [replace(index, cards=_corrected(index.cards, self._likeness(index))) for index in indices]

    def _likeness(self, index: Index) -> list[float]:
        features = _of_one_length(index.features)
        return [
            max((product(features, look) for look in self.looks.get(card, ())), default=-1.0)
            for card in range(len(CARDS))
        ]


def _corrected(cards: Sequence[float], like: Sequence[float]) -> tuple[float, ...]:
    most = max(like)
    shares = [math.exp(SHARPNESS * (one - most)) for one in like]
    trust = min(max((most - ALIKE) / (1 - ALIKE), 0.0), 1.0)
    taught = trust / sum(shares)
    return tuple(taught * share + (1 - trust) * card for share, card in zip(shares, cards, strict=True))


def packed(features: Features) -> bytes:
    return HALVES.pack(*(min(feature, LARGEST) for feature in features))


def unpacked(stored: bytes) -> Features:
    """Return a corner's features from storage; what is no number counts as nothing."""
    return tuple(feature if math.isfinite(feature) else 0.0 for feature in HALVES.unpack(stored))


def _of_one_length(features: Features) -> Features:
    whole = max(length(features), 1e-6)
    return tuple(feature / whole for feature in features)
