"""What computes the nets of the reader faster: numpy, or the kernel run by wasmtime, photo by photo in turns."""

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bench.measurement import Arguments, Ending, settings, wrong
from bench.photo import OURS, truths
from companion.photo.cards import Found
from companion.photo.image import decode
from companion.photo.indices import CARDS
from companion.photo.nets import Nets
from companion.photo.reader import WEIGHTS
from companion.photo.with_numpy import WithNumpy
from tests.support.kernel import with_wasmtime

NEAR = 0.002
"""Confidences of the two differ at most by this."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One photo read by both."""

    image: Path
    numpy: float
    kernel: float
    """Seconds of processor time."""
    alike: bool


def compare(photos: list[Path], turns: int) -> Iterator[Compared]:
    """Read photos with both, in turns."""
    file, kernel = WEIGHTS.read_bytes(), with_wasmtime()
    ours, kernels = Nets.load(file, WithNumpy()), Nets.load(file, kernel)
    for photo in photos:
        pixels = decode(photo.read_bytes()).pixels
        seconds: tuple[list[float], list[float]] = ([], [])
        for _ in range(turns):
            start = time.process_time()
            one = ours.cards_in(pixels)
            seconds[0].append(time.process_time() - start)
            start = time.process_time()
            other = kernels.cards_in(kernel.picture(pixels.tobytes(), pixels.shape[1], pixels.shape[0]))
            seconds[1].append(time.process_time() - start)
        yield Compared(photo, min(seconds[0]), min(seconds[1]), alike(one, other))


def alike(one: list[Found], other: list[Found]) -> bool:
    """Return whether two readings have the same cards, as sure."""
    sure, other_sure = ({CARDS[card.best]: card.confidence for card in found} for found in (one, other))
    return sure.keys() == other_sure.keys() and all(abs(sure[card] - other_sure[card]) <= NEAR for card in sure)


def main(arguments: Arguments = None) -> Ending:
    """Compare on the photos of a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS, help="photos, and truth.jsonl")
    parser.add_argument("--most", type=int, help="only so many of the first")
    parser.add_argument("--turns", type=int, default=3, help="the fastest of so many readings counts")
    options = parser.parse_args(arguments)
    photos = [truth.image for truth in islice(truths(options.folder), options.most)]
    compared = list(compare(photos, options.turns))
    numpy, kernel = (
        statistics.mean(seconds) for seconds in zip(*((one.numpy, one.kernel) for one in compared), strict=True)
    )
    print(f"{len(compared)} photos, seconds of processor time a photo: numpy {numpy:.2f}, wasmtime {kernel:.2f}")
    print(f"wasmtime takes {kernel / numpy:.2f} times as long as numpy")
    return wrong(f"{one.image}: the two read different cards" for one in compared if not one.alike)


if __name__ == "__main__":
    sys.exit(main())
