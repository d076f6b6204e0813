"""The file of weights, read without numpy: arrays by name."""

import ast
import io
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from math import prod

KINDS = {"<f2": "e", "<f4": "f", "<f8": "d"}
"""Numbers of half, single and double precision, as numpy and as Python name them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An array, row by row."""

    kind: str
    shape: tuple[int, ...]
    body: bytes

    def numbers(self) -> tuple[float, ...]:
        return struct.unpack(f"<{prod(self.shape)}{KINDS[self.kind]}", self.body)


Weights = Mapping[str, Stored]


def read_weights(file: bytes) -> Weights:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return {name.removesuffix(".npy"): _array(archive.read(name)) for name in archive.namelist()}


def layers(weights: Weights, net: str) -> Iterator[tuple[Stored, Stored]]:
    """Yield the weights and biases of a net, layer by layer."""
    for number in count():
        if f"{net}-{number}-weights" not in weights:
            return
        yield weights[f"{net}-{number}-weights"], weights[f"{net}-{number}-bias"]


def _array(file: bytes) -> Stored:
    """Read one array of numpy's format, version 1."""
    (length,) = struct.unpack_from("<H", file, 8)
    header = ast.literal_eval(file[10 : 10 + length].decode("latin-1"))
    stored = Stored(header["descr"], header["shape"], file[10 + length :])
    return _by_rows(stored) if header["fortran_order"] else stored


def _by_rows(stored: Stored) -> Stored:
    """Turn a table around that lies column by column."""
    high, _ = stored.shape
    numbers = stored.numbers()
    lying = (number for row in range(high) for number in numbers[row::high])
    return Stored(stored.kind, stored.shape, struct.pack(f"<{len(numbers)}{KINDS[stored.kind]}", *lying))
