"""How well sweeps over hands are read: python -m bench sweeps FOLDER, drawn by companion.photo.training.sweeps.

Without a folder, a window moves over the few photos of the tests.

A line of FOLDER/truth.jsonl is `{"video": "a.mjpeg", "rate": 30, "cards": ["9C", …], "groups": [["9C", …], …], …}`.
So many frames are read a second as `--rate` says; those that come while another is read are dropped, as on a phone.
"""

import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image

from bench.measurement import Arguments, Ending, Reasons, settings
from bench.photo import OURS, share
from companion.photo.nets import Nets
from companion.photo.reader import WEIGHTS
from companion.photo.reading import PhotoReading
from companion.photo.server import loaded
from companion.photo.sweep import Sweep
from companion.photo.with_numpy import Floats, Pixels

RATE = 8.0
FRAMES = re.compile(rb"(?<=\xff\xd9)(?=\xff\xd8)")
"""Between two JPEGs."""
COMPLETE, WRONG, SECONDS = 0.9, 1 / 200, 2.5
"""The goals: hands complete and right, complete and wrong, and the time to it."""


@dataclass(frozen=True, slots=True)
class Film:
    """A sweep, and what lies on its table."""

    name: str
    frame: Callable[[int], Pixels]
    frames: int
    cards: frozenset[str]
    groups: frozenset[frozenset[str]]
    rate: float = 30
    deck: str = "–"
    layout: str = "–"


@dataclass(frozen=True, slots=True)
class Played:
    """What a sweep came to, when its hand was complete or when it ended."""

    film: Film
    reading: PhotoReading
    complete: float | None
    """After so many seconds."""
    costs: Sequence[float]
    """Seconds of processor time for each frame."""

    @property
    def sure(self) -> frozenset[str]:
        return frozenset(card.name for card in self.reading.cards if card.sure)

    @property
    def right(self) -> bool:
        return self.complete is not None and self.sure == self.film.cards

    @property
    def grouped(self) -> bool:
        groups: dict[int, set[str]] = {}
        for card in self.reading.cards:
            if card.group is not None:
                groups.setdefault(card.group, set()).add(card.name)
        return self.film.groups <= {frozenset(group) for group in groups.values()}

    def __str__(self) -> str:
        unsure = [f"{card.name} {card.confidence:.2f}" for card in self.reading.cards if not card.sure]
        when = "never complete" if self.complete is None else f"complete after {self.complete:.1f} s"
        return (
            f"{self.film.name} ({self.film.deck}, {self.film.layout}): {when}, {len(self.film.cards)} cards, "
            f"missed {sorted(self.film.cards - self.sure)}, wrong {sorted(self.sure - self.film.cards)}, "
            f"unsure {unsure}, unread {len(self.reading.unread)}"
        )


def films(folder: Path) -> Iterator[Film]:
    """Yield the sweeps of a folder."""
    for line in (folder / "truth.jsonl").read_text().splitlines():
        known = json.loads(line)
        cards, groups = frozenset(known["cards"]), frozenset(map(frozenset, known["groups"]))
        frames = FRAMES.split((folder / known["video"]).read_bytes())
        yield Film(
            known["video"], _decoded(frames), len(frames), cards, groups, known["rate"], known["deck"], known["layout"]
        )


def _decoded(frames: Sequence[bytes]) -> Callable[[int], Pixels]:
    return lambda number: np.asarray(Image.open(BytesIO(frames[number])))


def over_photos(folder: Path = OURS) -> Iterator[Film]:
    """Yield sweeps of a window that moves over photos of hands."""
    for line in (folder / "truth.jsonl").read_text().splitlines():
        known = json.loads(line)
        with Image.open(folder / known["image"]) as photo:
            table = np.asarray(photo.resize((960, 720)))
        melds = frozenset(map(frozenset, known["melds"]))
        yield Film(known["image"], _window(table), 90, frozenset(known["cards"]), melds)


def _window(table: Pixels) -> Callable[[int], Pixels]:
    around = np.pad(table, ((0, 90), (0, 90), (0, 0)), mode="edge")
    return lambda number: around[number : number + table.shape[0], 90 - number : 90 - number + table.shape[1]]


def play(nets: Nets[Pixels, Floats], film: Film, rate: float) -> Played:
    """Read a sweep until its hand is complete."""
    sweep, costs = Sweep(nets, (), len(film.cards)), []
    complete, at = None, 0.0
    while complete is None and at * film.rate < film.frames:
        frame = film.frame(int(at * film.rate))
        begun = time.process_time()
        seen = sweep.look(frame, at)
        costs.append(time.process_time() - begun)
        at += 1 / rate
        if seen.complete:
            complete = at  # when its last frame has been read
    return Played(film, sweep.reading(), complete, costs)


def judge(played: Sequence[Played]) -> Ending:
    """Print what sweeps came to, and end by whether that is as good as it shall be."""
    complete = [one.complete for one in played if one.complete is not None]
    right, wrong = sum(one.right for one in played), sum(one.complete is not None and not one.right for one in played)
    sure, sure_wrong = sum(len(one.sure) for one in played), sum(len(one.sure - one.film.cards) for one in played)
    median = statistics.median(complete) if complete else float("inf")
    print(f"{len(played)} sweeps: complete and right {share(right, len(played)).strip()}, complete but wrong {wrong}")
    print(f"time to complete: median {median:.1f} s, longest {max(complete, default=0):.1f} s")
    print(f"sure cards: {sure}, of them wrong {sure_wrong}; ", end="")
    print(f"of the right hands grouped as they lie {sum(one.right and one.grouped for one in played)} of {right}")
    print(f"a frame: {statistics.mean(cost for one in played for cost in one.costs):.3f} s of processor time")
    reasons = Reasons()
    if wrong > WRONG * len(played):
        reasons.wrong.append(f"{wrong} of {len(played)} hands were complete and wrong")
    if len(played) - right > max(1, (1 - COMPLETE) * len(played)):  # one alone says little of a few
        reasons.wrong.append(f"only {right} of {len(played)} hands were complete and right")
    if median > SECONDS:
        reasons.slow.append(f"a hand takes {median:.1f} s")
    return reasons.ending()


def main(arguments: Arguments = None) -> Ending:
    """Measure the sweeps of a folder."""
    parser = settings(__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="videos, and truth.jsonl")
    parser.add_argument("--most", type=int, help="only so many of the first")
    parser.add_argument("--rate", type=float, default=RATE, help="frames that are read a second")
    parser.add_argument("--verbose", action="store_true", help="print what was not complete and right")
    options = parser.parse_args(arguments)
    nets, played = loaded(WEIGHTS), []
    for film in islice(films(options.folder) if options.folder else over_photos(), options.most):
        played.append(play(nets, film, options.rate))
        if options.verbose and not played[-1].right:
            print(played[-1], flush=True)
    return judge(played)


if __name__ == "__main__":
    sys.exit(main())
