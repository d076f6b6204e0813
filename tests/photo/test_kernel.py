"""The kernel computes what numpy computes, layer by layer, and the cards that come of it are the same."""

import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import pytest
import wasmtime
from numpy.typing import NDArray

from companion.photo import nets
from companion.photo.arithmetic import Cut, Layer
from companion.photo.image import decode
from companion.photo.nets import Nets
from companion.photo.reader import WEIGHTS
from companion.photo.reading import Box, PhotoReading
from companion.photo.server import loaded
from companion.photo.weights import Stored
from companion.photo.with_kernel import KernelNumbers, KernelPicture, Memory, WithKernel
from companion.pocket.pyodide import node
from tests.support.both_kernels import Both, Numbers
from tests.support.kernel import KERNEL, build, with_wasmtime

HANDS = sorted((Path(__file__).parent / "hands").glob("*.jpg"))
BYTES = 8_000
"""What the kernel weighs at most."""


P_co = TypeVar("P_co", covariant=True)
Chance = np.random.Generator


@dataclass(frozen=True, slots=True)
class Seen(Generic[P_co]):
    """A photo of which no pictures are wanted."""

    pixels: P_co
    width: int
    full_width: int
    full_height: int

    def preview(self) -> bytes:
        return b""

    def cut_out(self, _box: Box) -> bytes:
        return b""


@pytest.fixture(scope="module")
def kernel() -> WithKernel:
    return with_wasmtime()


@pytest.fixture(scope="module")
def kernels_nets(kernel: WithKernel) -> Nets[KernelPicture, KernelNumbers]:
    return Nets.load(WEIGHTS.read_bytes(), kernel)


@pytest.fixture(scope="module")
def both() -> Both:
    return Both()


@pytest.fixture
def chance() -> Chance:
    return np.random.default_rng(1)


def drawn(chance: Chance, *shape: int) -> NDArray[np.uint8]:
    return chance.integers(0, 256, shape, np.uint8)


def numbers(both: Both, chance: Chance, *shape: int) -> Numbers:
    return both.numbers(chance.normal(0, 1, shape).astype(np.float32))


def test_the_kernel_is_what_the_pinned_compiler_makes_of_its_source(tmp_path: Path) -> None:
    build(tmp_path / "kernel.wasm")
    assert (tmp_path / "kernel.wasm").read_bytes() == KERNEL.read_bytes(), "run `make kernel`"
    assert KERNEL.stat().st_size <= BYTES


def test_the_kernel_needs_nothing_of_whoever_runs_it() -> None:
    assert not wasmtime.Module(wasmtime.Engine(), KERNEL.read_bytes()).imports
    program = """
        const kernel = require("fs").readFileSync(process.argv[1]);
        WebAssembly.instantiate(kernel).then(({ instance }) => console.log(instance.exports.reach(5e6)));
    """
    printed = subprocess.run(  # noqa: S603 - our own words
        [node(), "-e", program, KERNEL], check=True, capture_output=True, text=True
    ).stdout
    assert printed == "1\n"


@pytest.mark.parametrize(
    "photo", HANDS[2:4], ids=lambda photo: photo.stem
)  # two others: tests/pocket/test_photo_reader.py
def test_the_same_cards_come_of_a_photo(photo: Path, kernel: WithKernel, kernels_nets: Nets[Any, Any]) -> None:
    image = decode(photo.read_bytes())
    size = (image.width, image.full_width, image.full_height)
    expected = nets.read(loaded(WEIGHTS), Seen(image.pixels, *size))
    in_use = kernel.memory.in_use
    picture = kernel.picture(image.pixels.tobytes(), image.width, image.pixels.shape[0])
    reading = nets.read(kernels_nets, Seen(picture, *size))
    assert len(reading.cards) >= 10
    assert unsure(reading) == unsure(expected)
    for card, other in zip(reading.cards, expected.cards, strict=True):
        assert card.confidence == pytest.approx(other.confidence, abs=0.002)
    del picture
    assert kernel.memory.in_use == in_use


def unsure(reading: PhotoReading) -> PhotoReading:
    return replace(reading, cards=tuple(replace(card, confidence=0) for card in reading.cards))


def test_every_layer_computes_the_same(both: Both) -> None:
    image = decode(HANDS[0].read_bytes())
    indices = Nets.load(WEIGHTS.read_bytes(), both).indices_in(both.picture(image.pixels))
    assert len(indices) >= 10
    assert both.steps > 3 * 14 + 6 * 12


