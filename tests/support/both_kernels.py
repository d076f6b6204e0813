"""Two engines for the arithmetic of the reader at once: whatever both compute must come out alike."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from companion.photo.arithmetic import Cut, Layer
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
    """Takes every step of `companion.photo.arithmetic.Arithmetic` with both.

    Each step begins with the same numbers: differences don't add up.
    """

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

    def __getattr__(self, step: str) -> Any:  # noqa: ANN401 - as the step of the engines is
        def take(*given: object, **more: object) -> Any:  # noqa: ANN401 - as above
            one, other = (
                getattr(engine, step)(*(half_of(thing, place) for thing in given), **more)
                for place, engine in enumerate((self.numpy, self.kernel))
            )
            return self._alike(one, other)

        return take

    def _alike(self, one: Any, other: object) -> object:  # noqa: ANN401 - what a step returns
        self.steps += isinstance(other, KernelNumbers | list)
        if isinstance(other, KernelNumbers):
            assert other.shape == one.shape
            computed = np.frombuffer(self.running.read(other.address, one.nbytes), np.float32).reshape(one.shape)
            np.testing.assert_allclose(computed, one, rtol=0, atol=NEAR * max(1, float(abs(one).max())))
            self.running.write(other.address, one.tobytes())
            return Numbers(one, other)
        if isinstance(other, KernelPicture):
            pixels = np.frombuffer(self.running.read(other.address, one.nbytes), np.uint8)
            np.testing.assert_array_equal(pixels.reshape(one.shape), one)
            return Picture(one, other)
        assert one == other
        return one


def half_of(thing: Any, place: int) -> Any:  # noqa: ANN401 - whatever a step is given
    """Return what is one engine's of two pictures or numbers, of a layer, or of parts to cut out."""
    match thing:
        case Picture() | Numbers():
            return thing[place]
        case Layer():
            return replace(thing, weights=thing.weights[place], bias=thing.bias[place])
        case [Cut(), *_]:
            return [cut._replace(picture=cut.picture[place]) for cut in thing]
        case _:
            return thing
