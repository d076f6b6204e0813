"""Write trained nets to the file of weights that `companion.photo` reads: normalization folded in, half precision."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from companion.photo.cards import FACTS
from companion.photo.training.networks import FinderNet, ReaderNet

Layer = tuple[Tensor, Tensor]
"""Weights and bias."""


AS_READ = np.eye(FACTS, dtype=np.float32)[1]
"""The calibration that takes the reader at its word."""


def write_weights(path: Path, finder: FinderNet, reader: ReaderNet, calibration: np.ndarray | None = None) -> None:
    """Write both nets and the calibration to one file; without one, a reading is as sure as the reader."""
    stored: dict[str, Any] = {}
    for name, layers in (("finder", finder_layers(finder)), ("reader", reader_layers(reader))):
        for number, (weights, bias) in enumerate(layers):
            stored[f"{name}-{number}-weights"] = weights.detach().numpy().astype(np.float16)
            stored[f"{name}-{number}-bias"] = bias.detach().numpy().astype(np.float32)
    stored["calibration"] = AS_READ if calibration is None else calibration
    np.savez_compressed(path, **stored)


def finder_layers(net: FinderNet) -> Iterator[Layer]:
    """Yield the layers of the finder in the order in which `companion.photo` takes them."""
    yield from (folded(layer) for layer in net.stem)
    yield folded(net.down)
    for block in net.blocks:
        yield folded(block.first)
        yield folded(block.second)
    yield plain(net.up)
    yield folded(net.join)
    yield plain(net.heads)


def reader_layers(net: ReaderNet) -> Iterator[Layer]:
    """Yield the layers of the reader in the order in which `companion.photo` takes them."""
    yield from (folded(layer) for layer in net.layers if isinstance(layer, nn.Sequential))
    for dense in (net.features, net.outputs):
        yield dense.weight.T, dense.bias


def folded(layer: nn.Sequential) -> Layer:
    """Return a convolution with the normalization after it folded in."""
    convolution, norm = layer[0], layer[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return flat(convolution.weight * scale[:, None, None, None]), norm.bias - norm.running_mean * scale


def plain(layer: nn.Conv2d) -> Layer:
    """Return a convolution as it is."""
    return flat(layer.weight), layer.bias


def flat(weights: Tensor) -> Tensor:
    """Order weights as numpy's patches lie: rows, columns, inputs; outputs last."""
    return weights.permute(2, 3, 1, 0).reshape(-1, weights.shape[0])