@pytest.mark.parametrize(
    ("high", "wide", "to_wide", "to_high"),
    [(96, 128, 100, 75), (97, 65, 20, 30), (100, 300, 60, 20), (64, 70, 140, 128), (40, 500, 320, 26), (9, 80, 80, 9)],
)
def test_pictures_of_any_size_are_shrunk_alike(
    high: int, wide: int, to_wide: int, to_high: int, both: Both, chance: Chance
) -> None:
    picture = both.picture(drawn(chance, high, wide, 3))
    both.evenly_lit(picture, to_wide, to_high, 8)
    both.halves(picture)


@pytest.mark.parametrize("shades", [(0, 1), (7, 8), (100, 110), (0, 256)])
def test_pictures_without_contrast_are_lit_alike(shades: tuple[int, int], both: Both, chance: Chance) -> None:
    both.evenly_lit(both.picture(chance.integers(*shades, (80, 90, 3), np.uint8)), 45, 40, 8)


@pytest.mark.parametrize("wide", range(1, 10))
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (1, 2), (1, 4)])
def test_layers_of_any_size_are_computed_alike(
    wide: int, stride: int, dilation: int, both: Both, chance: Chance
) -> None:
    x = numbers(both, chance, 2, 11 - wide, wide, 4)
    weights = chance.normal(0, 1, (36, 16)).astype("<f2")
    bias = chance.normal(0, 1, 16).astype("<f4")
    layer = Layer(
        both.constant(Stored("<f2", weights.shape, weights.tobytes())),
        both.constant(Stored("<f4", bias.shape, bias.tobytes())),
        stride=stride,
        dilation=dilation,
    )
    for relu in (True, False):
        both.convolved(x, layer, relu=relu)
    both.halved(numbers(both, chance, 2, 12 - wide, wide + 1, 4))
    both.flattened(x)


def test_weights_of_half_precision_are_what_they_were(both: Both) -> None:
    halves = np.array([0, 2**-24, -(2**-24), 3 * 2**-20, 2**-14, 1, -1.5, 65_504], "<f2")
    weights = both.constant(Stored("<f2", (1, 8), halves.tobytes()))
    bias = both.constant(Stored("<f4", (8,), bytes(32)))
    one = both.numbers(np.ones((1, 1, 1, 1), np.float32))
    (computed,) = both.kernel.rows(
        both.kernel.convolved(one.kernel, Layer(weights.kernel, bias.kernel, size=1), relu=False)
    )
    assert computed == halves.tolist()


def test_peaks_are_where_nothing_around_is_higher(both: Both) -> None:
    maps = np.zeros((1, 6, 7, 6), np.float32)
    maps[0, 0, 0], maps[0, 3, 3], maps[0, 3, 4], maps[0, 5, 6], maps[0, 4, 6] = 1, 2, 2, 3, 4
    peaks = both.peaks(both.numbers(maps), 0.5)
    assert [(peak.row, peak.column) for peak in peaks] == [(0, 0), (3, 3), (3, 4), (4, 6)]
    assert both.peaks(both.numbers(maps), 4.0) == []


def test_corners_are_cut_out_beyond_the_edges_too(both: Both, chance: Chance) -> None:
    picture = both.picture(drawn(chance, 30, 40, 3))
    cuts = [
        Cut(picture, x, y, (step, turn), (-turn, step))
        for x, y in ((0, 0), (39, 29), (20.3, 11.7), (-50, 400))
        for step, turn in ((1, 0), (0.3, 0.9), (-2, 0.1))
    ]
    rooms = both.cut_out(cuts, 14, 18)
    both.evened(rooms, 2, 1, 10, 15)
    both.evened(both.cut_out([Cut(both.picture(drawn(chance, 1, 1, 3)), 0, 0, (1, 0), (0, 1))], 5, 5), 0, 0, 5, 5)


class NoMemory:
    """A kernel that has memory up to some address."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def call(self, function: str, *arguments: float) -> int:
        return self._least if function == "base" else arguments[0] <= self._most

    def write(self, address: int, body: bytes) -> None:
        raise NotImplementedError

    def read(self, address: int, length: int) -> bytes:
        raise NotImplementedError


def test_memory_that_nobody_holds_is_used_again() -> None:
    memory = Memory(NoMemory(10, 100))
    first, second = memory.take(1), memory.take(20)
    assert (first.address, second.address, memory.in_use) == (16, 32, 48)
    del first
    larger, smaller = memory.take(17), memory.take(16)
    assert (larger.address, smaller.address) == (64, 16)
    with pytest.raises(MemoryError):
        memory.take(5)
    del second
    assert memory.take(30).address == 32
