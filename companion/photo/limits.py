"""Limits for decoding a photo, and the sizes at which it is read and shown. Pillow and the browser share them."""

from companion.photo.files import BarePicture, Format
from companion.photo.reading import Box, PhotoError, Trouble

LONGEST = 1600
"""Pixels of the longer side that are looked at."""
SHORTEST = 64
"""Pixels that the shorter side has then at least."""
MAX_PIXELS = {Format.JPEG: 64_000_000, Format.PNG: 16_000_000, Format.WEBP: 12_600_000}
"""Phones take 12 to 50 million. A JPEG is decoded at an eighth to the whole of its size, the others only whole."""
MAX_BLOCKS = 1_600_000
"""Blocks of 128 bytes that a progressive JPEG keeps: 200 MB, which is 68 million pixels as phones write them."""
MAX_SCANS = 100
"""Scans of a progressive JPEG; usual are ten."""
MAX_VISITS = 20_000_000
"""Blocks times scans."""
PREVIEW = 480
"""Pixels of the longer side of a preview."""
PREVIEW_QUALITY = 50
CUT_OUT = 120
"""Pixels of the longer side of a cut-out."""
CUT_OUT_QUALITY = 75
FRAME = 1280
"""Pixels of the longer side at which a frame of a live camera is looked at."""
FRAME_QUALITY = 85

_ON_THE_SIDE = {5, 6, 7, 8}


def looked_at(picture: BarePicture) -> tuple[int, int]:
    """Return the size at which a picture is looked at, before it is turned; refuse what costs too much."""
    width, height = picture.width, picture.height
    if (
        width * height > MAX_PIXELS[picture.format]
        or picture.blocks > MAX_BLOCKS
        or picture.scans > MAX_SCANS
        or picture.blocks * picture.scans > MAX_VISITS
    ):
        raise PhotoError(Trouble.TOO_LARGE)
    shrunk = min(1.0, LONGEST / max(width, height, 1))
    size = round(width * shrunk), round(height * shrunk)
    if min(size) < SHORTEST:
        raise PhotoError(Trouble.TOO_SMALL)
    return size


def upright(picture: BarePicture, size: tuple[int, int]) -> tuple[int, int]:
    """Return the size that a picture has once it is turned upright."""
    return size[::-1] if picture.orientation in _ON_THE_SIDE else size


def with_surroundings(box: Box) -> tuple[int, int, int, int]:
    """Return what a cut-out of a box shows: left, top, right and bottom, the latter two perhaps beyond the photo."""
    margin = max(1, box.height // 4)
    return max(0, box.x - margin), max(0, box.y - margin), box.x + box.width + margin, box.y + box.height + margin
