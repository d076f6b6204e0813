"""Train the finder."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from companion.photo.training.networks import FinderNet, save
from companion.photo.training.samples import load
from companion.photo.training.targets import square
from companion.photo.with_numpy import evened_shades

AT_ONCE = 16
"""Squares for each step."""
OF_ONE_SCENE = 3
"""Squares cut from a scene once it is read: reading it takes longer than cutting."""
RATE = 2e-3


class Squares(IterableDataset):
    """Squares of scenes without end, in an order that the seed decides."""

    def __init__(self, folder: Path, seeds: range, start: int) -> None:
        self.folder = folder
        self.seeds = seeds
        self.start = start

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        cv2.setNumThreads(1)
        pick = np.random.default_rng(self.start)
        while True:
            sample = load(self.folder, int(pick.choice(self.seeds)))
            sample = replace(sample, picture=evened_shades(sample.picture)[sample.picture])
            for _ in range(OF_ONE_SCENE):
                yield square(sample, pick)


def train_finder(folder: Path, seeds: range, *, steps: int, weights: Path, start: int = 1) -> None:
    """Train the finder on one core, while another process draws squares, and write its weights."""
    torch.set_num_threads(1)
    torch.manual_seed(start)
    net = FinderNet()
    net.train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    batches = DataLoader(Squares(folder, seeds, start), batch_size=AT_ONCE, num_workers=1, prefetch_factor=4)
    began = time.monotonic()
    for step, (pictures, wanted) in zip(range(steps), batches, strict=False):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps, RATE)
        heat, rest = losses(net(pictures), wanted)
        optimizer.zero_grad()
        (heat + rest).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 10)
        optimizer.step()
        if step % 100 == 99:
            spent = time.monotonic() - began
            print(f"finder {step + 1}/{steps}, {spent:.0f} s: heat {heat:.3f}, rest {rest:.3f}", flush=True)
    save(net, weights)


def rate_at(step: int, steps: int, rate: float) -> float:
    """Return how far a step goes: farther and farther at first, then less and less."""
    return rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * float(np.cos(np.pi * step / steps))) + 1e-5


def losses(output: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Return the focal loss of the heat, and the absolute error of place, direction and height at centers."""
    heat, weight, here = wanted[:, 0], wanted[:, 1], wanted[:, 2]
    likely = torch.sigmoid(output[:, 0]).clamp(1e-5, 1 - 1e-5)
    found = here * (1 - likely) ** 2 * torch.log(likely)
    other = (1 - here) * weight * (1 - heat) ** 4 * likely**2 * torch.log(1 - likely)
    count = here.sum().clamp(min=1)
    apart = (output[:, 1:] - wanted[:, 3:]).abs() * here[:, None]
    return -(found + other).sum() / count, apart.sum() / count
