"""Two engines for the arithmetic of the reader at once: whatever both compute must come out alike."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.photo.arithmetic import Cut, Layer, Peak
from companion.photo.weights import Stored
from companion.photo.with_kernel import KernelNumbers, KernelPicture, WithKernel
from companion.photo.with_numpy import Floats, Pixels, WithNumpy
from tests.support.kernel import KERNEL, Wasmtime

NEAR = 2e-6
"""Sums of single precision differ by this share of the largest number, if they are added in another order."""


class Picture(NamedTuple):
    numpy: Pixels
    kernel: KernelPicture


class Numbers(NamedTuple):
    numpy: Floats
    kernel: KernelNumbers


class Both:
    """See `companion.photo.arithmetic.Arithmetic`. Each step begins with the same numbers: differences don't add up."""

    def __init__(self) -> None:
        self.running = Wasmtime(KERNEL.read_bytes())
        self.kernel = WithKernel(self.running)
        self.numpy = WithNumpy()
        self.steps = 0

    def picture(self, pixels: Pixels) -> Picture:
        return Picture(pixels, self.kernel.picture(pixels.tobytes(), pixels.shape[1], pixels.shape[0]))

    def numbers(self, numbers: Floats) -> Numbers:
        block = self.kernel.memory.take(numbers.nbytes)
        self.running.write(block.address, numbers.tobytes())
        return Numbers(numbers, KernelNumbers(block, numbers.shape))

    def constant(self, stored: Stored) -> Numbers:
        return Numbers(self.numpy.constant(stored), self.kernel.constant(stored))

    def size(self, picture: Picture) -> tuple[int, int]:
        assert self.numpy.size(picture.numpy) == self.kernel.size(picture.kernel)
        return self.numpy.size(picture.numpy)

    def halves(self, picture: Picture) -> Picture:
        half = Picture(self.numpy.halves(picture.numpy), self.kernel.halves(picture.kernel))
        width, height = self.size(half)
        pixels = self.running.read(half.kernel.address, width * height * 3)
        np.testing.assert_array_equal(np.frombuffer(pixels, np.uint8).reshape(half.numpy.shape), half.numpy)
        return half

    def evenly_lit(self, picture: Picture, width: int, height: int, whole: int) -> Numbers:
        sizes = (width, height, whole)
        return self._alike(self.numpy.evenly_lit(picture.numpy, *sizes), self.kernel.evenly_lit(picture.kernel, *sizes))

    def convolved(self, x: Numbers, layer: Layer[Numbers], *, relu: bool = True) -> Numbers:
        sizes = (layer.size, layer.stride, layer.dilation)
        one, other = (
            Layer(layer.weights.numpy, layer.bias.numpy, *sizes),
            Layer(layer.weights.kernel, layer.bias.kernel, *sizes),
        )
        return self._alike(
            self.numpy.convolved(x.numpy, one, relu=relu), self.kernel.convolved(x.kernel, other, relu=relu)
        )

    def added(self, x: Numbers, more: Numbers) -> Numbers:
        return self._alike(self.numpy.added(x.numpy, more.numpy), self.kernel.added(x.kernel, more.kernel))

    def added_enlarged(self, fine: Numbers, coarse: Numbers) -> Numbers:
        return self._alike(
            self.numpy.added_enlarged(fine.numpy, coarse.numpy), self.kernel.added_enlarged(fine.kernel, coarse.kernel)
        )

    def halved(self, x: Numbers) -> Numbers:
        return self._alike(self.numpy.halved(x.numpy), self.kernel.halved(x.kernel))

    def flattened(self, x: Numbers) -> Numbers:
        return self._alike(self.numpy.flattened(x.numpy), self.kernel.flattened(x.kernel))

    def peaks(self, maps: Numbers, least: float) -> list[Peak]:
        self.steps += 1
        one, other = self.numpy.peaks(maps.numpy, least), self.kernel.peaks(maps.kernel, least)
        assert one == other
        return one

    def cut_out(self, cuts: Sequence[Cut[Picture]], width: int, height: int) -> Numbers:
        one = [Cut(cut.picture.numpy, cut.x, cut.y, cut.across, cut.along) for cut in cuts]
        other = [Cut(cut.picture.kernel, cut.x, cut.y, cut.across, cut.along) for cut in cuts]
        return self._alike(self.numpy.cut_out(one, width, height), self.kernel.cut_out(other, width, height))

    def evened(self, rooms: Numbers, left: int, top: int, width: int, height: int) -> Numbers:
        place = (left, top, width, height)
        return self._alike(self.numpy.evened(rooms.numpy, *place), self.kernel.evened(rooms.kernel, *place))

    def rows(self, x: Numbers) -> list[list[float]]:
        self.steps += 1
        one, other = self.numpy.rows(x.numpy), self.kernel.rows(x.kernel)
        assert one == other
        return one

    def _alike(self, one: Floats, other: KernelNumbers) -> Numbers:
        self.steps += 1
        assert other.shape == one.shape
        computed: NDArray[np.float32] = np.frombuffer(self.running.read(other.address, one.nbytes), np.float32)
        np.testing.assert_allclose(computed.reshape(one.shape), one, rtol=0, atol=NEAR * max(1, float(abs(one).max())))
        self.running.write(other.address, one.tobytes())
        return Numbers(one, other)
