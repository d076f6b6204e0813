"""What a deck has taught: corners like those of a known card are that card, others are as the nets read them."""

import struct

import pytest

from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index
from companion.photo.lessons import Lessons, packed, unpacked
from companion.photo.reading import LOOK_BYTES, TaughtLook

NUMBERS = LOOK_BYTES // 2
NINE, SIX = CARDS.index("9H"), CARDS.index("6H")


def look(*features: float) -> tuple[float, ...]:
    return features + (0.0,) * (NUMBERS - len(features))


def index(features: tuple[float, ...]) -> Index:
    """Return a corner that reads as a nine."""
    cards = tuple(1.0 if card == NINE else 0.0 for card in range(len(CARDS)))
    return Index(Corner(0, 0, (0, 1), 20, 0.9), cards, 0.9, features)


LESSONS = Lessons.of([TaughtLook("6H", packed(look(2, 2))), TaughtLook("6H", packed(look(0, 0, 3)))])


@pytest.mark.parametrize(
    ("features", "six"),
    [
        (look(1, 1), 1),
        (look(0, 0, 0.5), 1),  # the other corner that was taught
        (look(1, 1, 0, 0, 2**0.5), 0),  # at 45 degrees
        (look(), 0),
        (look(4, 3), (0.7 * 2**0.5 - 0.75) / 0.25),
    ],
)
def test_the_more_a_corner_looks_like_a_taught_one_the_less_the_net_is_asked(
    features: tuple[float, ...], six: float
) -> None:
    (corrected,) = LESSONS.applied([index(features)])
    assert corrected.cards[SIX] == pytest.approx(six, abs=1e-6)
    assert corrected.cards[NINE] == pytest.approx(1 - six, abs=1e-6)
    assert LESSONS.applied([]) == []


def test_what_is_no_number_counts_as_nothing() -> None:
    stored = struct.pack(f"<{NUMBERS}e", *look(float("nan"), float("inf"), -float("inf"), 1.5))
    assert unpacked(stored) == look(0, 0, 0, 1.5)
    assert unpacked(packed(look(1e6, 0.25))) == look(65_504, 0.25)
