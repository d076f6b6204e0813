"""Photos that nobody took: cards of a deck on a table, seen by a phone's camera, with the truth about every index."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.photo.training.arrays import Mask, Matrix, Picture, Points, any_color, moved, projected, whole
from companion.photo.training.camera import view_of
from companion.photo.training.cloths import SIZE, cloth
from companion.photo.training.faces import WIDE, Face
from companion.photo.training.layouts import Layout
from companion.photo.training.lighting import photographed

SMALLER = (0.18, 0.25, 0.35, 0.5, 0.7)
"""Faces are shrunk to one of these before they are laid: a camera averages over what becomes one pixel."""
EDGE = 14
"""Pixels around a card to which its shadow reaches."""
NO_CARD, COVERED = -1, -2
"""What a pixel shows where it shows no card, and where something lies over the cards."""
LEAST = 0.12
"""An index of which less shows is not there."""


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index in a scene: its card, the four points around it, how much of it shows, and which laid card it is on."""

    card: str
    box: Points
    shows: float
    on: int


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table: its four corners in the scene, its meld or None, and whether anything of it shows."""

    card: str
    corners: Points
    meld: int | None
    shows: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo, and what is on it."""

    jpeg: bytes
    indices: list[SeenIndex]
    cards: list[LaidCard]


def draw_scene(
    layout: Layout, faces: list[Face], size: tuple[int, int], pick: np.random.Generator, *, careful: bool = False
) -> Scene:
    """Lay some cards of one deck on a table, and take a photo of it, given by width and height.

    A careful player has all cards in the picture and in focus, and no thumb on them.
    """
    ratio = faces[0].ratio
    places = layout(pick, len(faces), ratio)
    view = view_of(places, ratio, size, pick, careful=careful)
    table = Tabletop(view, size, pick)
    corners = [
        table.lay(face, view @ place.matrix, number)
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
    ]
    if not careful and pick.random() < 0.25:
        for _ in range(int(pick.integers(1, 4))):
            table.cover(corners[int(pick.integers(len(corners)))])
    indices = [
        table.seen(index.card, projected(view @ place.matrix @ from_face(face), index.box), number)
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
        for index in face.indices
    ]
    showing = set(np.unique(table.owner).tolist())
    cards = [
        LaidCard(face.card, corners[number], place.meld, number in showing)
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
    ]
    return Scene(
        photographed(table.picture, pick, careful=careful), [index for index in indices if index.shows > LEAST], cards
    )


class Tabletop:
    """A picture of a table as cards are laid on it, and which card each pixel shows."""

    def __init__(self, view: Matrix, size: tuple[int, int], pick: np.random.Generator) -> None:
        self.pick = pick
        scale = float(pick.uniform(2, 10)) / SIZE  # a piece of cloth is some cards wide, and goes on mirrored
        place = np.diag([scale, scale, 1]) @ moved(-SIZE / 2, -SIZE / 2)
        self.picture: Picture = cv2.warpPerspective(
            cloth(pick), view @ place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ).astype(np.float32)
        self.owner = np.full(self.picture.shape[:2], NO_CARD, np.int16)

    def lay(self, face: Face, view: Matrix, number: int) -> Points:
        """Lay a card with its shadow, and return its corners."""
        half = np.array([0.5, face.ratio / 2])
        corners = projected(view, np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half)
        size = self.owner.shape[::-1]
        left, top = np.clip(np.floor(corners.min(0)).astype(int) - EDGE, 0, size).tolist()
        right, low = np.clip(np.ceil(corners.max(0)).astype(int) + EDGE, 0, size).tolist()
        if right <= left or low <= top:
            return corners
        picture = _shrunk(face.picture, np.sqrt(cv2.contourArea(corners.astype(np.float32)) / face.ratio))
        high, wide = picture.shape[:2]
        matrix = moved(-left, -top) @ view @ np.diag([1 / wide, face.ratio / high, 1]) @ moved(-wide / 2, -high / 2)
        area = (right - left, low - top)
        card = cv2.warpPerspective(picture, matrix, area, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_rounded(wide, high), matrix, area, flags=cv2.INTER_LINEAR)
        part = self.picture[top:low, left:right]
        part *= 1 - self._shadow(mask)[..., None]
        part += (card * np.float32(self.pick.uniform(0.9, 1.0)) - part) * mask[..., None]
        self.owner[top:low, left:right][mask > 0.5] = number
        return corners

    def _shadow(self, card: Mask) -> Mask:
        """Return the soft shadow beside a card: without it, cards that lie on cards have no edge."""
        pick = self.pick
        soft = cv2.GaussianBlur(card, (0, 0), float(pick.uniform(1, 6)))
        move = moved(float(pick.uniform(-4, 4)), float(pick.uniform(-1, 6)))[:2]
        shadow = cv2.warpAffine(soft, move, card.shape[::-1])
        return np.asarray(shadow * np.float32(pick.uniform(0.05, 0.5)))

    def cover(self, corners: Points) -> None:
        """Lay a thumb or a pen over a corner of a card."""
        pick = self.pick
        at = corners[int(pick.integers(4))] + pick.normal(0, 25, 2)
        size = float(np.linalg.norm(corners[1] - corners[0])) * float(pick.uniform(0.1, 0.35))
        mask = np.zeros(self.owner.shape, np.uint8)
        if pick.random() < 0.6:
            axes = (round(size * 0.5), round(size * 1.6))
            cv2.ellipse(mask, whole(at), axes, float(pick.uniform(0, 180)), 0, 360, 255, -1)
            color = tuple(pick.integers((150, 100, 80), (240, 190, 160)).tolist())
        else:
            end = at + pick.normal(0, size * 3, 2)
            cv2.line(mask, whole(at), whole(end), 255, max(2, round(size * 0.3)))
            color = any_color(pick)
        soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
        self.picture += (np.array(color, np.float32) - self.picture) * soft
        self.owner[mask > 127] = COVERED

    def seen(self, card: str, box: Points, number: int) -> SeenIndex:
        """Return an index with the share of it that shows, by 144 points in it."""
        high, wide = self.owner.shape
        steps = np.linspace(0.04, 0.96, 12)
        top = box[0] + (box[1] - box[0]) * steps[:, None]
        bottom = box[3] + (box[2] - box[3]) * steps[:, None]
        points = (top[None] + (bottom - top)[None] * steps[:, None, None]).reshape(-1, 2)
        x, y = np.floor(points).astype(int).T
        inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
        shows = (self.owner[y[inside], x[inside]] == number).sum() / len(points)
        return SeenIndex(card, box, float(shows), number)


def from_face(face: Face) -> Matrix:
    """Return the matrix from pixels of a face to widths of it from its center."""
    return np.array([[1 / WIDE, 0, -0.5], [0, 1 / WIDE, -face.ratio / 2], [0, 0, 1]])


def _shrunk(picture: Picture, wide: float) -> Picture:
    """Return a face that is little wider than it is to be laid."""
    scale = next((scale for scale in SMALLER if scale * WIDE >= wide * 1.1), 1.0)
    return picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _rounded(wide: int, high: int) -> Mask:
    """Return a card's shape, with round corners."""
    mask = np.zeros((high, wide), np.float32)
    radius = max(1, round(0.04 * wide))
    cv2.rectangle(mask, (radius, 0), (wide - radius - 1, high - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - radius - 1), 1.0, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    return mask
