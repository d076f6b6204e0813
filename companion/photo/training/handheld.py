"""How a phone films a hand: where it points, how sharply and how brightly, from one moment to the next."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.photo.training.arrays import Matrix, Points, moved, projected, turned

Curve = Callable[[float], float]
"""A value at so many seconds."""
SHAKES = (0.4, 7.0)
"""Times a second that a hand trembles, from its sway to its tremor."""
SETTLING = 0.35
"""Seconds in which a phone comes to rest over the cards."""
FARTHEST = 150
"""Pixels of a card's width that a phone goes up to: nearer, few cards are in the picture."""


@dataclass(frozen=True, slots=True)
class Filming:
    """The way of a phone over a table whose middle is at 0."""

    x: Curve
    y: Curve
    scale: Curve
    """Pixels for each width of a card."""
    turn: Curve
    tilt: Curve
    heading: float
    away: float
    """From the table to the phone, in widths of a card."""
    blur: Curve
    """How far out of focus it is, in pixels."""
    light: Curve
    shutter: float
    """Seconds that a frame takes up light."""

    @classmethod
    def by_chance(cls, cards: Points, size: tuple[int, int], seconds: float, pick: np.random.Generator) -> "Filming":
        """Film the places of cards: all at once, or from one end to the other where they would be too small."""
        low, high = cards.min(0), cards.max(0)
        whole = float((size / (high - low)).min())
        near = whole / float(pick.uniform(1.08, 1.5))
        along = whole < float(pick.uniform(60, 100))
        if along:  # across the hand: its other direction fits
            near = min(float((size / (high - low)).max()) / float(pick.uniform(1.1, 1.5)), FARTHEST, near * 2)
        room = np.maximum(0, (high - low) / 2 - np.array(size) / near / 2 + 0.3) if along else np.zeros(2)
        middle = (low + high) / 2
        ends = [middle - room, middle + room] if pick.random() < 0.6 else [middle + room, middle - room]
        start, end = (0.3, float(pick.uniform(0.35, 0.6)) * seconds)
        off = pick.normal(0, 0.5, 2)
        grown = float(pick.normal(0, 0.1))
        shakes = [_shaking(float(pick.uniform(1, 5)), pick) for _ in range(2)]

        def at(side: int) -> Curve:
            def place(t: float) -> float:
                share = min(max((t - start) / (end - start), 0), 1)
                share = share * share * (3 - 2 * share)
                way = ends[0][side] + (ends[1][side] - ends[0][side]) * share
                return float(way + off[side] * np.exp(-t / SETTLING) + shakes[side](t) / near)

            return place

        turn, tilt = float(pick.normal(0, 0.12)), min(abs(float(pick.normal(0, 0.25))), 0.6)
        turning, tilting, growing = (_shaking(amount, pick) for amount in (0.006, 0.012, 0.006))
        return cls(
            at(0),
            at(1),
            lambda t: near * float(np.exp(grown * np.exp(-t / SETTLING) + growing(t))),
            lambda t: turn + turning(t),
            lambda t: tilt + tilting(t),
            float(pick.normal(0, 0.5)),
            max(float(np.linalg.norm(high - low)) / 2, 3) * float(pick.uniform(2.2, 4)),
            _focus(seconds, pick),
            _exposure(pick),
            float(pick.uniform(1 / 120, 1 / 35)),
        )

    def view(self, t: float, size: tuple[int, int]) -> Matrix:
        """Return the matrix from the table to the frame at some moment."""
        tilt, scale = self.tilt(t), self.scale(t)
        lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / self.away, 1]])
        heading = turned(self.heading)
        frame = np.array([[scale, 0, size[0] / 2], [0, scale, size[1] / 2], [0, 0, 1]])
        flat = turned(self.turn(t)) @ moved(-self.x(t), -self.y(t))
        return np.asarray(frame @ heading.T @ lean @ heading @ flat)

    def reach(self, seconds: float, size: tuple[int, int]) -> Points:
        """Return the corners of the part of the table that is filmed."""
        edges = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float64)
        views = [np.linalg.inv(self.view(t, size)) for t in np.linspace(0, seconds, 40)]
        points = np.concatenate([projected(view, edges) for view in views])
        return np.array([points.min(0), points.max(0)])


def _shaking(amount: float, pick: np.random.Generator) -> Curve:
    """Tremble by so much, slowly more than fast."""
    often = np.geomspace(*SHAKES, 6) * pick.uniform(0.7, 1.4, 6)
    amounts, phases = pick.normal(0, 1, 6) * amount / np.sqrt(often), pick.uniform(0, 2 * np.pi, 6)
    return lambda t: float((amounts * np.sin(2 * np.pi * often * t + phases)).sum())


def _focus(seconds: float, pick: np.random.Generator) -> Curve:
    """Be out of focus at first, mostly, and now and then search for it again."""
    sharpest = float(pick.uniform(0.4, 1.0))
    searches = [(0.0, float(pick.uniform(0, 3)), float(pick.uniform(0.1, 0.3)))]
    searches += [
        (float(pick.uniform(0.5, seconds)), float(pick.uniform(1, 4)), float(pick.uniform(0.08, 0.2)))
        for _ in range(int(pick.integers(0, 3)))
    ]
    return lambda t: sharpest + sum(blur * float(np.exp(-(((t - at) / wide) ** 2))) for at, blur, wide in searches)


def _exposure(pick: np.random.Generator) -> Curve:
    """Begin too bright or too dark, and waver a little."""
    first, waver = float(pick.normal(0, 0.25)), _shaking(0.02, pick)
    return lambda t: float(np.exp(first * np.exp(-t / 0.3) + waver(t)))
