"""Find the corners of cards where rank and suit are printed: a small net over the photo at three scales."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from PIL import Image

from companion.photo.network import Floats, Layer, Pixels, read_layers

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
class Finder:
    stem: tuple[Layer, Layer]
    lower: Layer
    blocks: tuple[tuple[Layer, Layer], ...]
    up: Layer
    join: Layer
    heads: Layer

    @classmethod
    def load(cls, path: Path) -> Self:
        layers = read_layers(path, "finder")
        stem = (Layer(*next(layers), stride=2), Layer(*next(layers), stride=2))
        lower = Layer(*next(layers), stride=2)
        blocks = tuple(
            (Layer(*next(layers), dilation=apart), Layer(*next(layers), dilation=apart)) for apart in (1, 2, 4)
        )
        return cls(
            stem, lower, blocks, Layer(*next(layers), size=1), Layer(*next(layers)), Layer(*next(layers), size=1)
        )

    def __call__(self, picture: Floats) -> Floats:
        """Return for each four pixels: heat, place, way down, and logarithm of the height."""
        x = picture[None]
        for layer in self.stem:
            x = layer(x)
        fine, x = x, self.lower(x)
        for first, second in self.blocks:
            x = np.maximum(x + second(first(x), relu=False), 0)
        coarse = self.up(x, relu=False).repeat(2, axis=1).repeat(2, axis=2)
        answer = self.heads(self.join(fine + coarse[:, : fine.shape[1], : fine.shape[2]]), relu=False)
        return np.asarray(answer[0])


def find_corners(finder: Finder, pictures: Iterable[tuple[Floats, float]]) -> list[Corner]:
    """Return the corners in a photo, given at several scales with how much each was shrunk; the likeliest first."""
    return _merged([corner for picture, scale in pictures for corner in _peaks(finder(picture), scale)])


def _peaks(maps: Floats, scale: float) -> list[Corner]:
    heat = maps[..., 0]
    around = np.pad(heat, 1, constant_values=-np.inf)
    highest = np.lib.stride_tricks.sliding_window_view(around, (3, 3)).max(axis=(2, 3))
    rows, columns = np.nonzero((heat >= highest) & (heat > np.log(LIKELY / (1 - LIKELY))))
    likeliest = np.argsort(-heat[rows, columns], kind="stable")[:MOST]
    return [_corner(maps, row, column, scale) for row, column in zip(rows[likeliest], columns[likeliest], strict=True)]


def _corner(maps: Floats, row: int, column: int, scale: float) -> Corner:
    heat, right, low, down_x, down_y, size = (float(value) for value in maps[row, column])
    length = float(np.hypot(down_x, down_y)) or 1.0
    return Corner(
        x=((column + 0.5 + right) * STRIDE - 0.5) / scale,
        y=((row + 0.5 + low) * STRIDE - 0.5) / scale,
        down=(down_x / length, down_y / length),
        height=USUAL_HEIGHT * float(np.exp(np.clip(size, -2, 2))) / scale,
        likely=float(1 / (1 + np.exp(-heat))),
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
    return bool(np.hypot(below, beside) < max(one.height, other.height))


def at_scales(pixels: Pixels) -> Iterator[tuple[Floats, float]]:
    """Yield a photo at each scale, evenly lit, with how much it was shrunk."""
    high, wide = pixels.shape[:2]
    shades = evened_shades(pixels)
    photo = Image.fromarray(pixels)
    for longest in SCALES:
        scale = longest / max(high, wide)
        if scale <= MOST_ENLARGED:
            size = (max(1, round(wide * scale)), max(1, round(high * scale)))
            shrunk = np.asarray(photo.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0))
            picture = np.zeros((size[1] + -size[1] % WHOLE, size[0] + -size[0] % WHOLE, 3), np.float32)
            picture[: size[1], : size[0]] = shades[shrunk]
            yield picture, scale


def evened_shades(pixels: Pixels) -> Floats:
    """Return for each shade what the finder sees: the darkest of the photo at −1 and the brightest at 1."""
    dark, bright = (float(value) for value in np.percentile(pixels[::7, ::7], (1, 99)))
    shades = (np.arange(256, dtype=np.float32) - dark) * (2 / max(bright - dark, 20)) - 1
    return np.asarray(np.clip(shades, -1.5, 1.5), np.float32)
