"""Draw scenes to a folder: pictures, and what is on them, from one seed a scene."""

import json
from collections.abc import Sequence
from dataclasses import astuple
from functools import lru_cache
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from companion.photo.indices import CARDS
from companion.photo.training.decks import DrawnDeck
from companion.photo.training.faces import Face
from companion.photo.training.glyphs import Letters, Strokes
from companion.photo.training.kennard import STROKES, kennard_courts, kennard_deck, kennard_ranks
from companion.photo.training.kenney import kenney_deck
from companion.photo.training.layouts import LAYOUTS, layout_by_chance
from companion.photo.training.scenes import Scene, draw_scene
from companion.photo.training.sources import Sources
from companion.photo.training.truth import Drawn
from companion.photo.training.typefaces import typefaces

PROCESSES = 2
SIZES = {(1280, 960): 0.45, (960, 720): 0.3, (720, 960): 0.15, (1600, 1200): 0.1}
"""Width and height of photos, and how often each is drawn."""
SENT = {(1600, 1200): 0.6, (1200, 1600): 0.4}
"""The same for photos of careful players: the app sends them in this size."""
COUNTS = (1, 2, 3, 4, 5, 7, 8, 10, 11, 11, 12, 14, 18, 22)
"""How many cards lie on a table."""


def draw_all(sources: Sources, seeds: range, folder: Path, *, careful: bool = False) -> None:
    """Draw a scene for each seed, as careless players or careful ones would; those that are there already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [(sources, seed, folder, careful) for seed in seeds if not (folder / f"{seed}.json").exists()]
    with Pool(PROCESSES) as pool:
        for number, _ in enumerate(pool.imap_unordered(_draw, missing, chunksize=8), start=1):
            if number % 250 == 0 or number == len(missing):
                print(f"{folder.name}: {number} of {len(missing)} scenes", flush=True)


def _draw(work: tuple[Sources, int, Path, bool]) -> None:
    sources, seed, folder, careful = work
    cv2.setNumThreads(1)
    pick = np.random.default_rng(seed)
    sizes = SENT if careful else SIZES
    size = list(sizes)[int(pick.choice(len(sizes), p=list(sizes.values())))]
    deck, faces = some_faces(sources, pick)
    layout = layout_by_chance(pick)
    scene = draw_scene(LAYOUTS[layout][0], faces, size, pick, careful=careful)
    (folder / f"{seed}.jpg").write_bytes(scene.jpeg)
    # Written under another name first: a scene is there as soon as its truth is, also if the power fails.
    part = folder / f"{seed}.part"
    part.write_text(json.dumps(astuple(_known(scene, deck, layout))))
    part.rename(folder / f"{seed}.json")


def some_faces(sources: Sources, pick: np.random.Generator) -> tuple[str, list[Face]]:
    """Return a deck's name, and some faces of it: of a real deck now and then, and mostly of one made up."""
    count = int(pick.choice(COUNTS))
    return faces_of([str(card) for card in pick.permutation(CARDS)[:count]], sources, pick)


def faces_of(cards: Sequence[str], sources: Sources, pick: np.random.Generator) -> tuple[str, list[Face]]:
    """Return a deck's name, and the faces of these cards."""
    if pick.random() < (0.25 if sources.apart else 0.12):
        name = str(pick.choice(sources.decks))
        faces = _real_deck(sources, name)
        return name, [faces[card] for card in cards]
    deck = made_up_deck(sources, pick)
    return deck.name, [deck.face(card) for card in cards]


@lru_cache(maxsize=8)
def _real_deck(sources: Sources, name: str) -> dict[str, Face]:
    return kenney_deck(sources.kenney) if name == "kenney" else kennard_deck(sources.kennard, name)


def made_up_deck(sources: Sources, pick: np.random.Generator) -> DrawnDeck:
    """Make up a deck in some font, or with Kennard's ranks, which are on many real cards."""
    paths = typefaces(sources)
    path = paths[int(pick.integers(len(paths)))]
    letters = Letters(path, float(pick.uniform(0, 0.22)))
    courts = kennard_courts(sources.kennard)
    if not sources.apart and pick.random() < 0.3:
        ranks = kennard_ranks(sources.kennard, int(pick.choice(STROKES)))
        return DrawnDeck("kennard-ranks", Strokes(ranks, letters), pick, courts)
    package = path.relative_to(sources.fonts).parts[0]
    return DrawnDeck(package.removeprefix("fonts-"), letters, pick, courts)


def _known(scene: Scene, deck: str, layout: str) -> Drawn:
    """Return the truth about a scene, as it is stored."""
    return Drawn(
        deck,
        layout,
        [(seen.card, seen.box.round(1).tolist(), round(seen.shows, 2)) for seen in scene.indices],
        [(laid.card, laid.corners.round(1).tolist(), laid.meld, laid.shows) for laid in scene.cards],
    )
