"""The seam of the reader: what is computed for each pixel. All that comes after is plain Python, without numpy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from companion.photo.weights import Stored

Picture = TypeVar("Picture")
"""Rows of pixels, each red, green and blue from 0 to 255."""
Numbers = TypeVar("Numbers")
"""Numbers of single precision: so many pictures, high, wide, with so many channels."""
P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Layer(Generic[Numbers]):
    """A convolution; of size 1 it multiplies the channels of each pixel alone."""

    weights: Numbers
    bias: Numbers
    size: int = 3
    stride: int = 1
    dilation: int = 1


class Peak(NamedTuple):
    """A place where the first channel is at least as high as around it, and all channels there."""

    row: int
    column: int
    channels: Sequence[float]


class Cut(NamedTuple, Generic[P_co]):
    """A part to cut out of a picture: its middle, and the steps from pixel to pixel, across and along."""

    picture: P_co
    x: float
    y: float
    across: tuple[float, float]
    along: tuple[float, float]


class Arithmetic(Protocol[Picture, Numbers]):
    """An engine for the nets. Pictures and numbers are its own affair until `rows` or `peaks` returns some."""

    def constant(self, stored: Stored) -> Numbers: ...

    def size(self, picture: Picture) -> tuple[int, int]:
        """Return width and height."""

    def halves(self, picture: Picture) -> Picture:
        """Return it half as wide and high, each pixel the mean of four. An odd last row or column is left out."""

    def evenly_lit(self, picture: Picture, width: int, height: int, whole: int) -> Numbers:
        """Return a picture shrunk or enlarged, with zeros around it up to sides that are multiples of `whole`.

        The darkest hundredth of the picture is at −1 and the brightest at 1.
        """

    def convolved(self, x: Numbers, layer: Layer[Numbers], *, relu: bool = True) -> Numbers: ...

    def added(self, x: Numbers, more: Numbers) -> Numbers:
        """Return sums, and 0 where they are less."""

    def added_enlarged(self, fine: Numbers, coarse: Numbers) -> Numbers:
        """Add a map half as wide and high, each of its pixels four times."""

    def halved(self, x: Numbers) -> Numbers:
        """Return the highest of each four pixels."""

    def flattened(self, x: Numbers) -> Numbers:
        """Return each picture as one pixel with all numbers as its channels, channel by channel."""

    def peaks(self, maps: Numbers, least: float) -> list[Peak]:
        """Return the peaks of one picture that are higher than `least`, row by row."""

    def cut_out(self, cuts: Sequence[Cut[Picture]], width: int, height: int) -> Numbers:
        """Return parts of pictures, mixed between pixels; beyond an edge the edge goes on."""

    def evened(self, rooms: Numbers, left: int, top: int, width: int, height: int) -> Numbers:
        """Return a part of each picture, each channel scaled between its darkest and brightest.

        So lamp light and shade look alike.
        """

    def rows(self, x: Numbers) -> list[list[float]]:
        """Return the numbers of pictures of one pixel each."""
