"""Read photos in a worker of its own (static/pocket/photo-worker.js): the browser decodes, the kernel computes.

The rest is the same plain Python as on a server. What is asked and answered is pickled: both ends are this app's.
"""

import pickle
from collections.abc import Sequence
from dataclasses import replace

from companion.photo import nets
from companion.photo.files import Format, bare_picture
from companion.photo.limits import looked_at, upright
from companion.photo.nets import Nets
from companion.photo.reading import DeckPhoto, PhotoError, PhotoReading, TaughtLook, Trouble
from companion.photo.with_kernel import KernelNumbers, KernelPicture, WithKernel
from companion.pocket.live_reader import LiveReader
from companion.pocket.photo_browser import UPRIGHT, Bitmap, Browser, BrowserKernel, DrawnPhoto

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


class PhotoReader:
    """The nets, and the browser that they run in."""

    def __init__(self, browser: Browser, weights: bytes) -> None:
        self._browser = browser
        self._arithmetic = WithKernel(BrowserKernel(browser))
        self._nets: Nets[KernelPicture, KernelNumbers] = Nets.load(weights, self._arithmetic)
        self._live: LiveReader | None = None

    def begin_live(self, question: bytes) -> None:
        """Look at the frames of a camera from now on."""
        self._live = LiveReader(self._browser, self._arithmetic, self._nets, question)

    def look(self, frame: Bitmap, at: float) -> str:
        return self._live.look(frame, at) if self._live else ""

    async def take(self) -> bytes:
        return await self._live.take() if self._live else b""

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
        if self._live and self._live.has_taken(body):
            return await self._live.reading()
        photo = await self._decoded(body)
        if lessons is None:
            deck = nets.look_at_deck(self._nets, photo)
            (preview,) = await photo.jpegs(self._browser)
            return replace(deck, preview=preview)
        return await photo.illustrated(nets.read(self._nets, photo, lessons), self._browser)

    async def _decoded(self, body: bytes) -> DrawnPhoto:
        picture = bare_picture(body)
        size, full = looked_at(picture), (picture.width, picture.height)
        try:
            bitmap = await self._browser.open(picture.body, _KINDS[picture.format])
        except Exception as broken:  # a browser may say anything about hostile bytes
            raise PhotoError(Trouble.NO_PHOTO) from broken
        if (bitmap.width, bitmap.height) != full:
            raise PhotoError(Trouble.NO_PHOTO)
        width, height = upright(picture, size)
        across_x, across_y, along_x, along_y = _TURNS.get(picture.orientation, UPRIGHT)
        begin = (width if across_x + along_x < 0 else 0, height if across_y + along_y < 0 else 0)
        turn = (across_x, across_y, along_x, along_y, *begin)
        pixels = self._arithmetic.room(width, height)
        self._browser.draw(bitmap, pixels.address, *size, width, height, *turn)
        return DrawnPhoto(pixels, *upright(picture, full))
