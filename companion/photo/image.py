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
from companion.photo.limits import (
    CUT_OUT,
    CUT_OUT_QUALITY,
    PREVIEW,
    PREVIEW_QUALITY,
    looked_at,
    upright,
    with_surroundings,
)
from companion.photo.reading import Box, PhotoError, Trouble
from companion.photo.with_numpy import Pixels

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
    size = looked_at(picture)
    try:
        pixels = np.asarray(_upright(picture, size))
    except Exception as broken:  # a decoder may raise anything about hostile bytes
        raise PhotoError(Trouble.NO_PHOTO) from broken
    return Image(pixels, *upright(picture, (picture.width, picture.height)))


def preview(pixels: Pixels) -> bytes:
    return _small(Pillow.fromarray(pixels), PREVIEW, quality=PREVIEW_QUALITY)


def cut_out(pixels: Pixels, box: Box) -> bytes:
    """Return what a box of a photo shows, with some of what is around it, as a small JPEG without metadata."""
    left, top, right, bottom = with_surroundings(box)
    part = pixels[top:bottom, left:right]
    return _small(Pillow.fromarray(np.ascontiguousarray(part)), CUT_OUT, quality=CUT_OUT_QUALITY)


def _small(image: Pillow.Image, longest: int, *, quality: int) -> bytes:
    image.thumbnail((longest, longest))
    written = BytesIO()
    image.save(written, "JPEG", quality=quality)
    return written.getvalue()


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
