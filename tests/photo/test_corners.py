"""Which finds of the net are one index, and which are two that lie close together."""

from typing import cast

import numpy as np
import pytest

from companion.photo.corners import STRIDE, USUAL_HEIGHT, Finder, find_corners
from companion.photo.network import Floats

HIGH = 5 * USUAL_HEIGHT


def answer(right: int, down: int) -> Floats:
    """Return what the net says of two upright indices, `HIGH` pixels high, that lie so far apart."""
    maps = np.zeros((40, 40, 6), np.float32)
    maps[..., 0] = -9
    for row, column in ((15, 15), (15 + down // STRIDE, 15 + right // STRIDE)):
        maps[row, column] = (4, 0, 0, 0, 1, np.log(HIGH / USUAL_HEIGHT))
    return maps


@pytest.mark.parametrize(("right", "down", "count"), [(36, 0, 2), (0, 36, 1), (20, 0, 1), (0, 60, 2)])
def test_indices_side_by_side_may_lie_closer_than_one_above_the_other(right: int, down: int, count: int) -> None:
    answers = cast("Finder", lambda maps: maps)
    assert len(find_corners(answers, [(answer(right, down), 1.0)])) == count
