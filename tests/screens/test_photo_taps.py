"""Two laid-out hands of eleven by photo, from real photos and the real reader, corrections counted."""

import statistics
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.support.photo_taps import enter_both, hands_in

HANDS = Path(__file__).resolve().parents[1] / "photo" / "hands"


def test_two_hands_by_photo_take_at_most_eight_taps_in_the_middle_of_three(new_phone: Callable[[], Page]) -> None:
    taps = [enter_both(new_phone(), pair).taps for pair in hands_in(HANDS)]
    assert len(taps) == 3
    assert all(pair["shutter"] == pair["camera"] == pair["done"] == 2 for pair in taps)
    assert statistics.median(pair.total() for pair in taps) <= 8
