"""Read a hand from the frames of a camera that moves over it: each frame adds evidence, what was seen stays."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic

from companion.photo.arithmetic import Numbers, Picture
from companion.photo.cards import UNREADABLE, Found, put_together
from companion.photo.corners import USUAL_HEIGHT, Corner, find_corners
from companion.photo.indices import CARDS, Index, by_halves, looked_at
from companion.photo.lessons import Lessons
from companion.photo.motion import Motion, followed, matched
from companion.photo.nets import Nets, boxed, laid_out
from companion.photo.reading import LIKELY, SURE, CardRead, PhotoReading, TaughtLook
from companion.photo.sums import median

SIDES = (320, 832)
"""A frame is shrunk to between these longest sides before corners are looked for in it."""
SEARCHED = (640, 832, 320)
"""Longest sides that take turns while nothing is found."""
READ_AT_ONCE = 12
"""Corners of a frame that are read at most; the others have their turn in the next one."""
MOST_LOOKS = 6
"""A corner that is still doubtful after so many looks stays doubtful."""
VIEWS = 2
"""A card is sure when so many views agree."""
MOVED, TURNED, GROWN, LATER = 0.4, 0.03, 0.03, 0.5
"""A view is another one if the corner moved by so many heights, turned or grew by so much, or so many seconds later."""
EDGE = 0.6
"""Heights of an index from the frame's edge to its middle: nearer, it is cut off."""
GONE = 6
"""A corner that is missing in so many frames that show its place is not there anymore."""
MOST = 200
"""Corners that are remembered."""
STABLE = 0.25
"""Seconds for which a hand must have been complete."""


class CornerState(StrEnum):
    NEW = "new"
    """Not read yet."""
    DOUBTED = "doubted"
    SEEN = "seen"
    """Of a card that is sure."""


@dataclass(frozen=True, slots=True)
class CornerMark:
    """The corner of a card in a frame."""

    x: float
    y: float
    height: float
    card: str
    """Its likeliest name; empty while it isn't read."""
    state: CornerState


@dataclass(frozen=True, slots=True)
class SweepSeen:
    """What is known after a frame."""

    marks: tuple[CornerMark, ...]
    """Corners in this frame, in its pixels."""
    cards: int
    """Cards that are sure, wherever the camera saw them."""
    complete: bool
    """As many as wanted, and nothing in sight that may be another."""


@dataclass(slots=True)
class Track:
    """A corner that is followed from frame to frame: where it lies on the map, and what was read of it."""

    place: Corner
    frame: Corner
    """Where the latest frame shows it that does."""
    number: int
    """Of that frame."""
    frames: int = 1
    missing: int = 0
    logs: list[float] = field(default_factory=lambda: [0.0] * len(CARDS))
    views: int = 0
    looks: int = 0
    readable: float = 0.0
    features: tuple[float, ...] = ()
    viewed: tuple[Corner, float] | None = None

    def index(self) -> Index:
        most = max(self.logs)
        shares = [math.exp(log - most) for log in self.logs]
        whole = sum(shares)
        cards = tuple(share / whole for share in shares)
        return Index(self.place, cards, self.readable / max(self.looks, 1), self.features)

    @property
    def there(self) -> bool:
        return self.missing < GONE

    def seen_at(self, place: Corner, frame: Corner, number: int) -> None:
        """Note where a frame shows it."""
        self.frame, self.number, self.missing = frame, number, 0
        self.frames += 1
        share = 1 / min(self.frames, 8)
        down_x, down_y = (a + (b - a) * share for a, b in zip(self.place.down, place.down, strict=True))
        length = math.hypot(down_x, down_y) or 1.0
        self.place = replace(
            self.place,
            x=self.place.x + (place.x - self.place.x) * share,
            y=self.place.y + (place.y - self.place.y) * share,
            down=(down_x / length, down_y / length),
            height=self.place.height + (place.height - self.place.height) * share,
            likely=max(self.place.likely, place.likely),
        )

    def is_another_view(self, at: float) -> bool:
        if self.viewed is None:
            return True
        before, then = self.viewed
        now = self.frame
        return (
            at - then >= LATER
            or math.hypot(now.x - before.x, now.y - before.y) >= MOVED * before.height
            or abs(math.log(now.height / before.height)) >= GROWN
            or abs(now.down[0] * before.down[1] - now.down[1] * before.down[0]) >= TURNED
        )

    def read(self, index: Index | None, at: float) -> None:
        """Add what a look at the latest frame shows."""
        self.viewed = self.frame, at
        self.looks += 1
        if index is None:
            return
        self.views += index.readable >= UNREADABLE
        self.readable += index.readable
        self.features = index.features
        self.logs = [log + math.log(share + 1e-4) for log, share in zip(self.logs, index.cards, strict=True)]


