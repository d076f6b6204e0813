"""Draw videos of a phone that moves over a hand, of fonts and faces that no net was trained on.

.venv-train/bin/python -m companion.photo.training.sweeps FOLDER --count 40
"""

import argparse
import json
import sys
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.training.arrays import Picture, Points, projected
from companion.photo.training.faces import Face
from companion.photo.training.fetching import FetchError, fetch
from companion.photo.training.handheld import Filming
from companion.photo.training.hands import DealtHand, dealt, laid_out, whole_deck
from companion.photo.training.layouts import Placed, fan
from companion.photo.training.lighting import developed, grain, lit_by_chance
from companion.photo.training.render import PROCESSES, faces_of
from companion.photo.training.scenes import Tabletop, from_face
from companion.photo.training.sources import Sources
from companion.photo.training.truth import WHOLE

SIZES = ((1280, 720), (720, 1280))
"""Width and height, on the side and upright."""
RATE = 15
"""Frames a second, as phones film in a room."""
REPEATED = 2
"""Each is written so often: Chromium plays an `.mjpeg` file with 30 frames a second."""
COUNTS = (10, 11, 12, 13, 14)
LAYOUTS = {"rows": 0.6, "long rows": 0.2, "fan": 0.2}
FINER = 1.3
"""The table is drawn with so many pixels for each of a frame's, and then filmed."""
LARGEST = 4000
"""Pixels of its sides at most."""
STEP = 1.5
"""A frame is the mean of moments between which it moved by so many pixels."""

SOFT = 0.5
"""By so many pixels phones smooth what they film."""


@dataclass(frozen=True, slots=True)
class Filmed:
    """A table that is drawn, and how its pixels come from widths of a card."""

    picture: Picture
    view: np.ndarray


def main(arguments: list[str]) -> int:
    """Draw sweeps to a folder, with truth.jsonl."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.photo.training.sweeps",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sweeps", type=Path, metavar="FOLDER")
    parser.add_argument("--folder", type=Path, default=Path("instance/training"), help="for what is fetched")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=2_000_000, metavar="SEED")
    options = parser.parse_args(arguments)
    sources = Sources(options.folder / "sources", apart=True)
    try:
        fetch(sources)
    except FetchError as error:
        print(error, file=sys.stderr)
        return 1
    draw_sweeps(sources, range(options.first, options.first + options.count), options.sweeps)
    return 0


def draw_sweeps(sources: Sources, seeds: range, folder: Path) -> None:
    """Draw a video for each seed, and write what they show to truth.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    with Pool(PROCESSES) as pool:
        lines = pool.imap(partial(_draw, sources, folder), seeds)
        (folder / "truth.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def _draw(sources: Sources, folder: Path, seed: int) -> dict[str, object]:
    cv2.setNumThreads(1)
    pick = np.random.default_rng(seed)
    hand = dealt(whole_deck(), int(pick.choice(COUNTS)), pick)
    deck, faces = faces_of(hand.cards, sources, pick)
    layout = str(pick.choice(list(LAYOUTS), p=list(LAYOUTS.values())))
    size = SIZES[int(pick.integers(len(SIZES)))]
    seconds = float(pick.uniform(3, 6))
    while True:  # cards may cover each other's corners by chance: laid again
        places = _laid(layout, hand, faces, pick)
        edges = np.array([(x, y) for x in (-0.5, 0.5) for y in (-faces[0].ratio / 2, faces[0].ratio / 2)])
        filming = Filming.by_chance(np.concatenate([projected(p.matrix, edges) for p in places]), size, seconds, pick)
        table, readable = _table(faces, places, filming, filming.reach(seconds, size), pick)
        if readable:
            break
    name = f"{seed}.mjpeg"
    with (folder / name).open("wb") as file:
        for number in range(round(seconds * RATE)):
            file.write(_frame(table, filming, size, number / RATE, pick) * REPEATED)
    groups = [list(meld) for meld in hand.melds] if layout != "fan" else [list(hand.cards)]
    return {
        "video": name,
        "rate": RATE * REPEATED,
        "cards": hand.cards,
        "groups": groups,
        "deck": deck,
        "layout": layout,
    }


def _laid(layout: str, hand: DealtHand, faces: list[Face], pick: np.random.Generator) -> list[Placed]:
    if layout == "fan":
        return fan(pick, len(faces), faces[0].ratio)
    widths = (4, 6) if layout == "rows" else (8, 12)
    return laid_out(hand, pick, len(faces), faces[0].ratio, widths)


def _table(
    faces: list[Face], places: list[Placed], filming: Filming, reach: Points, pick: np.random.Generator
) -> tuple[Filmed, bool]:
    """Lay cards and light them; return the table, and whether each card shows an index."""
    low, high = reach
    scale = min(filming.scale(1) * FINER, float(LARGEST / (high - low).max()))
    view = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    wide, tall = np.ceil((high - low) * scale).astype(int).tolist()
    table = Tabletop(view, (wide, tall), pick)
    for number, (face, place) in enumerate(zip(faces, places, strict=True)):
        table.lay(face, view @ place.matrix, number)
    showing = {
        number
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
        for index in face.indices
        if table.seen(index.card, projected(view @ place.matrix @ from_face(face), index.box), number).shows >= WHOLE
    }
    lit = developed(lit_by_chance(table.picture, pick, careful=True), pick, careful=True)
    return Filmed(np.clip(lit, 0, 255).astype(np.uint8), view), len(showing) == len(faces)


def _frame(table: Filmed, filming: Filming, size: tuple[int, int], t: float, pick: np.random.Generator) -> bytes:
    """Film one frame: what it sees while it takes up light, out of focus, with noise, and as soft as phones film."""
    back = np.linalg.inv(table.view)
    first, last = (filming.view(moment, size) @ back for moment in (t, t + filming.shutter))
    middle = projected(np.linalg.inv(first), np.array([size]) / 2)
    moved = float(np.linalg.norm(projected(last, middle) - projected(first, middle)))
    moments = np.linspace(t, t + filming.shutter, 1 + round(moved / STEP))
    seen = np.zeros((size[1], size[0], 3), np.float32)
    for moment in moments:
        view = filming.view(moment, size) @ back
        cv2.accumulate(cv2.warpPerspective(table.picture, view, size, borderMode=cv2.BORDER_REFLECT), seen)
    seen = cv2.GaussianBlur(seen * np.float32(filming.light(t) / len(moments)), (0, 0), filming.blur(t))
    seen += grain(pick, seen.shape, colored=True) * np.float32(pick.uniform(2, 6))
    soft = cv2.GaussianBlur(np.clip(seen, 0, 255).astype(np.uint8), (0, 0), SOFT)
    _, coded = cv2.imencode(".jpg", soft[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(pick.integers(65, 86))])
    return bytes(coded.tobytes())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
