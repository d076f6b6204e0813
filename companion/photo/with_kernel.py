"""The arithmetic of the reader with `kernel.wasm`, for where numpy isn't: whatever runs WebAssembly runs it."""

import math
import struct
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol

from companion.photo.arithmetic import Cut, Layer, Peak
from companion.photo.weights import Stored

SINGLE = 4
"""Bytes of a number."""
PANEL = 8
"""Outputs that the kernel computes together."""
LOW_QUALITY = 2.0
"""Pictures that are shrunk more than twice this much are first shrunk by whole pixels, as Pillow does if asked."""


class Kernel(Protocol):
    """A running `kernel.wasm`."""

    def call(self, function: str, *arguments: float) -> int: ...
    def write(self, address: int, body: bytes) -> None: ...
    def read(self, address: int, length: int) -> bytes: ...


class Held:
    """A part of a kernel's memory, given back when nobody holds it."""

    __slots__ = ("_memory", "address")

    def __init__(self, memory: "Memory", address: int) -> None:
        self._memory = memory
        self.address = address

    def __del__(self) -> None:
        self._memory.free(self.address)


class Memory:
    """Who uses which part of a kernel's memory: each block in the first gap that is large enough."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._base = self._reached = kernel.call("base") + 15 & ~15
        self._taken: list[tuple[int, int]] = []

    def take(self, length: int) -> Held:
        whole, address = length + 15 & ~15, self._base
        for start, end in self._taken:
            if start - address >= whole:
                break
            address = end
        if address + whole > self._reached:
            if not self._kernel.call("reach", address + whole):
                raise MemoryError
            self._reached = address + whole
        insort(self._taken, (address, address + whole))
        return Held(self, address)

    def free(self, address: int) -> None:
        self._taken = [block for block in self._taken if block[0] != address]

    @property
    def in_use(self) -> int:
        return sum(end - start for start, end in self._taken)


@dataclass(frozen=True, slots=True)
class KernelPicture:
    block: Held
    width: int
    height: int

    @property
    def address(self) -> int:
        return self.block.address


@dataclass(frozen=True, slots=True)
class KernelNumbers:
    block: Held
    shape: tuple[int, ...]
    """Pictures, height, width, channels; of weights what goes in and out."""

    @property
    def addresses(self) -> list[int]:
        """Return where each picture lies."""
        return [self.block.address + number * SINGLE * prod(self.shape[1:]) for number in range(self.shape[0])]

    @property
    def address(self) -> int:
        return self.block.address


class WithKernel:
    """See `companion.photo.arithmetic.Arithmetic`."""

    def __init__(self, kernel: Kernel) -> None:
        self._call = kernel.call
        self._write = kernel.write
        self._read = kernel.read
        self.memory = Memory(kernel)

    def picture(self, pixels: bytes, width: int, height: int) -> KernelPicture:
        """Put a picture where the kernel finds it."""
        picture = self.room(width, height)
        self._write(picture.address, pixels)
        return picture

    def room(self, width: int, height: int) -> KernelPicture:
        """Return room for a picture: red, green and blue of each pixel, row by row."""
        return KernelPicture(self.memory.take(3 * width * height), width, height)

    def constant(self, stored: Stored) -> KernelNumbers:
        outputs = stored.shape[-1]
        padded = outputs + -outputs % PANEL
        if len(stored.shape) == 1:
            block = self.memory.take(padded * SINGLE)
            self._write(block.address, struct.pack(f"<{padded}f", *stored.numbers(), *[0] * (padded - outputs)))
        else:
            halves = self.memory.take(len(stored.body))
            self._write(halves.address, stored.body)
            block = self.memory.take(stored.shape[0] * padded * SINGLE)
            self._call("pack", halves.address, stored.shape[0], outputs, block.address)
        return KernelNumbers(block, stored.shape)

    def size(self, picture: KernelPicture) -> tuple[int, int]:
        return picture.width, picture.height

    def halves(self, picture: KernelPicture) -> KernelPicture:
        return self._reduced(picture, picture.width // 2 * 2, picture.height // 2 * 2, 2, 2)

    def evenly_lit(self, picture: KernelPicture, width: int, height: int, whole: int) -> KernelNumbers:
        shades = self.memory.take(256 * SINGLE)
        self._call("light", picture.address, picture.width, picture.height, shades.address)
        small = self._resized(picture, width, height)
        lit = self._numbers(1, height + -height % whole, width + -width % whole, 3)
        _, along, across, _ = lit.shape
        self._call("show", small.address, width, height, shades.address, across, along, lit.address)
        return lit

    def convolved(self, x: KernelNumbers, layer: Layer[KernelNumbers], *, relu: bool = True) -> KernelNumbers:
        pictures, high, wide, channels = x.shape
        weights, bias, outputs = layer.weights.address, layer.bias.address, layer.weights.shape[1]
        if layer.size == 1:
            result = self._numbers(pictures, high, wide, outputs)
            pixels = pictures * high * wide
            self._call("multiply", x.address, pixels, channels, weights, bias, outputs, relu, result.address)
            return result
        step, edge = layer.stride, layer.dilation
        padded = self.memory.take(3 * (wide + 2 * edge) * channels * SINGLE)
        result = self._numbers(pictures, -(-high // step), -(-wide // step), outputs)
        for one, into in zip(x.addresses, result.addresses, strict=True):
            sizes = (high, wide, channels, weights, bias, outputs, step, edge, relu)
            self._call("convolve", one, *sizes, padded.address, into)
        return result

    def added(self, x: KernelNumbers, more: KernelNumbers) -> KernelNumbers:
        result = self._numbers(*x.shape)
        self._call("add", x.address, more.address, prod(x.shape), result.address)
        return result

    def added_enlarged(self, fine: KernelNumbers, coarse: KernelNumbers) -> KernelNumbers:
        result = self._numbers(*fine.shape)
        for one, other, into in zip(fine.addresses, coarse.addresses, result.addresses, strict=True):
            self._call("add_enlarged", one, other, *fine.shape[1:], coarse.shape[2], into)
        return result

    def halved(self, x: KernelNumbers) -> KernelNumbers:
        pictures, high, wide, channels = x.shape
        result = self._numbers(pictures, high // 2, wide // 2, channels)
        for one, into in zip(x.addresses, result.addresses, strict=True):
            self._call("halve", one, high, wide, channels, into)
        return result

    def flattened(self, x: KernelNumbers) -> KernelNumbers:
        pictures, high, wide, channels = x.shape
        result = self._numbers(pictures, 1, 1, high * wide * channels)
        for one, into in zip(x.addresses, result.addresses, strict=True):
            self._call("flatten", one, high * wide, channels, into)
        return result

    def peaks(self, maps: KernelNumbers, least: float) -> list[Peak]:
        _, high, wide, channels = maps.shape
        found = self.memory.take(high * wide * (channels + 2) * SINGLE)
        count = self._call("peaks", maps.address, high, wide, channels, least, found.address)
        rows = struct.iter_unpack(f"<{channels + 2}f", self._read(found.address, count * (channels + 2) * SINGLE))
        return [Peak(int(row), int(column), channels) for row, column, *channels in rows]

    def cut_out(self, cuts: Sequence[Cut[KernelPicture]], width: int, height: int) -> KernelNumbers:
        result = self._numbers(len(cuts), height, width, 3)
        for cut, into in zip(cuts, result.addresses, strict=True):
            picture = cut.picture
            place = map(float, (cut.x, cut.y, *cut.across, *cut.along))
            self._call("cut", picture.address, picture.width, picture.height, *place, width, height, into)
        return result

    def evened(self, rooms: KernelNumbers, left: int, top: int, width: int, height: int) -> KernelNumbers:
        result = self._numbers(rooms.shape[0], height, width, 3)
        sorting = self.memory.take(width * height * SINGLE)
        for room, into in zip(rooms.addresses, result.addresses, strict=True):
            self._call("even", room, rooms.shape[2], left, top, width, height, sorting.address, into)
        return result

    def rows(self, x: KernelNumbers) -> list[list[float]]:
        across = prod(x.shape[1:])
        body = self._read(x.address, prod(x.shape) * SINGLE)
        return [list(row) for row in struct.iter_unpack(f"<{across}f", body)]

    def _numbers(self, *shape: int) -> KernelNumbers:
        return KernelNumbers(self.memory.take(prod(shape) * SINGLE), shape)

    def _reduced(self, picture: KernelPicture, wide: int, high: int, across: int, along: int) -> KernelPicture:
        """Return so much of a picture with each pixel the mean of some."""
        width, height = -(-wide // across), -(-high // along)
        block = self.memory.take(width * height * 3)
        self._call("reduce", picture.address, picture.width, wide, high, across, along, block.address)
        return KernelPicture(block, width, height)

    def _resized(self, picture: KernelPicture, width: int, height: int) -> KernelPicture:
        """Return a picture of another size, pixel by pixel as Pillow makes it."""
        across = int(picture.width / width / LOW_QUALITY) or 1
        along = int(picture.height / height / LOW_QUALITY) or 1
        seen = picture.width / across, picture.height / along
        if across > 1 or along > 1:
            picture = self._reduced(picture, picture.width, picture.height, across, along)
        lines = picture.height, picture.width * 3, 3, picture.width
        columns = width, 3, width * 3, picture.height
        for each, before, to, down in ((lines, seen[0], width, False), (columns, seen[1], height, True)):
            taps = self.memory.take(to * (2 * math.ceil(max(before / to, 1)) + 3) * SINGLE)
            block = self.memory.take(each[0] * to * 3)
            self._call("resize", picture.address, *each, before, to, down, taps.address, block.address)
            picture = KernelPicture(block, width, height)
        return picture
