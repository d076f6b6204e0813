"""How the view of a table moved between frames: an affine map, from places on the table that are seen again."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.photo.corners import Corner

Pair = tuple[tuple[float, float], tuple[float, float]]
"""A place before and after."""
STRAIGHT = 0.8
"""Directions whose product is at least this may be one direction seen twice."""
GROWN = 1.4
"""An index is seen at most this much larger or smaller from frame to frame."""
FARTHEST = 20
"""How many times as near or far as at first a view may be."""
AGREEING = 2.0
"""Pairs of corners agree on a motion if it takes the ones so near to the others, in heights of an index."""
STIFF = 0.15
"""How much the map keeps to turning and scaling alone, which few places or places in a row tell better."""


@dataclass(frozen=True, slots=True)
class Motion:
    """From one plane to another: a matrix by its rows, and what is added."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> Self:
        """Return the motion that takes places to where they are after it, as well as one can."""
        alike = cls._alike(pairs)
        if len({one for one, _ in pairs}) < 3:
            return alike
        # Places around the middle, moved by the plainer map, hold it where the others do not say enough.
        x, y = (sum(pair[0][side] for pair in pairs) / len(pairs) for side in (0, 1))
        reach = math.sqrt(sum((one[0] - x) ** 2 + (one[1] - y) ** 2 for one, _ in pairs) * STIFF)
        held = [(x + reach, y), (x - reach, y), (x, y + reach), (x, y - reach)]
        return cls._affine([*pairs, *((place, alike(*place)) for place in held)])

    @classmethod
    def between(cls, one: Corner, other: Corner) -> Self:
        """Return the motion that takes one corner to another."""
        turn = complex(*other.down) / complex(*one.down) * other.height / one.height
        off = complex(other.x, other.y) - turn * complex(one.x, one.y)
        return cls(turn.real, -turn.imag, turn.imag, turn.real, off.real, off.imag)

    @classmethod
    def _alike(cls, pairs: Sequence[Pair]) -> Self:
        """Return the best motion that only turns, scales and shifts."""
        before = [complex(*one) for one, _ in pairs]
        after = [complex(*other) for _, other in pairs]
        middle, to = sum(before) / len(before), sum(after) / len(after)
        spread = sum(abs(one - middle) ** 2 for one in before)
        turn = complex(1)
        if spread > 0:
            turn = (
                sum((other - to) * (one - middle).conjugate() for one, other in zip(before, after, strict=True))
                / spread
            )
        off = to - turn * middle
        return cls(turn.real, -turn.imag, turn.imag, turn.real, off.real, off.imag)

    @classmethod
    def _affine(cls, pairs: Sequence[Pair]) -> Self:
        n = len(pairs)
        mx, my, mu, mv = (sum(pair[end][side] for pair in pairs) / n for end in (0, 1) for side in (0, 1))
        xx = xy = yy = ux = uy = vx = vy = 0.0
        for (x, y), (u, v) in pairs:
            dx, dy, du, dv = x - mx, y - my, u - mu, v - mv
            xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
            ux, uy, vx, vy = ux + du * dx, uy + du * dy, vx + dv * dx, vy + dv * dy
        whole = xx * yy - xy * xy
        a, b = (ux * yy - uy * xy) / whole, (uy * xx - ux * xy) / whole
        c, d = (vx * yy - vy * xy) / whole, (vy * xx - vx * xy) / whole
        return cls(a, b, c, d, mu - a * mx - b * my, mv - c * mx - d * my)

    @property
    def sane(self) -> bool:
        """Return whether it is a view of the same side of the table, from not too far or near."""
        return self.a * self.d > self.b * self.c and 1 / FARTHEST < self.growth < FARTHEST

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.b * y + self.x, self.c * x + self.d * y + self.y

    @property
    def growth(self) -> float:
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def back(self) -> "Motion":
        whole = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / whole, -self.b / whole, -self.c / whole, self.a / whole
        return Motion(a, b, c, d, -a * self.x - b * self.y, -c * self.x - d * self.y)

    def shifted(self, x: float, y: float) -> "Motion":
        return replace(self, x=self.x + x, y=self.y + y)

    def corner(self, corner: Corner) -> Corner:
        """Return where a corner is after the motion."""
        x, y = self(corner.x, corner.y)
        down_x = self.a * corner.down[0] + self.b * corner.down[1]
        down_y = self.c * corner.down[0] + self.d * corner.down[1]
        length = math.hypot(down_x, down_y)
        return replace(corner, x=x, y=y, down=(down_x / length, down_y / length), height=corner.height * self.growth)


def followed(pairs: Iterable[tuple[Corner, Corner]]) -> tuple[float, float]:
    """Return by how much most corners are off from where they are expected, all by the same shift.

    The pairs are an expected corner and one that is seen, and most are of two different ones.
    """
    shifts = defaultdict[tuple[int, int], list[tuple[float, float]]](list)
    for one, other in pairs:
        if _alike(one, other):
            x, y, cell = other.x - one.x, other.y - one.y, one.height / 2
            shifts[round(x / cell), round(y / cell)].append((x, y))
    if not shifts:
        return 0.0, 0.0

    def votes(cell: tuple[int, int]) -> float:
        near = sum(len(shifts.get((cell[0] + x, cell[1] + y), ())) for x in (-1, 0, 1) for y in (-1, 0, 1))
        return near + len(shifts[cell]) - math.hypot(*cell) / 10  # between two as good, the smaller one

    best = shifts[max(shifts, key=votes)]
    return sum(x for x, _ in best) / len(best), sum(y for _, y in best) / len(best)


def agreed(pairs: Sequence[tuple[Corner, Corner]]) -> Motion:
    """Return the motion that most pairs of corners agree on, however far and turned; some may be wrong."""

    def agreeing(motion: Motion) -> list[tuple[Corner, Corner]]:
        return [(one, other) for one, other in pairs if matched([motion.corner(one)], [other], AGREEING)]

    best = max((agreeing(Motion.between(*pair)) for pair in pairs), key=len)
    return Motion.of([((one.x, one.y), (other.x, other.y)) for one, other in best])


def matched(expected: Sequence[Corner], seen: Sequence[Corner], near: float) -> dict[int, int]:
    """Return which corner is seen for which expected one, by their numbers: the nearest pairs first.

    They are nearer than a share of an index's height.
    """
    apart = sorted(
        (away, number, other)
        for number, one in enumerate(expected)
        for other, corner in enumerate(seen)
        if (away := math.hypot(one.x - corner.x, one.y - corner.y) / one.height) < near and _alike(one, corner)
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, number, other in apart:
        if number not in pairs and other not in taken:
            pairs[number] = other
            taken.add(other)
    return pairs


def _alike(one: Corner, other: Corner) -> bool:
    return (
        one.height / GROWN < other.height < one.height * GROWN
        and one.down[0] * other.down[0] + one.down[1] * other.down[1] > STRAIGHT
    )
