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
    shades = evened_shades(pixels)
    photo = Image.fromarray(pixels)
    for longest in SCALES:
        scale = longest / max(high, wide)
        if scale <= MOST_ENLARGED:
            size = (max(1, round(wide * scale)), max(1, round(high * scale)))
            shrunk = np.asarray(photo.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0))
            picture = np.zeros((size[1] + -size[1] % WHOLE, size[0] + -size[0] % WHOLE, 3), np.float32)
            picture[: size[1], : size[0]] = shades[shrunk]
            yield picture, scale


def evened_shades(pixels: Pixels) -> Floats:
    """Return for each shade what the finder sees: the darkest of the photo at −1 and the brightest at 1."""
    dark, bright = (float(value) for value in np.percentile(pixels[::7, ::7], (1, 99)))
    shades = (np.arange(256, dtype=np.float32) - dark) * (2 / max(bright - dark, 20)) - 1
    return np.asarray(np.clip(shades, -1.5, 1.5), np.float32)
