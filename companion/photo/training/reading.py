"""Train the reader."""

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from companion.photo.indices import HIGH, OFF, OFF_UNITS, WIDE
from companion.photo.training.arrays import Picture, turned
from companion.photo.training.corners import ROOM_HIGH, ROOM_WIDE, Corners, cut_out
from companion.photo.training.finding import rate_at
from companion.photo.training.networks import ReaderNet, save
from companion.photo.with_numpy import evened

INDICES, NOTHINGS = 72, 24
"""Corners for each step: indices, and what is none."""
SMOOTH = 0.03
"""How unsure the reader is to be at its surest."""
RATE = 2e-3


def train_reader(
    corners: Corners, *, steps: int, weights: Path, start: int = 2, rate: float = RATE, net: ReaderNet | None = None
) -> None:
    """Train the reader, or train it further, on one core, and write its weights."""
    torch.set_num_threads(1)
    torch.manual_seed(start)
    cv2.setNumThreads(1)
    pick = np.random.default_rng(start)
    net = (net or ReaderNet()).to(memory_format=torch.channels_last)
    net.train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=3e-4)
    indices, nothings = np.where(corners.ranks >= 0)[0], np.where(corners.ranks < 0)[0]
    began = time.monotonic()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps, rate)
        chosen = np.concatenate([pick.choice(indices, INDICES), pick.choice(nothings, NOTHINGS)])
        ranks, suits = (torch.from_numpy(labels[chosen]) for labels in (corners.ranks, corners.suits))
        pictures, off = _batch(corners.pictures[chosen], pick)
        output = net(pictures)
        loss = sum(losses(output, ranks, suits, off))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()
        if step % 100 == 99:
            spent, right = time.monotonic() - began, share_right(output, ranks, suits)
            print(f"reader {step + 1}/{steps}, {spent:.0f} s: loss {loss:.3f}, right {right:.3f}", flush=True)
    save(net, weights)


def losses(output: Tensor, ranks: Tensor, suits: Tensor, off: Tensor) -> tuple[Tensor, ...]:
    """Return how wrong ranks, suits, whether it is an index, and how far that is off are; the indices come first."""
    cross_entropy = nn.functional.cross_entropy
    return (
        cross_entropy(output[:INDICES, :13], ranks[:INDICES], label_smoothing=SMOOTH),
        cross_entropy(output[:INDICES, 13:17], suits[:INDICES], label_smoothing=SMOOTH),
        nn.functional.binary_cross_entropy_with_logits(output[:, 17], (ranks >= 0).float()),
        (output[:INDICES, OFF] - off[:INDICES]).abs().mean(),
    )


def share_right(output: Tensor, ranks: Tensor, suits: Tensor) -> float:
    """Return how many of the indices were read rightly."""
    right = (output[:, :13].argmax(1) == ranks) & (output[:, 13:17].argmax(1) == suits)
    return float(right[:INDICES].float().mean())


def _batch(rooms: Picture, pick: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Return corners as the net wants them, each a little different every time, and how far each is off."""
    corners, off = zip(*(jittered(room, pick) for room in rooms), strict=True)
    pictures = torch.from_numpy(evened(np.stack(corners))).permute(0, 3, 1, 2)
    return pictures, torch.from_numpy(np.stack(off).astype(np.float32))


def jittered(room: Picture, pick: np.random.Generator) -> tuple[Picture, np.ndarray]:
    """Cut a corner out of its room as a finder does that is a little off, and return by how much it is."""
    shift = pick.normal(0, 3.2, 2).clip(-9, 9)
    size = float(pick.normal(0, 0.16))
    turn = float(pick.normal(0, 0.13 if pick.random() < 0.85 else 0.3))
    steps = np.diag(np.exp([pick.normal(0, 0.05) - size, -size]))
    matrix = turned(turn)[:2, :2] @ steps
    middle = np.array([(ROOM_WIDE - 1) / 2, (ROOM_HIGH - 1) / 2]) - matrix @ shift
    corner = cut_out(room, matrix, middle, (WIDE, HIGH)).astype(np.float32)
    return _spoiled(corner, pick), np.array([*shift, size, turn], np.float32) / OFF_UNITS


def _spoiled(corner: Picture, pick: np.random.Generator) -> Picture:
    """Blur, coarsen, speckle, fade or invert a few corners."""
    kind = pick.random()
    if kind < 0.08:
        corner = cv2.GaussianBlur(corner, (0, 0), float(pick.uniform(0.6, 2)))
    elif kind < 0.14:
        small = cv2.resize(corner, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
        corner = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_LINEAR)
    if pick.random() < 0.2:
        corner += pick.normal(0, pick.uniform(2, 14), corner.shape).astype(np.float32)
    if pick.random() < 0.05:
        corner[:] = corner.mean(2, keepdims=True)
    return 255 - corner if pick.random() < 0.04 else corner
