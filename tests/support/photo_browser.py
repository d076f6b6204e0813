"""The browser of the worker that reads photos, played by Pillow, numpy and wasmtime."""

import pickle
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow

from companion.photo.reader import WEIGHTS
from companion.photo.reading import TaughtLook
from companion.pocket.photo_reader import PhotoReader
from tests.support.kernel import KERNEL, Wasmtime

Result = TypeVar("Result")


class Array(bytes):
    __slots__ = ()

    def to_bytes(self) -> bytes:
        return bytes(self)


@dataclass
class FakeBrowser:
    """See `companion.pocket.photo_reader.Browser`."""

    kernel: Wasmtime = field(default_factory=lambda: Wasmtime(KERNEL.read_bytes()))
    opened: list[str] = field(default_factory=list)
    """The kinds of the pictures that were decoded."""
    sheet: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0, 3), np.uint8))

    def call(self, function: str, *arguments: float) -> int:
        return self.kernel.call(function, *arguments)

    def write(self, address: int, body: bytes) -> None:
        self.kernel.write(address, body)

    def read(self, address: int, length: int) -> Array:
        return Array(self.kernel.read(address, length))

    async def open(self, body: bytes, kind: str) -> Pillow.Image:
        self.opened.append(kind)
        picture = Pillow.open(BytesIO(body))
        picture.load()
        return picture

    def draw(self, bitmap: Any, address: int, *numbers: int) -> None:  # noqa: ANN401 - what `open` returned
        """Draw as a canvas does: each pixel lands where its middle does."""
        wide, high, width, height, right_x, right_y, down_x, down_y, begin_x, begin_y = numbers
        drawn = np.asarray(bitmap.convert("RGB").resize((wide, high), Pillow.Resampling.HAMMING))
        self.sheet = np.full((height, width, 3), 255, np.uint8)
        rows, columns = np.mgrid[0:high, 0:wide] + 0.5
        x = right_x * columns + down_x * rows + begin_x
        y = right_y * columns + down_y * rows + begin_y
        self.sheet[y.astype(int), x.astype(int)] = drawn
        self.write(address, self.sheet.tobytes())

    async def jpeg(self, *numbers: int) -> Array:
        left, top, right, bottom, width, height, quality = numbers
        written = BytesIO()
        Pillow.fromarray(self.sheet).crop((left, top, right, bottom)).resize((width, height)).save(
            written, "JPEG", quality=quality
        )
        return Array(written.getvalue())


Worker = tuple[PhotoReader, FakeBrowser]


def with_fake_browser() -> Worker:
    browser = FakeBrowser()
    return PhotoReader(browser, WEIGHTS.read_bytes()), browser


def finished(asking: Coroutine[Any, Any, Result]) -> Result:
    """Return what is asked of a browser that is played: it waits for nothing; other tests may have an event loop."""
    with pytest.raises(StopIteration) as answered:
        asking.send(None)
    result: Result = answered.value.value
    return result


def asked(worker: Worker, body: bytes, lessons: Sequence[TaughtLook] | None = ()) -> Any:  # noqa: ANN401 - as it was asked
    return pickle.loads(finished(worker[0].answer(pickle.dumps((body, lessons)))))  # noqa: S301 - our own
