"""What the cards of one deck share, chosen by chance: proportions, colors, and what stands in the middle."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from companion.photo.training.arrays import Color, any_color

RANK_SIZES = (0.62, 0.24, 0.14)
"""How often ranks are of usual size, large and very large."""


@dataclass(frozen=True, slots=True)
class Proportions:
    """Lengths on a face, in widths of it."""

    ratio: float
    """Heights of a card for each width."""
    squeeze: float
    """How much narrower the ranks are than in their font."""
    strokes: float
    """How much bolder the ranks are, as a share of their height."""
    rank: float
    """Height of a rank."""
    pip: float
    """Height of the pip below it."""
    gap: float
    """Between the two."""
    center: float
    """From the card's edge to the middle of the index."""
    top: float
    """From the card's edge to the rank."""

    @classmethod
    def by_chance(cls, pick: np.random.Generator) -> Self:
        """Choose proportions: most as on bridge and poker cards, some with large indices."""
        squeeze = float(pick.choice([pick.uniform(0.5, 0.8), pick.uniform(0.75, 1.0), 1.0]))
        rank = float(
            pick.choice([pick.uniform(0.1, 0.17), pick.uniform(0.16, 0.24), pick.uniform(0.22, 0.34)], p=RANK_SIZES)
        )
        pip = rank * float(pick.uniform(1.0, 1.4) if pick.random() < 0.04 else pick.uniform(0.5, 1.05))
        return cls(
            ratio=float(pick.choice([1.4, 1.4, 1.4, 1.54, pick.uniform(1.35, 1.6)])),
            squeeze=squeeze,
            strokes=float(pick.choice([0, pick.uniform(-0.02, 0.05)])),
            rank=rank,
            pip=pip,
            gap=rank * float(pick.uniform(0.04, 0.3)),
            center=float(pick.uniform(0.035, 0.07)) + max(rank * 0.6 * squeeze, pip * 0.8) / 2,
            top=float(pick.uniform(0.03, 0.085)),
        )

    @property
    def margin(self) -> float:
        """How far an index reaches into the card."""
        return self.center + self.rank * 0.42 + 0.03


@dataclass(frozen=True, slots=True)
class Colors:
    """A deck's paper, and the ink of each suit."""

    paper: Color
    inks: dict[str, Color]

    @classmethod
    def by_chance(cls, pick: np.random.Generator) -> Self:
        """Choose colors: black and red on white, and sometimes four colors, dark paper or tinted paper."""
        kind = pick.random()
        if kind < 0.1:
            return cls(_white(pick), _four_inks(pick))
        if kind < 0.16:
            return cls(any_color(pick, 5, 55), _light_inks(pick))
        black, red = any_color(pick, 0, 50), _between(pick, (150, 240), (0, 60), (0, 70))
        paper = any_color(pick, 190, 250) if kind < 0.2 else _white(pick)
        return cls(paper, {"C": black, "S": black, "D": red, "H": red})


def _white(pick: np.random.Generator) -> Color:
    """Return the white of paper: a little gray, a little yellow."""
    tint = pick.integers(-6, 3, 3) + np.array([2, 0, -pick.integers(0, 16)])
    return tuple(np.clip(pick.integers(232, 256) + tint, 0, 255).tolist())


def _four_inks(pick: np.random.Generator) -> dict[str, Color]:
    blue, orange = _between(pick, (0, 60), (40, 130), (150, 235)), _between(pick, (215, 250), (110, 150), (0, 1))
    return {
        "C": _between(pick, (0, 70), (95, 160), (0, 80)),
        "D": blue if pick.random() < 0.75 else orange,
        "H": _between(pick, (150, 240), (0, 60), (0, 70)),
        "S": any_color(pick, 0, 50),
    }


def _light_inks(pick: np.random.Generator) -> dict[str, Color]:
    gold = (200.0, 170.0, 90.0)
    light = any_color(pick, 190, 250) if pick.random() < 0.7 else gold
    bright = _between(pick, (200, 250), (30, 90), (30, 90))
    return {"C": light, "S": light, "D": bright, "H": bright}


def _between(pick: np.random.Generator, *ranges: tuple[int, int]) -> Color:
    return tuple(float(pick.integers(low, high)) for low, high in ranges)


@dataclass(frozen=True, slots=True)
class Manner:
    """What else the cards of a deck have in common."""

    four_indices: bool
    body: str
    """What stands on a card from 2 to 10: pips, one large pip, a large pip or rank, or nothing."""
    court: str
    """What a court is: Kennard's, lines and figures that look like one from afar, or a letter or pip."""
    courts: int
    """Seed of the courts."""
    framed: bool
    ornate: bool
    """Whether the ace of spades is."""
    extra_place: str
    """Where a gem or a letter stands at the index."""
    gems: bool
    """Whether it is a gem."""

    @classmethod
    def by_chance(cls, pick: np.random.Generator) -> Self:
        """Choose what a deck is like."""
        return cls(
            four_indices=pick.random() < 0.06,
            body=str(pick.choice(["pips", "one", "empty", "large"], p=[0.8, 0.1, 0.04, 0.06])),
            court=str(pick.choice(["drawn", "busy", "plain"], p=[0.55, 0.35, 0.1])),
            courts=int(pick.integers(1 << 30)),
            framed=pick.random() < 0.6,
            ornate=pick.random() < 0.6,
            extra_place=str(pick.choice(["none", "beside", "below"], p=[0.84, 0.09, 0.07])),
            gems=pick.random() < 0.5,
        )


@dataclass(frozen=True, slots=True)
class Style:
    """All of it."""

    proportions: Proportions
    colors: Colors
    manner: Manner

    @classmethod
    def by_chance(cls, pick: np.random.Generator) -> Self:
        """Choose a style."""
        return cls(Proportions.by_chance(pick), Colors.by_chance(pick), Manner.by_chance(pick))
