"""How cards lie on a table: in melds, in a fan, thrown down, or as two hands."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.photo.training.arrays import Matrix, moved, turned

Layout = Callable[[np.random.Generator, int, float], list["Placed"]]
"""Lays so many cards whose height in widths is given."""
MELD_SIZES = (1, 3, 3, 3, 4, 4, 5, 6)
FAR_MELDS = 20
"""Melds of the second hand are numbered from here."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a card lies: the matrix from its face (in widths of it, the center at 0) to the table, and its meld."""

    matrix: Matrix
    meld: int | None = None


def placed(x: float, y: float, angle: float, meld: int | None = None) -> Placed:
    """Lay a card at a place, turned by an angle."""
    return Placed(moved(x, y) @ turned(angle), meld)


def melds(pick: np.random.Generator, count: int, ratio: float) -> list[Placed]:
    """Lay cards out as at a showdown: overlapping groups in rows, deadwood apart."""
    step = float(pick.choice([pick.uniform(0.24, 0.42), pick.uniform(0.3, 0.7), 1.05]))
    down = pick.random() < 0.2
    if down:
        step = max(step, 0.3)  # a rank takes more room than the width of an index
    widest = max(float(pick.uniform(2.5, 7)), 5 if down else 0)
    cards: list[Placed] = []
    x = y = row = 0.0
    for meld, size in enumerate(_meld_sizes(pick, count)):
        reach = (size - 1) * step
        wide, high = (1, ratio + reach) if down else (1 + reach, ratio)
        if x > 0 and x + wide > widest:
            x, y, row = 0.0, y + row + ratio * 0.15 + float(pick.uniform(0, 0.3)), 0.0
        cards += [replace(card, meld=meld if size > 1 else None) for card in _meld(pick, (x, y), size, step, down=down)]
        x += wide + float(pick.uniform(0.15, 0.8))
        row = max(row, high)
    return cards


def _meld_sizes(pick: np.random.Generator, count: int) -> list[int]:
    sizes: list[int] = []
    while (left := count - sum(sizes)) > 0:
        sizes.append(min(left, int(pick.choice(MELD_SIZES))))
    return sizes


def _meld(
    pick: np.random.Generator, corner: tuple[float, float], size: int, step: float, *, down: bool
) -> list[Placed]:
    """Lay the cards of a meld one on another, as straight as hands do."""
    tilt = float(pick.normal(0, 0.06))
    way = np.array([-np.sin(tilt), np.cos(tilt)] if down else [np.cos(tilt), np.sin(tilt)])
    cards = []
    for number in range(size):
        off_x, off_y, turn = pick.normal(0, 0.025, 3)
        x, y = corner + way * number * step
        cards.append(placed(x + off_x, y + off_y, tilt + turn))
    return cards


def fan(pick: np.random.Generator, count: int, ratio: float) -> list[Placed]:
    """Spread cards like a hand that is held."""
    radius = float(pick.uniform(1.5, 4)) + ratio / 2
    step = float(pick.uniform(0.14, 0.4)) / radius * 1.6
    angles = (np.arange(count) - (count - 1) / 2) * step
    return [placed(radius * np.sin(a), -radius * np.cos(a), a + float(pick.normal(0, 0.02)), 0) for a in angles]


def thrown(pick: np.random.Generator, count: int, _ratio: float) -> list[Placed]:
    """Throw cards down at any angle."""
    spread = np.sqrt(count) * float(pick.uniform(0.5, 1.1))
    upright = pick.random() < 0.5
    angles = pick.normal(0, 0.25, count) if upright else pick.uniform(0, 2 * np.pi, count)
    places = pick.uniform(-spread, spread, (count, 2))
    return [placed(x, y, angle) for (x, y), angle in zip(places, angles, strict=True)]


def two_hands(pick: np.random.Generator, count: int, ratio: float) -> list[Placed]:
    """Lay out a hand on either side, one of them often seen upside down."""
    far_count = count // 2
    if far_count == 0:
        return melds(pick, count, ratio)
    turn = turned(np.pi if pick.random() < 0.7 else 0)
    near = melds(pick, count - far_count, ratio)
    far = [
        Placed(turn @ card.matrix, None if card.meld is None else card.meld + FAR_MELDS)
        for card in melds(pick, far_count, ratio)
    ]
    lowest = max(card.matrix[1, 2] for card in far)
    apart = lowest + ratio + float(pick.uniform(0.2, 1))
    return [*far, *(replace(card, matrix=moved(0, apart) @ card.matrix) for card in near)]


LAYOUTS: dict[str, tuple[Layout, float]] = {
    "melds": (melds, 0.6),
    "fan": (fan, 0.14),
    "thrown": (thrown, 0.16),
    "two hands": (two_hands, 0.1),
}
"""How to lay cards, and how often it is done."""


def layout_by_chance(pick: np.random.Generator) -> str:
    """Return the name of a layout."""
    return str(pick.choice(list(LAYOUTS), p=[often for _, often in LAYOUTS.values()]))
