"""A face: the picture of a card, and where its indices are."""

from dataclasses import dataclass

from companion.photo.training.arrays import Picture, Points

WIDE = 340
"""Pixels of the width of a face."""


@dataclass(frozen=True, slots=True)
class FaceIndex:
    """A corner's rank and suit: four points around both, from the upper left as one reads it."""

    card: str
    box: Points


@dataclass(frozen=True, slots=True)
class Face:
    """A card's picture and its indices."""

    picture: Picture
    indices: list[FaceIndex]
    card: str

    @property
    def ratio(self) -> float:
        """Heights for each width."""
        return self.picture.shape[0] / WIDE
