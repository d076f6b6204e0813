"""Find the corners of cards where rank and suit are printed: a small net over the photo at three scales."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Self

from companion.photo.arithmetic import Arithmetic, Layer, Numbers, Peak, Picture
from companion.photo.weights import Weights, layers

SCALES = (1280, 640, 320)
"""Longest sides, in pixels, at which the photo is looked at: each finds indices of other heights."""
MOST_ENLARGED = 2.0
"""A photo this much too small for a scale isn't looked at there."""
WHOLE = 8
"""The finder halves a picture three times."""
STRIDE = 4
"""Pixels of the picture for each answer of the net, across and down."""
USUAL_HEIGHT = 20
"""The net says by how much an index is higher than this, in pixels."""
LIKELY = 0.25
SAME = 0.45
"""Two finds nearer than this share of an index's height, one above the other, are the same."""
SAME_BESIDE = 0.27
"""The same for two side by side: indices are slim, and cards of a fan lie close."""
MOST = 160
"""Corners that are read at most; a whole deck laid out shows 104."""


@dataclass(frozen=True, slots=True)
class Corner:
    """Where an index probably is: its center, the way down from rank to suit, its height, and how likely it is one."""

    x: float
    y: float
    down: tuple[float, float]
    height: float
    likely: float

    @property
    def right(self) -> tuple[float, float]:
        return self.down[1], -self.down[0]


@dataclass(frozen=True, slots=True)
class Finder(Generic[Picture, Numbers]):
    arithmetic: Arithmetic[Picture, Numbers]
    stem: tuple[Layer[Numbers], Layer[Numbers]]
    lower: Layer[Numbers]
    blocks: tuple[tuple[Layer[Numbers], Layer[Numbers]], ...]
    up: Layer[Numbers]
    join: Layer[Numbers]
    heads: Layer[Numbers]

    @classmethod
    def load(cls, weights: Weights, arithmetic: Arithmetic[Picture, Numbers]) -> Self:
        stored = layers(weights, "finder")

        def layer(size: int = 3, stride: int = 1, dilation: int = 1) -> Layer[Numbers]:
            multiplied, bias = next(stored)
            return Layer(arithmetic.constant(multiplied), arithmetic.constant(bias), size, stride, dilation)

        stem = (layer(stride=2), layer(stride=2))
        lower = layer(stride=2)
        blocks = tuple((layer(dilation=apart), layer(dilation=apart)) for apart in (1, 2, 4))
        return cls(arithmetic, stem, lower, blocks, layer(size=1), layer(), layer(size=1))

    def __call__(self, x: Numbers) -> Numbers:
        """Return for each four pixels: heat, place, way down, and logarithm of the height."""
        on = self.arithmetic
        for layer in self.stem:
            x = on.convolved(x, layer)
        fine, x = x, on.convolved(x, self.lower)
        for first, second in self.blocks:
            x = on.added(x, on.convolved(on.convolved(x, first), second, relu=False))
        coarse = on.convolved(x, self.up, relu=False)
        return on.convolved(on.convolved(on.added_enlarged(fine, coarse), self.join), self.heads, relu=False)


def find_corners(finder: Finder[Picture, Numbers], picture: Picture, scales: Sequence[int] = SCALES) -> list[Corner]:
    """Return the corners in a photo, the likeliest first."""
    width, height = finder.arithmetic.size(picture)
    found: list[Corner] = []
    for longest in scales:
        scale = longest / max(width, height)
        if scale <= MOST_ENLARGED:
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            maps = finder(finder.arithmetic.evenly_lit(picture, *size, WHOLE))
            found += _likeliest(finder.arithmetic.peaks(maps, math.log(LIKELY / (1 - LIKELY))), scale)
    return _merged(found)


def _likeliest(peaks: list[Peak], scale: float) -> list[Corner]:
    return [_corner(peak, scale) for peak in sorted(peaks, key=lambda peak: -peak.channels[0])[:MOST]]


def _corner(peak: Peak, scale: float) -> Corner:
    heat, right, low, down_x, down_y, size = peak.channels
    length = math.hypot(down_x, down_y) or 1.0
    return Corner(
        x=((peak.column + 0.5 + right) * STRIDE - 0.5) / scale,
        y=((peak.row + 0.5 + low) * STRIDE - 0.5) / scale,
        down=(down_x / length, down_y / length),
        height=USUAL_HEIGHT * math.exp(min(max(size, -2), 2)) / scale,
        likely=1 / (1 + math.exp(-heat)),
    )


def _merged(found: list[Corner]) -> list[Corner]:
    kept: list[Corner] = []
    for corner in sorted(found, key=lambda corner: -corner.likely):
        if not any(_same(corner, other) for other in kept):
            kept.append(corner)
    return kept[:MOST]


def _same(one: Corner, other: Corner) -> bool:
    x, y = other.x - one.x, other.y - one.y
    below = (x * one.down[0] + y * one.down[1]) / SAME
    beside = (x * one.right[0] + y * one.right[1]) / SAME_BESIDE
    return math.hypot(below, beside) < max(one.height, other.height)
