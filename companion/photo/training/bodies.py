"""What stands in the middle of a face: pips, an ace, a court."""

import cv2
import numpy as np

from companion.photo.training.arrays import Mask, Picture, whole
from companion.photo.training.faces import WIDE
from companion.photo.training.figures import false_court
from companion.photo.training.glyphs import Letters, Strokes, as_high, ink, ink_centered, resized
from companion.photo.training.styles import Style

ROWS: dict[str, list[tuple[float, float]]] = {
    "2": [(0.5, 0), (0.5, 1)],
    "3": [(0.5, 0), (0.5, 0.5), (0.5, 1)],
    "4": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "5": [(0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)],
    "6": [(0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    "7": [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    "8": [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)],
    "9": [(0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)],
    "10": [(0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3), (0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1)],
}
"""Where the pips of a card stand: across and down."""
CROWDED = ("7", "8", "9", "10")
"""Cards whose pips are smaller."""
WORDS = ("ACES", "CLUB", "POKER", "No 1", "CARDS")
"""As below many an ace of spades."""


class Bodies:
    """Draws the middle of every card of a deck."""

    def __init__(self, style: Style, letters: Letters | Strokes, pips: dict[str, Mask], courts: list[Picture]) -> None:
        self.style = style
        self.letters = letters
        self.pips = pips
        self.courts = courts

    def draw(self, picture: Picture, card: str, pick: np.random.Generator) -> None:
        """Draw the middle of a card."""
        rank, suit = card[:-1], card[-1]
        body = self.style.manner.body
        if rank in "JQK":
            self._court(picture, card)
        elif rank == "A":
            self._ace(picture, suit, pick)
        elif body == "pips":
            self._pips(picture, card)
        elif body != "empty":
            letter = body == "large" and pick.random() < 0.5
            mask = self.letters.mask(rank) if letter else self.pips[suit]
            self._middle(picture, as_high(mask, WIDE * float(pick.uniform(0.3, 0.6))), suit)

    def _middle(self, picture: Picture, mask: Mask, suit: str) -> None:
        ink_centered(picture, mask, picture.shape[1] / 2, picture.shape[0] / 2, self.style.colors.inks[suit])

    def _pips(self, picture: Picture, card: str) -> None:
        rank, suit, high = card[:-1], card[-1], picture.shape[0]
        mask = as_high(self.pips[suit], WIDE * (0.2 if rank in CROWDED else 0.22))
        left = max(self.style.proportions.margin, 0.24) + 0.05
        for across, down in ROWS[rank]:
            x, y = (left + (1 - 2 * left) * across) * WIDE, high * (0.15 + 0.7 * down)
            ink_centered(picture, mask if down <= 0.5 else mask[::-1], x, y, self.style.colors.inks[suit])

    def _ace(self, picture: Picture, suit: str, pick: np.random.Generator) -> None:
        tall = WIDE * float(pick.uniform(0.25, 0.7) if suit == "S" else pick.uniform(0.18, 0.5))
        mask = as_high(self.pips[suit], tall)
        if suit == "S" and self.style.manner.ornate:
            mask = _engraved(mask, pick)
            if pick.random() < 0.6:
                words = resized(self.letters.mask(str(pick.choice(WORDS))), WIDE * 0.3, WIDE * 0.05)
                ink(picture, words, WIDE * 0.35, (picture.shape[0] + tall) / 2 + 6, self.style.colors.inks[suit])
        self._middle(picture, mask, suit)

    def _court(self, picture: Picture, card: str) -> None:
        manner, color, high = self.style.manner, self.style.colors.inks[card[-1]], picture.shape[0]
        pick = np.random.default_rng((manner.courts, *map(ord, card)))
        edge = max(0.1, self.style.proportions.margin - 0.02) * WIDE
        top = high * float(pick.uniform(0.05, 0.1))
        (x0, y0), (x1, y1) = whole(np.array([edge, top])), whole(np.array([WIDE - edge, high - top]))
        if manner.court == "drawn":
            court = self.courts[int(pick.integers(len(self.courts)))]
            picture[y0:y1, x0:x1] = cv2.resize(court, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        elif manner.court == "busy":
            picture[y0:y1, x0:x1] = false_court(y1 - y0, x1 - x0, pick, self.style.colors.paper)
            pip = resized(self.pips[card[-1]], WIDE * 0.13, WIDE * 0.15)
            ink(picture, pip, x0 + 5, y0 + 6, color)
            ink(picture, pip[::-1, ::-1], x1 - 5 - pip.shape[1], y1 - 6 - pip.shape[0], color)
        else:
            mask = self.letters.mask(card[:-1]) if pick.random() < 0.5 else self.pips[card[-1]]
            self._middle(picture, as_high(mask, high * 0.4), card[-1])
        if manner.framed:
            frame = color if pick.random() < 0.5 else (30.0, 40.0, 120.0)
            cv2.rectangle(picture, (x0, y0), (x1, y1), frame, int(pick.integers(1, 4)))


def _engraved(mask: Mask, pick: np.random.Generator) -> Mask:
    """Return a pip with wavy lines in it, as an ace of spades has."""
    size = (mask.shape[1], mask.shape[0])
    noise = cv2.resize(pick.random((12, 10)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    lines = (np.sin(noise * float(pick.uniform(8, 40))) > 0).astype(np.float32)
    inner = cv2.erode(mask, np.ones((5, 5)))
    return np.asarray(mask - inner * lines * float(pick.uniform(0.3, 1)))
