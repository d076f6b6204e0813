"""Adrian Kennard's faces: whole decks, and his ranks and courts for decks made up by chance."""

import io
import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image

from companion.photo.indices import CARDS, RANKS
from companion.photo.training.arrays import Mask, Picture, box_points
from companion.photo.training.faces import WIDE, Face, FaceIndex
from companion.photo.training.glyphs import cut

HIGH = round(WIDE * 1.4)
UNITS = np.array([240, 336])
"""The size of a face in units of its file, whose origin is the middle."""
STROKES = (50, 62, 72, 80, 90, 105, 125)
"""How thick ranks are drawn; 80 is his own."""


def kennard_deck(folder: Path, style: str) -> dict[str, Face]:
    """Return the faces of one of his decks."""
    return {card: _face(_svg(folder, style, card), card) for card in CARDS}


@lru_cache(maxsize=len(STROKES))
def kennard_ranks(folder: Path, strokes: int) -> dict[str, Mask]:
    """Return his ranks, which are strokes, as fine or bold as wanted."""
    return {rank: cut(_rank(_svg(folder, "2color", f"{rank}S"), strokes)) for rank in RANKS}


@lru_cache(maxsize=1)
def kennard_courts(folder: Path) -> list[Picture]:
    """Return what stands between the indices of his courts."""
    return [
        on_white(_rendered(_svg(folder, "2color", card), WIDE, HIGH))[54:422, 54:286].astype(np.float32)
        for card in CARDS
        if card[0] in "JQK"
    ]


def on_white(picture: Image.Image) -> Picture:
    """Lay a picture on white paper."""
    white = Image.new("RGB", picture.size, (255, 255, 255))
    white.paste(picture, mask=picture.getchannel("A"))
    return np.asarray(white)


def _svg(folder: Path, style: str, card: str) -> str:
    return (folder / style / f"{card.replace('10', 'T')}.svg").read_text()


def _rendered(svg: str, wide: int, high: int) -> Image.Image:
    svg = re.sub(r'(?:height|width)="[\d.]+in"', "", svg, count=2)
    svg = svg.replace("<svg ", f'<svg width="{wide}" height="{high}" ', 1)
    png = resvg_py.svg_to_bytes(svg_string=svg, width=wide, height=high, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def _rank(svg: str, strokes: int) -> Mask:
    path = re.search(r'<symbol id="V[^>]*>\s*<path d="([^"]+)"', svg)
    if path is None:
        raise ValueError("a face of Kennard's has no rank made of strokes")
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-700 -700 1400 1400">'
        f'<path d="{path[1]}" stroke="black" stroke-width="{strokes}" stroke-linecap="square"'
        ' stroke-miterlimit="1.5" fill="none"/></svg>'
    )
    return np.asarray(_rendered(drawn, 224, 224).getchannel("A"), dtype=np.float32) / 255


def _face(svg: str, card: str) -> Face:
    """Render a face; a rank fills its square but for strokes reaching over it, a pip leaves a twelfth at each edge."""
    rank, x, rank_y = _corner_use(svg, "V")
    suit, _, suit_y = _corner_use(svg, "S")
    half = max((0.37 if card[:-1] == "10" else 0.31) * rank, 0.36 * suit)
    middle = x + rank / 2
    box = box_points(middle - half, rank_y - rank * 0.04, middle + half, suit_y + suit * 11 / 12)
    box = (box + UNITS / 2) * WIDE / UNITS[0]
    return Face(
        on_white(_rendered(svg, WIDE, HIGH)),
        [FaceIndex(card, box), FaceIndex(card, np.array([WIDE, HIGH]) - box)],
        card,
    )


def _corner_use(svg: str, kind: str) -> tuple[float, float, float]:
    """Return height and place of the rank or pip that is farthest left: the one in the corner."""
    found = re.findall(rf'<use xlink:href="#{kind}[^"]*" height="([-\d.]+)" x="([-\d.]+)" y="([-\d.]+)"', svg)
    uses = [(float(height), float(x), float(y)) for height, x, y in found]
    return min(uses, key=lambda use: use[1])
