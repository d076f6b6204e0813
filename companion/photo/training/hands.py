"""Two hands as they lie at a showdown of Gem Rummy, drawn to count the taps that entering them by photo takes."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.photo.indices import RANKS, SUITS
from companion.photo.training.layouts import Placed, placed
from companion.photo.training.render import made_up_deck
from companion.photo.training.scenes import draw_scene
from companion.photo.training.sources import Sources

CARDS = 11
SIZE = (1600, 1200)
SETS = (3, 3, 4)
RUNS = (3, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand as a player lays it down: melds, and cards that are in none."""

    melds: tuple[tuple[str, ...], ...]
    deadwood: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, meld by meld, the deadwood last."""
        return (*(card for meld in self.melds for card in meld), *self.deadwood)


def draw_hands(sources: Sources, seeds: range, folder: Path) -> None:
    """Draw two hands of one deck for each seed, and write what they hold to truth.jsonl."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for seed in seeds:
        pick = np.random.default_rng(seed)
        deck, names = made_up_deck(sources, pick), []
        for hand, side in zip(two_hands(pick), ("near", "far"), strict=True):
            faces = [deck.face(card) for card in hand.cards]
            scene = draw_scene(partial(laid_out, hand), faces, SIZE, pick, careful=True)
            names.append(f"{seed}-{side}.jpg")
            (folder / names[-1]).write_bytes(scene.jpeg)
            known = {"cards": hand.cards, "melds": hand.melds, "deadwood": hand.deadwood}
            lines.append({"image": names[-1], **known, "deck": deck.name, "layout": "hand"})
    (folder / "truth.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def two_hands(pick: np.random.Generator) -> tuple[DealtHand, DealtHand]:
    """Return two hands of one deck."""
    left = whole_deck()
    return dealt(left, CARDS, pick), dealt(left, CARDS, pick)


def whole_deck() -> set[str]:
    """Return all 52 cards."""
    return {rank + suit for rank in RANKS for suit in SUITS}


def dealt(left: set[str], count: int, pick: np.random.Generator) -> DealtHand:
    """Take a hand of so many cards with two or three melds from those that are left."""
    melds: list[tuple[str, ...]] = []
    missing = count
    wanted = int(pick.integers(2, 4))
    while len(melds) < wanted and missing >= min(RUNS):
        melds.append(_meld(left, missing, pick))
        missing -= len(melds[-1])
    rest = sorted(left)
    deadwood = [rest[int(place)] for place in pick.permutation(len(rest))[:missing]]
    left -= set(deadwood)
    return DealtHand(tuple(melds), tuple(deadwood))


def _meld(left: set[str], most: int, pick: np.random.Generator) -> tuple[str, ...]:
    """Take a set or a run of at most so many of the cards that are left."""
    while True:
        if pick.random() < 0.5:
            suits = [SUITS[int(place)] for place in pick.permutation(len(SUITS))[: int(pick.choice(SETS))]]
            rank = str(pick.choice(RANKS))
            cards = tuple(rank + suit for suit in suits)
        else:
            length = int(pick.choice(RUNS))
            first, suit = int(pick.integers(len(RANKS) - length + 1)), str(pick.choice(list(SUITS)))
            cards = tuple(rank + suit for rank in RANKS[first : first + length])
        if len(cards) <= most and left.issuperset(cards):
            left -= set(cards)
            return cards


def laid_out(
    hand: DealtHand, pick: np.random.Generator, _count: int, ratio: float, widths: tuple[float, float] = (4, 6)
) -> list[Placed]:
    """Lay the melds of a hand in rows, each a little spread, and its deadwood apart, card by card or as one spread.

    A row is about so many cards wide.
    """
    spread = bool(pick.random() < 0.5)
    step = float(pick.uniform(0.28, 0.5))
    groups = [*hand.melds, hand.deadwood] if spread else [*hand.melds, *((card,) for card in hand.deadwood)]
    widest = float(pick.uniform(*widths))
    cards: list[Placed] = []
    x = y = 0.0
    for meld, group in enumerate(groups):
        wide = 1 + (len(group) - 1) * step
        if x > 0 and x + wide > widest:
            x, y = 0.0, y + ratio * float(pick.uniform(1.12, 1.3))
        tilt = float(pick.normal(0, 0.05))
        for number in range(len(group)):
            off_x, off_y, turn = pick.normal(0, 0.02, 3)
            along = number * step
            cards.append(placed(x + along * np.cos(tilt) + off_x, y + along * np.sin(tilt) + off_y, tilt + turn, meld))
        x += wide + float(pick.uniform(0.25, 0.6))
    return cards