class Sweep(Generic[Picture, Numbers]):
    """A hand of so many cards under a camera."""

    def __init__(self, nets: Nets[Picture, Numbers], lessons: Sequence[TaughtLook], wanted: int) -> None:
        self._nets = nets
        self._lessons = Lessons.of(lessons) if lessons else None
        self._wanted = wanted
        self._motion = Motion()
        """From the map, which is the first frame, to the latest frame."""
        self._tracks: list[Track] = []
        self._found: list[Found] = []
        self._number = 0
        self._size = (0, 0)
        self._complete_since: float | None = None

    def look(self, picture: Picture, at: float) -> SweepSeen:
        """Look at the next frame, at so many seconds."""
        self._number += 1
        self._size = self._nets.finder.arithmetic.size(picture)
        corners = find_corners(self._nets.finder, picture, (self._side(),))
        self._follow(corners)
        self._read(picture, at)
        self._put_together()
        return self._seen(at)

    def reading(self) -> PhotoReading:
        """Return the hand so far. Boxes are in pixels of the latest frame, beyond its edges where the camera moved on.

        There are no JPEGs: no frame is kept.
        """

        def read(card: Found, group: int | None) -> CardRead:
            box = boxed(self._motion.corner(card.first.corner), 1)
            return CardRead(CARDS[card.best], round(card.confidence, 4), CARDS[card.second], box, group)

        cards = [card for card in self._found if card.confidence >= LIKELY]
        unread = [card for card in self._found if card.confidence < LIKELY and card.first.readable >= UNREADABLE]
        boxes = tuple(boxed(self._motion.corner(card.first.corner), 1) for card in unread)
        return PhotoReading(laid_out(cards, read), boxes, *self._size, preview=b"")

    def _side(self) -> int:
        """Return the longest side at which indices are about as high as the finder likes them best."""
        known = [track.frame.height for track in self._tracks if track.number == self._number - 1]
        if not known:
            return SEARCHED[self._number % len(SEARCHED)]
        wished = USUAL_HEIGHT / median(known) * max(self._size)
        return min(max(round(wished / 64) * 64, SIDES[0]), SIDES[1])

    def _follow(self, corners: Sequence[Corner]) -> None:
        """Match the corners of a frame to those known, and begin to follow the others."""
        expected = [self._motion.corner(track.place) for track in self._tracks]
        shift = followed(expected, corners)
        motion, pairs = self._motion.shifted(*shift), dict[int, int]()
        for near in (0.6, 0.45):
            pairs = matched([motion.corner(track.place) for track in self._tracks], corners, near)
            if pairs:
                motion = Motion.of(
                    [
                        ((place.x, place.y), (corners[other].x, corners[other].y))
                        for number, other in pairs.items()
                        for place in (self._tracks[number].place,)
                    ]
                )
        self._motion = motion
        back = motion.back()
        for number, other in pairs.items():
            self._tracks[number].seen_at(back.corner(corners[other]), corners[other], self._number)
        if len(pairs) * 2 >= len(corners):
            for number, track in enumerate(self._tracks):
                if number not in pairs and self._shows(motion.corner(track.place)):
                    track.missing += 1
        taken = set(pairs.values())
        self._tracks += [
            Track(back.corner(corner), corner, self._number)
            for number, corner in enumerate(corners)
            if number not in taken and self._shows(corner)
        ]
        self._tracks = [track for track in self._tracks if track.there or track.looks > 0][-MOST:]

    def _shows(self, corner: Corner) -> bool:
        edge = EDGE * corner.height
        return edge <= corner.x < self._size[0] - edge and edge <= corner.y < self._size[1] - edge

    def _read(self, picture: Picture, at: float) -> None:
        sure = {CARDS[card.best] for card in self._found if card.confidence >= SURE}
        waiting = [
            track
            for track in self._tracks
            if track.number == self._number
            and track.looks < MOST_LOOKS
            and self._shows(track.frame)
            and not (track.looks and CARDS[_best(track)] in sure)
            and track.is_another_view(at)
        ]
        waiting = sorted(waiting, key=lambda track: (track.looks, -track.frame.likely))[:READ_AT_ONCE]
        if not waiting:
            return
        reader = self._nets.reader
        levels = by_halves(reader.arithmetic, picture)
        indices = looked_at(reader, levels, [track.frame for track in waiting], ())
        for track, index in zip(waiting, indices, strict=True):
            taught = self._lessons.applied([index])[0] if index and self._lessons else index
            track.read(taught, at)

    def _put_together(self) -> None:
        views = {track.place: track.views for track in self._tracks}
        indices = [track.index() for track in self._tracks if track.looks and track.there]
        self._found = [
            card if sum(views[index.corner] for index in card.indices) >= VIEWS else _not_yet_sure(card)
            for card in put_together(indices, self._nets.calibration)
        ]

    def _seen(self, at: float) -> SweepSeen:
        sure = {card.best for card in self._found if card.confidence >= SURE}
        states: Mapping[Corner, CornerState] = {
            index.corner: CornerState.SEEN if card.best in sure else CornerState.DOUBTED
            for card in self._found
            for index in card.indices
        }
        now = [track for track in self._tracks if track.number == self._number]
        marks = tuple(
            CornerMark(
                track.frame.x,
                track.frame.y,
                track.frame.height,
                CARDS[_best(track)] if track.looks else "",
                (CornerState.SEEN if _best(track) in sure else states.get(track.place, CornerState.DOUBTED))
                if track.looks
                else CornerState.NEW,
            )
            for track in now
            if not track.looks or track.readable / track.looks >= LIKELY
        )
        doubted = any(card.confidence < SURE and card.first.readable >= UNREADABLE for card in self._found)
        complete = len(sure) == self._wanted and not doubted and all(mark.state == CornerState.SEEN for mark in marks)
        if not complete:
            self._complete_since = None
        elif self._complete_since is None:
            self._complete_since = at
        stable = self._complete_since is not None and at - self._complete_since >= STABLE
        return SweepSeen(marks, len(sure), stable)


def _best(track: Track) -> int:
    return max(range(len(CARDS)), key=track.logs.__getitem__)


def _not_yet_sure(card: Found) -> Found:
    return replace(card, confidence=min(card.confidence, SURE - 0.01))
