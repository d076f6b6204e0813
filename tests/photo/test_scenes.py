"""The nets in the package read photos of decks that they were not trained on; `python -m bench photo` reads many."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.photo.reader import read_photo
from companion.photo.reading import LIKELY, PhotoReading

HANDS = Path(__file__).parent / "hands"
TRUTH: list[dict[str, Any]] = [json.loads(line) for line in (HANDS / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def readings() -> list[PhotoReading]:
    return [read_photo((HANDS / hand["image"]).read_bytes()) for hand in TRUTH]


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


def test_places_are_within_the_photo(readings: list[PhotoReading]) -> None:
    for reading in readings:
        for card in reading.cards:
            assert 0 <= card.box.x < card.box.x + card.box.width <= reading.width
            assert 0 <= card.box.y < card.box.y + card.box.height <= reading.height


def test_the_command_line_reads_a_photo() -> None:
    photo = HANDS / TRUTH[0]["image"]
    command = [str(Path(sys.executable).with_name("companion")), "read", str(photo)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 (our own)
    cards = json.loads(printed.stdout)["cards"]
    assert {card["card"] for card in cards if card["confidence"] >= LIKELY} >= set(TRUTH[0]["melds"][0])


def test_a_picture_of_noise_shows_no_card() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (600, 800, 3), np.uint8)
    body = BytesIO()
    Image.fromarray(noise).save(body, "JPEG")
    assert read_photo(body.getvalue()).cards == ()
