"""Two laid-out hands of eleven by photo, from real photos and the real reader, corrections counted."""

import statistics
from collections.abc import Callable

from playwright.sync_api import Page

from bench import photo_taps


def test_two_hands_by_photo_take_at_most_eight_taps_in_the_middle_of_three(new_phone: Callable[[], Page]) -> None:
    taps = [*photo_taps.taps(new_phone, photo_taps.OURS)]
    assert len(taps) == 3
    assert all(pair["shutter"] == pair["camera"] == pair["done"] == 2 for pair in taps)
    assert statistics.median(pair.total() for pair in taps) <= 8
