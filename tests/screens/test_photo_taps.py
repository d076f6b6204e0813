"""Two laid-out hands of eleven by photo, from real photos and the real reader, corrections counted."""

from collections.abc import Callable

from playwright.sync_api import Page

from bench import photo_taps


def test_two_hands_by_photo_take_at_most_eight_taps(new_phone: Callable[[], Page]) -> None:
    (taps,) = photo_taps.taps(new_phone, photo_taps.OURS, most=1)
    assert taps["shutter"] == taps["camera"] == taps["done"] == 2
    assert taps.total() <= 8
