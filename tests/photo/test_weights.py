"""The file of weights: read without numpy as numpy reads it."""

import io

import numpy as np
import pytest

from companion.photo.reader import WEIGHTS
from companion.photo.weights import layers, read_weights


def test_the_weights_are_those_that_numpy_reads() -> None:
    read = read_weights(WEIGHTS.read_bytes())
    with np.load(WEIGHTS, allow_pickle=False) as expected:
        assert set(read) == set(expected)
        for name, stored in read.items():
            assert stored.shape == expected[name].shape
            np.testing.assert_array_equal(np.reshape(stored.numbers(), stored.shape), expected[name])
    assert len(list(layers(read, "finder"))) == 12
    assert len(list(layers(read, "reader"))) == 8


@pytest.mark.parametrize("kind", ["<f2", "<f4", "<f8"])
def test_tables_are_read_row_by_row_however_they_lie(kind: str) -> None:
    table = np.arange(6).reshape(2, 3).astype(kind)
    file = io.BytesIO()
    np.savez(file, rows=table, columns=np.asfortranarray(table))
    read = read_weights(file.getvalue())
    assert read["rows"] == read["columns"]
    assert read["rows"].numbers() == (0, 1, 2, 3, 4, 5)
