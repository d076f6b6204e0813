"""A layer computes what the definition of a convolution says, slowly and plainly."""

import numpy as np
import pytest

from companion.photo.network import Floats, Layer, halved


def convolved(layer: Layer, picture: Floats) -> Floats:
    """Add up weight by weight what each pixel of the result sees."""
    high, wide, inputs = picture.shape
    weights = layer.weights.reshape(layer.size, layer.size, inputs, -1)
    rows, columns = range(0, high, layer.stride), range(0, wide, layer.stride)
    result = np.tile(layer.bias, (len(rows), len(columns), 1)).astype(np.float64)
    for row, top in enumerate(rows):
        for column, left in enumerate(columns):
            for down in range(layer.size):
                for right in range(layer.size):
                    y = top + (down - layer.size // 2) * layer.dilation
                    x = left + (right - layer.size // 2) * layer.dilation
                    if 0 <= y < high and 0 <= x < wide:
                        result[row, column] += picture[y, x] @ weights[down, right]
    return np.asarray(result, np.float32)


@pytest.mark.parametrize(("size", "stride", "dilation"), [(3, 1, 1), (3, 2, 1), (3, 1, 2), (3, 1, 4), (1, 1, 1)])
def test_a_layer_computes_a_convolution(size: int, stride: int, dilation: int) -> None:
    pick = np.random.default_rng(size + stride + dilation)
    weights = pick.standard_normal((size * size * 3, 5)).astype(np.float32)
    layer = Layer(weights, pick.standard_normal(5).astype(np.float32), size, stride, dilation)
    pictures = pick.standard_normal((2, 10, 14, 3)).astype(np.float32)
    expected = np.stack([convolved(layer, picture) for picture in pictures])
    assert np.allclose(layer(pictures, relu=False), expected, atol=1e-4)
    assert np.allclose(layer(pictures), np.maximum(expected, 0), atol=1e-4)


def test_halving_keeps_the_largest_of_four_and_drops_an_odd_edge() -> None:
    picture = np.arange(5 * 5, dtype=np.float32).reshape(1, 5, 5, 1)
    assert halved(picture)[0, :, :, 0].tolist() == [[6, 8], [16, 18]]
