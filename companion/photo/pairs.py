"""Which corners belong to one card: those that face each other across its diagonal and show the same."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from companion.photo.indices import Index
from companion.photo.melds import INSET, RATIO, CornerPlace
from companion.photo.sums import mean, median

USUAL_WIDTH = 3.8
"""Widths of a card for each height of its index, where no card of the photo shows two corners."""
OPPOSITE = -0.7
"""Directions whose product is at most this are opposite."""
SLOPES = (0.7, 3.5)
"""From one corner of a card to the other it is this much farther down than to the right, however slanted the view."""
DIAGONALS = (1.4, 12)
"""Heights of an index from one corner of a card to the other: large indices to small ones."""

Corners = tuple[Index, ...]
"""One corner of a card or both, the one that reads better first."""


def of_one_card(indices: Sequence[Index], likeness: Callable[[Index, Index], float], least: float) -> list[Corners]:
    """Return the corners card by card: both of a card where they are at least so much alike, else one alone."""
    alike = [
        (likeness(one, other), a, b)
        for (a, one), (b, other) in combinations(enumerate(indices), 2)
        if _opposite(one, other)
    ]
    partner: dict[int, int] = {}
    for likely, a, b in sorted(alike, reverse=True):
        if likely >= least and not {a, b} & partner.keys():
            partner |= {a: b, b: a}
    cards = {frozenset((number, partner.get(number, number))) for number in range(len(indices))}
    return [
        tuple(sorted((indices[number] for number in card), key=lambda index: -max(index.cards)))
        for card in sorted(cards, key=min)
    ]


def _opposite(one: Index, other: Index) -> bool:
    """Return whether two corners stand to each other as the two of one card, seen at a slant too."""
    a, b = one.corner, other.corner
    if a.down[0] * b.down[0] + a.down[1] * b.down[1] > OPPOSITE:
        return False
    right, down = _way(one, other)
    if right <= 0:
        return False
    return SLOPES[0] < down / right < SLOPES[1] and DIAGONALS[0] < math.hypot(right, down) < DIAGONALS[1]


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards of a photo: their width in heights of their indices, and their height in widths as they are seen."""

    width: float = USUAL_WIDTH
    ratio: float = RATIO

    @classmethod
    def of(cls, cards: Sequence[Corners]) -> Self:
        ways = [_way(*corners) for corners in cards if len(corners) > 1]
        if not ways:
            return cls()
        right, down = (median(steps) for steps in zip(*ways, strict=True))
        width = right / (1 - 2 * INSET[0])
        return cls(width, down / width + 2 * INSET[1])

    def place(self, corners: Corners) -> CornerPlace:
        corner = corners[0].corner
        width = self.width * mean(index.corner.height for index in corners)
        if len(corners) > 1:
            x, y = mean(index.corner.x for index in corners), mean(index.corner.y for index in corners)
        else:
            across, along = 0.5 - INSET[0], self.ratio / 2 - INSET[1]
            x = corner.x + width * (corner.right[0] * across + corner.down[0] * along)
            y = corner.y + width * (corner.right[1] * across + corner.down[1] * along)
        return CornerPlace(x, y, corner.down, width, self.ratio, either_way=len(corners) > 1)


def _way(one: Index, other: Index) -> tuple[float, float]:
    """Return the way from one corner to the other, right and down on the card, in heights of the index."""
    a, b = one.corner, other.corner
    x, y, height = b.x - a.x, b.y - a.y, (a.height + b.height) / 2
    return (x * a.right[0] + y * a.right[1]) / height, (x * a.down[0] + y * a.down[1]) / height
