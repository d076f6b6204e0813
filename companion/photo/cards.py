"""Put the corners of a photo together: which belong to one card, which card it is, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Self

import numpy as np

from companion.photo.indices import CARDS, Index
from companion.photo.melds import INSET, RATIO, Place
from companion.photo.network import Floats

ANY = 0.15
"""A corner that is less likely an index is none."""
UNREADABLE = 0.6
"""From here on a corner that no card could be read from is said to be one that could not be read."""
SAME_CARD = 0.2
"""From here on two corners that stand to each other as those of one card belong to one card."""
USUAL_WIDTH = 3.8
"""Widths of a card for each height of its index, where no card of the photo shows two corners."""
FACTS = 6
"""What the calibration judges a reading by: so many numbers."""
ALIKE = 2.2
"""Heights of indices in one photo differ at most by this factor."""
CLEAR = 0.8
"""Corners that read at least so well say how high the indices of a photo are."""
OPPOSITE = -0.7
"""Directions whose product is at most this are opposite."""
SLOPES = (0.7, 3.5)
"""From one corner of a card to the other it is this much farther down than to the right, however slanted the view."""
DIAGONALS = (1.4, 12)
"""Heights of an index from one corner of a card to the other: large indices to small ones."""


@dataclass(frozen=True, slots=True)
class Found:
    """A card in a photo, or a corner that nobody can read."""

    indices: tuple[Index, ...]
    cards: Floats
    """How likely it is each of the 52 cards."""
    best: int
    second: int
    confidence: float
    place: Place

    @property
    def first(self) -> Index:
        """The corner that reads best."""
        return self.indices[0]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure a reading is, by what was true of earlier ones: a logistic regression."""

    weights: Floats

    def __call__(self, facts: Floats) -> float:
        """Return the probability that a card was read rightly."""
        return float(1 / (1 + np.exp(-(facts @ self.weights))))


def load_calibration(path: Path) -> Calibration:
    """Read the calibration from the file of weights."""
    with np.load(path, allow_pickle=False) as stored:
        return Calibration(stored["calibration"])


def put_together(indices: Sequence[Index], calibration: Calibration) -> list[Found]:
    """Return the cards of a photo, each of the 52 at most once, and what may be a card but cannot be read."""
    likely = _of_one_deck([index for index in indices if index.readable >= ANY])
    singles, pairs = _paired(likely)
    shape = Shape.of(pairs)
    found: list[Found] = []
    taken: set[int] = set()
    candidates = [(index,) for index in singles] + pairs
    for corners in sorted(candidates, key=_strength, reverse=True):
        cards = _joined(corners)
        ranked = np.argsort(-cards, kind="stable")
        best = int(ranked[0])
        if best in taken:
            if cards[best] >= UNREADABLE:
                continue  # the same card once more: its other corner, or its picture in something that shines
            left = [card for card in ranked if card not in taken]
            if not left:
                break  # a whole deck is there: what remains is none of its cards
            ranked = np.array([*left, *(card for card in ranked if card in taken)])
            best = int(ranked[0])
        taken.add(best)
        confidence = calibration(facts(corners, cards, best))
        found.append(Found(corners, cards, best, int(ranked[1]), confidence, shape.place(corners)))
    return found


def facts(corners: tuple[Index, ...], cards: Floats, best: int) -> Floats:
    """Return what the calibration judges by."""
    first = corners[0]
    return np.array(
        [
            1,
            _logit(float(cards[best])),
            _logit(max(index.readable for index in corners)),
            _logit(max(index.corner.likely for index in corners)),
            len(corners) - 1,
            np.log(min(first.corner.height, 40) / 20),
        ],
        np.float32,
    )


def _logit(share: float) -> float:
    kept = min(max(share, 1e-4), 1 - 1e-4)
    return float(np.log(kept / (1 - kept)))


def _strength(corners: tuple[Index, ...]) -> float:
    return float(_joined(corners).max()) * max(index.readable for index in corners) + len(corners)


def _joined(corners: tuple[Index, ...]) -> Floats:
    together = np.prod([index.cards + 1e-5 for index in corners], axis=0)
    return np.asarray(together / together.sum(), np.float32)


def _of_one_deck(indices: list[Index]) -> list[Index]:
    """Leave out indices much larger or smaller than the others: cards of one photo have indices of one size."""
    sure = [index.corner.height for index in indices if min(index.readable, index.cards.max()) >= CLEAR]
    usual = float(np.median(sure or [index.corner.height for index in indices] or [0]))
    return [index for index in indices if usual / ALIKE <= index.corner.height <= usual * ALIKE]


def _paired(indices: list[Index]) -> tuple[list[Index], list[tuple[Index, ...]]]:
    """Return the corners that are alone, and the pairs of corners of one card."""
    alike = [
        (float((one.cards * other.cards).sum()), a, b)
        for (a, one), (b, other) in combinations(enumerate(indices), 2)
        if _opposite(one, other)
    ]
    pairs, used = [], set[int]()
    for likely, a, b in sorted(alike, reverse=True):
        if likely >= SAME_CARD and not {a, b} & used:
            used |= {a, b}
            pairs.append(tuple(sorted((indices[a], indices[b]), key=lambda index: -float(index.cards.max()))))
    return [index for number, index in enumerate(indices) if number not in used], pairs


def _opposite(one: Index, other: Index) -> bool:
    """Return whether two corners stand to each other as the two of one card, seen at a slant too."""
    a, b = one.corner, other.corner
    if a.down[0] * b.down[0] + a.down[1] * b.down[1] > OPPOSITE:
        return False
    right, down = _way(one, other)
    if right <= 0:
        return False
    return SLOPES[0] < down / right < SLOPES[1] and DIAGONALS[0] < np.hypot(right, down) < DIAGONALS[1]


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards of a photo: their width in heights of their indices, and their height in widths as they are seen."""

    width: float = USUAL_WIDTH
    ratio: float = RATIO

    @classmethod
    def of(cls, pairs: Sequence[tuple[Index, ...]]) -> Self:
        """Measure the cards that show two corners."""
        if not pairs:
            return cls()
        ways = np.array([_way(one, other) for one, other in pairs])
        width = float(np.median(ways[:, 0])) / (1 - 2 * INSET[0])
        return cls(width, float(np.median(ways[:, 1])) / width + 2 * INSET[1])

    def place(self, corners: tuple[Index, ...]) -> Place:
        """Return where the card with these corners lies."""
        corner = corners[0].corner
        width = self.width * float(np.mean([index.corner.height for index in corners]))
        if len(corners) > 1:
            x, y = (float(np.mean([getattr(index.corner, side) for index in corners])) for side in "xy")
        else:
            across, along = 0.5 - INSET[0], self.ratio / 2 - INSET[1]
            x = corner.x + width * (corner.right[0] * across + corner.down[0] * along)
            y = corner.y + width * (corner.right[1] * across + corner.down[1] * along)
        return Place(x, y, corner.down, width, self.ratio)


def _way(one: Index, other: Index) -> tuple[float, float]:
    """Return the way from one corner to the other, right and down on the card, in heights of the index."""
    a, b = one.corner, other.corner
    x, y, height = b.x - a.x, b.y - a.y, (a.height + b.height) / 2
    return (x * a.right[0] + y * a.right[1]) / height, (x * a.down[0] + y * a.down[1]) / height


def card_name(card: int) -> str:
    """Return a card's name, as in `9C`."""
    return CARDS[card]
