"""Read upright corners: which rank, which suit, and whether it is an index at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np

from companion.photo.corners import Corner
from companion.photo.network import Floats, Layer, Pixels, halved, read_layers

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
OFF_UNITS = np.array([10, 10, 0.3, 0.3])
"""It says so in these units: pixels of the corner, and natural logarithm and radians."""
WORTH_A_LOOK = 0.03
"""What the first look says is less likely an index is none."""
SMALLEST = 80
"""A picture isn't halved below this, nor more often than `HALVES`."""
HALVES = 4
AT_ONCE = 32
"""Corners the net reads at a time: more would only need more memory."""


@dataclass(frozen=True, slots=True)
class Reader:
    layers: tuple[Layer, ...]
    features: Layer
    outputs: Layer

    @classmethod
    def load(cls, path: Path) -> Self:
        *layers, features, outputs = read_layers(path, "reader")
        return cls(tuple(Layer(*layer) for layer in layers), Layer(*features, size=1), Layer(*outputs, size=1))

    def __call__(self, pictures: Floats) -> tuple[Floats, Floats]:
        """Return the features of each corner, and what it shows.

        That is 13 ranks, 4 suits and whether it is an index, as logarithms of odds, and how far the index is off.
        """
        x = pictures
        for number, layer in enumerate(self.layers):
            x = layer(x)
            if number in {0, 2, 4}:
                x = halved(x)
        features = self.features(x.transpose(0, 3, 1, 2).reshape(len(x), -1))
        return features, self.outputs(features, relu=False)


@dataclass(frozen=True, slots=True)
class Index:
    """A corner as read: how likely it is each of the 52 cards, how likely any, and the net's features."""

    corner: Corner
    cards: Floats
    readable: float
    features: Floats


def read_indices(reader: Reader, pixels: Pixels, corners: Sequence[Corner]) -> list[Index]:
    """Read corners of a photo: each once, and where an index is then seen a few times more, a little shifted."""
    levels = by_halves(pixels)
    return [
        index
        for start in range(0, len(corners), AT_ONCE)
        for index in _read(reader, levels, corners[start : start + AT_ONCE])
    ]


def _read(reader: Reader, levels: list[Pixels], corners: Sequence[Corner]) -> list[Index]:
    _, first = reader(evened(_cut_out(levels, corners)))
    likely = np.nonzero(_any_card(first) >= WORTH_A_LOOK)[0].tolist()
    if not likely:
        return []
    corners = [refined(corners[number], first[number, OFF]) for number in likely]
    rooms = _cut_out(levels, corners, ROOM)
    features, straight = reader(evened(_shifted(rooms, 0, 0)))
    outputs = [straight, *(reader(evened(_shifted(rooms, *shift)))[1] for shift in SHIFTS)]
    ranks, suits, any_card = (np.mean([part(out) for out in outputs], axis=0) for part in (_ranks, _suits, _any_card))
    cards = (ranks[:, :, None] * suits[:, None, :]).reshape(len(corners), -1)
    return [
        Index(corner, cards[number], float(any_card[number]), features[number]) for number, corner in enumerate(corners)
    ]


def refined(corner: Corner, off: Floats) -> Corner:
    """Return a corner where the net sees its index: shifted, higher or lower, and turned by what it says."""
    right, down, size, turn = (float(value) for value in np.clip(off, -1, 1) * OFF_UNITS)
    step = corner.height / TALL
    c, s = np.cos(turn), np.sin(turn)
    (down_x, down_y), (right_x, right_y) = corner.down, corner.right
    return replace(
        corner,
        x=corner.x + step * (right * right_x + down * down_x),
        y=corner.y + step * (right * right_y + down * down_y),
        down=(float(c * down_x + s * down_y), float(c * down_y - s * down_x)),
        height=corner.height * float(np.exp(size)),
    )


def _ranks(outputs: Floats) -> Floats:
    return _shares(outputs[:, :13])


def _suits(outputs: Floats) -> Floats:
    return _shares(outputs[:, 13:17])


def _any_card(outputs: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-outputs[:, 17])), np.float32)


def _shares(logarithms: Floats) -> Floats:
    shares = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def by_halves(pixels: Pixels) -> list[Pixels]:
    """Return a picture and its halves, each the mean of four pixels of the one before."""
    levels = [pixels]
    while min(levels[-1].shape[:2]) > SMALLEST and len(levels) <= HALVES:
        high, wide = (side // 2 * 2 for side in levels[-1].shape[:2])
        squares = levels[-1][:high, :wide].reshape(high // 2, 2, wide // 2, 2, 3)
        levels.append((squares.mean(axis=(1, 3), dtype=np.float32) + 0.5).astype(np.uint8))
    return levels


def _cut_out(levels: list[Pixels], corners: Sequence[Corner], room: int = 0) -> Floats:
    return np.stack([_upright(levels, corner, room) for corner in corners])


def _upright(levels: list[Pixels], corner: Corner, room: int) -> Floats:
    """Cut out a corner with room around it, so that its index stands upright, `TALL` pixels high."""
    scale = corner.height / TALL
    level = int(np.clip(np.floor(np.log2(max(scale, 1e-3)) + 0.3), 0, len(levels) - 1))
    picture, step = levels[level], scale / 2**level
    middle = (np.array([corner.x, corner.y]) + 0.5) / 2**level - 0.5
    across = (np.arange(WIDE + 2 * room) - (WIDE + 2 * room - 1) / 2)[None, :, None] * np.array(corner.right) * step
    along = (np.arange(HIGH + 2 * room) - (HIGH + 2 * room - 1) / 2)[:, None, None] * np.array(corner.down) * step
    return _sampled(picture, middle + across + along)


def _sampled(picture: Pixels, places: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Floats:
    """Return the colors at places between pixels; beyond the edge the edge goes on."""
    high, wide = picture.shape[:2]
    x, y = np.clip(places[..., 0], 0, wide - 1), np.clip(places[..., 1], 0, high - 1)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    to_right, to_low = ((part - whole)[..., None].astype(np.float32) for part, whole in ((x, left), (y, top)))
    above = picture[top, left] * (1 - to_right) + picture[top, right] * to_right
    below = picture[low, left] * (1 - to_right) + picture[low, right] * to_right
    return np.asarray(above * (1 - to_low) + below * to_low, np.float32)


def _shifted(rooms: Floats, right: int, down: int) -> Floats:
    return rooms[:, ROOM + down : ROOM + down + HIGH, ROOM + right : ROOM + right + WIDE]


def evened(pictures: Floats) -> Floats:
    """Scale each channel of each corner between its darkest and brightest: lamp light and shade look alike."""
    flat = pictures.reshape(len(pictures), -1, 3)
    low, high = np.percentile(flat[:, ::3], (3, 97), axis=1)[:, :, None].astype(np.float32)
    evened = (flat - low) * (2 / np.maximum(high - low, 24)) - 1
    return np.asarray(np.clip(evened, -1.5, 1.5).reshape(pictures.shape), np.float32)
