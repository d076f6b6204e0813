"""Tables: felt, wood, woven and printed cloth, and what else may lie there."""

import string

import cv2
import numpy as np

from companion.photo.training.arrays import Color, Picture, Points, any_color, whole

SIZE = 512
"""Pixels of the side of a piece of table."""
LETTERS = list(string.ascii_letters + string.digits)


def cloth(pick: np.random.Generator) -> Picture:
    """Make a table: felt, wood, woven cloth, stripes, prints, or clutter, in any color."""
    base = pick.integers((20, 80, 40), (70, 130, 80)) if pick.random() < 0.25 else pick.integers(20, 235, 3)
    picture = np.empty((SIZE, SIZE, 3), np.float32)
    picture[:] = base
    grain = _grain(pick)
    picture += grain[..., None] * np.float32(pick.uniform(1, 9))
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    angle = float(pick.uniform(0, np.pi))
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    kind = int(pick.integers(7))  # two of seven are plain
    if kind == 0:
        _wood(picture, along, across, grain, pick)
    elif kind == 1:
        _weave(picture, along, across, pick)
    elif kind == 2:
        _stripes(picture, along, across, pick)
    elif kind == 3:
        _print(picture, pick)
    elif kind == 4:
        _clutter(picture, pick)
    printed = np.clip(picture, 0, 255).astype(np.uint8)
    if pick.random() < 0.12:
        _letters(printed, pick)
    return printed


def _grain(pick: np.random.Generator) -> np.ndarray:
    """Return unevenness from large to fine."""
    grain = np.zeros((SIZE, SIZE), np.float32)
    for fineness in (4, 8, 16, 64, 256):
        noise = pick.normal(0, 1, (fineness, fineness)).astype(np.float32)
        grain += cv2.resize(noise, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC) * np.float32(pick.uniform(0, 1.2))
    return grain


def _wood(
    picture: Picture, along: np.ndarray, across: np.ndarray, grain: np.ndarray, pick: np.random.Generator
) -> None:
    rings = np.sin(across / float(pick.uniform(2, 14)) + grain * float(pick.uniform(0.5, 2)) + np.sin(along / 70) * 2)
    picture += rings[..., None] * np.array([18, 14, 8], np.float32) * float(pick.uniform(0.4, 1.8))
    plank = float(pick.uniform(60, 200))
    picture -= (np.abs(across % plank) < 2)[..., None] * 40.0


def _weave(picture: Picture, along: np.ndarray, across: np.ndarray, pick: np.random.Generator) -> None:
    wave = 2 * np.pi / float(pick.uniform(3, 14))
    picture += (np.sin(along * wave) * np.sin(across * wave))[..., None] * pick.uniform(-45, 45, 3).astype(np.float32)


def _stripes(picture: Picture, along: np.ndarray, across: np.ndarray, pick: np.random.Generator) -> None:
    wave = 2 * np.pi / float(pick.uniform(15, 110))
    mask = (np.sin(along * wave) > float(pick.uniform(-0.5, 0.8))).astype(np.float32)
    if pick.random() < 0.5:  # checks
        mask = np.abs(mask - (np.sin(across * wave) > 0))
    picture += (np.array(any_color(pick), np.float32) - picture) * mask[..., None] * np.float32(pick.uniform(0.2, 1))


def _print(picture: Picture, pick: np.random.Generator) -> None:
    """Print small figures in rows."""
    colors = [any_color(pick) for _ in range(4)]
    step = SIZE / round(np.sqrt(pick.integers(40, 260)))
    size = step * float(pick.uniform(0.15, 0.45))
    draw = SHAPES[int(pick.integers(len(SHAPES)))]
    for y in np.arange(step / 2, SIZE, step):
        for x in np.arange(step / 2, SIZE, step):
            draw(picture, np.array([x, y]), size, colors[int(pick.integers(4))], pick)


def _clutter(picture: Picture, pick: np.random.Generator) -> None:
    """Lay things of any size anywhere."""
    colors = [any_color(pick) for _ in range(4)]
    for _ in range(int(pick.integers(5, 60))):
        draw = SHAPES[int(pick.integers(len(SHAPES)))]
        size = float(pick.uniform(4, 110))
        draw(picture, pick.uniform(0, SIZE, 2), size, colors[int(pick.integers(4))], pick)


def _disc(picture: Picture, place: Points, size: float, color: Color, _pick: np.random.Generator) -> None:
    cv2.circle(picture, whole(place), round(size), color, -1, cv2.LINE_AA)


def _ellipse(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    axes = (round(size), max(1, round(size * 0.4)))
    turn, thick = float(pick.uniform(0, 180)), int(pick.choice((-1, 2)))
    cv2.ellipse(picture, whole(place), axes, turn, 0, 360, color, thick, cv2.LINE_AA)


def _rectangle(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    end = place + np.array([1, pick.uniform(0.3, 1.5)]) * size
    cv2.rectangle(picture, whole(place), whole(end), color, int(pick.choice((-1, 1, 3))), cv2.LINE_AA)


def _line(picture: Picture, place: Points, size: float, color: Color, pick: np.random.Generator) -> None:
    end = place + pick.normal(0, size * 2, 2)
    cv2.line(picture, whole(place), whole(end), color, int(pick.integers(1, 7)), cv2.LINE_AA)


SHAPES = (_disc, _ellipse, _rectangle, _line)


def _letters(picture: Picture, pick: np.random.Generator) -> None:
    """Write on the table what is no index: newspapers and score pads lie there."""
    for _ in range(int(pick.integers(1, 30))):
        text = "".join(pick.choice(LETTERS, int(pick.integers(1, 10))))
        font, height = int(pick.integers(0, 8)), float(pick.uniform(0.4, 2))
        place = whole(pick.uniform(0, SIZE, 2))
        cv2.putText(picture, text, place, font, height, any_color(pick), int(pick.integers(1, 4)), cv2.LINE_AA)
