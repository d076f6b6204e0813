"""The arithmetic of the reader with numpy, and Pillow to shrink pictures."""

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image

from companion.photo.arithmetic import Cut, Layer, Peak
from companion.photo.weights import Stored

Pixels = NDArray[np.uint8]
"""A picture: height, width, and red, green and blue."""
Floats = NDArray[np.float32]
PATCHES_AT_ONCE = 6_000
"""Pixels that one multiplication covers: few enough that their patches stay in the processor's cache."""


class WithNumpy:
    """See `companion.photo.arithmetic.Arithmetic`."""

    def constant(self, stored: Stored) -> Floats:
        return np.frombuffer(stored.body, stored.kind).reshape(stored.shape).astype(np.float32)

    def size(self, picture: Pixels) -> tuple[int, int]:
        return picture.shape[1], picture.shape[0]

    def halves(self, picture: Pixels) -> Pixels:
        high, wide = (side // 2 for side in picture.shape[:2])
        squares = picture[: high * 2, : wide * 2].reshape(high, 2, wide, 2, 3)
        return np.asarray(squares.mean(axis=(1, 3), dtype=np.float32) + 0.5, np.float32).astype(np.uint8)

    def evenly_lit(self, picture: Pixels, width: int, height: int, whole: int) -> Floats:
        resized = Image.fromarray(picture).resize((width, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
        lit = np.zeros((1, height + -height % whole, width + -width % whole, 3), np.float32)
        lit[0, :height, :width] = evened_shades(picture)[np.asarray(resized)]
        return lit

    def convolved(self, x: Floats, layer: Layer[Floats], *, relu: bool = True) -> Floats:
        result = _multiplied(x, layer)
        result += layer.bias
        return np.maximum(result, 0, out=result) if relu else result

    def added(self, x: Floats, more: Floats) -> Floats:
        return np.asarray(np.maximum(x + more, 0))

    def added_enlarged(self, fine: Floats, coarse: Floats) -> Floats:
        return np.asarray(fine + coarse.repeat(2, axis=1).repeat(2, axis=2)[:, : fine.shape[1], : fine.shape[2]])

    def halved(self, x: Floats) -> Floats:
        pictures, high, wide, channels = x.shape
        squares = x[:, : high // 2 * 2, : wide // 2 * 2].reshape(pictures, high // 2, 2, wide // 2, 2, channels)
        return np.asarray(squares.max(axis=(2, 4)))

    def flattened(self, x: Floats) -> Floats:
        return x.transpose(0, 3, 1, 2).reshape(len(x), 1, 1, -1)

    def peaks(self, maps: Floats, least: float) -> list[Peak]:
        height = maps[0, :, :, 0]
        around = np.pad(height, 1, constant_values=-np.inf)
        highest = sliding_window_view(around, (3, 3)).max(axis=(2, 3))
        rows, columns = np.nonzero((height >= highest) & (height > least))
        places = zip(rows.tolist(), columns.tolist(), maps[0, rows, columns].tolist(), strict=True)
        return [Peak(*place) for place in places]

    def cut_out(self, cuts: Sequence[Cut[Pixels]], width: int, height: int) -> Floats:
        return np.stack([_cut_out(cut, width, height) for cut in cuts])

    def evened(self, rooms: Floats, left: int, top: int, width: int, height: int) -> Floats:
        return evened(rooms[:, top : top + height, left : left + width])

    def rows(self, x: Floats) -> list[list[float]]:
        table: list[list[float]] = x.reshape(len(x), -1).tolist()
        return table


def _multiplied(x: Floats, layer: Layer[Floats]) -> Floats:
    outputs = layer.weights.shape[1]
    if layer.size == 1:
        dense: Floats = x.reshape(-1, x.shape[3]) @ layer.weights
        return dense.reshape(*x.shape[:3], outputs)
    windows = _windows(x, layer)
    pictures, high, wide = windows.shape[:3]
    result = np.empty((pictures, high, wide, outputs), np.float32)
    rows = max(1, PATCHES_AT_ONCE // wide)
    for picture in range(pictures):
        for top in range(0, high, rows):
            patches = windows[picture, top : top + rows].reshape(-1, layer.weights.shape[0])
            result[picture, top : top + rows] = (patches @ layer.weights).reshape(-1, wide, outputs)
    return result


def _windows(x: Floats, layer: Layer[Floats]) -> Floats:
    """Return what a layer looks at for each pixel it puts out, as a view of the padded pictures."""
    edge, reach = layer.dilation, 2 * layer.dilation + 1
    padded = np.pad(x, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    seen = sliding_window_view(padded, (reach, reach), axis=(1, 2))
    step = slice(None, None, layer.stride)
    dilated = seen[:, step, step, :, :: layer.dilation, :: layer.dilation]
    return np.asarray(dilated.transpose(0, 1, 2, 4, 5, 3))


def _cut_out(cut: Cut[Pixels], width: int, height: int) -> Floats:
    picture = cut.picture
    high, wide = picture.shape[:2]
    across = (np.arange(width) - (width - 1) / 2)[None, :, None] * np.array(cut.across)
    along = (np.arange(height) - (height - 1) / 2)[:, None, None] * np.array(cut.along)
    places = np.array([cut.x, cut.y]) + across + along
    x, y = np.clip(places[..., 0], 0, wide - 1), np.clip(places[..., 1], 0, high - 1)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    to_right, to_low = ((part - whole)[..., None].astype(np.float32) for part, whole in ((x, left), (y, top)))
    above = picture[top, left] * (1 - to_right) + picture[top, right] * to_right
    below = picture[low, left] * (1 - to_right) + picture[low, right] * to_right
    return np.asarray(above * (1 - to_low) + below * to_low, np.float32)


def evened_shades(pixels: Pixels) -> Floats:
    """Return for each shade what the finder sees: the darkest of the photo at −1 and the brightest at 1."""
    dark, bright = (float(value) for value in np.percentile(pixels[::7, ::7], (1, 99)))
    shades = (np.arange(256, dtype=np.float32) - dark) * (2 / max(bright - dark, 20)) - 1
    return np.asarray(np.clip(shades, -1.5, 1.5), np.float32)


def evened(pictures: Floats) -> Floats:
    """Scale each channel of each picture between its darkest and brightest."""
    flat = pictures.reshape(len(pictures), -1, 3)
    low, high = np.percentile(flat[:, ::3], (3, 97), axis=1)[:, :, None].astype(np.float32)
    evened = (flat - low) * (2 / np.maximum(high - low, 24)) - 1
    return np.asarray(np.clip(evened, -1.5, 1.5).reshape(pictures.shape), np.float32)
