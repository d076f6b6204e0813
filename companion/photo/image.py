"""Decode a photo that anybody may have sent: three formats, bounded bytes, pixels, memory and time."""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image as Pillow
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from companion.photo.files import BarePicture, Format, bare_picture
from companion.photo.reading import Box, PhotoError, Trouble
from companion.photo.with_numpy import Pixels

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
CUT_OUT = 120
"""Pixels of the longer side of a cut-out."""

_DECODERS: dict[Format, type[ImageFile]] = {
    Format.JPEG: JpegImageFile,
    Format.PNG: PngImageFile,
    Format.WEBP: WebPImageFile,
}
_TURNS = {
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_270,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_90,
}
_ON_THE_SIDE = {5, 6, 7, 8}


@dataclass(frozen=True, slots=True)
class Image:
    pixels: Pixels
    """Height × width × red, green and blue; upright, the longer side at most `LONGEST`."""
    full_width: int
    """The width of the upright photo that was sent."""
    full_height: int

    @property
    def width(self) -> int:
        width: int = self.pixels.shape[1]
        return width

    def preview(self) -> bytes:
        return preview(self.pixels)

    def cut_out(self, box: Box) -> bytes:
        return cut_out(self.pixels, box)


def decode(body: bytes) -> Image:
    picture = bare_picture(body)
    size = _looked_at(picture)
    try:
        pixels = np.asarray(_upright(picture, size))
    except Exception as broken:  # a decoder may raise anything about hostile bytes
        raise PhotoError(Trouble.NO_PHOTO) from broken
    full = (picture.width, picture.height)
    return Image(pixels, *(full[::-1] if picture.orientation in _ON_THE_SIDE else full))


def preview(pixels: Pixels) -> bytes:
    return _small(Pillow.fromarray(pixels), PREVIEW, quality=50)


def cut_out(pixels: Pixels, box: Box) -> bytes:
    """Return what a box of a photo shows, with some of what is around it, as a small JPEG without metadata."""
    margin = max(1, box.height // 4)
    left, top = max(0, box.x - margin), max(0, box.y - margin)
    part = pixels[top : box.y + box.height + margin, left : box.x + box.width + margin]
    return _small(Pillow.fromarray(np.ascontiguousarray(part)), CUT_OUT, quality=75)


def _small(image: Pillow.Image, longest: int, *, quality: int) -> bytes:
    image.thumbnail((longest, longest))
    written = BytesIO()
    image.save(written, "JPEG", quality=quality)
    return written.getvalue()


def _looked_at(picture: BarePicture) -> tuple[int, int]:
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


def _upright(picture: BarePicture, size: tuple[int, int]) -> Pillow.Image:
    with _DECODERS[picture.format](BytesIO(picture.body)) as image:
        if image.size != (picture.width, picture.height):
            raise ValueError("two sizes in one file")
        image.draft("RGB", size)
        image.load()
        small = _resizable(image).resize(size, Pillow.Resampling.HAMMING)
    if small.mode in {"LA", "RGBA"}:
        small = Pillow.alpha_composite(Pillow.new("RGBA", size, "white"), small.convert("RGBA"))
    small = small.convert("RGB")
    turn = _TURNS.get(picture.orientation)
    return small if turn is None else small.transpose(turn)


def _resizable(image: ImageFile) -> Pillow.Image:
    """Return it in a mode in which shades can be mixed."""
    if "transparency" in image.info and image.mode in {"1", "L", "RGB", "P"}:
        return image.convert("RGBA")
    match image.mode:
        case "P":
            return image.convert("RGB")
        case "1":
            return image.convert("L")
        case "I;16":
            return Pillow.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    return image
