"""The two nets as torch trains them. `companion.photo.with_numpy` computes the same."""

from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

Net = TypeVar("Net", bound=nn.Module)


def trained(net: Net, weights: Path) -> Net:
    """Return a net with its weights, ready to be asked."""
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
    return net


def save(net: nn.Module, weights: Path) -> None:
    """Write a net's weights; the file has its name only when it is whole."""
    part = weights.with_suffix(".part")
    torch.save(net.state_dict(), part)
    part.rename(weights)


def convolution(inputs: int, outputs: int, *, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a layer of three by three: convolution, normalization, and nothing below zero."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Two convolutions whose result is added to what came in."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels, dilation=dilation)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, dilation, dilation, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Compute the block."""
        return torch.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):
    """Finds corners: for each four pixels how likely a center is, where exactly, which way is down, and how high."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, stride=2), convolution(16, 32, stride=2))
        self.down = convolution(32, 48, stride=2)
        self.blocks = nn.Sequential(Block(48, 1), Block(48, 2), Block(48, 4))
        self.up = nn.Conv2d(48, 32, 1)
        self.join = convolution(32, 32)
        self.heads = nn.Conv2d(32, 6, 1)
        nn.init.constant_(self.heads.bias[:1], -4.0)  # hardly any place is a center: training need not learn it first

    def forward(self, x: Tensor) -> Tensor:
        """Return six maps, a quarter as wide and high: logarithm of the odds, place (2), way down (2), height."""
        fine = self.stem(x)
        coarse = self.up(self.blocks(self.down(fine)))
        joined = self.join(fine + nn.functional.interpolate(coarse, scale_factor=2, mode="nearest"))
        return self.heads(joined)


class ReaderNet(nn.Module):
    """Reads an upright corner: 13 ranks, 4 suits, and whether it is an index at all."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            convolution(3, 24),
            nn.MaxPool2d(2),
            convolution(24, 40),
            convolution(40, 40),
            nn.MaxPool2d(2),
            convolution(40, 64),
            convolution(64, 64),
            nn.MaxPool2d(2),
            convolution(64, 72),
        )
        self.features = nn.Linear(72 * 9 * 6, 64)
        self.outputs = nn.Linear(64, 22)
        self.drop = nn.Dropout(0.2)

    def forward(self, x: Tensor) -> Tensor:
        """Return for each corner 18 logarithms of odds, and how far its index is off."""
        return self.outputs(self.drop(torch.relu(self.features(self.layers(x).flatten(1)))))
