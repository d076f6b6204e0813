"""The files of fonts that cards can be printed with."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from companion.photo.training.sources import UNFIT, Sources


@lru_cache(maxsize=2)
def typefaces(sources: Sources) -> list[Path]:
    """Return the upright fonts to draw with, in an order that is the same everywhere."""
    return [
        path
        for name in sources.packages
        for path in sorted((sources.fonts / name).rglob("*.?tf"))
        if not UNFIT.search(path.name) and _has_ranks(path)
    ]


def _has_ranks(path: Path) -> bool:
    """Return whether a font has every letter and digit of a rank, each unlike the others."""
    try:
        face = ImageFont.truetype(str(path), 40)
        drawn = {letter: bytes(face.getmask(letter)) for letter in "A2345678910JQK"}
    except OSError:
        return False
    return all(map(any, drawn.values())) and len(set(drawn.values())) == len(drawn)
