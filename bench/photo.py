"""How well photos of cards are read: python -m bench photo FOLDER, where FOLDER/truth.jsonl says what each photo shows.

A line of truth.jsonl is `{"image": "a.jpg", "cards": ["9C", …], "deck": "…", "layout": "…"}`; `also` may list cards of
which too little shows: reading them is neither wanted nor a mistake.
"""

import json
import math
import resource
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

from bench.measurement import Arguments, Ending, settings
from companion.photo.reader import read_photo
from companion.photo.reading import LIKELY, SURE, PhotoError, PhotoReading

OURS = Path(__file__).parents[1] / "tests" / "photo" / "hands"
"""A few photos that the tests read."""
NOTHING = PhotoReading((), (), 0, 0, b"")
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)


@dataclass(frozen=True, slots=True)
class Truth:
    """What a photo shows."""

    image: Path
    cards: frozenset[str]
    also: frozenset[str]
    deck: str
    layout: str


@dataclass(slots=True)
class Tally:
    """What was found in some photos."""

    photos: int = 0
    cards: int = 0
    found: dict[float, int] = field(default_factory=lambda: {LIKELY: 0, SURE: 0})
    wrong: dict[float, int] = field(default_factory=lambda: {LIKELY: 0, SURE: 0})
    whole: int = 0

    def add(self, truth: Truth, reading: PhotoReading) -> None:
        """Count a photo."""
        self.photos += 1
        self.cards += len(truth.cards)
        for least in (LIKELY, SURE):
            read = {card.name for card in reading.cards if card.confidence >= least}
            self.found[least] += len(read & truth.cards)
            self.wrong[least] += len(read - truth.cards - truth.also)
        self.whole += {card.name for card in reading.cards} - truth.also == truth.cards

    def __str__(self) -> str:
        shares = (
            f"{share(self.found[least], self.cards)} {self.wrong[least]:>5} {share(self.wrong[least], self.cards)}"
            for least in (LIKELY, SURE)
        )
        return f"{self.photos:>6} {self.cards:>6}   {'   '.join(shares)}   {share(self.whole, self.photos)}"


def share(some: int, of: int) -> str:
    """Return a share in percent."""
    return f"{100 * some / of:6.2f} %" if of else "       –"


def truths(folder: Path) -> Iterator[Truth]:
    """Yield what each photo of a folder shows."""
    for line in (folder / "truth.jsonl").read_text().splitlines():
        known = json.loads(line)
        yield Truth(
            folder / known["image"],
            frozenset(known["cards"]),
            frozenset(known.get("also", [])),
            known.get("deck", "–"),
            known.get("layout", "–"),
        )


def measure(photos: Iterable[Truth], *, verbose: bool) -> list[tuple[float, bool]]:
    """Read photos, print what was found and what was wrong, and return how sure and how right each reading was."""
    whole, by_deck, by_layout = Tally(), defaultdict[str, Tally](Tally), defaultdict[str, Tally](Tally)
    seconds, readings = [], list[tuple[float, bool]]()
    for truth in photos:
        body = truth.image.read_bytes()
        start = time.perf_counter()
        try:
            reading = read_photo(body)
        except PhotoError as error:
            print(f"{truth.image}: not read ({error.trouble}), all its cards missed")
            reading = NOTHING
        seconds.append(time.perf_counter() - start)
        for tally in (whole, by_deck[truth.deck], by_layout[truth.layout]):
            tally.add(truth, reading)
        judged = [card for card in reading.cards if card.name not in truth.also]
        readings += [(card.confidence, card.name in truth.cards) for card in judged]
        if verbose:
            print_faults(truth, reading)
    if not seconds:
        sys.exit("there is no photo to measure")
    print(f"{'':24} photos  cards   found at {LIKELY}, wrong       found at {SURE}, wrong       whole photos right")
    for title, tallies in (("deck", by_deck), ("layout", by_layout), ("", {"all": whole})):
        for name, tally in sorted(tallies.items()):
            print(f"{f'{title} {name}'.strip()[:24]:24} {tally}")
    print_calibration(readings)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"a photo: {statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s; memory at most {peak:.0f} MB")
    return readings


def print_faults(truth: Truth, reading: PhotoReading) -> None:
    """Print which cards of a photo were missed, wrong or unsure."""
    read = {card.name: card for card in reading.cards}
    missed = sorted(truth.cards - read.keys())
    wrong = [f"{name} {card.confidence:.2f}" for name, card in read.items() if name not in truth.cards | truth.also]
    unsure = [f"{card.name} {card.confidence:.2f}" for card in reading.cards if not card.sure]
    if missed or wrong:
        print(f"{truth.image.name}: missed {missed}, wrong {wrong}, unsure {unsure}, unread {len(reading.unread)}")


def print_calibration(readings: list[tuple[float, bool]]) -> None:
    """Print how often readings of each confidence are right."""
    print("confidence    readings   right")
    for low, high in pairwise(BINS):
        within = [right for confidence, right in readings if low <= confidence < high or confidence == high == 1]
        if within:
            print(f"{low:.3f}–{high:.3f}  {len(within):>8}   {share(sum(within), len(within))}")


def plot(readings: list[tuple[float, bool]]) -> str:
    """Draw as SVG how often readings of each confidence are right, and how many there are; both axes from 0.5 to 1."""
    side, edge = 320, 40
    marks = []
    for low, high in pairwise(BINS[1:]):
        within = [(confidence, right) for confidence, right in readings if low <= confidence < high]
        if within:
            said, right = (statistics.mean(part) for part in zip(*within, strict=True))
            x, y = (edge + side * 2 * (max(value, 0.5) - 0.5) for value in (said, right))
            radius = 2 + math.log10(len(within)) * 2
            title = f"{len(within)} readings of {said:.3f}: {right:.3f} right"
            marks.append(
                f'<circle cx="{x:.1f}" cy="{side - y + 2 * edge:.1f}" r="{radius:.1f}"><title>{title}</title></circle>'
            )
    ends = f"M{edge} {edge + side}L{edge + side} {edge}"
    size = side + 2 * edge
    middle = edge + side / 2
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">
<rect width="100%" height="100%" fill="#fff"/>
<path d="{ends}" stroke="#999" stroke-dasharray="4"/>
<path d="M{edge} {edge}v{side}h{side}" fill="none" stroke="#000"/>
<g fill="#0a6b3d" fill-opacity=".8">{"".join(marks)}</g>
<g text-anchor="middle" font-family="sans-serif" font-size="12">
<text x="{middle}" y="{size - 12}">confidence, 0.5 to 1</text>
<text transform="translate(16 {middle}) rotate(-90)">share of correct readings, 0.5 to 1</text>
</g>
</svg>
"""


def main(arguments: Arguments = None) -> int:
    """Measure the photos of a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS, help="photos, and truth.jsonl")
    parser.add_argument("--most", type=int, help="only so many of the first")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw as SVG how often readings are right")
    parser.add_argument("--verbose", action="store_true", help="print what was read wrongly in which photo")
    options = parser.parse_args(arguments)
    if not (options.folder / "truth.jsonl").is_file():
        parser.error(f"{options.folder} has no truth.jsonl, which says what its photos show")
    readings = measure(islice(truths(options.folder), options.most), verbose=options.verbose)
    if options.plot:
        options.plot.write_text(plot(readings))
    return Ending.FINE


if __name__ == "__main__":
    sys.exit(main())
