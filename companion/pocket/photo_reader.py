"""Read photos in a worker of its own (static/pocket/photo-worker.js): the browser decodes, the kernel computes.

The rest is the same plain Python as on a server. What is asked and answered is pickled: both ends are this app's.
"""

import pickle
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.photo import nets
from companion.photo.files import Format, bare_picture
from companion.photo.limits import (
    CUT_OUT,
    CUT_OUT_QUALITY,
    PREVIEW,
    PREVIEW_QUALITY,
    looked_at,
    upright,
    with_surroundings,
)
from companion.photo.nets import Nets
from companion.photo.reading import Box, DeckPhoto, PhotoError, PhotoReading, TaughtLook, Trouble
from companion.photo.with_kernel import KernelNumbers, KernelPicture, WithKernel

_KINDS = {Format.JPEG: "image/jpeg", Format.PNG: "image/png", Format.WEBP: "image/webp"}
_TURNS = {
    2: (-1, 0, 0, 1),
    3: (-1, 0, 0, -1),
    4: (1, 0, 0, -1),
    5: (0, 1, 1, 0),
    6: (0, 1, -1, 0),
    7: (0, -1, -1, 0),
    8: (0, -1, 1, 0),
}
"""For each orientation how far a pixel to the right goes right and down, and a pixel below."""
_UPRIGHT = (1, 0, 0, 1)


class Bytes(Protocol):
    """An array of the browser."""

    def to_bytes(self) -> bytes: ...


class Bitmap(Protocol):
    """A decoded picture of the browser."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...


class Browser(Protocol):
    """What the script of the worker does."""

    def call(self, function: str, *arguments: float) -> int:
        """Call a function of the kernel."""

    def write(self, address: int, body: bytes) -> None:
        """Write to the kernel's memory."""

    def read(self, address: int, length: int) -> Bytes: ...
    def open(self, body: bytes, kind: str) -> Awaitable[Bitmap]:
        """Decode a picture as it lies in its file."""

    def draw(self, bitmap: Bitmap, *numbers: int) -> Bytes:
        """Draw it on a white sheet; return red, green and blue of each pixel.

        The numbers: how wide and high it is drawn, how wide and high the sheet is, and how it is turned.
        """

    def jpeg(self, *numbers: int) -> Awaitable[Bytes]:
        """Return a part of the sheet: its left, top, right and bottom, then width, height and quality of the JPEG."""


@dataclass(frozen=True, slots=True)
class _Kernel:
    """See `companion.photo.with_kernel.Kernel`."""

    browser: Browser

    def call(self, function: str, *arguments: float) -> int:
        return self.browser.call(function, *arguments)

    def write(self, address: int, body: bytes) -> None:
        self.browser.write(address, body)

    def read(self, address: int, length: int) -> bytes:
        return self.browser.read(address, length).to_bytes()


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a photo that will be a JPEG: browsers make none at once."""

    box: tuple[int, int, int, int]
    longest: int
    quality: int

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        wide, high = right - left, bottom - top
        scale = min(1.0, self.longest / max(wide, high))
        return max(1, round(wide * scale)), max(1, round(high * scale))


@dataclass(frozen=True, slots=True)
class _Photo:
    """See `companion.photo.nets.Photo`; of its JPEGs it gives the numbers."""

    pixels: KernelPicture
    full_width: int
    full_height: int
    parts: list[_Part] = field(default_factory=list)

    @property
    def width(self) -> int:
        return self.pixels.width

    def preview(self) -> bytes:
        return self._later((0, 0, self.pixels.width, self.pixels.height), PREVIEW, PREVIEW_QUALITY)

    def cut_out(self, box: Box) -> bytes:
        left, top, right, bottom = with_surroundings(box)
        within = (left, top, min(right, self.pixels.width), min(bottom, self.pixels.height))
        return self._later(within, CUT_OUT, CUT_OUT_QUALITY)

    def _later(self, box: tuple[int, int, int, int], longest: int, quality: int) -> bytes:
        self.parts.append(_Part(box, longest, quality))
        return bytes([len(self.parts) - 1])


class PhotoReader:
    """The nets, and the browser that they run in."""

    def __init__(self, browser: Browser, weights: bytes) -> None:
        self._browser = browser
        self._arithmetic = WithKernel(_Kernel(browser))
        self._nets: Nets[KernelPicture, KernelNumbers] = Nets.load(weights, self._arithmetic)

    async def answer(self, question: bytes) -> bytes:
        """Answer what `companion.pocket.awaited_photos` asks: a reading, or why there is none."""
        body, lessons = pickle.loads(question)  # noqa: S301 - from the app's own worker
        try:
            return pickle.dumps(await self._read(body, lessons))
        except PhotoError as error:
            return pickle.dumps(error.trouble)
        except MemoryError:
            return pickle.dumps(Trouble.TOO_LARGE)

    async def _read(self, body: bytes, lessons: Sequence[TaughtLook] | None) -> PhotoReading | DeckPhoto:
        """Read a photo with what its deck was taught; without lessons it is the photo of a deck."""
        photo = await self._decoded(body)
        if lessons is None:
            deck = nets.look_at_deck(self._nets, photo)
            (preview,) = await self._jpegs(photo)
            return replace(deck, preview=preview)
        reading = nets.read(self._nets, photo, lessons)
        jpegs = await self._jpegs(photo)
        cards = (replace(card, corner=jpegs[card.corner[0]]) if card.corner else card for card in reading.cards)
        return replace(reading, cards=tuple(cards), preview=jpegs[reading.preview[0]])

    async def _decoded(self, body: bytes) -> _Photo:
        picture = bare_picture(body)
        size, full = looked_at(picture), (picture.width, picture.height)
        try:
            bitmap = await self._browser.open(picture.body, _KINDS[picture.format])
        except Exception as broken:  # a browser may say anything about hostile bytes
            raise PhotoError(Trouble.NO_PHOTO) from broken
        if (bitmap.width, bitmap.height) != full:
            raise PhotoError(Trouble.NO_PHOTO)
        width, height = upright(picture, size)
        across_x, across_y, along_x, along_y = _TURNS.get(picture.orientation, _UPRIGHT)
        begin = (width if across_x + along_x < 0 else 0, height if across_y + along_y < 0 else 0)
        turn = (across_x, across_y, along_x, along_y, *begin)
        pixels = self._browser.draw(bitmap, *size, width, height, *turn).to_bytes()
        return _Photo(self._arithmetic.picture(pixels, width, height), *upright(picture, full))

    async def _jpegs(self, photo: _Photo) -> list[bytes]:
        return [(await self._browser.jpeg(*part.box, *part.size, part.quality)).to_bytes() for part in photo.parts]
