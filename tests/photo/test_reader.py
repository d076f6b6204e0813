"""Reading photos: one at a time, without its parts too, and decks that the nets in the package were not trained on.

`python -m bench photo` reads many.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.photo import reader, server
from companion.photo.cards import Found
from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index
from companion.photo.melds import CornerPlace
from companion.photo.reading import LIKELY, Box, CardRead, PhotoError, PhotoReading, Trouble
from companion.photo.with_numpy import Pixels
from tests.support.photos import exif, written
from tests.support.server import ROOT
from tests.support.without_numpy import PROGRAM

Read = Callable[[Pixels], list[Found]]


def with_nets(monkeypatch: pytest.MonkeyPatch, read: Read) -> None:
    fake = SimpleNamespace(cards_in=lambda pixels, _lessons=(): read(pixels))
    monkeypatch.setattr(server, "loaded", lambda _: fake)


def found(name: str, x: float, y: float, *, confidence: float) -> Found:
    index = Index(Corner(x, y, (0, 1), 20, 0.9), (0.0,) * 52, 0.9, (0.0,) * 64)
    best, second = CARDS.index(name), CARDS.index("9S")
    return Found((index,), index.cards, best, second, confidence, CornerPlace(x, y, (0, 1), 80))


def photo(width: int, height: int, orientation: int = 1) -> bytes:
    return written(Image.new("RGB", (width, height), "green"), "JPEG", exif=b"Exif\0\0" + exif(orientation))


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


HANDS = Path(__file__).parent / "hands"
TRUTH: list[dict[str, Any]] = [json.loads(line) for line in (HANDS / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def readings() -> list[PhotoReading]:
    return [reader.read_photo((HANDS / hand["image"]).read_bytes()) for hand in TRUTH]


def test_nearly_all_cards_are_found_and_none_that_is_sure_is_wrong(readings: list[PhotoReading]) -> None:
    wanted = [(number, card) for number, hand in enumerate(TRUTH) for card in hand["cards"]]
    read = {(number, card.name): card for number, reading in enumerate(readings) for card in reading.cards}
    assert len(wanted) == 66
    assert len(read.keys() & set(wanted)) >= 65
    assert not [card for place, card in read.items() if card.sure and place not in wanted]
    assert all(card.confidence >= LIKELY for card in read.values())


def test_cards_of_a_meld_lie_in_one_group_and_those_of_two_in_two(readings: list[PhotoReading]) -> None:
    right = []
    for hand, reading in zip(TRUTH, readings, strict=True):
        groups = [
            {card.name for card in reading.cards if card.group == number}
            for number in {card.group for card in reading.cards}
        ]
        right += [set(meld) in groups for meld in hand["melds"]]
    assert sum(right) >= len(right) - 1


def test_a_picture_of_noise_shows_no_card() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (600, 800, 3), np.uint8)
    assert reader.read_photo(written(Image.fromarray(noise), "JPEG")).cards == ()


PAGES = """
import json
from pathlib import Path
from companion.web.config import Settings
from tests.support.phones import linted_app
from tests.support.showdown_table import Table

client = linted_app(Settings(instance=Path(sys.argv[1]))).test_client()
table = Table(client, "Ann", "Bob")
table.roll(3, 4)
table.submit(knock="0:knock")
pages = {"home": client.get("/"), "count": client.get("/count"), "hand": table.get("/seat/0")}
print(json.dumps({name: [page.status_code, page.text] for name, page in pages.items()}))
"""


def test_the_app_starts_without_what_only_photos_need() -> None:
    loads = "import sys, companion.web.app; sys.exit(bool({'numpy', 'PIL'} & sys.modules.keys()))"
    subprocess.run([sys.executable, "-c", loads], cwd=ROOT, check=True)  # noqa: S603 (our own words)


def test_every_page_is_served_without_a_key_for_photos(tmp_path: Path) -> None:
    run = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", PROGRAM + PAGES, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    for name, (status, text) in json.loads(run.stdout).items():
        assert status == 200, name
        assert "Gem Companion" in text
        assert "image/jpeg" not in text
