"""The way in to reading photos: what it lacks, one photo at a time, and places in the photo's own pixels."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from companion.photo import nets, reader
from companion.photo.cards import Found
from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index
from companion.photo.melds import CornerPlace
from companion.photo.network import Pixels
from companion.photo.reading import Box, CardRead, PhotoError, Trouble
from tests.support.photos import exif

Read = Callable[[Pixels], list[Found]]


def with_nets(monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    fake = SimpleNamespace(cards_in=lambda pixels, _lessons=(): read(pixels))
    monkeypatch.setattr(nets, "loaded", lambda _: fake)


def found(name: str, x: float, y: float, *, confidence: float) -> Found:
    index = Index(Corner(x, y, (0, 1), 20, 0.9), np.zeros(52, np.float32), 0.9, np.zeros(64, np.float32))
    best, second = CARDS.index(name), CARDS.index("9S")
    return Found((index,), index.cards, best, second, confidence, CornerPlace(x, y, (0, 1), 80))


def photo(width: int, height: int, orientation: int = 1) -> bytes:
    body = BytesIO()
    Image.new("RGB", (width, height), "green").save(body, "JPEG", exif=b"Exif\0\0" + exif(orientation))
    return body.getvalue()


def test_places_are_told_in_the_pixels_of_the_upright_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(pixels: Pixels) -> list[Found]:
        assert pixels.shape == (1600, 800, 3)
        return [found("9C", 106, 60, confidence=0.98), found("2H", 300, 60, confidence=0.2)]

    with_nets(monkeypatch, read)
    reading = reader.read_photo(photo(3200, 1600, orientation=6))
    assert (reading.width, reading.height) == (1600, 3200)
    assert reading.cards == (CardRead("9C", 0.98, "9S", Box(200, 100, 24, 40), None),)
    assert reading.unread == (Box(588, 100, 24, 40),)
    with Image.open(BytesIO(reading.preview)) as preview:
        assert preview.size == (240, 480)


def test_a_photo_waits_for_the_one_before_it_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    started, go_on = threading.Event(), threading.Event()

    def read(_: Pixels) -> list[Found]:
        started.set()
        assert go_on.wait(30)
        return []

    with_nets(monkeypatch, read)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(reader.read_photo, photo(80, 80))
        assert started.wait(30)
        monkeypatch.setattr(reader, "WAIT", 0.01)
        with pytest.raises(PhotoError) as refused:
            reader.read_photo(photo(80, 80))
        assert refused.value.trouble == Trouble.BUSY
        monkeypatch.setattr(reader, "WAIT", 30)
        second = pool.submit(reader.read_photo, photo(80, 80))
        go_on.set()
        assert first.result().cards == second.result().cards == ()


@pytest.mark.parametrize("broken", [RuntimeError("a bug"), None])
def test_after_a_failure_the_next_photo_is_read(broken: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(pixels: Pixels) -> list[Found]:
        if broken and np.any(pixels):
            raise broken
        return []

    with_nets(monkeypatch, read)
    with pytest.raises(RuntimeError if broken else PhotoError):
        reader.read_photo(photo(80, 80) if broken else b"")
    with_nets(monkeypatch, lambda _: [])
    monkeypatch.setattr(reader, "WAIT", 0.0)
    assert reader.read_photo(photo(80, 80)).cards == ()


def test_without_weights_nothing_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "WEIGHTS", tmp_path / "weights.npz")
    assert reader.missing() == ("weights.npz",)
    assert not reader.is_available()
    reader.WEIGHTS.touch()
    assert reader.is_available()


def test_asking_loads_neither_numpy_nor_pillow() -> None:
    program = (
        "import sys; from companion.photo import reader; reader.missing(); print({'numpy', 'PIL'} & {*sys.modules})"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 (our own words)
    assert printed.stdout == "set()\n"
