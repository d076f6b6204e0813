"""What is known about drawn scenes, as it lies on disk, and as `python -m bench photo` wants it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import dist
from pathlib import Path

Box = list[tuple[float, float]]
"""Four corners, from the upper left as one reads the card."""
WHOLE = 0.95
"""An index of which so much shows is to be read."""
LEAST_HEIGHT = 10
"""An index of fewer pixels is too small to be asked for."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is on a scene."""

    deck: str
    """A font, or a real deck."""
    layout: str
    indices: list[tuple[str, Box, float]]
    """Card, box, and how much of it shows."""
    cards: list[tuple[str, Box, int | None, bool]]
    """Card, its corners, its meld, and whether anything of it shows."""


def read_drawn(folder: Path, seed: int) -> Drawn:
    """Read what is on a scene."""
    return Drawn(*json.loads((folder / f"{seed}.json").read_text()))


def write_truth(folder: Path, seeds: Iterable[int]) -> None:
    """Write truth.jsonl, by which a folder of scenes is measured."""
    lines = [json.dumps({"image": f"{seed}.jpg"} | truth(read_drawn(folder, seed))) for seed in seeds]
    (folder / "truth.jsonl").write_text("".join(f"{line}\n" for line in lines))


def truth(drawn: Drawn) -> dict[str, object]:
    """Return which cards a reader must find on a scene, and which others it may."""
    wanted = {card for card, box, shows in drawn.indices if shows >= WHOLE and height(box) >= LEAST_HEIGHT}
    showing = {card for card, *_, shows in drawn.cards if shows}
    return {
        "cards": sorted(wanted),
        "also": sorted(showing - wanted),
        "deck": drawn.deck,
        "layout": drawn.layout,
    }


def height(box: Box) -> float:
    """Return the height of an index, from the middle of its upper edge to that of its lower."""
    top_left, top_right, low_right, low_left = box
    return dist(_middle(top_left, top_right), _middle(low_left, low_right))


def _middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
