"""A corner that is followed from frame to frame, and what looks at it add up to."""

import math
from collections import deque
from dataclasses import dataclass, field

from companion.photo.corners import Corner
from companion.photo.indices import CARDS, Index

KEPT = 0.7
"""A look counts so much less with each later one: what was blurred at first, or turned over, is outvoted soon."""
FLOOR = 1e-3
"""No look says that a card is less likely than this."""
REMEMBERED = 8
"""Looks whose best guesses are compared."""
MOVED, TURNED, GROWN, LATER = 0.3, 0.02, 0.02, 0.4
"""A view is another one if the corner moved by so many heights, turned or grew by so much, or so many seconds later."""
SMOOTHED = 6
"""Frames whose mean says where a corner lies."""


@dataclass(slots=True)
class Track:
    place: Corner
    """Where it lies on the map."""
    frame: Corner
    """Where the latest frame shows it that does."""
    number: int
    """Of that frame."""
    frames: int = 1
    missing: int = 0
    """Frames since that show its place and not the corner."""
    bests: deque[int] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The best guesses of looks from different views."""
    looks: int = 0
    weight: float = 0.0
    readable: float = 0.0
    logs: tuple[float, ...] = (0.0,) * len(CARDS)
    features: tuple[float, ...] = ()
    viewed: tuple[Corner, float] | None = None
    """The corner as it was read last, and when."""

    def index(self) -> Index:
        """Return what all looks together read. Looks at one corner are alike: four say what two would, alone."""
        sharpened = [log / math.sqrt(self.weight or 1) for log in self.logs]
        most = max(sharpened)
        shares = [math.exp(log - most) for log in sharpened]
        whole = sum(shares)
        return Index(self.place, tuple(share / whole for share in shares), self.likely_index, self.features)

    @property
    def likely_index(self) -> float:
        return self.readable / self.weight if self.weight else 0.0

    @property
    def best(self) -> int | None:
        """Return the likeliest card, once it was read."""
        return max(range(len(CARDS)), key=self.logs.__getitem__) if self.bests else None

    @property
    def agreed(self) -> int | None:
        """Return the likeliest card if at least two looks and most of them say so."""
        best = self.best
        return best if best is not None and self.agreeing >= max(2, 0.7 * len(self.bests)) else None

    @property
    def agreeing(self) -> int:
        """Return how many views say that it is the likeliest card."""
        best = self.best
        return 0 if best is None else self.bests.count(best)

    def seen_at(self, place: Corner, frame: Corner, number: int) -> None:
        """Note where a frame shows it."""
        self.frame, self.number, self.missing = frame, number, 0
        self.frames += 1
        share = 1 / min(self.frames, SMOOTHED)

        def between(before: float, now: float) -> float:
            return before + (now - before) * share

        down_x, down_y = map(between, self.place.down, place.down)
        length = math.hypot(down_x, down_y) or 1.0
        self.place = Corner(
            between(self.place.x, place.x),
            between(self.place.y, place.y),
            (down_x / length, down_y / length),
            between(self.place.height, place.height),
            between(self.place.likely, place.likely),
        )

    def is_another_view(self, at: float, now: Corner) -> bool:
        """Return whether it is seen otherwise now than when it was read last."""
        if self.viewed is None:
            return True
        before, then = self.viewed
        return (
            at - then >= LATER
            or math.hypot(now.x - before.x, now.y - before.y) >= MOVED * before.height
            or abs(math.log(now.height / before.height)) >= GROWN
            or abs(now.down[0] * before.down[1] - now.down[1] * before.down[0]) >= TURNED
        )

    def read(self, index: Index | None, at: float) -> None:
        """Add a look at the latest frame."""
        self.viewed = self.frame, at
        self.looks += 1
        self.weight = self.weight * KEPT + 1
        self.readable *= KEPT
        if index is not None:
            self.readable += index.readable
            self.features = index.features
            self.bests.append(best_of(index))
            self.logs = tuple(
                log * KEPT + math.log(max(share, FLOOR)) for log, share in zip(self.logs, index.cards, strict=True)
            )

    def joined(self, other: "Track") -> None:
        """Take over what was read of the same corner when it was followed as another."""
        self.bests.extendleft(reversed(other.bests))
        self.looks += other.looks
        self.weight += other.weight
        self.readable += other.readable
        self.logs = tuple(one + more for one, more in zip(self.logs, other.logs, strict=True))


def best_of(index: Index) -> int:
    return max(range(len(CARDS)), key=index.cards.__getitem__)
