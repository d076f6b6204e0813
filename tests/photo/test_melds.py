"""Which cards lie together, by their places alone."""

from dataclasses import replace
from math import cos, radians, sin

import pytest

from companion.photo.melds import RATIO, CornerPlace, groups, in_reading_order


def row(*steps: float, left: float = 0, top: float = 0, turned: float = 0) -> list[CornerPlace]:
    """Lay cards side by side, each so many widths right of the one before, and turn the whole table."""
    places, x = [], left
    angle = radians(turned)
    for step in (0, *steps):
        x += step
        at = (x * 100, top * 100)
        places.append(
            CornerPlace(
                x=at[0] * cos(angle) - at[1] * sin(angle),
                y=at[0] * sin(angle) + at[1] * cos(angle),
                down=(-sin(angle), cos(angle)),
                width=100,
            )
        )
    return places


@pytest.mark.parametrize("turned", [0, 20, 90, 180, 300])
def test_overlapping_cards_lie_together_and_others_apart(turned: float) -> None:
    places = row(0.3, 0.3, 1.4, 0.3, 0.3, 1.5, turned=turned)
    assert groups(places) == [0, 0, 0, 1, 1, 1, None]


def test_cards_that_touch_side_by_side_lie_together() -> None:
    assert groups(row(1.02, 1.03, 1.25, 1.02)) == [0, 0, 0, 1, 1]


def test_rows_that_touch_are_two_groups() -> None:
    assert groups(row(0.3, 0.3) + row(0.3, 0.3, top=RATIO + 0.01)) == [0, 0, 0, 1, 1, 1]


def test_a_column_of_overlapping_cards_is_one_group() -> None:
    column = [place for number in range(4) for place in row(top=number * 0.35)]
    assert groups([*column, *row(left=1.5)]) == [0, 0, 0, 0, None]


def test_a_fan_is_one_group() -> None:
    fan = [row(left=0.25 * number, turned=-30 + 12 * number)[0] for number in range(6)]
    assert groups(fan) == [0] * 6


def test_a_card_across_the_others_lies_with_them() -> None:
    across = CornerPlace(x=110, y=60, down=(1, 0), width=100)
    assert groups([*row(0.3), across]) == [0, 0, 0]


def test_reading_order_is_line_by_line_from_the_left() -> None:
    below, above = row(0.3, 0.3, top=2), row(0.3, 1.5, top=0.1)
    assert in_reading_order([*below, *above]) == [3, 4, 5, 0, 1, 2]
    assert in_reading_order([]) == []


def test_cards_that_show_both_corners_are_read_as_the_photo_stands() -> None:
    places = row(1.1, 1.1, turned=170) + row(1.1, 1.1, top=1.6, turned=170)
    both = [replace(place, either_way=True) for place in places]
    flipped = [replace(place, down=(-place.down[0], -place.down[1])) for place in both]
    mixed = [one if number % 2 else other for number, (one, other) in enumerate(zip(both, flipped, strict=True))]
    assert in_reading_order(both) == in_reading_order(flipped) == in_reading_order(mixed) == [5, 4, 3, 2, 1, 0]


def test_reading_order_follows_cards_that_stand_on_their_heads() -> None:
    assert in_reading_order(row(0.3, 0.3, turned=180)) == [0, 1, 2]
