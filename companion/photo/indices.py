"""Read upright corners: which rank, which suit, and whether it is an index at all."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Self

from companion.photo.arithmetic import Arithmetic, Cut, Layer, Numbers, Picture
from companion.photo.corners import Corner
from companion.photo.sums import mean
from companion.photo.weights import Stored, Weights, layers

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
WIDE, HIGH, TALL = 48, 72, 50
"""Pixels of a corner as it is read, and the height of its index in it."""
ROOM = 3
"""Pixels around it that are cut out too, to read it a little shifted."""
SHIFTS = ((-2, -2), (2, -2), (-2, 2), (2, 2))
OFF = slice(18, 22)
"""What the net says at its end: how far the index is off, right and down, by how much higher it is, and turned."""
OFF_UNITS = (10, 10, 0.3, 0.3)
"""It says so in these units: pixels of the corner, and natural logarithm and radians."""
WORTH_A_LOOK = 0.03
"""What the first look says is less likely an index is none."""
SMALLEST = 80
"""A picture isn't halved below this, nor more often than `HALVES`."""
HALVES = 4
AT_ONCE = 32
"""Corners the net reads at a time: more would only need more memory."""


@dataclass(frozen=True, slots=True)
class Reader(Generic[Picture, Numbers]):
    arithmetic: Arithmetic[Picture, Numbers]
    layers: tuple[Layer[Numbers], ...]
    features: Layer[Numbers]
    outputs: Layer[Numbers]

    @classmethod
    def load(cls, weights: Weights, arithmetic: Arithmetic[Picture, Numbers]) -> Self:
        def layer(stored: tuple[Stored, Stored], size: int = 3) -> Layer[Numbers]:
            multiplied, bias = (arithmetic.constant(part) for part in stored)
            return Layer(multiplied, bias, size)

        *convolutions, features, outputs = layers(weights, "reader")
        return cls(arithmetic, tuple(map(layer, convolutions)), layer(features, 1), layer(outputs, 1))

    def __call__(self, x: Numbers) -> tuple[Numbers, Numbers]:
        """Return the features of each corner, and what it shows.

        That is 13 ranks, 4 suits and whether it is an index, as logarithms of odds, and how far the index is off.
        """
        on = self.arithmetic
        for number, layer in enumerate(self.layers):
            x = on.convolved(x, layer)
            if number in {0, 2, 4}:
                x = on.halved(x)
        features = on.convolved(on.flattened(x), self.features)
        return features, on.convolved(features, self.outputs, relu=False)


@dataclass(frozen=True, slots=True)
class Index:
    """A corner as read: how likely it is each of the 52 cards, how likely any, and the net's features."""

    corner: Corner
    cards: tuple[float, ...]
    readable: float
    features: tuple[float, ...]


def read_indices(reader: Reader[Picture, Numbers], picture: Picture, corners: Sequence[Corner]) -> list[Index]:
    """Read corners of a photo: each once, and where an index is then seen a few times more, a little shifted."""
    levels = by_halves(reader.arithmetic, picture)
    return [
        index
        for start in range(0, len(corners), AT_ONCE)
        for index in looked_at(reader, levels, corners[start : start + AT_ONCE])
        if index
    ]


def looked_at(
    reader: Reader[Picture, Numbers],
    levels: Sequence[Picture],
    corners: Sequence[Corner],
    shifts: Sequence[tuple[int, int]] = SHIFTS,
    straight: float = 0,
) -> list[Index | None]:
    """Return for each corner what is read there, and None where there is no index.

    One that is off by less than `straight`, in the net's units, is read as the first look saw it.
    """
    if not corners:
        return []
    on = reader.arithmetic
    features, first = reader(
        on.evened(on.cut_out([upright(levels, corner) for corner in corners], WIDE, HIGH), 0, 0, WIDE, HIGH)
    )
    result: list[Index | None] = [None] * len(corners)
    refining: dict[int, Corner] = {}
    for number, (corner, shown, seen_as) in enumerate(zip(corners, on.rows(first), on.rows(features), strict=True)):
        if _any_card(shown) < WORTH_A_LOOK:
            continue
        if max(map(abs, shown[OFF])) < straight:
            result[number] = _index(corner, [shown], seen_as)
        else:
            refining[number] = refined(corner, shown[OFF])
    if refining:
        cuts = [upright(levels, corner) for corner in refining.values()]
        rooms = on.cut_out(cuts, WIDE + 2 * ROOM, HIGH + 2 * ROOM)
        features, aligned = reader(on.evened(rooms, ROOM, ROOM, WIDE, HIGH))
        shifted = (reader(on.evened(rooms, ROOM + right, ROOM + down, WIDE, HIGH))[1] for right, down in shifts)
        looks = zip(*(on.rows(shown) for shown in (aligned, *shifted)), strict=True)
        for (number, corner), seen, feature in zip(refining.items(), looks, on.rows(features), strict=True):
            result[number] = _index(corner, seen, feature)
    return result


def _index(corner: Corner, looks: Sequence[Sequence[float]], features: Sequence[float]) -> Index:
    ranks, suits = (_means([_shares(look[part]) for look in looks]) for part in (slice(13), slice(13, 17)))
    cards = tuple(rank * suit for rank in ranks for suit in suits)
    return Index(corner, cards, mean([_any_card(look) for look in looks]), tuple(features))


def refined(corner: Corner, off: Sequence[float]) -> Corner:
    """Return a corner where the net sees its index: shifted, higher or lower, and turned by what it says."""
    right, down, size, turn = (min(max(value, -1), 1) * unit for value, unit in zip(off, OFF_UNITS, strict=True))
    step = corner.height / TALL
    c, s = math.cos(turn), math.sin(turn)
    (down_x, down_y), (right_x, right_y) = corner.down, corner.right
    return replace(
        corner,
        x=corner.x + step * (right * right_x + down * down_x),
        y=corner.y + step * (right * right_y + down * down_y),
        down=(c * down_x + s * down_y, c * down_y - s * down_x),
        height=corner.height * math.exp(size),
    )


def _any_card(look: Sequence[float]) -> float:
    return 1 / (1 + math.exp(min(-look[17], 700)))  # beyond, no number holds it


def _shares(logarithms: Sequence[float]) -> list[float]:
    highest = max(logarithms)
    shares = [math.exp(logarithm - highest) for logarithm in logarithms]
    whole = sum(shares)
    return [share / whole for share in shares]


def _means(looks: Iterable[Sequence[float]]) -> list[float]:
    return [mean(values) for values in zip(*looks, strict=True)]


def by_halves(on: Arithmetic[Picture, Numbers], picture: Picture, most: int = HALVES) -> list[Picture]:
    """Return a picture and its halves."""
    levels = [picture]
    while min(on.size(levels[-1])) > SMALLEST and len(levels) <= most:
        levels.append(on.halves(levels[-1]))
    return levels


def halved(height: float) -> int:
    """Return how often a picture is halved to read an index of so many pixels."""
    return min(max(math.floor(math.log2(max(height / TALL, 1e-3)) + 0.3), 0), HALVES)


def upright(levels: Sequence[Picture], corner: Corner) -> Cut[Picture]:
    """Say how to cut out a corner so that its index stands upright, `TALL` pixels high."""
    level = min(halved(corner.height), len(levels) - 1)
    step = corner.height / TALL / 2**level
    x, y = ((side + 0.5) / 2**level - 0.5 for side in (corner.x, corner.y))
    (right_x, right_y), (down_x, down_y) = corner.right, corner.down
    return Cut(levels[level], x, y, (right_x * step, right_y * step), (down_x * step, down_y * step))
