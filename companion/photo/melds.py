"""Which cards lie together: those that overlap, and those that touch side by side."""

import cmath
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from companion.photo.sums import median

INSET = (0.09, 0.17)
"""Where the middle of an index lies on its card, from the upper left corner, in widths of the card."""
RATIO = 1.42
"""Heights of a card for each width, where no card of the photo shows two corners."""
LEAST_GAP, MOST_GAP = 0.04, 0.22
"""Between these shares of a width lies the gap up to which cards side by side touch; the photo decides."""
OVERLAP = 0.12
"""One above the other, cards lie together if they overlap by this share of a width: rows of melds may touch."""
ALIGNED = 0.85
"""Directions whose product is at least this are the same."""


@dataclass(frozen=True, slots=True)
class CornerPlace:
    """Where a card lies: its center, the way down from an index, its width there, and heights for each width."""

    x: float
    y: float
    down: tuple[float, float]
    width: float
    ratio: float = RATIO
    either_way: bool = False
    """Both corners show, so that either way may be down."""


def groups(places: Sequence[CornerPlace]) -> list[int | None]:
    """Return for each card the number of its group, in the order of the first cards, or None where it lies alone."""
    leaders = list(range(len(places)))
    touching = _touching_gap(places)
    for one, other in combinations(range(len(places)), 2):
        if leaders[one] != leaders[other] and _together(places[one], places[other], touching):
            first, later = sorted((leaders[one], leaders[other]))
            leaders = [first if leader == later else leader for leader in leaders]
    together = sorted({leader for leader in leaders if leaders.count(leader) > 1})
    return [together.index(leader) if leader in together else None for leader in leaders]


def _together(one: CornerPlace, other: CornerPlace, touching: float) -> bool:
    beside, below = _gaps(one, other)
    aligned = abs(one.down[0] * other.down[0] + one.down[1] * other.down[1]) >= ALIGNED
    if beside >= -OVERLAP and aligned:
        return beside < touching and below < -0.4 * one.ratio
    return beside < -OVERLAP and below < -OVERLAP


def _gaps(one: CornerPlace, other: CornerPlace) -> tuple[float, float]:
    """Return how far cards are apart side by side and one above the other, in widths; below 0 if they overlap."""
    width = (one.width + other.width) / 2
    x, y = (other.x - one.x) / width, (other.y - one.y) / width
    right, down = abs(x * one.down[1] - y * one.down[0]), abs(x * one.down[0] + y * one.down[1])
    return right - 1, down - (one.ratio + other.ratio) / 2


def _touching_gap(places: Sequence[CornerPlace]) -> float:
    """Return the gap up to which cards side by side lie together: in the widest space between the gaps of the photo."""
    beside = [_gaps(one, other) for one, other in combinations(places, 2)]
    gaps = [gap for gap, below in beside if below < -0.4 * RATIO and LEAST_GAP < gap < MOST_GAP]
    edges = [LEAST_GAP, *sorted(gaps), MOST_GAP]
    low, high = max(pairwise(edges), key=lambda edge: edge[1] - edge[0])
    return (low + high) / 2


def in_reading_order(places: Sequence[CornerPlace]) -> list[int]:
    """Return the numbers of places as a player reads them: line by line from above, each from the left."""
    if not places:
        return []
    down = _down(places)
    right = down[1], -down[0]
    width = median(place.width for place in places)
    depth = [_along(down, place) / width for place in places]
    order = sorted(range(len(places)), key=lambda number: depth[number])
    line = dict.fromkeys(order, 0)
    for before, number in pairwise(order):
        line[number] = line[before] + (depth[number] - depth[before] > RATIO / 3)
    return sorted(order, key=lambda number: (line[number], _along(right, places[number])))


def _along(way: tuple[float, float], place: CornerPlace) -> float:
    return way[0] * place.x + way[1] * place.y


def _down(places: Sequence[CornerPlace]) -> tuple[float, float]:
    """Return the way down for the reader of cards: along most of them, and as those lie that show one corner."""
    along = cmath.sqrt(
        sum(complex(*place.down) ** 2 for place in places)
    )  # a way and its opposite, squared, are the same
    if abs(along) ** 2 < len(places) / 2:
        return 0.0, 1.0
    along /= abs(along)
    single = sum(complex(*place.down) for place in places if not place.either_way)
    turned = single.real * along.real + single.imag * along.imag or along.imag
    return (along.real, along.imag) if turned > 0 else (-along.real, -along.imag)
