"""Read the live camera in the worker that reads photos: frames come in, marks and what is said of them go out.

No frame is kept but the last one. It becomes the photo that is sent for what was seen, and the question about that
photo is answered with the sweep.
"""

import json
import pickle
from dataclasses import replace

from companion.photo.limits import FRAME, FRAME_QUALITY
from companion.photo.nets import Nets
from companion.photo.reading import PhotoReading
from companion.photo.sweep import CornerMark, CornerState, Sweep
from companion.photo.with_kernel import KernelNumbers, KernelPicture, WithKernel
from companion.pocket.photo_browser import UPRIGHT, Bitmap, Browser, DrawnPhoto
from companion.wording.live import AIM, mark_word, seen_words, take_words


class LiveReader:
    """A hand that is seen frame by frame; `question` comes from `companion.pocket.live_screen`."""

    def __init__(
        self, browser: Browser, on: WithKernel, trained: Nets[KernelPicture, KernelNumbers], question: bytes
    ) -> None:
        lessons, self._wanted = pickle.loads(question)  # noqa: S301 - from the app's own worker
        self._browser = browser
        self._arithmetic = on
        self._sweep = Sweep(trained, lessons, self._wanted)
        self._frame = on.room(1, 1)
        self._photo = b""

    def look(self, bitmap: Bitmap, at: float) -> str:
        """Look at a frame; return what the screen shows, as JSON."""
        scale = min(1.0, FRAME / max(bitmap.width, bitmap.height))
        size = max(1, round(bitmap.width * scale)), max(1, round(bitmap.height * scale))
        self._frame = frame = self._arithmetic.room(*size)
        self._browser.draw(bitmap, frame.address, *size, *size, *UPRIGHT, 0, 0)
        seen = self._sweep.look(frame, at)
        return json.dumps(
            {
                "size": size,
                "marks": [_shown(mark) for mark in seen.marks],
                "line": seen_words(seen.cards, self._wanted) if seen.marks or seen.cards else AIM,
                "take": take_words(seen.cards) if seen.cards or any(mark.card for mark in seen.marks) else "",
                "complete": self._wanted > 0 and seen.complete,
            }
        )

    async def take(self) -> bytes:
        """Return the last frame as the photo that stands for what was seen."""
        size = self._frame.width, self._frame.height
        self._photo = (await self._browser.jpeg(0, 0, *size, *size, FRAME_QUALITY)).to_bytes()
        return self._photo

    def has_taken(self, photo: bytes) -> bool:
        return photo == self._photo != b""

    async def reading(self) -> PhotoReading:
        """Return what was seen, with the last frame as its picture."""
        drawn = DrawnPhoto(self._frame, self._frame.width, self._frame.height)
        seen = self._sweep.reading()
        cards = (
            card if card.sure or not seen.shows(card.box) else replace(card, corner=drawn.cut_out(card.box))
            for card in seen.cards
        )
        return await drawn.illustrated(replace(seen, cards=tuple(cards), preview=drawn.preview()), self._browser)


def _shown(mark: CornerMark) -> dict[str, object]:
    word = mark_word(mark.card, sure=mark.state == CornerState.SEEN) if mark.card else ""
    return {"x": mark.x, "y": mark.y, "height": mark.height, "state": mark.state, "word": word}
