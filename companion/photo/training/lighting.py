"""Light on a scene, and the camera: lamps, shadows, glare, color casts, blur, noise, and JPEG."""

from functools import lru_cache

import cv2
import numpy as np

from companion.photo.training.arrays import Picture, whole

COARSE = 8
"""Light changes slowly: it is computed for one of so many pixels."""
GRAINS = 2048
"""Pixels of the side of the piece of noise from which all noise is cut."""


def photographed(picture: Picture, pick: np.random.Generator, *, careful: bool) -> bytes:
    """Light a scene and take its photo, as a JPEG; a careful player's is in focus, in color and not in the dark."""
    photo = _blurred(
        developed(lit_by_chance(picture, pick, careful=careful), pick, careful=careful), pick, careful=careful
    )
    noise = np.float32(pick.uniform(0, 4) if careful or pick.random() < 0.7 else pick.uniform(2, 14))
    photo += grain(pick, photo.shape, colored=pick.random() < 0.5) * noise
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(pick.integers(75 if careful else 45, 96))]
    _, coded = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8)[..., ::-1], quality)
    return bytes(coded.tobytes())


def lit_by_chance(picture: Picture, pick: np.random.Generator, *, careful: bool) -> Picture:
    """Light a scene by a lamp somewhere, with shadows, a color cast, and the lamp mirrored on glossy cards."""
    high, wide = picture.shape[:2]
    places = np.mgrid[0 : high // COARSE, 0 : wide // COARSE].astype(np.float32)
    y, x = places[0] * np.float32(COARSE / high), places[1] * np.float32(COARSE / wide)
    light = np.full_like(x, float(pick.uniform(0.75, 1.1)))
    light *= 1 + (x - 0.5) * float(pick.normal(0, 0.3)) + (y - 0.5) * float(pick.normal(0, 0.3))
    for _ in range(int(pick.integers(0, 3))):
        light *= 1 - _shadow(x, y, pick)
    if not careful and pick.random() < 0.12:
        light *= float(pick.uniform(0.25, 0.6))
    cast = np.clip(pick.normal(1, 0.07, 3), 0.75, 1.25).astype(np.float32)
    lit = picture * cv2.resize(np.clip(light, 0.1, 1.7).astype(np.float32), (wide, high))[..., None] * cast
    if pick.random() < 0.3:
        (at_x, at_y), (spread_x, spread_y) = pick.uniform(0, 1, 2), pick.uniform(0.03, 0.2, 2)
        glare = np.exp(-(((x - at_x) / spread_x) ** 2 + ((y - at_y) / spread_y) ** 2)).astype(np.float32)
        lit += cv2.resize(glare, (wide, high))[..., None] * np.float32(pick.uniform(30, 190))
    return np.asarray(lit)


def _shadow(x: np.ndarray, y: np.ndarray, pick: np.random.Generator) -> np.ndarray:
    """Return how much light a hand or a head takes away."""
    at_x, at_y, reach, edge = pick.uniform((0, 0, 0.1, 3), (1, 1, 0.6, 30))
    away = np.hypot((x - at_x) * float(pick.uniform(0.4, 2)), y - at_y)
    return np.asarray(float(pick.uniform(0.1, 0.5)) / (1 + np.exp((away - reach) * edge)))


def developed(lit: Picture, pick: np.random.Generator, *, careful: bool) -> Picture:
    """Change contrast and brightness, and take the colors out of a few."""
    if not careful and pick.random() < 0.04:
        lit[:] = lit.mean(2, keepdims=True)
    return (lit - 128) * np.float32(pick.uniform(0.75, 1.2)) + np.float32(128 + pick.normal(0, 10))


def _blurred(lit: Picture, pick: np.random.Generator, *, careful: bool) -> Picture:
    """Blur a photo a little, much, by a hand that moved, or not at all."""
    kind = pick.uniform(0, 0.5) if careful else pick.random()
    if kind < 0.62:
        blur = float(pick.uniform(0.3, 1.3) if kind < 0.5 else pick.uniform(1.2, 2.4))
        lit = cv2.GaussianBlur(lit, (0, 0), blur)
    elif kind < 0.72:
        lit = cv2.filter2D(lit, -1, _motion(pick))
    return lit


def _motion(pick: np.random.Generator) -> np.ndarray:
    """Return the trace of a hand that moved."""
    length = int(pick.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    middle = (length - 1) / 2
    end = pick.uniform(-1, 1, 2) * middle
    cv2.line(kernel, whole(middle - end), whole(middle + end), 1.0, 1)
    return kernel / kernel.sum()


def grain(pick: np.random.Generator, shape: tuple[int, ...], *, colored: bool) -> np.ndarray:
    """Cut the noise out of one large piece: cheaper than drawing new noise for every photo."""
    y, x = pick.integers(0, GRAINS - np.array(shape[:2]) + 1)
    part = _grains()[y : y + shape[0], x : x + shape[1]]
    return part if colored else part[..., :1]


@lru_cache(maxsize=1)
def _grains() -> np.ndarray:
    return np.random.default_rng(0).standard_normal((GRAINS, GRAINS, 3), np.float32)
