"""Corners put together: one card of two corners, each card once, and which cards lie together."""

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from companion.photo.cards import Calibration, Found, put_apart, put_together
from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index
from companion.photo.melds import RATIO, CornerPlace, groups, in_reading_order

CALIBRATION = Calibration((0, 1, 0, 0, 1, 0))
"""As sure as the reader, and surer with two corners."""


def shares(**cards: float) -> tuple[float, ...]:
    """Return how likely each card is; names as in H9 for 9H."""
    likely = [1e-4] * 52
    for name, share in cards.items():
        likely[CARDS.index(name[1:] + name[0])] = share
    return tuple(share / sum(likely) for share in likely)


def index(
    at: tuple[float, float],
    cards: tuple[float, ...],
    *,
    down: tuple[float, float] = (0, 1),
    height: float = 25,
    readable: float = 0.99,
) -> Index:
    """Return a corner as the nets would give it."""
    return Index(Corner(*at, down, height, 0.9), cards, readable, (0.0,) * 64)


def names(found: list[Found]) -> list[str]:
    return [CARDS[card.best] for card in found]


def test_both_corners_of_a_card_are_one_card_and_surer() -> None:
    upper = index((100, 100), shares(H9=0.9, H6=0.1))
    lower = index((182, 208), shares(H9=0.9, D9=0.1), down=(0, -1))
    (both,) = put_together([upper, lower], CALIBRATION)
    (alone,) = put_together([upper], CALIBRATION)
    assert names([both, alone]) == ["9H", "9H"]
    assert both.confidence > alone.confidence
    assert len(both.indices) == 2


def test_a_card_that_is_taken_leaves_the_second_guess() -> None:
    sure = index((100, 100), shares(H9=0.99))
    torn = index((400, 100), shares(H9=0.5, H6=0.45))
    found = put_together([torn, sure], CALIBRATION)
    assert names(found) == ["9H", "6H"]
    assert found[1].confidence < 0.5


def test_the_same_card_read_twice_in_one_place_is_one_card() -> None:
    assert names(put_together([index((at, 100), shares(H9=0.99)) for at in (100, 130)], CALIBRATION)) == ["9H"]
    beside = [index((100, 100), shares(H9=0.9)), index((182, 208), shares(C9=0.9))]
    assert sorted(names(put_together(beside, CALIBRATION))) == ["9C", "9H"], "corners that are not opposite"


def test_corners_that_look_alike_are_one_card_to_be_named_whatever_they_read() -> None:
    one = replace(index((100, 100), shares(H9=0.6)), features=(1, 1, 0))
    turned = replace(index((182, 208), shares(C9=0.6), down=(0, -1)), features=(1, 0.9, 0))
    alike = replace(index((400, 100), shares(H9=0.99)), features=(0, 0, 1))
    assert [len(card.indices) for card in put_apart([one, turned, alike], CALIBRATION)] == [2, 1]


def test_what_is_no_index_is_no_card() -> None:
    assert put_together([index((100, 100), shares(H9=0.99), readable=0.05)], CALIBRATION) == []


@pytest.mark.parametrize("height", [9, 70])
def test_an_index_of_another_size_than_the_others_is_none(height: float) -> None:
    cards = [index((100 * n, 100), shares(**{name: 0.99})) for n, name in enumerate(("H9", "H8", "H7"))]
    phantom = index((500, 500), shares(S2=0.99), height=height)
    assert sorted(names(put_together([*cards, phantom], CALIBRATION))) == ["7H", "8H", "9H"]


def test_a_whole_deck_is_read_and_what_looks_like_more_cards_is_none() -> None:
    deck = [index((60 * n, 100), shares(**{name[-1] + name[:-1]: 0.99})) for n, name in enumerate(CARDS)]
    assert sorted(names(put_together(deck, CALIBRATION))) == sorted(CARDS)
    blurs = [
        index((60 * n, 500), by_chance)
        for n, by_chance in enumerate(np.random.default_rng(1).dirichlet(np.ones(52), 160).tolist())
    ]
    for busy in (blurs, [*deck, *blurs], [*deck[:-1], *blurs]):
        assert sorted(names(put_together(busy, CALIBRATION))) == sorted(CARDS)


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


COLUMN = [place for number in range(4) for place in row(top=number * 0.35)]
FAN = [row(left=0.25 * number, turned=-30 + 12 * number)[0] for number in range(6)]
ACROSS = CornerPlace(x=110, y=60, down=(1, 0), width=100)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        *((row(0.3, 0.3, 1.4, 0.3, 0.3, 1.5, turned=turned), [0, 0, 0, 1, 1, 1, None]) for turned in (0, 20, 90, 300)),
        (row(1.02, 1.03, 1.25, 1.02), [0, 0, 0, 1, 1]),  # they touch side by side
        (row(0.3, 0.3) + row(0.3, 0.3, top=RATIO + 0.01), [0, 0, 0, 1, 1, 1]),  # two rows that touch
        ([*COLUMN, *row(left=1.5)], [0, 0, 0, 0, None]),
        (FAN, [0] * 6),
        ([*row(0.3), ACROSS], [0, 0, 0]),
    ],
)
def test_which_cards_lie_together(places: list[CornerPlace], expected: list[int | None]) -> None:
    assert groups(places) == expected


def test_reading_order_is_line_by_line_from_the_left() -> None:
    below, above = row(0.3, 0.3, top=2), row(0.3, 1.5, top=0.1)
    assert in_reading_order([*below, *above]) == [3, 4, 5, 0, 1, 2]
    assert in_reading_order([]) == []
    assert in_reading_order(row(0.3, 0.3, turned=180)) == [0, 1, 2], "on their heads"


def test_cards_that_show_both_corners_are_read_as_the_photo_stands() -> None:
    places = row(1.1, 1.1, turned=170) + row(1.1, 1.1, top=1.6, turned=170)
    both = [replace(place, either_way=True) for place in places]
    flipped = [replace(place, down=(-place.down[0], -place.down[1])) for place in both]
    mixed = [one if number % 2 else other for number, (one, other) in enumerate(zip(both, flipped, strict=True))]
    assert in_reading_order(both) == in_reading_order(flipped) == in_reading_order(mixed) == [5, 4, 3, 2, 1, 0]
