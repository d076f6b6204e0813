"""What the script of the photo worker does for its Python (static/pocket/photo-worker.js), and photos it has drawn."""

from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.photo.limits import CUT_OUT, CUT_OUT_QUALITY, PREVIEW, PREVIEW_QUALITY, with_surroundings
from companion.photo.reading import Box, PhotoReading
from companion.photo.with_kernel import KernelPicture


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

    def draw(self, bitmap: Bitmap, address: int, *numbers: int) -> None:
        """Draw it on a white sheet; write red, green and blue of each pixel to the kernel's memory.

        The numbers: how wide and high it is drawn, how wide and high the sheet is, and how it is turned.
        """

    def jpeg(self, *numbers: int) -> Awaitable[Bytes]:
        """Return a part of the sheet: its left, top, right and bottom, then width, height and quality of the JPEG."""


UPRIGHT = (1, 0, 0, 1)
"""How far a pixel to the right goes right and down, and a pixel below, where a picture isn't turned."""


@dataclass(frozen=True, slots=True)
class BrowserKernel:
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
class DrawnPhoto:
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

    async def jpegs(self, browser: Browser) -> list[bytes]:
        return [(await browser.jpeg(*part.box, *part.size, part.quality)).to_bytes() for part in self.parts]

    async def illustrated(self, reading: PhotoReading, browser: Browser) -> PhotoReading:
        """Return a reading with its JPEGs instead of their numbers."""
        jpegs = await self.jpegs(browser)
        cards = (replace(card, corner=jpegs[card.corner[0]]) if card.corner else card for card in reading.cards)
        return replace(reading, cards=tuple(cards), preview=jpegs[reading.preview[0]])
