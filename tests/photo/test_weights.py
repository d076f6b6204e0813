"""The file of weights: read without numpy as numpy reads it."""

import io

import numpy as np
import pytest

from companion.photo.weights import read_weights


@pytest.mark.parametrize("kind", ["<f2", "<f4", "<f8"])
def test_tables_are_read_row_by_row_however_they_lie(kind: str) -> None:
    table = np.arange(6).reshape(2, 3).astype(kind)
    file = io.BytesIO()
    np.savez(file, rows=table, columns=np.asfortranarray(table))
    read = read_weights(file.getvalue())
    assert read["rows"] == read["columns"]
    assert read["rows"].numbers() == (0, 1, 2, 3, 4, 5)
