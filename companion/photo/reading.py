"""What a photo shows: cards with their places, and corners that cannot be read."""

from dataclasses import dataclass
from enum import StrEnum

LIKELY = 0.5
"""The confidence from which a card is shown at all."""
SURE = 0.9
"""The confidence from which a card is shown as sure: at most one of 200 such cards is wrong."""


@dataclass(frozen=True, slots=True)
class Box:
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card in a photo: where its index is, how likely it is this card, and what else it may be."""

    name: str
    confidence: float
    second: str
    box: Box
    group: int | None
    """The cards that lie together with it; None for a card that lies alone."""
    corner: bytes = b""
    """Its index as a small JPEG, if it isn't sure: what the player looks at to name it."""

    @property
    def sure(self) -> bool:
        return self.confidence >= SURE


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The cards of a photo in reading order, group by group."""

    cards: tuple[CardRead, ...]
    unread: tuple[Box, ...]
    """Where an index probably is that cannot be read."""
    width: int
    height: int
    """The upright photo's size, in which the boxes are."""
    preview: bytes
    """The photo once more as a small JPEG without metadata, in the same proportions."""

    def shows(self, box: Box) -> bool:
        """Return whether some of a box is in the photo: a sweep has seen what its last frame doesn't show."""
        return -box.width < box.x < self.width and -box.height < box.y < self.height


LOOK_BYTES = 128


@dataclass(frozen=True, slots=True)
class TaughtLook:
    """What a corner of a card looks like in one deck, as it is stored."""

    card: str
    look: bytes


@dataclass(frozen=True, slots=True)
class UnnamedCard:
    """A card in a photo that teaches a deck: where it is, what its corners look like, and the net's guess."""

    box: Box
    looks: tuple[bytes, ...]
    guess: str
    confidence: float
    """Of the guess: low where the deck's indices are unusual."""


@dataclass(frozen=True, slots=True)
class DeckPhoto:
    cards: tuple[UnnamedCard, ...]
    width: int
    height: int
    preview: bytes


class Trouble(StrEnum):
    """Why a photo was not read."""

    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    """Too few pixels to show an index."""
    NO_PHOTO = "no-photo"
    """No JPEG, PNG or WebP, or a broken one."""
    BUSY = "busy"
    """Others' photos took too long."""
    NOT_HERE = "not-here"
    """What reads photos could not be fetched."""


class PhotoError(Exception):
    """A photo that was not read."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble
