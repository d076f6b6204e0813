"""A photo as the nets look at it: at several sizes, and evenly lit."""

from collections.abc import Iterator

import numpy as np
from PIL import Image

from companion.photo.corners import SCALES
from companion.photo.network import Floats, Pixels

MOST_ENLARGED = 2.0
"""A photo this much too small for a scale isn't looked at there."""
WHOLE = 8
"""The finder halves a picture three times."""


def at_scales(pixels: Pixels) -> Iterator[tuple[Floats, float]]:
    """Yield a photo at each scale, evenly lit, with how much it was shrunk."""
    high, wide = pixels.shape[:2]
    dark, spread = _light(pixels)
    photo = Image.fromarray(pixels)
    for longest in SCALES:
        scale = longest / max(high, wide)
        if scale <= MOST_ENLARGED:
            size = (max(1, round(wide * scale)), max(1, round(high * scale)))
            shrunk = np.asarray(photo.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0), np.float32)
            evened = np.clip((shrunk - dark) * (2 / spread) - 1, -1.5, 1.5)
            yield np.pad(evened, ((0, -size[1] % WHOLE), (0, -size[0] % WHOLE), (0, 0))), scale


def _light(pixels: Pixels) -> tuple[float, float]:
    """Return how dark a photo is at its darkest, and how much brighter at its brightest."""
    dark, bright = (float(value) for value in np.percentile(pixels[::7, ::7], (1, 99)))
    return dark, max(bright - dark, 20)
