"""Convolutions with numpy alone, and the file that holds their weights."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture: height, width, and red, green and blue."""
Floats = NDArray[np.float32]
PATCHES_AT_ONCE = 6_000
"""Pixels that one multiplication covers: few enough that their patches stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Layer:
    weights: Floats
    bias: Floats
    size: int = 3
    stride: int = 1
    dilation: int = 1

    def __call__(self, x: Floats, *, relu: bool = True) -> Floats:
        """Return the convolution of pictures, given as (count, height, width, channels)."""
        result: Floats = self._multiplied(x)
        result += self.bias
        return np.maximum(result, 0, out=result) if relu else result

    def _multiplied(self, x: Floats) -> Floats:
        if self.size == 1:
            dense: Floats = x @ self.weights
            return dense
        windows = self._windows(x)
        pictures, high, wide = windows.shape[:3]
        result = np.empty((pictures, high, wide, self.weights.shape[1]), np.float32)
        rows = max(1, PATCHES_AT_ONCE // wide)
        for picture in range(pictures):
            for top in range(0, high, rows):
                patches = windows[picture, top : top + rows].reshape(-1, self.weights.shape[0])
                result[picture, top : top + rows] = (patches @ self.weights).reshape(-1, wide, result.shape[3])
        return result

    def _windows(self, x: Floats) -> Floats:
        """Return what the layer looks at for each pixel it puts out, as a view of the padded pictures."""
        edge, reach = self.dilation, 2 * self.dilation + 1
        padded = np.pad(x, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
        seen = sliding_window_view(padded, (reach, reach), axis=(1, 2))
        step = slice(None, None, self.stride)
        dilated = seen[:, step, step, :, :: self.dilation, :: self.dilation]
        return np.asarray(dilated.transpose(0, 1, 2, 4, 5, 3))


def halved(x: Floats) -> Floats:
    pictures, high, wide, channels = x.shape
    squares = x[:, : high // 2 * 2, : wide // 2 * 2].reshape(pictures, high // 2, 2, wide // 2, 2, channels)
    return np.asarray(squares.max(axis=(2, 4)))


def read_layers(path: Path, name: str) -> Iterator[tuple[Floats, Floats]]:
    """Yield the weights and biases of a net from the file of weights, layer by layer."""
    with np.load(path, allow_pickle=False) as stored:
        for number in count():
            if f"{name}-{number}-weights" not in stored:
                return
            weights, bias = (stored[f"{name}-{number}-{part}"] for part in ("weights", "bias"))
            yield weights.astype(np.float32), bias.astype(np.float32)
